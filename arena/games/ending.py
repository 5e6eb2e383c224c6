"""When a match ends, and who has won: the same in every game that is played for points."""

from collections.abc import Sequence
from enum import Enum
from typing import Protocol


class MatchEnd(Protocol):
    """What the rules of a game say of the end of a match."""

    @property
    def target(self) -> int:
        """The total at which a match may end; without meaning where `deals` is set."""

    @property
    def max_deals(self) -> int:
        """The number of deals after which a match ends at the latest."""

    @property
    def deals(self) -> int | None:
        """How many deals a match has; None where it is played to the target."""


class Ending(Enum):
    """What follows a complete deal."""

    NEXT_DEAL = "next-deal"
    OVERTIME = "overtime"
    """The lead is shared at or after the target: deals follow until one seat leads.

    docs/rules/spades.md#sp-19, docs/rules/euchre.md#e-e1
    """
    OVER = "over"


def ending(end: MatchEnd, scores: Sequence[int], deals: int, *, overtime: bool) -> Ending:
    """Returns what follows deal number `deals`, which may have been one of an overtime."""
    if end.deals is not None:
        return Ending.OVER if deals >= end.deals else Ending.NEXT_DEAL
    best = max(scores)
    # An overtime goes on below the target too (docs/rules/spades.md#s-e1).
    is_reached = overtime or best >= end.target
    if is_reached and scores.count(best) == 1:
        return Ending.OVER
    if deals >= end.max_deals:  # docs/rules/spades.md#s-e3: after the end test
        return Ending.OVER
    return Ending.OVERTIME if is_reached else Ending.NEXT_DEAL


def places(scores: Sequence[int]) -> tuple[int, ...]:
    """Returns 1 + the number of strictly better scores for each.

    >>> places([210, 90, 210])
    (1, 3, 1)
    """
    return tuple(1 + sum(other > own for other in scores) for own in scores)
