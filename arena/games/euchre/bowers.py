"""What a card counts as in Euchre, and how strong it is.

One function says the suit of a card: `playing_suit`. Everything else that reads a suit, the tables
of the engine included, asks it; so the left bower is a trump in every respect.

>>> left_bower(Suit.HEARTS)
JD
>>> playing_suit(Card.parse("JD"), Suit.HEARTS)
<Suit.HEARTS: 3>
>>> playing_suit(Card.parse("JC"), Suit.HEARTS)
<Suit.CLUBS: 1>
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from arena.games.cards import JOKER, PACK, Card, Rank, Suit

Row: TypeAlias = "tuple[int, ...]"

_SAME_COLOUR = {
    Suit.CLUBS: Suit.SPADES,
    Suit.DIAMONDS: Suit.HEARTS,
    Suit.HEARTS: Suit.DIAMONDS,
    Suit.SPADES: Suit.CLUBS,
}
_CARDS = (*PACK, JOKER)
_LEFT, _RIGHT, _JOKER = Rank.ACE + 1, Rank.ACE + 2, Rank.ACE + 3  # how they rank among trumps
_TRUMP = 100  # what makes any trump stronger than any card of a plain suit


def right_bower(trump: Suit) -> Card:
    return Card(Rank.JACK, trump)


def left_bower(trump: Suit) -> Card:
    return Card(Rank.JACK, _SAME_COLOUR[trump])


def playing_suit(card: Card, trump: Suit) -> Suit:
    """Returns the suit that `card` counts as: the left bower and the joker are trumps (EU-3)."""
    if card is left_bower(trump) or card.suit is None:
        return trump
    return card.suit


def rank_in_suit(card: Card, trump: Suit) -> int:
    """Returns how high `card` is among the cards that count as its suit."""
    if card is JOKER:  # docs/rules/euchre.md#e-d2
        return _JOKER
    if card is right_bower(trump):
        return _RIGHT
    return _LEFT if card is left_bower(trump) else card.rank


def strength(card: Card, trump: Suit, led: Suit) -> int:
    """Returns what decides a trick: the strongest card takes it; 0 for one that cannot (EU-13)."""
    suit = playing_suit(card, trump)
    if suit is trump:
        return _TRUMP + rank_in_suit(card, trump)
    return rank_in_suit(card, trump) if suit is led else 0


def lowest(cards: Sequence[Card], trump: Suit) -> Card:
    """Returns the card that the house plays: plain cards before trumps, by rank, then C D H S."""
    return min(
        cards,
        key=lambda card: (
            playing_suit(card, trump) is trump,
            rank_in_suit(card, trump),
            card.number,
        ),
    )


def legal_cards(hand: Sequence[Card], plays: Sequence[Card], trump: Suit) -> Sequence[Card]:
    """Returns the cards that may be played: those that follow suit, else any (EU-13)."""
    if not plays:
        return hand
    led = playing_suit(plays[0], trump)
    return [card for card in hand if playing_suit(card, trump) is led] or hand


def winner(plays: Sequence[Card], trump: Suit) -> int:
    """Returns the index, in order of play, of the card that takes the trick."""
    led = playing_suit(plays[0], trump)
    return max(range(len(plays)), key=lambda index: strength(plays[index], trump, led))


def _suits(trump: Suit) -> Row:
    return (0, *(playing_suit(card, trump).value for card in _CARDS))


def _strengths(trump: Suit, led: Suit) -> Row:
    return (0, *(strength(card, trump, led) for card in _CARDS))


SUIT_ROWS: Mapping[Suit, Row] = {trump: _suits(trump) for trump in Suit}
"""By trump, then by the number of a card: the value of the suit that it counts as."""
STRENGTH_ROWS: Mapping[Suit, Sequence[Row]] = {
    trump: ((), *(_strengths(trump, led) for led in Suit)) for trump in Suit
}
"""By trump, by the value of the led suit, then by the number of a card: its strength."""
