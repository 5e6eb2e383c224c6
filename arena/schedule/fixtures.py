"""From meetings to fixtures, and from fixtures to sittings.

A sitting is one rotation of several meetings. That is what keeps boards sealed: the fixtures of one
board differ in their rotation, so no two of them are ever played in one life of a bot.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from arena.errors import ConfigError
from arena.schedule.meetings import Meeting

ROTATIONS = 3
"""Matches of a board, one for each seat that an entrant can have."""
_SEATS = 3
_WINDOW = 512
"""How many meetings a sitting looks ahead for others of the same entrants."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """One match to be played."""

    match: str
    meeting: str
    board: str
    board_number: int
    """1 for the meeting's first board."""
    rotation: int
    """1 to 3."""
    seating: tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Sitting:
    """Fixtures that are played in one life of each bot in them: one rotation, every board once."""

    rotation: int
    fixtures: tuple[Fixture, ...]


def fixtures(meeting: Meeting, boards: int = 2) -> Iterator[Fixture]:
    """Yields each board in its three rotations, every other board in the other direction.

    So two boards seat the trio in all six ways, each once.
    """
    first, second, third = meeting.trio
    for number in range(1, boards + 1):
        a, b, c = (first, second, third) if number % 2 else (first, third, second)
        board = f"{meeting.id}.b{number}"
        for rotation, seating in enumerate(((a, b, c), (b, c, a), (c, a, b)), start=1):
            match = f"{board}.r{rotation}"
            yield Fixture(match, meeting.id, board, number, rotation, seating)


def sittings(
    missing: Iterable[Fixture], bots_per_sitting: int = 12, meetings_per_sitting: int = 32
) -> list[Sitting]:
    """Returns all of `missing`, given in schedule order, cut into sittings.

    A sitting has at most `bots_per_sitting` entrants and `meetings_per_sitting` meetings. The
    rotations of a group of meetings follow one another, so that its boards are complete early.
    """
    if bots_per_sitting < _SEATS:
        raise ConfigError(
            f"bots_per_sitting is {bots_per_sitting}, which seats no trio: set it to 3 or more"
        )
    if meetings_per_sitting < 1:
        raise ConfigError(f"meetings_per_sitting is {meetings_per_sitting}: set it to 1 or more")
    waiting: dict[str, dict[str, Fixture]] = {}
    for fixture in missing:
        waiting.setdefault(fixture.meeting, {})[fixture.match] = fixture
    cut: list[Sitting] = []
    while waiting:
        window = {
            meeting: next(iter(todo.values())).seating
            for meeting, todo in islice(waiting.items(), _WINDOW)
        }
        group = [waiting.pop(key) for key in _group(window, bots_per_sitting, meetings_per_sitting)]
        cut.extend(_rotations(group))
    return cut


def _rotations(group: Sequence[dict[str, Fixture]]) -> Iterator[Sitting]:
    for rotation in range(1, ROTATIONS + 1):
        chosen = tuple(
            fixture for todo in group for fixture in todo.values() if fixture.rotation == rotation
        )
        if chosen:
            yield Sitting(rotation, chosen)


def _group(window: Mapping[str, Sequence[str]], bots: int, limit: int) -> list[str]:
    """Returns the meetings to play together: those that come first if they fit, else the densest.

    The first meeting of `window`, which has the trio of each meeting, is always among them.
    """
    first = list(islice(window, limit))
    if len({entrant for meeting in first for entrant in window[meeting]}) <= bots:
        return first
    room = _Room(window)
    for entrant in window[first[0]]:
        room.seat(entrant)
    for _ in range(bots - _SEATS):
        if len(room.inside) >= limit:
            break
        room.seat(room.best())
    return [meeting for meeting in window if meeting in room.inside][:limit]


class _Room:
    """Who sits in a sitting, and which meetings of the window that makes possible."""

    def __init__(self, window: Mapping[str, Sequence[str]]) -> None:
        self._absent = {meeting: set(trio) for meeting, trio in window.items()}
        self._meetings_of: dict[str, list[str]] = {}
        for meeting, trio in window.items():
            for entrant in trio:
                self._meetings_of.setdefault(entrant, []).append(meeting)
        self._gains = {entrant: [0, 0] for entrant in self._meetings_of}
        """How many meetings each of the others would complete, and bring one short of it."""
        self.inside: set[str] = set()

    def seat(self, entrant: str) -> None:
        del self._gains[entrant]
        for meeting in self._meetings_of[entrant]:
            absent = self._absent[meeting]
            absent.discard(entrant)
            if not absent:
                self.inside.add(meeting)
            for other in absent:
                gain = self._gains[other]
                gain[0] += len(absent) == 1
                gain[1] += 1 if len(absent) == _SEATS - 1 else -1

    def best(self) -> str:
        """Returns who completes most meetings, then comes closest to it; the earliest of equals."""
        return max(self._gains, key=self._gains.__getitem__)
