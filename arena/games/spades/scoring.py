"""What a deal is worth (docs/rules/spades.md, SP-13 to SP-16).

Bags are counted apart from points: neither is ever read off the other.
"""

from enum import StrEnum
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
