"""What a deal is worth, and when a match ends (docs/rules/spades.md, SP-13 to SP-19).

Bags are counted apart from points: neither is ever read off the other.
"""

from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from arena.games.spades.rules import SpadesRules

BAG_LIMIT = 10
BAG_PENALTY = 100
TRICK_POINTS = 10


class Ending(Enum):
    """What follows a complete deal."""

    NEXT_DEAL = "next-deal"
    OVERTIME = "overtime"
    """The lead is shared at or after the target: deals follow until one seat leads (SP-19)."""
    OVER = "over"


class Score(NamedTuple):
    """What one seat gets for one deal."""

    points: int
    """Without the penalty."""
    bag_penalty: int
    """0, or below it."""
    bags: int
    """Bags after the deal."""


def score(bid: int, taken: int, bags: int, nil_value: int) -> Score:
    """Returns the score of a seat that had `bags` before the deal."""
    points, new_bags = _points(bid, taken, nil_value)
    # Every ten bags cost a penalty and the rest is kept (docs/rules/spades.md#s-b3).
    penalties, kept = divmod(bags + new_bags, BAG_LIMIT)
    return Score(points, -penalties * BAG_PENALTY, kept)


def _points(bid: int, taken: int, nil_value: int) -> tuple[int, int]:
    """Returns the points and the new bags."""
    if bid == 0:  # docs/rules/spades.md#sp-16: the tricks of a failed nil are bags in `carry`
        return (-nil_value, taken) if taken else (nil_value, 0)
    if taken < bid:  # docs/rules/spades.md#sp-14
        return -TRICK_POINTS * bid, 0
    over = taken - bid  # docs/rules/spades.md#sp-13
    return TRICK_POINTS * bid + over, over


def ending(rules: "SpadesRules", scores: Sequence[int], deals: int, *, overtime: bool) -> Ending:
    """Returns what follows deal number `deals`, which may have been one of an overtime."""
    if rules.deals is not None:
        return Ending.OVER if deals >= rules.deals else Ending.NEXT_DEAL
    best = max(scores)
    # An overtime goes on below the target too (docs/rules/spades.md#s-e1).
    is_reached = overtime or best >= rules.target
    if is_reached and scores.count(best) == 1:
        return Ending.OVER
    if deals >= rules.max_deals:  # docs/rules/spades.md#s-e3: after the end test
        return Ending.OVER
    return Ending.OVERTIME if is_reached else Ending.NEXT_DEAL


def places(scores: Sequence[int]) -> tuple[int, ...]:
    """Returns 1 + the number of strictly better scores for each.

    >>> places([210, 90, 210])
    (1, 3, 1)
    """
    return tuple(1 + sum(other > own for other in scores) for own in scores)
