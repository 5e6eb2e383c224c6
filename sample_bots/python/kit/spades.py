"""What any Spades player asks of a view: cards are numbers from 1 (2C) to 52 (AS)."""

import random
from collections.abc import Sequence

from arena.v1.spades_pb2 import SpadesView

SPADES = 3
"""The number of the suit that is trump; clubs, diamonds and hearts are 0, 1 and 2."""
_TRUMP_WORTH = {14: 1.0, 13: 1.0, 12: 0.9, 11: 0.7, 10: 0.5}
_LOWEST = {2: (7, 7, 7, 5), 3: (3, 2, 2, 2), 4: (2, 2, 2, 2)}
"""The lowest rank of each suit that is dealt to so many seats."""
_SIDE_WORTH = ((14, 0.95), (13, 0.75), (12, 0.5))
"""Ranks, and the tricks that one is good for with enough small cards beside it."""


def suit(card: int) -> int:
    """Returns 0 to 3 for clubs, diamonds, hearts and spades."""
    return (card - 1) // 13


def rank(card: int) -> int:
    """Returns 2 to 14; aces are high."""
    return (card - 1) % 13 + 2


def parse(text: str) -> int:
    """Returns the card that is written rank then suit.

    >>> parse("2C"), parse("TH"), parse("AS")
    (1, 35, 52)
    """
    return 13 * "CDHS".index(text[1]) + "23456789TJQKA".index(text[0]) + 1


def table(view: SpadesView) -> list[int]:
    """Returns the cards of the trick in play, that of its leader first."""
    played = view.played
    return list(played[len(played) - len(played) % len(view.seats) :])


def wins(card: int, trick: list[int]) -> bool:
    """Tells whether `card` would have `trick`, whose first card was led.

    >>> wins(parse("2S"), [parse("AH")]), wins(parse("AD"), [parse("2H")])
    (True, False)
    >>> wins(parse("AH"), [parse("KH"), parse("2D")])  # a discard has no part in it
    True
    """
    return _holder([*trick, card]) == len(trick)


def _holder(trick: list[int]) -> int:
    """Returns the place of the card that has the trick."""
    holder = 0
    for place, card in enumerate(trick):
        if card > trick[holder] and suit(card) in (suit(trick[holder]), SPADES):
            holder = place
    return holder


def dice(view: SpadesView, seed: int) -> random.Random:
    """Returns dice that fall the same way whenever this decision is asked."""
    moment = len(view.played) + 1 if view.legal_cards else 0
    return random.Random((seed << 16 | view.deal) << 8 | moment)


def likely_tricks(hand: Sequence[int]) -> float:
    """Returns how many tricks `hand` looks good for: high cards and long spades.

    >>> round(likely_tricks([parse(text) for text in ("AS", "KS", "2S", "AH", "KD", "3C")]), 2)
    3.3
    """
    trumps = [card for card in hand if suit(card) == SPADES]
    count = sum(_TRUMP_WORTH.get(rank(card), 0.35) for card in trumps)
    count += 0.6 * max(0, len(trumps) - 4)
    for side in range(SPADES):
        held = [rank(card) for card in hand if suit(card) == side]
        count += sum(worth for high, worth in _SIDE_WORTH if high in held and len(held) > 14 - high)
    return count


def pack(seats: int) -> set[int]:
    """Returns the cards that are dealt to two, three or four seats.

    >>> [len(pack(seats)) for seats in (2, 3, 4)]
    [34, 51, 52]
    """
    lowest = _LOWEST[seats]
    return {card for card in range(1, 53) if rank(card) >= lowest[suit(card)]}


def unseen(view: SpadesView) -> set[int]:
    """Returns the cards that the other seats hold."""
    return pack(len(view.seats)) - set(view.hand) - set(view.played)


def is_boss(card: int, hidden: set[int]) -> bool:
    """Tells whether `card` is higher than every card of its suit in `hidden`."""
    return not any(other > card and suit(other) == suit(card) for other in hidden)
