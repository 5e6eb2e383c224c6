"""Finished matches as JSON Lines, for whoever wants to look at them with other programs."""

import json
from collections.abc import Iterator, Mapping

from arena.games.game import Json, JsonValue
from arena.league.league import League
from arena.league.standing import counting
from arena.record import Record, fault_to_json
from arena.schedule import Fixture
from arena.store import Entrant

FORMAT = "arena-record/1"


def exported_lines(league: League) -> Iterator[str]:
    """Yields a line for each match that counts and whose board is complete, in schedule order.

    No more than one board is held at a time.
    """
    entrants = {entrant.id: entrant for entrant in league.store.entrants()}
    board: list[str] = []
    current = ""
    counts = counting(league)
    for result, text in league.store.records():
        if not counts(result.fixture.meeting, result.fixture.seating):
            continue
        if result.fixture.board != current:
            current, board = result.fixture.board, []
        seats = [_seat(entrants[entrant]) for entrant in result.fixture.seating]
        exported = record_to_json(result.fixture, Record.parse(text), league.made.commitment, seats)
        board.append(json.dumps(exported, ensure_ascii=False))
        if len(board) == len(seats):
            yield from board


def record_to_json(
    fixture: Fixture, record: Record, commitment: str, seats: list[Json]
) -> Mapping[str, JsonValue]:
    """Returns a match as it is exported; nothing in it depends on timing."""
    return {
        "format": FORMAT,
        "match": fixture.match,
        "meeting": fixture.meeting,
        "board": fixture.board,
        "rotation": fixture.rotation,
        "game": record.game,
        "rules": record.rules,
        "commitment": commitment,
        "seats": seats,
        "deals": list(record.deals),
        "places": list(record.places),
        "verdicts": [verdict.value for verdict in record.verdicts],
        "faults": [fault_to_json(fault) for fault in record.faults],
    }


def _seat(entrant: Entrant) -> Json:
    return {"entrant": entrant.name, "revision": entrant.revision}
