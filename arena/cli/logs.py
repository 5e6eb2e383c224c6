"""`arena logs`: what an author may be told of a bot."""

from collections.abc import Iterator
from pathlib import Path

import click
from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from arena.cli.evidence import evidence_lines, life_lines, outcome_text, place_in_match
from arena.cli.options import json_option, league_option, open_league
from arena.cli.output import print_json, show
from arena.cli.words import moment_text
from arena.errors import ConfigError
from arena.league import League, find_revision, find_revisions
from arena.league.logs import Logged, LoggedFault, logged, logged_to_json
from arena.sandbox import clean_text
from arena.store import Entrant, StoredLife


@click.command("logs")
@click.argument("entrant")
@league_option
@click.option("--revision", type=click.IntRange(min=1), help="Which revision of that name.")
@click.option("--last", metavar="N", type=click.IntRange(min=1), help="Only the last N entries.")
@json_option
def command(
    entrant: str, directory: Path, revision: int | None, last: int | None, *, as_json: bool
) -> None:
    """Say what ENTRANT (a name, or an id as in e2) did wrong, and how its lives ended.

    The newest comes last. All of it is about this entrant alone, so that its author may have it:
    every fault and refusal with its turn and times, and of each life who ended it, its exit code
    and the end of what it wrote.
    """
    with open_league(directory) as league:
        chosen = _chosen(league, entrant, revision)
        entries = logged(league, chosen.id)[-(last or 0) :]
        name = league.names()[chosen.id]
    if as_json:
        print_json([logged_to_json(entry) for entry in entries])
        return
    if not entries:
        show(f"Nothing is kept of {name} ({chosen.id}): it has not lived in any sitting yet.")
    for entry in entries:
        show(*_shown(entry))


def _chosen(league: League, text: str, revision: int | None) -> Entrant:
    if revision is None:
        return find_revision(league, text)
    for found in find_revisions(league, text):
        if found.revision == revision:
            return found
    raise ConfigError(f"there is no revision {revision} of {text!r}: see `arena entrants`")


def _shown(entry: Logged) -> Iterator[RenderableType]:
    if isinstance(entry, LoggedFault):
        style = "yellow" if entry.evidence.forfeited else ""
        yield Padding(Text(_fault(entry), style=style), 0, expand=False)
        lines = evidence_lines(entry.evidence)
    else:
        yield Padding(Text(_life(entry)), 0, expand=False)
        lines = life_lines(entry.end)
    for line in lines:
        yield Padding(Text(line), (0, 0, 0, 4), expand=False)


def _fault(entry: LoggedFault) -> str:
    evidence = entry.evidence
    outcome = outcome_text(evidence)
    where = place_in_match(evidence, entry.moment)
    annulled = ", annulled since by hand" if entry.is_annulled else ""
    return (
        f"{moment_text(entry.ended_at)} {entry.match} (sitting {entry.sitting}): "
        f"{evidence.verdict.value}, {where} ({outcome}{annulled})"
    )


def _life(entry: StoredLife) -> str:
    end = entry.end
    innocent = "ok" if end.cause is None else "no fault of its own"
    verdict = end.verdict.value if end.verdict else innocent
    text = clean_text(end.text.encode()).replace("\n", " ")
    return f"{moment_text(entry.ended_at)} life in sitting {entry.sitting}: {verdict}, {text}"
