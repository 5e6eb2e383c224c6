"""`arena reveal`: closes a league and publishes its secret."""

from pathlib import Path

import click

from arena.cli.options import league_option, open_league_exclusive
from arena.cli.output import show
from arena.cli.words import moment_text
from arena.league import close_league


@click.command("reveal")
@league_option
@click.option(
    "--unfinished", "is_unfinished", is_flag=True, help="Although matches are still to be played."
)
def command(directory: Path, *, is_unfinished: bool) -> None:
    """Publish the secret that all cards come from, and close the league for good.

    From there on nothing changes it: no bot is taken, nothing is played, annulled or undone.
    Whoever has its export and the secret can check every deal, answer, score and rating with
    `arena verify`. A closed league stays as it is, and its secret is printed again.
    """
    with open_league_exclusive(directory, "arena reveal") as league:
        made = close_league(league, is_unfinished=is_unfinished)
        show(
            f"The league is closed since {moment_text(made.closed_at)}: nothing changes it now.",
            f"secret: {made.secret}",
            f"commitment, its SHA-256: {league.made.commitment}",
            "The export has the secret too: `arena verify` checks every deal with it.",
        )
