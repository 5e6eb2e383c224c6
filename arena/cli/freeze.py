"""`arena freeze`: takes no more entrants."""

from pathlib import Path

import click

from arena.cli.options import (
    league_option,
    open_league_exclusive,
    reason_of,
    reason_option,
    undo_option,
)
from arena.cli.output import show
from arena.store import InterventionKind


@click.command("freeze")
@league_option
@reason_option
@undo_option
def command(directory: Path, reason: str | None, *, is_undo: bool) -> None:
    """Take no more entrants, and no more revisions of those that there are.

    What is missing can still be played. --undo opens the league again.
    """
    why = reason_of(reason, is_needed=False)
    with open_league_exclusive(directory, "arena freeze") as league:
        if is_undo:
            league.store.undo(InterventionKind.FREEZE, reason=why)
            show("The league takes bots again.")
            return
        league.store.freeze(why)
        show("The league is frozen: `arena submit` is refused until `arena freeze --undo`.")
