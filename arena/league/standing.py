"""Who is ahead, and who is benched: from the stored results, by way of a checkpoint.

The checkpoint is the fold over the meetings from the first that are all finished. It saves work and
changes nothing: without it the table is the same to the last digit.
"""

import json
from collections.abc import Iterator, Mapping, Sequence

from arena.league.league import League
from arena.ratings import (
    BoardResult,
    Difference,
    MatchResult,
    Prefix,
    Standings,
    benched_from,
    pair_difference,
    standings,
)
from arena.record import Verdict
from arena.schedule import ROTATIONS, Fixture
from arena.store import Checkpoint, Result


def standings_of(league: League) -> Standings:
    """Returns the table of a league as it stands."""
    prefix = _prefix(league)
    results = _InOrder(_boards(league, prefix.meetings))
    schedule = tuple(league.store.meetings())
    ids = [entrant.id for entrant in league.store.entrants()]
    return standings(schedule, results, ids, league.settings.schedule.boards, prefix)


def differences(league: League, one: str) -> Mapping[str, Difference]:
    """Returns how far entrant `one` is ahead of each other that it has met, on shared boards."""
    benched = benched_entrants(league)
    boards = [
        board
        for board in _boards(league)
        if one in board.trio and not _is_out(board.meeting, board.trio, benched)
    ]
    met = {entrant for board in boards for entrant in board.trio if entrant != one}
    ids = [entrant.id for entrant in league.store.entrants() if entrant.id in met]
    return {other: pair_difference(boards, one, other) for other in ids}


def benched_entrants(league: League) -> Mapping[str, str]:
    """Returns who is benched, and the last meeting of each that counts."""
    prefix = _prefix(league)
    results = _InOrder(_boards(league, prefix.meetings))
    schedule = tuple(league.store.meetings())
    return benched_from(schedule, results, league.settings.schedule.boards, prefix)


def save_standings(league: League) -> None:
    """Moves the checkpoint on; the league has to be open exclusively."""
    prefix = _prefix(league)
    before = prefix.meetings
    results = _InOrder(_boards(league, before))
    prefix.advance(tuple(league.store.meetings()), results, league.settings.schedule.boards)
    if prefix.meetings > before:
        state = json.dumps(prefix.to_json())
        league.store.save_checkpoint(Checkpoint(_fold(league), prefix.meetings, state))


def missing_fixtures(league: League, benched: Mapping[str, str]) -> Iterator[Fixture]:
    """Yields what is to be played, in schedule order: no result, and nobody benched before it."""
    for fixture in league.store.missing(league.fixtures()):
        if not _is_out(fixture.meeting, fixture.seating, benched):
            yield fixture


def _is_out(meeting: str, seated: tuple[str, ...], benched: Mapping[str, str]) -> bool:
    """Says whether a meeting comes after one of `seated` was benched."""
    number = _number(meeting)
    return any(entrant in benched and number > _number(benched[entrant]) for entrant in seated)


def _fold(league: League) -> str:
    return f"ratings, boards {league.settings.schedule.boards}"


def _prefix(league: League) -> Prefix:
    """Returns the stored prefix; an empty one where none can be used."""
    checkpoint = league.store.find_checkpoint(_fold(league))
    if checkpoint is None:
        return Prefix()
    try:
        return Prefix.from_json(json.loads(checkpoint.state))
    except ValueError:  # another version's: the results are all there, so it is made again
        return Prefix()


def _boards(league: League, after: int = 0) -> Iterator[BoardResult]:
    """Yields the complete boards in schedule order, without those of the first meetings."""
    board, matches = "", list[MatchResult]()
    for result in league.store.results(after):
        fixture = result.fixture
        if fixture.board != board:
            board, matches = fixture.board, []
        matches.append(_match_result(result))
        if len(matches) == ROTATIONS:
            yield BoardResult(board, fixture.meeting, tuple(matches))


class _InOrder:
    """The complete boards of each meeting, read as they are asked for: one meeting's are held."""

    def __init__(self, boards: Iterator[BoardResult]) -> None:
        self._boards = boards
        self._next = next(boards, None)
        self._meeting = ""
        self._held: list[BoardResult] = []

    def get(self, meeting: str, _none: Sequence[BoardResult], /) -> Sequence[BoardResult]:
        """Returns the boards of `meeting`, which is the last one asked for or a later one."""
        if meeting != self._meeting:
            self._meeting, self._held = meeting, []
            while self._next is not None and _number(self._next.meeting) <= _number(meeting):
                if self._next.meeting == meeting:
                    self._held.append(self._next)
                self._next = next(self._boards, None)
        return self._held


def _number(meeting: str) -> int:
    return int(meeting[1:])


def _match_result(result: Result) -> MatchResult:
    return MatchResult(
        match=result.fixture.match,
        seating=result.fixture.seating,
        places=result.places,
        scores=result.scores,
        forfeits=tuple(verdict != Verdict.OK for verdict in result.verdicts),
        deals=result.deals,
    )
