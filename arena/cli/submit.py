"""`arena submit`: hands in a bot."""

from collections.abc import Callable
from pathlib import Path

import click
from rich.text import Text

from arena.checking import Report
from arena.cli.findings import outcome_text
from arena.cli.machine import check_machine
from arena.cli.options import accept_option, league_option, open_league_exclusive, sandbox_option
from arena.cli.output import messages, show
from arena.cli.words import UNSANDBOXED
from arena.league import League
from arena.league.admission import submit
from arena.league.rooms import open_sandbox, run_directory
from arena.runner import run
from arena.store import Entrant, SandboxKind

_STARTED = "It has started, which is all that entry.check of this league asks."


@click.command("submit")
@click.argument("path", type=click.Path(path_type=Path))
@league_option
@sandbox_option
@accept_option
@click.option("--quiet", "is_quiet", is_flag=True, help="Do not show the build of its image.")
def command(
    path: Path,
    directory: Path,
    sandbox: str | None,
    accepted: tuple[str, ...],
    *,
    is_quiet: bool,
) -> None:
    """Hand in the bot in PATH: a folder, a tar file, or the bot.toml of a ready image.

    It is stored as it is, built into an image, started and checked as by `arena check`; what passes
    is an entrant. Handed in again under its name, it is the next revision. What the build says is
    shown as it goes.

    In Docker, nothing starts on a machine on which a limit of the bots does not hold, unless it is
    accepted with --accept.
    """
    with open_league_exclusive(directory, "arena submit") as league:
        league.check_room()  # told before seconds are spent on the machine
        kind = SandboxKind(sandbox) if sandbox else league.settings.play.sandbox
        if kind is SandboxKind.PROCESS:
            messages().print(UNSANDBOXED, soft_wrap=True)
        if kind is SandboxKind.DOCKER:
            check_machine(league, accepted)
        reports: list[Report] = []
        entrant = submit_to(league, path, kind, is_quiet=is_quiet, on_report=reports.append)
        passed = [f"It {outcome_text(report)}." for report in reports]
        show(
            f"{entrant.name} (revision {entrant.revision}) is in as {entrant.id}.",
            *(passed or [_STARTED]),
            f"Its content is {entrant.digest[:16]}… and never changes.",
        )


def submit_to(  # noqa: PLR0913  # two of them only tell
    league: League,
    path: Path,
    kind: SandboxKind,
    *,
    room: str | None = None,
    is_quiet: bool = True,
    on_report: Callable[[Report], None] = lambda _: None,
) -> Entrant:
    """Admits the bot at `path` to a league that is open exclusively.

    `room` is the name under which its bots run, by default the league's id; `on_report` is told
    what a full check has found.
    """
    console = messages()
    room = room or league.made.id

    def say(line: str) -> None:
        if not is_quiet:
            console.print(Text(line, style="dim"), soft_wrap=True)

    async def admitted() -> Entrant:
        async with open_sandbox(kind, rooms, room, league.settings.play) as sandbox:
            return await submit(league, path, sandbox, rooms, say, progress, on_report)

    with (
        run_directory(league.settings, room) as rooms,
        console.status(Text(f"Admitting {path} …")) as status,
    ):

        def progress(asked: int, of: int) -> None:
            status.update(Text(f"Checking {path}: {asked:,} of {of:,} decisions …"))

        return run(admitted)
