"""`arena withdraw`: has nothing more of an entrant be played."""

import sys
from collections.abc import Sequence
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
from arena.league import League, find_revisions, undo_withdraw, withdraw, withdrawn_entrants
from arena.store import Entrant


@click.command("withdraw")
@click.argument("entrant")
@league_option
@reason_option
@click.option("--yes", "is_sure", is_flag=True, help="Do not ask.")
@undo_option
def command(
    entrant: str, directory: Path, reason: str | None, *, is_sure: bool, is_undo: bool
) -> None:
    """Have nothing more of ENTRANT be played, as its author wishes.

    ENTRANT is a name, for all its revisions, or an id as in e2, for that one. What it has played
    counts as before, as far as boards are complete; what it has not is dropped from the plan. A new
    revision may come in under its name. --undo has it play on.
    """
    why = reason_of(reason, is_needed=False)
    with open_league_exclusive(directory, "arena withdraw") as league:
        out = withdrawn_entrants(league)
        named = find_revisions(league, entrant)
        # A name is that of those whom the command changes; if there are none, an error tells.
        chosen = [each for each in named if (each.id in out) is is_undo] or named[-1:]
        told = _told(league, chosen)
        if is_undo:
            undo_withdraw(league, chosen, why)
            show(f"No longer withdrawn: {told}. What is missing is played by `arena run`.")
            return
        is_new = all(each.id not in out for each in chosen)
        if is_new and not is_sure and not _is_wanted(told):
            show("Nothing was changed.")
            return
        withdraw(league, chosen, why)
        show(
            f"Withdrawn: {told}. Nothing more of it is played, and what was played counts.",
            "`arena withdraw --undo` makes everything what it was.",
        )


def _is_wanted(told: str) -> bool:
    """Asks whoever types; raises UsageError where nobody does."""
    if not sys.stdin.isatty():
        raise click.UsageError("nobody can be asked whether that is meant: say --yes")
    return click.confirm(f"Have nothing more be played of {told}?", err=True)


def _told(league: League, entrants: Sequence[Entrant]) -> str:
    names = league.names()
    return ", ".join(f"{names[each.id]} ({each.id})" for each in entrants)
