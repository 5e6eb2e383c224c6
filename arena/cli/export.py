"""`arena export`: finished matches for other programs."""

from pathlib import Path
from typing import IO

import click

from arena.cli.options import league_option, open_league
from arena.league import exported


@click.command("export")
@league_option
@click.option(
    "--output",
    type=click.File("w", encoding="utf-8", lazy=True),
    default="-",
    help="Where to write; by default the standard output.",
)
def command(directory: Path, output: IO[str]) -> None:
    """Print the league as lines of JSON: its meetings, every finished match, and its table.

    The matches of a board come once all its rotations are played, so that nobody can read cards
    that are still to be played with.
    """
    with open_league(directory) as league:
        for line in exported(league):
            output.write(line + "\n")
