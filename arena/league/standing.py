"""Who is ahead, and who is out: from the stored results, by way of a checkpoint.

The checkpoint is the fold over the meetings from the first that are all finished. It saves work and
changes nothing: without it the table is the same to the last digit. Of a disqualified entrant no
meeting is looked at, as if it had never been in the schedule. Of one that was withdrawn all that
was played counts, and nothing is missing.
"""

import json
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence

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
from arena.schedule import Fixture, Meeting
from arena.store import Checkpoint, InterventionKind, Result


def standings_of(league: League) -> Standings:
    """Returns the table of a league as it stands, without those who are disqualified."""
    out = disqualified_entrants(league)
    schedule, prefix = _schedule(league, out), _prefix(league, out)
    results = _InOrder(_boards(league, _taken(schedule, prefix)))
    ids = [entrant.id for entrant in league.store.entrants() if entrant.id not in out]
    return standings(schedule, results, ids, league.settings.schedule.boards, prefix)


def differences(league: League, one: str) -> Mapping[str, Difference]:
    """Returns how far entrant `one` is ahead of each other that it has met, on shared boards."""
    counts = counting(league)
    boards = [
        board
        for board in _boards(league)
        if one in board.party and counts(board.meeting, board.party)
    ]
    met = {entrant for board in boards for entrant in board.party if entrant != one}
    ids = [entrant.id for entrant in league.store.entrants() if entrant.id in met]
    return {other: pair_difference(boards, one, other) for other in ids}


def disqualified_entrants(league: League) -> Mapping[str, str]:
    """Returns who is disqualified, and why."""
    return _targets(league, InterventionKind.DISQUALIFY)


def withdrawn_entrants(league: League) -> Mapping[str, str]:
    """Returns who was withdrawn, and why, if that was said."""
    return _targets(league, InterventionKind.WITHDRAW)


def _targets(league: League, kind: InterventionKind) -> Mapping[str, str]:
    """Returns to whom something was done by hand that stands, and why."""
    return {
        each.target: each.reason or ""
        for each in league.store.interventions()
        if (each.kind, each.undone_at) == (kind, None) and each.target is not None
    }


def benched_entrants(league: League) -> Mapping[str, str]:
    """Returns who is benched, and the last meeting of each that counts."""
    out = disqualified_entrants(league)
    schedule, prefix = _schedule(league, out), _prefix(league, out)
    results = _InOrder(_boards(league, _taken(schedule, prefix)))
    return benched_from(schedule, results, league.settings.schedule.boards, prefix)


def save_standings(league: League) -> None:
    """Moves the checkpoint on; the league has to be open exclusively."""
    out = disqualified_entrants(league)
    schedule, prefix = _schedule(league, out), _prefix(league, out)
    before = prefix.meetings
    results = _InOrder(_boards(league, _taken(schedule, prefix)))
    prefix.advance(schedule, results, league.settings.schedule.boards)
    if prefix.meetings > before:
        state = json.dumps(prefix.to_json())
        taken = _taken(schedule, prefix)
        league.store.save_checkpoint(Checkpoint(_fold(league, out), taken, state))


def missing_fixtures(league: League, benched: Mapping[str, str]) -> Iterator[Fixture]:
    """Yields what is to be played, in schedule order: no result, and nobody in it is out."""
    out = {**disqualified_entrants(league), **withdrawn_entrants(league)}
    for fixture in league.store.missing(league.fixtures()):
        if not _is_out(fixture.meeting, fixture.seating, benched, out):
            yield fixture


def counting(league: League) -> Callable[[str, Sequence[str]], bool]:
    """Returns what says whether the results of a meeting of some party count."""
    benched, out = benched_entrants(league), disqualified_entrants(league)
    return lambda meeting, party: not _is_out(meeting, party, benched, out)


def _is_out(
    meeting: str, seated: Sequence[str], benched: Mapping[str, str], out: Container[str]
) -> bool:
    """Says whether one of `seated` is disqualified, or was benched before this meeting."""
    number = _number(meeting)
    return any(
        entrant in out or (entrant in benched and number > _number(benched[entrant]))
        for entrant in seated
    )


def _schedule(league: League, out: Container[str]) -> Sequence[Meeting]:
    """Returns the meetings without those of the entrants that are `out`."""
    meetings = league.store.meetings()
    return [each for each in meetings if not any(entrant in out for entrant in each.party)]


def _taken(schedule: Sequence[Meeting], prefix: Prefix) -> int:
    """Returns the number of the last meeting that `prefix` has taken in."""
    return _number(schedule[prefix.meetings - 1].id) if prefix.meetings else 0


def _fold(league: League, out: Iterable[str]) -> str:
    """Returns the name of the fold, which is another one for those who are out or withdrawn."""
    name = f"ratings, boards {league.settings.schedule.boards}"
    for word, entrants in (("without", out), ("withdrawn", withdrawn_entrants(league))):
        if named := sorted(entrants, key=lambda entrant: int(entrant[1:])):
            name += f", {word} {' '.join(named)}"
    return name


def _prefix(league: League, out: Iterable[str]) -> Prefix:
    """Returns the stored prefix; an empty one where none can be used."""
    withdrawn = withdrawn_entrants(league)
    checkpoint = league.store.find_checkpoint(_fold(league, out))
    if checkpoint is None:
        return Prefix(withdrawn=withdrawn)
    try:
        return Prefix.from_json(json.loads(checkpoint.state), withdrawn)
    except ValueError:  # another version's: the results are all there, so it is made again
        return Prefix(withdrawn=withdrawn)


def _boards(league: League, after: int = 0) -> Iterator[BoardResult]:
    """Yields the complete boards in schedule order, without those of the first meetings."""
    board, matches = "", list[MatchResult]()
    for result in league.store.results(after):
        fixture = result.fixture
        if fixture.board != board:
            board, matches = fixture.board, []
        matches.append(_match_result(result))
        if len(matches) == len(fixture.seating):
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
