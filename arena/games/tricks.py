"""Following suit and winning tricks, over any trump suit.

A hand is four ints, one for each suit in the order C D H S: the sums of the `rank_bit` of its
cards. The engine plays with such hands; `legal_cards` and `winner` say the rules of card players.
"""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from arena.games.cards import PACK, Card, Suit

Hand: TypeAlias = "Sequence[int]"
Row: TypeAlias = "tuple[bool, ...]"


def _holdings(suit: Sequence[Card]) -> list[tuple[Card, ...]]:
    """Returns all 8,192 holdings of a suit by the sum of their bits, each in order of rank."""
    holdings: list[tuple[Card, ...]] = [()]
    for card in suit:
        holdings += [(*holding, card) for holding in holdings]
    return holdings


CLUBS, DIAMONDS, HEARTS, SPADES = HOLDINGS = [
    _holdings(PACK[start : start + 13]) for start in range(0, 52, 13)
]
"""The cards of each suit by the sum of their bits."""


def hand_of(cards: Iterable[Card]) -> list[int]:
    """Returns the hand that holds `cards`, each of them once."""
    hand = [0, 0, 0, 0]
    for card in cards:
        hand[card.suit_index] |= card.rank_bit
    return hand


def cards_of(hand: Hand) -> tuple[Card, ...]:
    """Returns the cards of a hand by number.

    >>> cards_of(hand_of([Card.parse("AS"), Card.parse("9H"), Card.parse("2S")]))
    (9H, 2S, AS)
    """
    clubs, diamonds, hearts, spades = hand
    return CLUBS[clubs] + DIAMONDS[diamonds] + HEARTS[hearts] + SPADES[spades]


ANYTHING: Row = (True,) * 53
"""What beats an empty table, by the number of the card."""


def beaters(trump: Suit) -> tuple[Row, ...]:
    """Returns a row for the number of each card, that says by number which later cards beat it."""
    return (ANYTHING, *(_beaten_by(card, trump) for card in PACK))


def _beaten_by(best: Card, trump: Suit) -> Row:
    is_trump = best.suit is trump
    beating = [
        card.rank > best.rank if card.suit is best.suit else card.suit is trump and not is_trump
        for card in PACK
    ]
    return (False, *beating)


_BEATERS = {trump: beaters(trump) for trump in Suit}


def legal_cards(hand: Sequence[Card], plays: Sequence[Card]) -> Sequence[Card]:
    """Returns the cards that may be played: those that follow suit, else any."""
    if not plays:
        return hand
    led = plays[0].suit
    return [card for card in hand if card.suit is led] or hand


def winner(plays: Sequence[Card], trump: Suit) -> int:
    """Returns the index, in order of play, of the card that takes the trick."""
    table = _BEATERS[trump]
    best = 0
    for index, card in enumerate(plays):
        if table[plays[best].number][card.number]:
            best = index
    return best
