"""What ratings are made from: finished matches, as many to a board as seats."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from arena.games.game import LEAST_SEATS


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How one match ended. Everything but the seating goes by seat, as `seating` does."""

    match: str
    seating: tuple[str, ...]
    """Entrant ids."""
    places: tuple[int, ...]
    """1 + the number strictly better; empty when no places were awarded."""
    scores: tuple[int, ...]
    """Final scores, whoever played the cards to the end."""
    forfeits: tuple[bool, ...]
    deals: int
    """How many deals were played."""

    def shared_place(self, seat: int) -> tuple[int, int]:
        """Returns the place of `seat` and how many share it; without places all share one."""
        places = self.places or (1,) * len(self.seating)
        mine = places[seat]
        return 1 + sum(place < mine for place in places), places.count(mine)

    def counted_scores(self) -> tuple[int, ...]:
        """Returns the scores, where a forfeited match counts as its lowest."""
        if not any(self.forfeits):
            return self.scores
        lowest = min(self.scores)
        return tuple(
            lowest if forfeited else score
            for score, forfeited in zip(self.scores, self.forfeits, strict=True)
        )


@dataclass(frozen=True, slots=True)
class BoardResult:
    """A complete board: its rotations, one for each seat, in order.

    Raises ValueError for anything else: a board that was never finished is not rated.
    """

    board: str
    meeting: str
    matches: tuple[MatchResult, ...]

    def __post_init__(self) -> None:
        party = frozenset(self.matches[0].seating) if self.matches else frozenset()
        seats = len(self.matches)
        if seats < LEAST_SEATS or len(party) != seats:
            raise ValueError(f"board {self.board} needs as many matches as entrants, two or more")
        for match in self.matches:
            by_seat = (match.seating, match.scores, match.forfeits, match.places or match.seating)
            if frozenset(match.seating) != party or any(len(each) != seats for each in by_seat):
                raise ValueError(f"match {match.match} does not belong on board {self.board}")

    @property
    def party(self) -> tuple[str, ...]:
        """The entrants as the first rotation seats them."""
        return self.matches[0].seating


class Met(Protocol):
    """A meeting of the schedule, of which ratings need no more than this."""

    @property
    def id(self) -> str: ...
    @property
    def party(self) -> tuple[str, ...]: ...


class Results(Protocol):
    """The complete boards of each meeting, by meeting id: a mapping, or what reads them one by one.

    Meetings are asked for in schedule order, each once or several times in a row.
    """

    def get(self, meeting: str, default: Sequence[BoardResult], /) -> Sequence[BoardResult]: ...


def id_order(identifier: str) -> tuple[int, str]:
    """Returns a sort key that puts "e9" before "e10"."""
    return (len(identifier), identifier)
