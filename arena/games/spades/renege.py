"""A renege: a card that was held and might not be played (docs/rules/spades.md#s-r1)."""

from enum import StrEnum

MOST_RENEGES = 3
"""The renege of a seat in one match that costs it the match."""


class RenegeRule(StrEnum):
    """What becomes of a card that is held and may not be played."""

    CORRECT = "correct"
    """It is refused and the seat is asked again."""
    FAIL_BID = "fail-bid"
    """The lowest legal card is played instead, and the seat is scored as one that failed."""
