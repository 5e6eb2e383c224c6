"""The checks of a bot that is in no league, with nothing kept."""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from arena.checking import Progress, Report, examine
from arena.league.admission import contestants_of, new_terms
from arena.league.rooms import open_sandbox
from arena.league.settings import Settings
from arena.league.single import copies, dice_of
from arena.runner import Contestant, Terms
from arena.sandbox import Sandbox
from arena.store import NewEntrant


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

    bot: NewEntrant
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
    """Builds the bot in `folder` and examines it as `arena submit` would.

    Raises SubmissionError for what keeps it from being built.
    """
    async with opened(folder, settings, run_directory, on_line) as ready:
        report = await examine(ready.contestant, ready.sandbox, ready.terms, progress)
        return Checked(ready.bot, report, ready.seconds)
