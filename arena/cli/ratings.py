"""`arena ratings`: who is ahead."""

from pathlib import Path

import click

from arena.cli.options import csv_option, json_option, league_option, open_league
from arena.cli.output import Form, Sheet, form_of, print_sheet, show
from arena.cli.standings import differences_sheet, ratings_sheet
from arena.cli.words import UNSANDBOXED, count_text
from arena.league import League, find_revisions, standing_interventions
from arena.store import InterventionKind


@click.command("ratings")
@league_option
@click.option(
    "--against",
    "one",
    metavar="ENTRANT",
    help="Instead, how far this entrant is ahead of each other; a name, or an id as in e2.",
)
@json_option
@csv_option
def command(directory: Path, one: str | None, *, as_json: bool, as_csv: bool) -> None:
    """Print the ratings table, best first.

    μ and σ are TrueSkill's, one update for each board; points per deal come with the 95 % interval
    over boards; the shares are of matches. A benched entrant keeps what it had.
    """
    form = form_of(as_json=as_json, as_csv=as_csv)
    with open_league(directory) as league:
        sheet = ratings_sheet(league) if one is None else _differences(league, one)
        if form is Form.TABLE:
            show(*_remarks(league), "")
    print_sheet(sheet, form)


def _remarks(league: League) -> list[str]:
    results = league.store.counts().results
    remarks = [f"{league.made.name}: {count_text(results, 'match', 'matches')} played"]
    if league.store.is_unsandboxed():
        remarks.append(UNSANDBOXED)
    kinds = [made.kind for made in standing_interventions(league)]
    annulled = kinds.count(InterventionKind.ANNUL)
    disqualified = kinds.count(InterventionKind.DISQUALIFY)
    if annulled or disqualified:
        matches = count_text(annulled, "result annulled", "results annulled")
        entrants = count_text(disqualified, "entrant disqualified", "entrants disqualified")
        remarks.append(f"by hand: {matches}, {entrants}; `arena status` says why")
    return remarks


def _differences(league: League, one: str) -> Sheet:
    return differences_sheet(league, find_revisions(league, one)[-1])
