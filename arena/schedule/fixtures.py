"""From meetings to fixtures, and from fixtures to sittings.

A sitting is one rotation of several meetings. That is what keeps boards sealed: the fixtures of one
board differ in their rotation, so no two of them are ever played in one life of a bot.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, permutations

from arena.errors import ConfigError
from arena.schedule.meetings import Meeting

_ONE_SHORT = 2
"""With so many absent, whoever sits down next brings a meeting one short of complete."""
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
    """1 to the number of seats."""
    seating: tuple[str, ...]
    """Entrant ids in seat order."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """Fixtures that are played in one life of each bot in them: one rotation, every board once."""

    rotation: int
    fixtures: tuple[Fixture, ...]


def fixtures(meeting: Meeting, boards: int = 2) -> Iterator[Fixture]:
    """Yields each board in as many rotations as seats, every other board in the other direction.

    So two boards seat a trio in all six ways, each once. Four can sit around a table in six orders,
    of which two boards have one and its reverse, and six boards all.
    """
    for number in range(1, boards + 1):
        around = _around(meeting.party, number)
        board = f"{meeting.id}.b{number}"
        for turn in range(len(around)):
            match = f"{board}.r{turn + 1}"
            seating = (*around[turn:], *around[:turn])
            yield Fixture(match, meeting.id, board, number, turn + 1, seating)


def _around(party: Sequence[str], number: int) -> tuple[str, ...]:
    """Returns the order in which `party` sits around the table on board `number`."""
    first, *others = party
    forwards = [order for order in permutations(range(len(others))) if order[0] <= order[-1]]
    order = forwards[(number - 1) // 2 % len(forwards)]
    if number % 2 == 0:
        order = order[::-1]
    return (first, *(others[index] for index in order))


def sittings(
    missing: Iterable[Fixture], bots_per_sitting: int = 12, meetings_per_sitting: int = 32
) -> list[Sitting]:
    """Returns all of `missing`, given in schedule order, cut into sittings.

    A sitting has at most `bots_per_sitting` entrants and `meetings_per_sitting` meetings. The
    rotations of a group of meetings follow one another, so that its boards are complete early.
    """
    if meetings_per_sitting < 1:
        raise ConfigError(f"meetings_per_sitting is {meetings_per_sitting}: set it to 1 or more")
    waiting: dict[str, dict[str, Fixture]] = {}
    for fixture in missing:
        _check_fits(fixture, bots_per_sitting)
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


def _check_fits(fixture: Fixture, bots_per_sitting: int) -> None:
    seats = len(fixture.seating)
    if bots_per_sitting < seats:
        raise ConfigError(
            f"bots_per_sitting is {bots_per_sitting}, too few for a table of {seats} seats: "
            f"set it to {seats} or more"
        )


def _rotations(group: Sequence[dict[str, Fixture]]) -> Iterator[Sitting]:
    todo = [fixture for missing in group for fixture in missing.values()]
    for rotation in sorted({fixture.rotation for fixture in todo}):
        yield Sitting(rotation, tuple(each for each in todo if each.rotation == rotation))


def _group(window: Mapping[str, Sequence[str]], bots: int, limit: int) -> list[str]:
    """Returns the meetings to play together: those that come first if they fit, else the densest.

    The first meeting of `window`, which has the party of each meeting, is always among them.
    """
    first = list(islice(window, limit))
    if len({entrant for meeting in first for entrant in window[meeting]}) <= bots:
        return first
    room = _Room(window)
    for entrant in window[first[0]]:
        room.seat(entrant)
    for _ in range(bots - len(window[first[0]])):
        if len(room.inside) >= limit:
            break
        room.seat(room.best())
    return [meeting for meeting in window if meeting in room.inside][:limit]


class _Room:
    """Who sits in a sitting, and which meetings of the window that makes possible."""

    def __init__(self, window: Mapping[str, Sequence[str]]) -> None:
        self._absent = {meeting: set(party) for meeting, party in window.items()}
        self._meetings_of: dict[str, list[str]] = {}
        for meeting, party in window.items():
            for entrant in party:
                self._meetings_of.setdefault(entrant, []).append(meeting)
        self._gains = {
            entrant: [0, sum(len(window[meeting]) == _ONE_SHORT for meeting in meetings)]
            for entrant, meetings in self._meetings_of.items()
        }
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
                gain[1] += (len(absent) == _ONE_SHORT) - (len(absent) == 1)

    def best(self) -> str:
        """Returns who completes most meetings, then comes closest to it; the earliest of equals."""
        return max(self._gains, key=self._gains.__getitem__)
