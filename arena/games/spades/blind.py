"""Blind nil: nil promised before the hand is shown (docs/rules/spades.md#s-n1)."""

from collections.abc import Sequence
from enum import Enum

BEHIND = 100
"""How far behind the best other total a seat has to be."""


class BlindNil(Enum):
    """The answer to whether a seat promises nil before it sees its hand."""

    YES = "blind-nil"
    NO = "no-blind-nil"

    @property
    def text(self) -> str:
        return self.value


class Blind(Enum):
    """How a seat stands to blind nil in a deal; all of it is public."""

    CLOSED = None
    """It is not far enough behind to be asked."""
    OPEN = "open"
    """It is or will be asked, and until it has answered nothing shows it its hand."""
    DECLINED = "no"
    TAKEN = "yes"


def blind_at(scores: Sequence[int]) -> tuple[Blind, ...]:
    """Returns how each seat stands when a deal starts with the totals `scores`.

    >>> [blind.name for blind in blind_at([50, 150, 51])]
    ['OPEN', 'CLOSED', 'CLOSED']
    """
    best = max(scores)  # a seat that is behind the best of all is behind the best other one
    return tuple(Blind.OPEN if best - own >= BEHIND else Blind.CLOSED for own in scores)
