"""Cards as interned objects: compared by identity, written rank then suit.

>>> Card.parse("TH").suit
<Suit.HEARTS: 3>
>>> format_cards(parse_cards("9S JH AD"))
'9S JH AD'
"""

from collections.abc import Iterable
from enum import Enum, IntEnum
from typing import NewType, Self

Seat = NewType("Seat", int)
"""A place at the table, counted clockwise from 0; left(s) is the next one."""


class Suit(Enum):
    """A suit, in the order C D H S (ruling S-R2)."""

    CLUBS = 1
    DIAMONDS = 2
    HEARTS = 3
    SPADES = 4

    @property
    def letter(self) -> str:
        return "CDHS"[self.value - 1]


class Rank(IntEnum):
    """A rank; aces are high."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14
    JOKER = 15
    """Of the joker alone."""

    @property
    def letter(self) -> str:
        return "23456789TJQKAX"[self - 2]


class Card:
    """One of the 52 cards or the joker: there is one object of each, so `is` compares them."""

    __slots__ = ("number", "rank", "rank_bit", "suit", "suit_index", "text")

    number: int
    """1 (2C) to 52 (AS), suit by suit in the order C D H S; 53 for the joker."""
    rank: Rank
    rank_bit: int
    """1 for a two to 4096 for an ace: the cards of one suit are the sum of theirs."""
    suit: Suit | None
    """The suit that is printed on it; None for the joker."""
    suit_index: int
    """0 to 3 in the order C D H S."""
    text: str

    def __new__(cls, rank: Rank, suit: Suit) -> Self:
        return _DECK[rank, suit]  # type: ignore[return-value]  # Self is Card: it has no subclass

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Raises ValueError unless `text` is a rank and a suit, as in "TH", or the joker's "XX"."""
        try:
            return _BY_TEXT[text]
        except KeyError:
            raise ValueError(f"not a card: {text!r}, expected rank and suit as in 'TH'") from None

    def __repr__(self) -> str:
        return self.text

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (Card.parse, (self.text,))


def _make(rank: Rank, suit: Suit) -> Card:
    card = object.__new__(Card)
    card.number = 13 * (suit.value - 1) + rank - 1
    card.rank = rank
    card.rank_bit = 1 << rank - 2
    card.suit = suit
    card.suit_index = suit.value - 1
    card.text = rank.letter + suit.letter
    return card


def _make_joker() -> Card:
    """Returns the joker, which games that sum up bits take for a spade above the ace."""
    card = _make(Rank.JOKER, Suit.SPADES)
    card.suit = None
    card.text = "XX"
    return card


PACK: tuple[Card, ...] = tuple(
    _make(rank, suit) for suit in Suit for rank in Rank if rank is not Rank.JOKER
)
"""The 52 cards by number, 2C first."""
JOKER = _make_joker()
"""The card of number 53, which has no suit of its own."""

_DECK = {(card.rank, card.suit): card for card in PACK}
_BY_TEXT = {card.text: card for card in (*PACK, JOKER)}


def parse_cards(text: str) -> list[Card]:
    """Returns the cards of `text`, separated by blanks; raises ValueError for any other word."""
    return [Card.parse(word) for word in text.split()]


def format_cards(cards: Iterable[Card]) -> str:
    return " ".join([card.text for card in cards])
