"""The schedule of a league, worked out again from its id and the ids of its entrants.

Nobody chose who meets whom: the first meetings are a schedule of those who were there when it was
made, and whoever came later was appended. How many were there first is seen from the meetings.
"""

from collections.abc import Sequence

from arena.errors import ConfigError
from arena.league import ScheduleKind
from arena.schedule import Meeting, extend, meeting_count


def find_schedule_difference(
    meetings: Sequence[Meeting],
    entrants: Sequence[str],
    league: str,
    kind: ScheduleKind,
    seats: int,
) -> str | None:
    """Returns where `meetings` are not those that follow from the rest; None where they are."""
    if not meetings:
        return None
    told = "no number of first entrants gives the meetings that there are"
    for first in range(seats, len(entrants) + 1):
        try:
            count = meeting_count(kind.of(first, seats), first, seats)
        except ConfigError:
            break
        there = {entrant for meeting in meetings[:count] for entrant in meeting.party}
        if count > len(meetings) or there != set(entrants[:first]):
            continue
        difference = _difference(meetings, entrants, first, league, kind, seats)
        if difference is None:
            return None
        told = difference
    return told


def _difference(  # noqa: PLR0913, PLR0917  # what a schedule follows from
    meetings: Sequence[Meeting],
    entrants: Sequence[str],
    first: int,
    league: str,
    kind: ScheduleKind,
    seats: int,
) -> str | None:
    """Returns the first difference, so that no more is worked out than there is to compare."""
    seed = int(league, 16)
    expected: list[Meeting] = []
    for there in range(first, len(entrants) + 1):
        came = entrants[:first] if there == first else entrants[there - 1 : there]
        before = entrants[: there - len(came)]
        begun = len(expected)
        expected += extend(expected, before, came, kind.of(there, seats), seed, seats)
        for one, other in zip(meetings[begun:], expected[begun:], strict=False):
            if one != other:
                return f"{one.id} is {' '.join(one.party)}, expected {' '.join(other.party)}"
        if len(expected) > len(meetings):
            return f"it has {len(meetings)} meetings, expected {len(expected)} or more"
    if len(expected) < len(meetings):
        return f"it has {len(meetings)} meetings, expected {len(expected)}"
    return None
