"""The schedule of a league, worked out again from its id and the ids of its entrants.

Nobody chose who meets whom: the first meetings are a schedule of those who were there when it was
made, and whoever came later was appended. How many were there first is seen from the meetings.
"""

from collections.abc import Sequence

from arena.errors import ConfigError
from arena.league import ScheduleKind
from arena.schedule import Meeting, extend, meeting_count


def find_schedule_difference(
    meetings: Sequence[Meeting], entrants: Sequence[str], league: str, kind: str, seats: int
) -> str | None:
    """Returns where `meetings` are not those that follow from the rest; None where they are."""
    if not meetings:
        return None
    chosen = ScheduleKind(kind)
    told = "no number of first entrants gives the meetings that there are"
    for first in range(seats, len(entrants) + 1):
        try:
            count = meeting_count(chosen.of(first, seats), first, seats)
        except ConfigError:
            break
        there = {entrant for meeting in meetings[:count] for entrant in meeting.party}
        if count > len(meetings) or there != set(entrants[:first]):
            continue
        expected = _expected(entrants, first, league, chosen, seats)
        if tuple(meetings) == tuple(expected):
            return None
        told = _difference(meetings, expected)
    return told


def _expected(
    entrants: Sequence[str], first: int, league: str, kind: ScheduleKind, seats: int
) -> list[Meeting]:
    seed = int(league, 16)
    meetings = [*extend((), (), entrants[:first], kind.of(first, seats), seed, seats)]
    for there in range(first, len(entrants)):
        late = entrants[there : there + 1]
        chosen = kind.of(there + 1, seats)
        meetings += extend(meetings, entrants[:there], late, chosen, seed, seats)
    return meetings


def _difference(meetings: Sequence[Meeting], expected: Sequence[Meeting]) -> str:
    for one, other in zip(meetings, expected, strict=False):
        if one != other:
            return f"{one.id} is {' '.join(one.party)}, expected {' '.join(other.party)}"
    return f"it has {len(meetings)} meetings, expected {len(expected)}"
