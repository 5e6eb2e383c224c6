"""`arena submit`: hands in a bot."""

from pathlib import Path

import click
from rich.text import Text

from arena.cli.machine import check_machine
from arena.cli.options import accept_option, league_option, open_league_exclusive, sandbox_option
from arena.cli.output import messages, show
from arena.cli.words import UNSANDBOXED
from arena.league import League
from arena.league.admission import submit
from arena.league.rooms import open_sandbox, run_directory
from arena.runner import run
from arena.store import Entrant, SandboxKind


@click.command("submit")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@league_option
@sandbox_option
@accept_option
@click.option("--verbose", is_flag=True, help="Print every line of the image's build.")
def command(
    folder: Path,
    directory: Path,
    sandbox: str | None,
    accepted: tuple[str, ...],
    *,
    verbose: bool,
) -> None:
    """Hand in the bot in DIR.

    The folder is stored as it is, built into an image, started once and asked for its greeting;
    then the bot is an entrant. Handed in again under its name, it is the next revision.

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
        entrant = submit_to(league, folder, kind, is_verbose=verbose)
        show(
            f"{entrant.name} (revision {entrant.revision}) is in as {entrant.id}.",
            f"Its content is {entrant.digest[:16]}… and never changes.",
        )


def submit_to(
    league: League,
    folder: Path,
    kind: SandboxKind,
    *,
    room: str | None = None,
    is_verbose: bool = False,
) -> Entrant:
    """Admits the bot in `folder` to a league that is open exclusively.

    `room` is the name under which its bots run, by default the league's id.
    """
    console = messages()
    room = room or league.made.id

    def say(line: str) -> None:
        if is_verbose:
            console.print(line, soft_wrap=True)

    async def admitted() -> Entrant:
        async with open_sandbox(kind, rooms, room, league.settings.play) as sandbox:
            return await submit(league, folder, sandbox, rooms, say)

    with (
        run_directory(league.settings, room) as rooms,
        console.status(Text(f"Admitting {folder} …")),
    ):
        return run(admitted)
