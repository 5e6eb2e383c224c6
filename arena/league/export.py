"""A league as JSON Lines, with all that somebody needs to check it (docs/records.md).

The form is one byte for byte: every value has one way to be written, and the last line holds the
hash of all before it.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime

from arena.games.game import Json, JsonValue
from arena.league.league import League
from arena.league.standing import (
    counting,
    disqualified_entrants,
    standings_of,
    withdrawn_entrants,
)
from arena.ratings import Standings
from arena.record import Record, fault_to_json
from arena.schedule import Fixture, Meeting
from arena.store import Closing, Entrant, Result, compact

LEAGUE = "arena-league/1"
MEETING = "arena-meeting/1"
RECORD = "arena-record/1"
STANDINGS = "arena-standings/1"
END = "arena-end/1"


def exported(league: League) -> Iterator[str]:
    """Yields the export of a league, line by line."""
    hashed = hashlib.sha256()
    lines = 0
    with league.store.one_state():
        for line in _body(league):
            hashed.update(line.encode() + b"\n")
            lines += 1
            yield line
    yield compact(end_to_json(lines, hashed.hexdigest()))


def exported_lines(league: League) -> Iterator[str]:
    """Yields a line for each match that counts and whose board is complete, in schedule order.

    No more than one board is held at a time.
    """
    entrants = {entrant.id: entrant for entrant in league.store.entrants()}
    for board in complete_boards(league):
        for result, text in board:
            seats = [seat_to_json(entrants[entrant]) for entrant in result.fixture.seating]
            record = Record.parse(text)
            yield compact(record_to_json(result.fixture, record, league.made.commitment, seats))


def complete_boards(league: League) -> Iterator[Sequence[tuple[Result, str]]]:
    """Yields the results, with their records, of each board that is exported."""
    board: list[tuple[Result, str]] = []
    counts = counting(league)
    for result, text in league.store.records():
        if not counts(result.fixture.meeting, result.fixture.seating):
            continue
        if board and result.fixture.board != board[0][0].fixture.board:
            board = []
        board.append((result, text))
        if len(board) == len(result.fixture.seating):
            yield board


def _body(league: League) -> Iterator[str]:
    entrants = league.store.entrants()
    yield compact(
        league_to_json(
            league,
            entrants,
            disqualified_entrants(league),
            withdrawn_entrants(league),
            league.store.closing(),
        )
    )
    matches = exported_lines(league)
    line = next(matches, None)
    for meeting in league.store.meetings():
        yield compact(meeting_to_json(meeting))
        while line is not None and line.startswith(match_prefix(meeting)):
            yield line
            line = next(matches, None)
    yield compact(standings_to_json(standings_of(league), entrants))


def match_prefix(meeting: Meeting) -> str:
    """Returns how the line of a match of `meeting` begins."""
    return f'{{"format":"{RECORD}","match":"{meeting.id}.'


def league_to_json(
    league: League,
    entrants: Iterable[Entrant],
    disqualified: Iterable[str],
    withdrawn: Iterable[str],
    closing: Closing | None,
) -> Json:
    """Returns the first line: what the league is made of."""
    made = league.made
    return {
        "format": LEAGUE,
        "id": made.id,
        "name": made.name,
        "arena": made.arena,
        "game": made.game,
        "rules": made.rules,
        "settings": made.settings,
        "commitment": made.commitment,
        "closed": None if closing is None else _closing_to_json(closing),
        "entrants": [seat_to_json(entrant) for entrant in entrants],
        "disqualified": _in_order(disqualified),
        "withdrawn": _in_order(withdrawn),
    }


def _in_order(entrants: Iterable[str]) -> list[str]:
    return sorted(entrants, key=lambda entrant: int(entrant[1:]))


def _closing_to_json(closing: Closing) -> Json:
    at = datetime.fromtimestamp(closing.closed_at, UTC).isoformat(timespec="seconds")
    return {"at": at, "secret": closing.secret}


def seat_to_json(entrant: Entrant) -> Json:
    return {"id": entrant.id, "entrant": entrant.name, "revision": entrant.revision}


def meeting_to_json(meeting: Meeting) -> Json:
    return {"format": MEETING, "meeting": meeting.id, "entrants": list(meeting.party)}


def record_to_json(
    fixture: Fixture, record: Record, commitment: str, seats: Sequence[Json]
) -> Mapping[str, JsonValue]:
    """Returns a match as it is exported; nothing in it depends on timing."""
    return {
        "format": RECORD,
        "match": fixture.match,
        "meeting": fixture.meeting,
        "board": fixture.board,
        "rotation": fixture.rotation,
        "game": record.game,
        "rules": record.rules,
        "commitment": commitment,
        "seats": seats,
        "first_dealer": record.first_dealer,
        "deals": list(record.deals),
        "scores": list(record.scores),
        "places": list(record.places),
        "verdicts": [verdict.value for verdict in record.verdicts],
        "faults": [fault_to_json(fault) for fault in record.faults],
    }


def standings_to_json(standings: Standings, entrants: Iterable[Entrant]) -> Json:
    """Returns the line of the table, best first, every number to its last digit."""
    names = {entrant.id: seat_to_json(entrant) for entrant in entrants}
    rows = standings_rows(standings, names)
    return {"format": STANDINGS, "boards": standings.boards, "rows": rows}


def standings_rows(standings: Standings, names: Mapping[str, Json]) -> list[Json]:
    """Returns the rows of a table; `names` is how each entrant stands in it, by its id."""
    return [
        {
            **names[row.entrant],
            "place": row.place,
            "mu": row.mu,
            "sigma": row.sigma,
            "conservative": row.conservative,
            "points_per_deal": row.points_per_deal,
            "half_width": row.half_width,
            "shares": list(row.shares),
            "matches": row.matches,
            "faults": row.faults,
            "benched_from": row.benched_from,
        }
        for row in standings.rows
    ]


def end_to_json(lines: int, sha256: str) -> Json:
    """Returns the last line: how many stand before it, and the hash of their bytes."""
    return {"format": END, "lines": lines, "sha256": sha256}
