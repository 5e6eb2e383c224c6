"""Means per deal with intervals that are clustered by board.

The matches of a board share its cards and are no independent observations: the board is one. The
mean is the ratio of all points to all deals; the sums are kept as whole numbers, so that they are
exact, come out the same in any order, and can be stored.
"""

import math
from collections.abc import Iterable
from dataclasses import astuple, dataclass

from arena.ratings.results import BoardResult

# Student's t, 97.5 %, for 1 to 10 degrees of freedom; beyond, an expansion.
_STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)
_NORMAL = 1.959964
_FEWEST = 2


@dataclass(slots=True)
class Clusters:
    """Sums over boards, from which come the points per deal and their interval."""

    boards: int = 0
    points: int = 0
    deals: int = 0
    points_squared: int = 0
    points_by_deals: int = 0
    deals_squared: int = 0

    def add(self, points: int, deals: int) -> None:
        """Counts a board; one without a deal tells nothing and is left out."""
        if deals == 0:
            return
        self.boards += 1
        self.points += points
        self.deals += deals
        self.points_squared += points * points
        self.points_by_deals += points * deals
        self.deals_squared += deals * deals

    def mean(self) -> float | None:
        """Returns the points per deal; None before the first deal."""
        return self.points / self.deals if self.deals else None

    def half_width(self) -> float | None:
        """Returns half the width of the 95 % interval; None with fewer than two boards."""
        if self.boards < _FEWEST:
            return None
        squares = (
            self.deals**2 * self.points_squared
            - 2 * self.points * self.deals * self.points_by_deals
            + self.points**2 * self.deals_squared
        )
        variance = self.boards * squares / ((self.boards - 1) * self.deals**4)
        return student(self.boards - 1) * math.sqrt(variance)

    def to_json(self) -> list[int]:
        return list(astuple(self))


@dataclass(frozen=True, slots=True)
class Difference:
    """By how many points per deal one entrant is ahead of another, on the boards of both."""

    mean: float | None
    """None before the first deal."""
    half_width: float | None
    """Half the width of the 95 % interval; None with fewer than two boards."""
    boards: int

    @property
    def is_clear(self) -> bool:
        """Whether the interval leaves out 0."""
        return (
            self.mean is not None
            and self.half_width is not None
            and (abs(self.mean) > self.half_width)
        )


def pair_difference(boards: Iterable[BoardResult], one: str, other: str) -> Difference:
    """Returns how far `one` is ahead of `other`, over those of `boards` that seat both."""
    clusters = Clusters()
    for board in boards:
        if one in board.party and other in board.party:
            lead = points_on(board, one) - points_on(board, other)
            clusters.add(lead, deals_on(board))
    return Difference(clusters.mean(), clusters.half_width(), clusters.boards)


def points_on(board: BoardResult, entrant: str) -> int:
    """Returns the sum of the entrant's scores; a forfeited match counts as that match's lowest."""
    return sum(match.counted_scores()[match.seating.index(entrant)] for match in board.matches)


def deals_on(board: BoardResult) -> int:
    return sum(match.deals for match in board.matches)


def student(freedom: int) -> float:
    """Returns the 97.5 % quantile of Student's t with `freedom` degrees of freedom."""
    if freedom <= len(_STUDENT):
        return _STUDENT[freedom - 1]
    z = _NORMAL
    first = (z**3 + z) / (4 * freedom)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    return z + first + second + third
