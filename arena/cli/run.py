"""`arena run`: plays what is missing."""

from dataclasses import replace
from pathlib import Path

import click

from arena.cli.halting import halting
from arena.cli.machine import check_machine
from arena.cli.options import (
    accept_option,
    jobs_option,
    league_option,
    open_league_exclusive,
    sandbox_option,
    tables_option,
)
from arena.cli.output import messages, show
from arena.cli.progress import Reporter, rate_text
from arena.cli.words import UNSANDBOXED, count_text, duration_text
from arena.errors import ConfigError, ExitCode
from arena.games.game import LEAST_SEATS
from arena.league import League
from arena.league.admission import builder, contestant_of, new_terms
from arena.league.files import ensure_files
from arena.league.kept import rebuild_images
from arena.league.pinning import pinning_of
from arena.league.playing import play_league
from arena.league.rooms import open_sandbox, run_directory
from arena.runner import Contestant, run
from arena.sandbox.cores import own_processors
from arena.store import SandboxKind


@click.command("run")
@league_option
@sandbox_option
@jobs_option
@tables_option
@click.option(
    "--rebuild", "is_rebuild", is_flag=True, help="Build images again that the engine has lost."
)
@accept_option
@click.pass_context
def command(  # noqa: PLR0913, PLR0917  # one parameter for each option
    ctx: click.Context,
    directory: Path,
    sandbox: str | None,
    jobs: int | None,
    tables: int | None,
    accepted: tuple[str, ...],
    *,
    is_rebuild: bool,
) -> None:
    """Play every match that has no result yet.

    In Docker, nothing starts on a machine on which a limit of the bots does not hold, unless it is
    accepted with --accept.

    Ctrl-C once finishes the matches in play and stops; twice stops at once. Run again to play
    exactly what is missing.
    """
    ensure_files(LEAST_SEATS)  # before anything is opened, or that would fail in other words
    with open_league_exclusive(directory, "arena run") as league:
        kind = SandboxKind(sandbox) if sandbox else league.settings.play.sandbox
        league.extend_schedule()
        if kind is SandboxKind.PROCESS:
            messages().print(UNSANDBOXED, soft_wrap=True)
        if kind is SandboxKind.DOCKER:
            _contestants(league, kind)  # told before seconds are spent on the machine
            check_machine(league, accepted)
            if is_rebuild:
                _rebuild(league, kind)
        reporter, is_halted = play_out(league, kind, jobs=jobs, tables=tables)
        show(*_summary(reporter))
    if is_halted:
        ctx.exit(ExitCode.INTERRUPTED)


def play_out(
    league: League,
    kind: SandboxKind,
    *,
    jobs: int | None = None,
    tables: int | None = None,
    room: str | None = None,
) -> tuple[Reporter, bool]:
    """Plays a league that is open exclusively; says how far it came and whether it was halted.

    `room` is the name under which its bots run, by default the league's id.
    """
    room = room or league.made.id
    contestants = _contestants(league, kind)
    console = messages()
    reporter = Reporter(console)
    pinning = pinning_of(league.settings, kind, len(contestants), own_processors())
    if pinning.told:
        console.print(pinning.told, soft_wrap=True)

    async def played() -> bool:
        with halting(console) as halt:
            play, cores = league.settings.play, pinning.cores
            async with open_sandbox(kind, rooms, room, play, cores) as sandbox:
                await play_league(league, contestants, sandbox, terms, halt, reporter)
            return halt.is_requested

    with run_directory(league.settings, room) as rooms, reporter:
        usual = new_terms(league.settings, league.dice(), rooms)
        terms = replace(usual, jobs=jobs or usual.jobs, tables=tables or usual.tables)
        return reporter, run(played)


def _rebuild(league: League, kind: SandboxKind) -> None:
    """Has images built again that the engine no longer has, of those who are to play."""
    console = messages()
    contestants = _contestants(league, kind)
    build = builder(league.settings, league.made.id, lambda _line: None)
    with console.status("Building images …"):
        renewed = run(lambda: rebuild_images(league, contestants, build))
    for entrant, contestant in contestants.items():
        if renewed[entrant].image != contestant.image:
            name = league.names()[entrant]
            console.print(f"Built the image of {name} ({entrant}) again.", soft_wrap=True)


def _contestants(league: League, kind: SandboxKind) -> dict[str, Contestant]:
    """Returns all entrants; raises ConfigError if one cannot be started in that sandbox."""
    entrants = league.store.entrants()
    for entrant in entrants:
        if kind is SandboxKind.DOCKER and entrant.image is None:
            raise ConfigError(
                f"entrant {entrant.id} ({entrant.name!r}) was handed in for plain processes and "
                "has no image: run with --sandbox process, or hand it in again without"
            )
    return {entrant.id: contestant_of(league, entrant) for entrant in entrants}


def _summary(reporter: Reporter) -> list[str]:
    last = reporter.last
    if not last.played and not last.missing:
        return ["Nothing is missing: `arena ratings` has the table."]
    rate = rate_text(last.played, reporter.seconds)
    played = count_text(last.played, "match", "matches")
    lines = [f"Played {played} in {duration_text(reporter.seconds)}, {rate}."]
    if last.annulled:
        lines.append(f"{count_text(last.annulled, 'attempt')} annulled, by no fault of a bot.")
    if reporter.was_slowed:
        lines.append("The machine was overloaded for a time: `arena status` says when.")
    if last.missing:
        missing = count_text(last.missing, "match is", "matches are")
        return [*lines, f"{missing} missing: `arena run` plays them."]
    return [*lines, "Nothing is missing: `arena ratings` has the table."]
