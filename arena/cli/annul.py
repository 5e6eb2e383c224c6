"""`arena annul`: has a match not count."""

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
from arena.league import annul, undo_annul


@click.command("annul")
@click.argument("match")
@league_option
@reason_option
@undo_option
def command(match: str, directory: Path, reason: str | None, *, is_undo: bool) -> None:
    """Have the result of MATCH (as in m12.b1.r2) not count, and the match be played again.

    The result is kept for the record, and the next `arena run` plays the match with the same cards
    by fresh processes. --undo brings the result back, unless the match has been played again.
    """
    why = reason_of(reason, is_needed=not is_undo)
    with open_league_exclusive(directory, "arena annul") as league:
        if is_undo:
            undone = undo_annul(league, match, why)
            show(
                f"The result of {match} counts again: it was annulled because of {undone.reason!r}."
            )
            return
        assert why is not None, "an annulment has a reason"
        made = annul(league, match, why)
        show(
            f"Annulled {match}: the result of attempt {made.attempt} is kept, and does not count.",
            "`arena run` plays the match again; `arena annul --undo` brings the result back.",
        )
