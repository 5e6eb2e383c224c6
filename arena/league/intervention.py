"""What is done to a league by hand: annul a match, disqualify or withdraw an entrant, freeze it.

Each is on record with its reason and can be undone. What stands follows from the record alone, and
so do the table, the plan and the export: an undone intervention leaves no trace in any of them.
"""

import re
from collections.abc import Mapping, Sequence

from arena.errors import ConfigError
from arena.league.league import League
from arena.league.standing import save_standings
from arena.store import Entrant, Intervention, InterventionKind, parse_name

_MATCH = re.compile(r"m([1-9][0-9]*)\.b([1-9][0-9]*)\.r([1-9])", re.ASCII)
_LONGEST_ID = 40


def parse_reason(text: str) -> str:
    """Returns a reason as it is kept; raises ConfigError for one that says nothing or too much."""
    return parse_name(text, "reason")


def annul(league: League, match: str, reason: str) -> Intervention:
    """Has the result of `match` not count, so that it is played again with the same cards."""
    check_match(league, match)
    made = league.store.annul_result(match, reason)
    save_standings(league)
    return made


def undo_annul(league: League, match: str, reason: str | None) -> Intervention:
    """Brings back the result of `match`, unless it has been played again."""
    check_match(league, match)
    undone = league.store.undo(InterventionKind.ANNUL, match, reason)
    save_standings(league)
    return undone


def disqualify(league: League, entrant: Entrant, reason: str) -> Intervention:
    """Has no meeting of `entrant` count for anybody."""
    made = league.store.disqualify(entrant.id, reason)
    save_standings(league)
    return made


def undo_disqualify(league: League, entrant: Entrant, reason: str | None) -> Intervention:
    undone = league.store.undo(InterventionKind.DISQUALIFY, entrant.id, reason)
    save_standings(league)
    return undone


def withdraw(league: League, entrants: Sequence[Entrant], reason: str | None) -> None:
    """Has nothing more of `entrants` be played; what they have played counts as before.

    Raises ConfigError if one of them is withdrawn already.
    """
    league.store.withdraw([each.id for each in entrants], reason)
    save_standings(league)


def undo_withdraw(league: League, entrants: Sequence[Entrant], reason: str | None) -> None:
    """Has `entrants` play on."""
    for each in entrants:
        league.store.undo(InterventionKind.WITHDRAW, each.id, reason)
    save_standings(league)


def standing_interventions(league: League) -> Sequence[Intervention]:
    """Returns what was done by hand and not undone, the first one first."""
    return [each for each in league.store.interventions() if each.undone_at is None]


def annulments(league: League) -> Mapping[str, Intervention]:
    """Returns the last annulment that stands of each match."""
    return {
        each.target: each
        for each in standing_interventions(league)
        if each.kind is InterventionKind.ANNUL and each.target is not None
    }


def check_match(league: League, match: str) -> None:
    """Raises ConfigError if `match` is none of the schedule."""
    found = _MATCH.fullmatch(match) if len(match) <= _LONGEST_ID else None
    if found is None:
        raise ConfigError(f"{match[:_LONGEST_ID]!r} is no match: name one as in m12.b1.r2")
    meeting, board, rotation = map(int, found.groups())
    is_on_board = board <= league.settings.schedule.boards and rotation <= league.seats
    if meeting > league.store.counts().meetings or not is_on_board:
        raise ConfigError(f"there is no match {match} in the schedule: see `arena plan`")


def find_revision(league: League, text: str) -> Entrant:
    """Returns the one entrant of that id or name; raises ConfigError for a name of several."""
    found = find_revisions(league, text)
    if len(found) > 1:
        known = ", ".join(f"{each.id} (revision {each.revision})" for each in found)
        raise ConfigError(
            f"{text!r} has {len(found)} revisions, each an entrant of its own: name one by its id, "
            f"{known}"
        )
    return found[0]


def find_revisions(league: League, text: str) -> Sequence[Entrant]:
    """Returns the entrant of that id, else of that name with its revision, else all of that name.

    Raises ConfigError if there is none, or if two are called so.
    """
    entrants, names = league.store.entrants(), league.names()
    for entrant in entrants:
        if text == entrant.id:
            return [entrant]
    called = [entrant for entrant in entrants if names[entrant.id] == text]
    if len(called) > 1:
        known = ", ".join(each.id for each in called)
        raise ConfigError(
            f"{len(called)} entrants are called {text!r}: name one by its id, {known}"
        )
    found = called or league.store.revisions(text)
    if not found:
        raise ConfigError(f"there is no entrant {text!r}: see `arena entrants`")
    return found
