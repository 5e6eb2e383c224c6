"""Following suit and winning tricks, over any trump suit.

A set of cards is an int, the sum of its cards' bits: the engine plays with such sets, and the
functions that take cards say the same rules in the words of a card player.
"""

from collections.abc import Iterable, Sequence

from arena.games.cards import PACK, Card, Suit


class Holdings(dict[int, tuple[Card, ...]]):
    """The cards of one suit by the sum of their bits, each tuple made when it is first needed.

    There are 8,192 holdings of a suit, so this stays small however much is played.
    """

    def __missing__(self, bits: int) -> tuple[Card, ...]:
        cards = tuple(card for card in PACK if card.bit & bits)
        self[bits] = cards
        return cards


HOLDINGS = Holdings()
_CLUBS, _DIAMONDS, _HEARTS, _SPADES = (card.suit_bits for card in PACK[::13])


def bits_of(cards: Iterable[Card]) -> int:
    """Returns the set of `cards`, which differ from each other."""
    return sum([card.bit for card in cards])


def cards_of(bits: int) -> tuple[Card, ...]:
    """Returns the cards of a set by number.

    >>> cards_of(bits_of([Card.parse("AS"), Card.parse("9H"), Card.parse("2S")]))
    (9H, 2S, AS)
    """
    of_one_suit = HOLDINGS.get(bits)
    if of_one_suit is not None:
        return of_one_suit
    return (
        HOLDINGS[bits & _CLUBS]
        + HOLDINGS[bits & _DIAMONDS]
        + HOLDINGS[bits & _HEARTS]
        + HOLDINGS[bits & _SPADES]
    )


def suit_bits(suit: Suit) -> int:
    return PACK[13 * (suit.value - 1)].suit_bits


def beaters(trump: Suit) -> tuple[int, ...]:
    """Returns, by the number of a card that leads or wins so far, the set of cards that beat it."""
    trumps = suit_bits(trump)
    table = [0]
    for card in PACK:
        higher = card.suit_bits & -(card.bit << 1)
        table.append(higher if card.suit is trump else higher | trumps)
    return tuple(table)


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
        if card.bit & table[plays[best].number]:
            best = index
    return best
