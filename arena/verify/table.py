"""The table of a league, worked out again from the results as they come out.

Whole numbers, places and names have to be the same. Numbers with a fraction may differ in their
last digits, since the mathematics of another machine may round otherwise.
"""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from arena.games.game import Json
from arena.ratings import (
    BoardResult,
    MatchResult,
    Prefix,
    Standings,
    benched_from,
    standings,
)
from arena.schedule import Meeting
from arena.verify.findings import shown

_CLOSE = 1e-9


class Results:
    """The complete boards by meeting."""

    def __init__(self) -> None:
        self._boards: dict[str, list[BoardResult]] = {}
        self._matches: dict[str, list[MatchResult]] = {}
        self.is_known = True
        """Whether every match could be played again, so that there is a table to compare."""

    def add(self, match: str, result: MatchResult | None) -> None:
        """Takes a match, None where it cannot be played again; they come in schedule order."""
        if result is None:
            self.is_known = False
            return
        board, _, _ = match.rpartition(".")
        meeting, _, _ = board.partition(".")
        matches = self._matches.setdefault(board, [])
        matches.append(result)
        if len(matches) == len(result.seating):
            self._boards.setdefault(meeting, []).append(
                BoardResult(board, meeting, tuple(self._matches.pop(board)))
            )

    def get(self, meeting: str, default: Sequence[BoardResult], /) -> Sequence[BoardResult]:
        return self._boards.get(meeting, default)

    def meetings(self) -> Collection[str]:
        return self._boards


@dataclass(frozen=True, slots=True)
class Out:
    """Who is out of a league, and how."""

    disqualified: Collection[str]
    withdrawn: Collection[str]

    def prefix(self) -> Prefix:
        return Prefix(withdrawn=self.withdrawn)


def counted(schedule: Iterable[Meeting], disqualified: Collection[str]) -> list[Meeting]:
    """Returns the meetings that have nobody in them who is disqualified."""
    return [each for each in schedule if not any(one in disqualified for one in each.party)]


def table_of(
    schedule: Sequence[Meeting],
    results: Results,
    entrants: Iterable[str],
    out: Out,
    boards: int,
) -> Standings:
    """Returns the table; `schedule` is whole."""
    ids = [entrant for entrant in entrants if entrant not in out.disqualified]
    return standings(counted(schedule, out.disqualified), results, ids, boards, out.prefix())


def find_uncounted(
    schedule: Sequence[Meeting], results: Results, out: Out, boards: int
) -> Iterator[tuple[str, str]]:
    """Yields each meeting that has results and does not count, and why."""
    disqualified = out.disqualified
    benched = benched_from(counted(schedule, disqualified), results, boards, out.prefix())
    for number, meeting in enumerate(schedule):
        if meeting.id not in results.meetings():
            continue
        for entrant in meeting.party:
            if entrant in disqualified:
                yield meeting.id, f"{entrant} is disqualified"
            elif entrant in benched and number >= int(benched[entrant][1:]):
                yield meeting.id, f"{entrant} is benched after {benched[entrant]}"


def find_missing(
    schedule: Sequence[Meeting], results: Results, out: Out, boards: int
) -> tuple[int, str]:
    """Returns how many matches would count, were they there, and the first one of the first board.

    Boards count as a whole.
    """
    meetings = counted(schedule, out.disqualified)
    benched = benched_from(meetings, results, boards, out.prefix())
    missing, first = 0, ""
    for meeting in meetings:
        number = int(meeting.id[1:])
        if any(one in benched and number > int(benched[one][1:]) for one in meeting.party):
            continue
        if any(one in out.withdrawn for one in meeting.party):
            continue
        there = {each.board for each in results.get(meeting.id, ())}
        missing += (boards - len(there)) * len(meeting.party)
        if missing and not first:
            board = next(each for each in count(1) if f"{meeting.id}.b{each}" not in there)
            first = f"{meeting.id}.b{board}.r1"
    return missing, first


def differences(stands: Sequence[Mapping[str, object]], expected: Sequence[Json]) -> Iterator[str]:
    """Yields what of the rows of a table is not as it comes out."""
    for one, other in zip(stands, expected, strict=False):
        who = f"the row of {shown(one['id'])[1:-1]}"
        if list(one) != list(other):
            yield f"{who} has the fields {shown(list(one))}, expected {shown(list(other))}"
            continue
        for name, value in other.items():
            if not is_close(one[name], value):
                yield f"{who}: {name} is {shown(one[name])}, expected {shown(value)}"
    if len(stands) != len(expected):
        yield f"it has {len(stands)} rows, expected {len(expected)}"


def is_close(stands: object, expected: object) -> bool:
    """Says whether a number with a fraction is as expected, and anything else the same."""
    if isinstance(expected, (list, tuple)):
        return (
            isinstance(stands, (list, tuple))
            and len(stands) == len(expected)
            and all(map(is_close, stands, expected))
        )
    if isinstance(expected, float):
        return isinstance(stands, float) and math.isclose(
            stands, expected, rel_tol=_CLOSE, abs_tol=_CLOSE
        )
    return type(stands) is type(expected) and stands == expected
