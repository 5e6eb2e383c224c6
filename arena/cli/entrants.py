"""`arena entrants`: who is in a league."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import click

from arena.cli.options import csv_option, json_option, league_option, open_league
from arena.cli.output import Column, Row, Sheet, form_of, print_sheet
from arena.league import (
    League,
    benched_entrants,
    disqualified_entrants,
    withdrawn_entrants,
)
from arena.store import Entrant

_SHORT_DIGEST = 8
_DATE = len("2027-01-15")


@click.command("entrants")
@league_option
@json_option
@csv_option
def command(directory: Path, *, as_json: bool, as_csv: bool) -> None:
    """List the bots of a league, with all their revisions, in the order in which they came.

    The state of an entrant is "current" for the latest revision of its name that is in, "earlier"
    for those before it, which play on, or why it is out. JSON and CSV have digests, moments, images
    and reasons in full.
    """
    form = form_of(as_json=as_json, as_csv=as_csv)
    with open_league(directory) as league:
        rows = _rows(league)
    has_authors = any(row["author"] is not None for row in rows)
    columns = (*_BEFORE_AUTHOR, _AUTHOR) if has_authors else _BEFORE_AUTHOR
    print_sheet(Sheet(columns, rows, _EXTRA if has_authors else (*_EXTRA, "author")), form)


def _rows(league: League) -> Sequence[Row]:
    out, withdrawn = disqualified_entrants(league), withdrawn_entrants(league)
    benched, entrants = benched_entrants(league), league.store.entrants()
    is_in = [each for each in entrants if each.id not in out and each.id not in withdrawn]
    current = {each.name: each.id for each in is_in}
    rows = []
    for each in entrants:
        is_current = current.get(each.name) == each.id
        state = "current" if is_current else "earlier"
        for word, entrants_in in (("benched", benched), ("withdrawn", withdrawn)):
            state = word if each.id in entrants_in else state
        state = "disqualified" if each.id in out else state
        reason = out.get(each.id) or withdrawn.get(each.id) or None
        how = {"is_current": is_current, "benched_from": benched.get(each.id), "reason": reason}
        rows.append({**_row(each), "state": state, **how})
    return rows


def _row(entrant: Entrant) -> Row:
    return {
        "id": entrant.id,
        "entrant": entrant.name,
        "revision": entrant.revision,
        "author": entrant.author,
        "sandbox": entrant.sandbox.value,
        "protocol": entrant.manifest.get("protocol"),
        "version": entrant.manifest.get("version"),
        "digest": entrant.digest,
        "image": entrant.image,
        "ready_image": entrant.manifest.get("image"),
        "admitted": datetime.fromtimestamp(entrant.admitted_at, UTC).isoformat(timespec="seconds"),
    }


def _state_text(row: Row) -> str:
    meeting = row["benched_from"] if row["state"] == "benched" else None
    return str(row["state"]) if meeting is None else f"benched {meeting}"


def _way_text(row: Row) -> str:
    return ", ".join(str(row[key]) for key in ("sandbox", "protocol") if row[key] is not None)


_BEFORE_AUTHOR = (
    Column("id", "id", is_lead=True),
    Column("entrant", "entrant", is_lead=True),
    Column("revision", "rev", is_number=True),
    Column("state", "state", text=_state_text),
    Column("sandbox", "runs as", text=_way_text),
    Column("digest", "digest", text=lambda row: str(row["digest"])[:_SHORT_DIGEST]),
    Column("admitted", "admitted", text=lambda row: str(row["admitted"])[:_DATE]),
)
_AUTHOR = Column("author", "author")
_EXTRA = ("is_current", "benched_from", "reason", "protocol", "version", "image", "ready_image")
