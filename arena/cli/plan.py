"""`arena plan`: what there is to play."""

from pathlib import Path

import click

from arena.cli.options import (
    csv_option,
    json_option,
    league_option,
    open_league,
    open_league_exclusive,
)
from arena.cli.output import Column, Form, Sheet, form_of, print_sheet, show
from arena.cli.words import count_text, duration_text
from arena.league import Outlook, outlook_of

_COLUMNS = tuple(
    Column(key, key.replace("_", " "), is_number=True)
    for key in ("entrants", "meetings", "boards", "matches", "played", "missing", "sittings")
)
_TIMES = ("seconds_left", "is_measured")


@click.command("plan")
@league_option
@json_option
@csv_option
def command(directory: Path, *, as_json: bool, as_csv: bool) -> None:
    """Say how much there is to play, and about how long it takes, before anything is played.

    With enough entrants for a table this makes the schedule, and appends those who came since.
    """
    form = form_of(as_json=as_json, as_csv=as_csv)
    make_schedule(directory)
    with open_league(directory) as league:
        outlook, is_closed = outlook_of(league), league.store.closing() is not None
    print_sheet(Sheet(_COLUMNS, [_row(outlook)], extra=_TIMES), form)
    if form is Form.TABLE:
        show("", _never(outlook) if is_closed else _time(outlook))


def make_schedule(directory: Path) -> None:
    """Appends to the schedule whoever is not in it; needs the league for itself only then."""
    with open_league(directory) as league:
        newcomers, meetings = league.newcomers(), league.store.counts().meetings
        is_closed = league.store.closing() is not None
    if not is_closed and (newcomers or meetings == 0):
        with open_league_exclusive(directory, "arena plan") as league:
            league.extend_schedule()


def _row(outlook: Outlook) -> dict[str, int | float | bool]:
    return {
        "entrants": outlook.counts.entrants,
        "meetings": outlook.counts.meetings,
        "boards": outlook.boards,
        "matches": outlook.matches,
        "played": outlook.counts.results,
        "missing": outlook.missing,
        "sittings": outlook.sittings,
        "seconds_left": outlook.seconds_left,
        "is_measured": outlook.seconds_per_match is not None,
    }


def _never(outlook: Outlook) -> str:
    left = count_text(outlook.missing, "match was", "matches were")
    return f"The league is closed: {left} never played." if outlook.missing else "It is closed."


def _time(outlook: Outlook) -> str:
    if not outlook.missing:
        return "Nothing is missing: `arena ratings` has the table."
    left = duration_text(outlook.seconds_left)
    missing = count_text(outlook.missing, "match", "matches")
    if outlook.seconds_per_match is None:
        return f"{missing} to play, in about {left} if each takes a second: none is measured yet."
    return (
        f"{missing} to play, in about {left} at the {outlook.seconds_per_match:.2f} s that a match "
        "of this league has taken so far."
    )
