"""`arena disqualify`: has nothing of an entrant count."""

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
from arena.league import disqualify, find_revision, undo_disqualify


@click.command("disqualify")
@click.argument("entrant")
@league_option
@reason_option
@undo_option
def command(entrant: str, directory: Path, reason: str | None, *, is_undo: bool) -> None:
    """Have no meeting of ENTRANT (a name, or an id as in e2) count for anybody.

    What it has played is kept, what it has not is not played, and the table lists it last with the
    reason. --undo makes everything what it was.
    """
    why = reason_of(reason, is_needed=not is_undo)
    with open_league_exclusive(directory, "arena disqualify") as league:
        chosen = find_revision(league, entrant)
        name = f"{league.names()[chosen.id]} ({chosen.id})"
        if is_undo:
            undone = undo_disqualify(league, chosen, why)
            show(f"{name} counts again: it was disqualified because of {undone.reason!r}.")
            return
        assert why is not None, "a disqualification has a reason"
        disqualify(league, chosen, why)
        show(
            f"Disqualified {name}: none of its meetings counts, for anybody.",
            "`arena disqualify --undo` makes everything what it was.",
        )
