"""`arena status`: how far a league is."""

from pathlib import Path

import click
from rich.table import Table
from rich.text import Text

from arena.cli.options import json_option, league_option, open_league
from arena.cli.output import print_json, show
from arena.cli.words import (
    UNSANDBOXED,
    count_text,
    duration_text,
    intervention_text,
    moment_text,
    rules_text,
)
from arena.games.game import Json
from arena.league import League, Outlook, find_player, outlook_of, standing_interventions
from arena.league.outlook import OVERLOAD, accepted_limits
from arena.store import Intervention

LATEST = 3
"""Of the times of overload: what a person sees of them."""


@click.command("status")
@league_option
@json_option
def command(directory: Path, *, as_json: bool) -> None:
    """Say how far a league is, who is out, what was done by hand, and who holds it now."""
    with open_league(directory) as league:
        outlook = outlook_of(league)
        names = league.names()
        holder = find_player(league)
        standing = standing_interventions(league)
        if as_json:
            by_hand = [_intervention(made) for made in standing]
            print_json({**_json(league, outlook, holder), "by_hand": by_hand})
            return
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        for word, text in _lines(league, outlook, holder).items():
            table.add_row(Text(word, style="bold"), Text(text))
        if accepted := accepted_limits(league.store.notes()):
            said = f"that these do not hold: {', '.join(accepted)}"
            table.add_row(Text("accepted", style="bold"), Text(said))
        for text in _overloads(league)[-LATEST:]:
            table.add_row(Text("overload", style="bold"), Text(text))
        for entrant, meeting in outlook.benched.items():
            table.add_row("", Text(f"{names[entrant]} is benched: nothing after {meeting} counts"))
        for made in standing:
            table.add_row("", Text(f"by hand: {intervention_text(made, names)}"))
        show(table)


def _overloads(league: League) -> list[str]:
    """Returns what was told of each time when the machine was overloaded."""
    return [note.text for note in league.store.notes() if note.kind == OVERLOAD]


def _lines(league: League, outlook: Outlook, holder: str | None) -> dict[str, str]:
    made, counts = league.made, outlook.counts
    lines = {
        "league": f"{made.name} ({made.id})",
        "game": rules_text(made.game, made.rules),
        "commitment": made.commitment,
        "entrants": str(counts.entrants),
        "meetings": str(counts.meetings) if outlook.has_schedule else "none: see `arena plan`",
        "matches": f"{counts.results:,} of {outlook.matches:,} played, {outlook.missing:,} missing",
        "annulled": f"{count_text(counts.annulled, 'attempt')} by faults of ours, "
        f"{counts.annulled_by_hand} by hand, {counts.interrupted} interrupted",
        "time left": f"about {duration_text(outlook.seconds_left)}",
        "sandbox": UNSANDBOXED if outlook.is_unsandboxed else "every match so far in Docker",
        "in use": holder or "no",
    }
    if made_closed := league.store.closing():
        lines["closed"] = f"{moment_text(made_closed.closed_at)}, and nothing changes it now"
        lines["secret"] = made_closed.secret
    if outlook.dropped:
        lines["dropped"] = _dropped_text(outlook.dropped)
    if not outlook.missing or "closed" in lines:
        del lines["time left"]
    if not counts.results:
        lines["sandbox"] = f"{league.settings.play.sandbox.value}, as the settings say"
    return lines


def _dropped_text(dropped: int) -> str:
    return (
        f"{count_text(dropped, 'match', 'matches')} of benched, withdrawn or disqualified entrants"
    )


def _json(league: League, outlook: Outlook, holder: str | None) -> Json:
    made, counts = league.made, outlook.counts
    return {
        "league": made.name,
        "id": made.id,
        "game": made.game,
        "rules": made.rules,
        "commitment": made.commitment,
        "entrants": counts.entrants,
        "meetings": counts.meetings,
        "matches": outlook.matches,
        "played": counts.results,
        "missing": outlook.missing,
        "dropped": outlook.dropped,
        "annulled": counts.annulled,
        "annulled_by_hand": counts.annulled_by_hand,
        "interrupted": counts.interrupted,
        "seconds_left": outlook.seconds_left,
        "is_unsandboxed": outlook.is_unsandboxed,
        "benched": dict(outlook.benched),
        "accepted": list(accepted_limits(league.store.notes())),
        "overloads": list(_overloads(league)),
        "in_use_by": holder,
        "closed": _closing(league),
    }


def _closing(league: League) -> Json | None:
    made = league.store.closing()
    if made is None:
        return None
    return {"at": moment_text(made.closed_at), "secret": made.secret}


def _intervention(made: Intervention) -> Json:
    return {
        "kind": made.kind.value,
        "target": made.target,
        "attempt": made.attempt,
        "reason": made.reason,
        "made": moment_text(made.made_at),
    }
