"""`arena entrants`: who is in a league."""

from datetime import UTC, datetime
from pathlib import Path

import click

from arena.cli.options import csv_option, json_option, league_option, open_league
from arena.cli.output import Column, Sheet, form_of, print_sheet

_COLUMNS = (
    Column("id", "id", is_lead=True),
    Column("entrant", "entrant", is_lead=True),
    Column("revision", "revision", is_number=True),
    Column("author", "author"),
    Column("sandbox", "sandbox"),
    Column(
        "admitted", "admitted (UTC)", text=lambda row: str(row["admitted"])[:16].replace("T", " ")
    ),
)


@click.command("entrants")
@league_option
@json_option
@csv_option
def command(directory: Path, *, as_json: bool, as_csv: bool) -> None:
    """List the bots of a league in the order in which they came."""
    form = form_of(as_json=as_json, as_csv=as_csv)
    with open_league(directory) as league:
        rows = [
            {
                "id": entrant.id,
                "entrant": entrant.name,
                "revision": entrant.revision,
                "author": entrant.author,
                "sandbox": entrant.sandbox.value,
                "admitted": _moment(entrant.admitted_at),
                "digest": entrant.digest,
                "image": entrant.image,
            }
            for entrant in league.store.entrants()
        ]
    print_sheet(Sheet(_COLUMNS, rows, extra=("digest", "image")), form)


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
