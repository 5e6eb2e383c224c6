"""What a deal is worth, and when a match ends (docs/rules/spades.md, SP-13 to SP-19).

Bags are counted apart from points: neither is ever read off the other.
"""

from collections.abc import Sequence
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from arena.games.spades.rules import SpadesRules

BAG_LIMIT = 10
BAG_PENALTY = 100
TRICK_POINTS = 10


class BagRule(StrEnum):
    """How bags are paid for."""

    CARRY = "carry"
    """Every ten cost a penalty and the rest is kept (docs/rules/spades.md#sp-15)."""
    RESET = "reset"
    """Ten or more cost one penalty a deal, and none is kept (docs/rules/spades.md#s-b2)."""
    NONE = "none"
    """They cost nothing, and the count just grows."""


class Ending(Enum):
    """What follows a complete deal."""

    NEXT_DEAL = "next-deal"
    OVERTIME = "overtime"
    """The lead is shared at or after the target: deals follow until one seat leads (SP-19)."""
    OVER = "over"


class Promise(NamedTuple):
    """What a seat has said and done that its score depends on, besides its tricks."""

    bid: int
    is_blind: bool = False
    """Whether it is a nil that was bid before the hand was shown."""
    has_reneged: bool = False


class Score(NamedTuple):
    """What one seat gets for one deal."""

    points: int
    """Without the penalty."""
    bag_penalty: int
    """0, or below it."""
    bags: int
    """Bags after the deal."""


def score(rules: "SpadesRules", promise: Promise, taken: int, bags: int) -> Score:
    """Returns the score of a seat that had `bags` before the deal."""
    bid, new_bags = promise.bid, 0
    if 0 < bid <= taken:  # docs/rules/spades.md#sp-13
        new_bags = taken - bid
        points = TRICK_POINTS * bid + new_bags
    elif bid or taken:  # docs/rules/spades.md#sp-14
        points = -_value(rules, promise)
        if not bid and rules.failed_nil_bags:  # docs/rules/spades.md#s-b1
            new_bags = taken
    else:
        points = _value(rules, promise)  # docs/rules/spades.md#sp-16
    total = bags + new_bags
    settled = (0, total) if total < BAG_LIMIT else _settled(rules.bag_rule, total)
    honest = Score(points, *settled)
    if not promise.has_reneged:
        return honest
    failed = Score(-_value(rules, promise), 0, bags)
    # The worse of the two, so that a breach never pays (docs/rules/spades.md#s-r1): by what the
    # total loses, then by bags.
    return min(failed, honest, key=lambda each: (each.points + each.bag_penalty, -each.bags))


def _value(rules: "SpadesRules", promise: Promise) -> int:
    """Returns what a promise gives when it is kept and costs when it is not."""
    if promise.bid:
        return TRICK_POINTS * promise.bid
    # docs/rules/spades.md#sp-16, docs/rules/spades.md#s-n3
    return 2 * rules.nil_value if promise.is_blind else rules.nil_value


def _settled(rule: BagRule, bags: int) -> tuple[int, int]:
    """Returns the penalty for ten bags or more, and the bags that are left."""
    match rule:
        case BagRule.CARRY:  # docs/rules/spades.md#s-b3
            penalties, kept = divmod(bags, BAG_LIMIT)
            return -penalties * BAG_PENALTY, kept
        case BagRule.RESET:
            return -BAG_PENALTY, 0
        case BagRule.NONE:
            return 0, bags


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
