"""The checks of a bot that is in no league, with nothing kept."""

import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from arena.checking import Check, Failure, Outcome, Progress, Report, examine, not_reached
from arena.checking.again import Repetition, ask_again
from arena.errors import SubmissionError
from arena.league.admission import contestants_of, new_terms
from arena.league.rooms import open_sandbox
from arena.league.settings import Settings
from arena.league.single import copies, dice_of
from arena.record import Answered
from arena.runner import Contestant, Terms
from arena.sandbox import Sandbox
from arena.store import NewEntrant, SandboxKind

BUILD = "build"
"""The name of the check that comes before all others."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A bot that is built and can be started."""

    bot: NewEntrant
    contestant: Contestant
    sandbox: Sandbox
    terms: Terms
    seconds: float
    """How long it took to copy and build it."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A bot and what was found of it."""

    name: str
    """What it is called; if it has no name yet, what its folder is called."""
    report: Report
    build_seconds: float


@asynccontextmanager
async def opened(
    folder: Path, settings: Settings, run_directory: Path, on_line: Callable[[str], None]
) -> AsyncIterator[Opened]:
    """Gives the bot in `folder`, built as for a match under `settings`."""
    kind, room, play = settings.play.sandbox, run_directory.name, settings.play
    with copies(run_directory) as directory:
        async with open_sandbox(kind, run_directory, room, play) as sandbox:
            begun = time.monotonic()
            async with contestants_of([folder], settings, directory, room, on_line) as bots:
                ((bot, contestant),) = bots
                terms = new_terms(settings, dice_of("check"), run_directory)
                yield Opened(bot, contestant, sandbox, terms, time.monotonic() - begun)


async def check(
    folder: Path,
    settings: Settings,
    run_directory: Path,
    on_line: Callable[[str], None],
    progress: Progress,
) -> Checked:
    """Builds the bot in `folder` and examines it as `arena submit` would."""
    begun = time.monotonic()
    try:
        async with opened(folder, settings, run_directory, on_line) as ready:
            report = await examine(ready.contestant, ready.sandbox, ready.terms, progress)
            built = _built(settings.play.sandbox, ready)
            checks = [built, *report.checks]
            return Checked(ready.bot.name, replace(report, checks=checks), ready.seconds)
    except SubmissionError as error:
        checks = [_not_built(str(error)), *not_reached("the bot could not be built")]
        report = Report(checks=checks, printed="")
        return Checked(folder.name or str(folder), report, time.monotonic() - begun)


async def repeat(  # noqa: PLR0913, PLR0917  # a bot, and what it is asked
    path: Path,
    settings: Settings,
    run_directory: Path,
    recorded: Sequence[Answered],
    seed: int,
    progress: Progress,
) -> tuple[str, Repetition]:
    """Builds the bot at `path` and asks it what was recorded; returns its name and what it says.

    Raises SubmissionError for what keeps it from being built.
    """
    async with opened(path, settings, run_directory, lambda _line: None) as ready:
        contestant, sandbox, terms = ready.contestant, ready.sandbox, ready.terms
        repetition = await ask_again(contestant, sandbox, terms, recorded, seed, progress)
        return ready.bot.name, repetition


def _built(kind: SandboxKind, ready: Opened) -> Check:
    if kind is SandboxKind.PROCESS:
        text = "a bot that runs as a plain process is not built"
        return Check(name=BUILD, outcome=Outcome.SKIPPED, text=text)
    image = ready.bot.manifest.get("image")
    if image is not None:
        text = f"the ready image {image!r} is pinned as {ready.bot.image}"
        return Check(name=BUILD, outcome=Outcome.PASSED, text=text)
    return Check(
        name=BUILD,
        outcome=Outcome.PASSED,
        text=f"built in {ready.seconds:.1f} s",
        figures={"seconds": ready.seconds},
    )


def _not_built(text: str) -> Check:
    failure = Failure(
        what=text,
        rule="a bot is a folder, a tar file or a ready image of one that plays the game",
        page="docs/bot-toml.md",
        advice="mend what the sentence above says, and check again",
    )
    return Check(name=BUILD, outcome=Outcome.FAILED, text=text, failures=[failure], count=1)
