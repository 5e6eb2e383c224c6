"""What any Spades player asks of a view: cards are numbers from 1 (2C) to 52 (AS)."""

import random

from arena.v1.spades_pb2 import SpadesView

SPADES = 3
"""The number of the suit that is trump; clubs, diamonds and hearts are 0, 1 and 2."""
SEATS = 3
"""The number of seats, and of cards in a whole trick."""


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
    return list(played[len(played) - len(played) % SEATS :])


def wins(card: int, trick: list[int]) -> bool:
    """Tells whether `card` beats every card of `trick` so far.

    >>> wins(parse("2S"), [parse("AH")]), wins(parse("AD"), [parse("2H")])
    (True, False)
    """
    return all(card > other and (suit(card) in (suit(other), SPADES)) for other in trick)


def dice(view: SpadesView, seed: int) -> random.Random:
    """Returns dice that fall the same way whenever this decision is asked."""
    return random.Random(((seed << 16) + view.deal << 8) + len(view.played))
