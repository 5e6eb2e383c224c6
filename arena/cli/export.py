"""`arena export`: finished matches for other programs."""

import json
from pathlib import Path
from typing import IO

import click

from arena.cli.options import league_option, open_league
from arena.league import exported
from arena.verify.schema import schema_of_lines


@click.command("export")
@league_option
@click.option(
    "--output",
    type=click.File("w", encoding="utf-8", lazy=True),
    default="-",
    help="Where to write; by default the standard output.",
)
@click.option("--schema", "is_schema", is_flag=True, help="Print the JSON Schema of the lines.")
def command(directory: Path, output: IO[str], *, is_schema: bool) -> None:
    """Print the league as lines of JSON: its meetings, every finished match, and its table.

    The matches of a board come once all its rotations are played, so that nobody can read cards
    that are still to be played with.
    """
    if is_schema:
        output.write(json.dumps(schema_of_lines(), indent=2, ensure_ascii=False) + "\n")
        return
    with open_league(directory) as league:
        for line in exported(league):
            output.write(line + "\n")
