"""How much to bid, as learnt from a few thousand deals that this bot has played.

A hand is given the bid that it makes every second time; the chance of any other bid falls off on
a logistic curve around it. No nil: among seventeen cards even the weakest hands made fewer than
half of theirs, and it takes three quarters to pay.
"""

from collections.abc import Sequence
from math import exp

_SPADES = 3
_BASE = 1.55
_SPADE_HONOURS = {14: 1.08, 13: 0.91, 12: 0.63, 11: 0.51, 10: 0.37}
_SPADE = 0.37
_LONG_SPADE = 0.51
"""Each spade beyond the fourth, on top of _SPADE."""
_SIDE_HONOURS = {14: 0.84, 13: 0.63, 12: 0.46, 11: 0.21}
_LATER = 0.1
"""What it is worth to bid, and so to play, one seat later."""
_SLOPE = 1.4
"""How fast the chance to make a bid falls with every trick more."""


def even_bid(hand: Sequence[int], earlier: int) -> float:
    """Returns the bid that `hand` makes every second time; `earlier` seats have bid before."""
    suits: list[list[int]] = [[], [], [], []]
    for card in hand:
        suits[(card - 1) // 13].append((card - 1) % 13 + 2)
    spades = suits.pop(_SPADES)
    bid = _BASE + _LATER * earlier
    bid += sum(_SPADE_HONOURS.get(rank, 0.0) for rank in spades)
    bid += _SPADE * len(spades) + _LONG_SPADE * max(0, len(spades) - 4)
    for ranks in suits:
        # An honour needs as many cards beside it as there are ranks above it.
        bid += sum(_SIDE_HONOURS.get(rank, 0.0) for rank in ranks if len(ranks) > 14 - rank)
    return bid


def best_bid(even: float, most: int) -> int:
    """Returns the bid of 1 to `most` that gains most on average."""
    return max(range(1, most + 1), key=lambda bid: _gain(bid, even))


def _gain(bid: int, even: float) -> float:
    chance = 1 / (1 + exp(_SLOPE * (bid - even)))
    return 10 * bid * (2 * chance - 1)
