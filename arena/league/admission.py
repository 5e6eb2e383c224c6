"""How a folder becomes an entrant of a league, or a player of a single match."""

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from arena.checking import STARTING, Progress, Report, examine
from arena.deals import Dice
from arena.errors import ArenaError, BotError, SubmissionError
from arena.league.interrupted import marked, sweep_copies
from arena.league.league import League
from arena.league.settings import EntryCheck, Settings
from arena.runner import Contestant, Terms, try_start
from arena.sandbox import Sandbox
from arena.sandbox.belongings import LEAGUE_LABEL, SINGLE_LABEL
from arena.sandbox.engine import Engine
from arena.sandbox.images import BuildLimits, remove_image
from arena.sandbox.images import build as build_image
from arena.sandbox.ready import pin as pin_image
from arena.store import Entrant, NewEntrant, SandboxKind
from arena.submissions import STDIO, Admission, Discard, admit

_TRIAL = "trial"
_MOST_TOLD = 2
"""Failures of a check that are told to whoever hands in a bot."""


def new_terms(settings: Settings, dice: Dice, run_directory: Path) -> Terms:
    """Returns what all matches under `settings` share."""
    return Terms(
        rules=settings.rules,
        clock=settings.clock,
        dice=dice,
        limits=settings.limits,
        jobs=settings.play.jobs,
        tables=settings.play.tables,
        run_directory=run_directory,
        league=dice.league,
    )


async def submit(  # noqa: PLR0913, PLR0917  # three of them only tell
    league: League,
    path: Path,
    sandbox: Sandbox,
    run_directory: Path,
    on_line: Callable[[str], None],
    progress: Progress = lambda *_: None,
    on_report: Callable[[Report], None] = lambda _: None,
) -> Entrant:
    """Admits the bot at `path`, and appends it to a schedule that there is already.

    `on_line` gets each line of an image's build, `progress` how far its check is, and
    `on_report` what a check that it has passed has found. Raises SubmissionError for a fault of the
    author's; then the league is as it was.
    """
    league.check_room()
    sweep_copies(league)
    terms = new_terms(league.settings, league.dice(), run_directory)

    async def discard(image: str) -> None:
        if all(entrant.image != image for entrant in league.store.entrants()):
            await _discard(league.settings, [image])

    async def check(new: NewEntrant, stored: Path) -> None:
        contestant = _contestant(_TRIAL, new, stored)
        if league.settings.entry.check is EntryCheck.START:
            try:
                await try_start(contestant, sandbox, terms)
            except BotError as error:
                raise SubmissionError(f"the bot {new.name!r} does not start: {error}") from None
            return
        report = await examine(contestant, sandbox, terms, progress)
        if not report.has_passed:
            raise SubmissionError(_refusal(new.name, path, report))
        on_report(report)

    is_one_each = league.settings.entry.one_entrant_per_author
    admission = Admission(
        game=league.made.game,
        sandbox=SandboxKind(sandbox.name),
        submissions=league.directory.submissions,
        earlier=league.store.revisions,
        build=builder(league.settings, league.made.id, on_line),
        pin=pinner(league.settings),
        discard=discard,
        check=check,
        entrants_of=league.entrants_of if is_one_each else None,
    )
    if admission.sandbox is SandboxKind.PROCESS:
        return await _entered(league, await admit(path, admission), discard)
    async with marked(league):
        return await _entered(league, await admit(path, admission), discard)


async def _entered(league: League, new: NewEntrant, discard: Discard) -> Entrant:
    """Returns the entrant that a bot has become; if it cannot, nothing of it stays."""
    try:
        return league.add_entrant(new)
    except ArenaError:
        with suppress(ArenaError):  # what came first is what is told
            if all(entrant.digest != new.digest for entrant in league.store.entrants()):
                shutil.rmtree(league.directory.submissions / new.digest, ignore_errors=True)
            if new.image is not None and new.manifest.get("image") is None:
                await discard(new.image)
        raise


def _refusal(name: str, path: Path, report: Report) -> str:
    """Returns what is wrong with a bot that has not passed, its first failures in words."""
    first = report.failed[0]
    if first.name in STARTING:
        printed = f"; it printed:\n{report.printed.strip()}" if report.printed.strip() else ""
        return f"the bot {name!r} does not start: {first.text}{printed or '; it printed nothing'}"
    failures = [failure for check in report.failed for failure in check.failures]
    told = "; ".join(f"{each.what} ({each.rule})" for each in failures[:_MOST_TOLD])
    counted = sum(check.count for check in report.failed) - len(failures[:_MOST_TOLD])
    more = f"; and {counted:,} more" if counted > 0 else ""
    return (
        f"the bot {name!r} does not pass its check: {told}{more}; "
        f"`arena check {path}` shows what was asked and answered"
    )


@asynccontextmanager
async def contestants_of(
    folders: Sequence[Path],
    settings: Settings,
    directory: Path,
    room: str,
    on_line: Callable[[str], None],
) -> AsyncIterator[list[tuple[NewEntrant, Contestant]]]:
    """Gives the bots in `folders`, as they are named and as they are started.

    Copies go to `directory`. Images are labelled with `room`, so that they are nobody else's, and
    removed in the end, but for their layers: with them the next match starts at once. The same
    folder may come several times.
    """
    build = builder(settings, room, on_line, {SINGLE_LABEL: "yes"})
    images: list[str] = []

    async def build_for_now(folder: Path) -> str:
        images.append(await build(folder))
        return images[-1]

    admission = Admission(
        game=settings.rules.game,
        sandbox=settings.play.sandbox,
        submissions=directory,
        earlier=lambda _name: (),
        build=build_for_now,
        pin=pinner(settings),
        discard=_leave,
        check=_take_as_it_is,
    )
    try:
        bots = []
        for number, folder in enumerate(folders, start=1):
            new = await admit(folder, admission)
            stored = directory / new.digest
            bots.append((new, _contestant(f"e{number}", new, stored)))
        yield bots
    finally:
        await _discard(settings, images, keep_layers=True)


def contestant_of(league: League, entrant: Entrant) -> Contestant:
    """Returns what is started for an entrant of a league."""
    folder = league.directory.submissions / entrant.digest
    return _contestant(entrant.id, entrant, folder)


def _contestant(entrant: str, bot: Entrant | NewEntrant, folder: Path) -> Contestant:
    is_stdio = bot.manifest.get("protocol") == STDIO
    return Contestant(entrant, bot.command, folder, bot.image, is_stdio)


def builder(
    settings: Settings,
    league: str,
    on_line: Callable[[str], None],
    labels: Mapping[str, str] | None = None,
) -> Callable[[Path], Awaitable[str]]:
    """Returns what builds the image of a stored folder, labelled with `league` and `labels`."""
    play = settings.play
    limits = BuildLimits(
        network=play.build_network.value,
        seconds=play.build_seconds,
        memory=play.build_memory,
        cpus=play.build_cpus,
        disk=play.build_disk,
        context=play.build_context,
        size=play.image_size,
    )

    async def build(folder: Path) -> str:
        engine = Engine(play.engine)
        try:
            return await build_image(
                engine,
                folder,
                labels={**(labels or {}), LEAGUE_LABEL: league},
                limits=limits,
                on_line=on_line,
            )
        finally:
            engine.close()

    return build


def pinner(settings: Settings) -> Callable[[str], Awaitable[str]]:
    """Returns what finds the id of a ready image."""
    play = settings.play

    async def pin(name: str) -> str:
        engine = Engine(play.engine)
        try:
            return await pin_image(engine, name, play.image_size)
        finally:
            engine.close()

    return pin


async def _discard(settings: Settings, images: Iterable[str], *, keep_layers: bool = False) -> None:
    """Removes images that nobody needs any more; one that cannot be removed stays."""
    engine = Engine(settings.play.engine)
    try:
        for image in dict.fromkeys(images):
            with suppress(ArenaError):
                await remove_image(engine, image, keep_layers=keep_layers)
    finally:
        engine.close()


async def _leave(_image: str) -> None:
    """Leaves an image to whoever removes all of them in the end."""


async def _take_as_it_is(_new: NewEntrant, _stored: Path) -> None:
    """Checks nothing: the match itself shows whether the bot starts."""
