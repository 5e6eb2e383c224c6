"""What any Euchre player asks of a view: cards are numbers from 1 (2C) to 52 (AS), and 53 (joker).

Suits are 1 to 4 as in the protocol: clubs, diamonds, hearts, spades; 0 stands for none. A view's
`trump` is 0 until it is made, and every function that takes `trump` may be given 0.
"""

import random
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TypeAlias

from arena.v1 import euchre_pb2
from arena.v1.euchre_pb2 import EuchreRules, EuchreView

PASS = euchre_pb2.EUCHRE_CALL_PASS
ORDER_UP = euchre_pb2.EUCHRE_CALL_ORDER_UP
DECLINE = euchre_pb2.EUCHRE_CALL_DECLINE
ALONE = euchre_pb2.EUCHRE_CALL_ALONE
NOT_ALONE = euchre_pb2.EUCHRE_CALL_NOT_ALONE
JOKER_SUIT_DUE = euchre_pb2.EUCHRE_DUE_JOKER_SUIT
CALL_DUE = euchre_pb2.EUCHRE_DUE_CALL
SWAP_DUE = euchre_pb2.EUCHRE_DUE_SWAP
ALONE_DUE = euchre_pb2.EUCHRE_DUE_ALONE
KEEP_DUE = euchre_pb2.EUCHRE_DUE_KEEP
CARD_DUE = euchre_pb2.EUCHRE_DUE_CARD

Answer: TypeAlias = int | tuple[int, ...]
"""What `legal` lists, and `choose` answers."""

JOKER = 53
KEPT = 5
"""Cards that a maker keeps of ten."""
SEATS = 3
ACE = 14

_JACK, _LEFT, _RIGHT, _BEST = 11, 15, 16, 17
_SAME_COLOUR = (0, 4, 3, 2, 1)
_TO_NAME = euchre_pb2.EUCHRE_CALL_CLUBS - 1
_LOWEST = {24: 9, 25: 9, 32: 7}
_TRUMP_WORTH = {_BEST: 1.1, _RIGHT: 1.0, _LEFT: 0.9, 14: 0.75, 13: 0.6, 12: 0.5, 10: 0.4}
_SIDE_WORTH = {14: 0.45, 13: 0.15}


def printed_suit(card: int) -> int:
    """Returns 1 to 4, or 0 for the joker."""
    return 0 if card == JOKER else (card - 1) // 13 + 1


def suit(card: int, trump: int) -> int:
    """Returns the suit that `card` counts as: the left bower and the joker are trumps.

    >>> suit(parse("JD"), 3), suit(parse("JD"), 1), suit(JOKER, 4)
    (3, 2, 4)
    """
    is_left = trump and card == parse("J" + "CDHS"[_SAME_COLOUR[trump] - 1])
    return trump if is_left or card == JOKER else printed_suit(card)


def rank(card: int, trump: int) -> int:
    """Returns how high `card` is among those of its suit: 2 to 14, above them the bowers and 17.

    >>> [rank(parse(text), 3) for text in ("9H", "AH", "JD", "JH", "JS")]
    [9, 14, 15, 16, 11]
    """
    if card == JOKER:
        return _BEST
    plain = (card - 1) % 13 + 2
    if plain != _JACK or suit(card, trump) != trump:
        return plain
    return _RIGHT if printed_suit(card) == trump else _LEFT


def parse(text: str) -> int:
    """Returns the card that is written rank then suit.

    >>> parse("9C"), parse("JH"), parse("AS")
    (8, 36, 52)
    """
    return 13 * "CDHS".index(text[1]) + "23456789TJQKA".index(text[0]) + 1


def pack(rules: EuchreRules) -> set[int]:
    """Returns the cards that are dealt from."""
    lowest = _LOWEST[rules.deck]
    plain = {card for card in range(1, JOKER) if (card - 1) % 13 + 2 >= lowest}
    return plain | {JOKER} if rules.deck == 25 else plain  # noqa: PLR2004  # the deck with a joker


def legal(view: EuchreView) -> Sequence[Answer]:
    """Returns what may be answered: calls, cards, the ways to keep five, or 0 to decline.

    A dealer who may decline the upcard finds 0 first; the ways to keep five of ten stand in the
    order of the places of their cards among the ten, ascending.
    """
    if view.due == KEEP_DUE:
        return list(combinations(sorted([*view.hand, *view.dummy]), KEPT))
    if view.due == SWAP_DUE:
        return [*(0 for _ in view.legal_calls), *view.legal_cards]
    return view.legal_calls or view.legal_cards


def trick_size(view: EuchreView) -> int:
    """Returns how many seats play."""
    return SEATS - sum(seat.sits_out for seat in view.seats)


def table(view: EuchreView) -> list[int]:
    """Returns the cards of the trick in play, that of its leader first."""
    played = view.played
    return list(played[len(played) - len(played) % trick_size(view) :])


def players(view: EuchreView) -> list[int]:
    """Returns the seats, 1 to 3, in the order in which they play to the trick in play."""
    around = [(view.leaders[-1] - 1 + place) % SEATS + 1 for place in range(SEATS)]
    return [seat for seat in around if not view.seats[seat - 1].sits_out]


def wins(card: int, trick: Sequence[int], trump: int) -> bool:
    """Tells whether `card` would have `trick`, whose first card was led.

    >>> wins(parse("JD"), [parse("AD"), parse("AH")], 3), wins(parse("AD"), [parse("9C")], 3)
    (True, False)
    >>> wins(parse("AD"), [parse("KD"), parse("9C")], 3)  # a discard has no part in it
    True
    """
    return _holder([*trick, card], trump) == len(trick)


def _holder(trick: Sequence[int], trump: int) -> int:
    """Returns the place of the card that has the trick."""
    holder = 0
    for place, card in enumerate(trick):
        if beats(card, trick[holder], trump):
            holder = place
    return holder


def beats(card: int, other: int, trump: int) -> bool:
    """Tells whether `card` takes the trick from `other`, which was played before."""
    own = suit(card, trump)
    if own == suit(other, trump):
        return rank(card, trump) > rank(other, trump)
    return own == trump


def is_partners(view: EuchreView) -> bool:
    """Tells whether the trick in play is the partner's so far: two defenders play together."""
    trick = table(view)
    if not trick or view.seat == view.maker:
        return False
    return players(view)[_holder(trick, view.trump)] != view.maker


def suit_of_call(view: EuchreView, call: int) -> int:
    """Returns the suit that `call` would make trump, or that it names for the joker."""
    return view.upcard_suit if call == ORDER_UP else call - _TO_NAME


def worth(card: int, trump: int) -> float:
    """Returns the tricks that `card` looks good for."""
    if suit(card, trump) == trump:
        return _TRUMP_WORTH.get(rank(card, trump), 0.35)
    return _SIDE_WORTH.get(rank(card, trump), 0.0)


def likely_tricks(hand: Iterable[int], trump: int) -> float:
    """Returns how many tricks `hand` looks good for with `trump`.

    >>> round(likely_tricks([parse(text) for text in ("JH", "JD", "AS", "KS", "9C")], 3), 2)
    2.5
    """
    return sum(worth(card, trump) for card in hand)


def best_call(view: EuchreView, least: float) -> int:
    """Returns the call whose trump the hand likes best, or a pass below `least` likely tricks."""
    calls = [call for call in view.legal_calls if call != PASS]
    chosen = max(calls, key=lambda call: likely_tricks(view.hand, suit_of_call(view, call)))
    if PASS not in view.legal_calls:
        return chosen
    is_enough = likely_tricks(view.hand, suit_of_call(view, chosen)) >= least
    return chosen if is_enough else PASS


def by_worth(cards: Iterable[int], trump: int) -> list[int]:
    """Returns the cards, those that are worth least first."""
    return sorted(cards, key=lambda card: (worth(card, trump), rank(card, trump), card))


def winners(view: EuchreView, trick: Sequence[int]) -> list[int]:
    """Returns the legal cards that beat all of `trick`, the one that is worth least first."""
    trump = view.trump
    return by_worth([card for card in view.legal_cards if wins(card, trick, trump)], trump)


def best_five(view: EuchreView) -> tuple[int, ...]:
    """Returns the five cards of the hand and the dummy that are worth most."""
    return tuple(sorted(by_worth([*view.hand, *view.dummy], view.trump)[-KEPT:]))


def lowest(cards: Iterable[int], trump: int) -> int:
    """Returns the lowest rank, a trump only if there is nothing else."""
    return min(cards, key=lambda card: (suit(card, trump) == trump, rank(card, trump)))


def dice(view: EuchreView, seed: int) -> random.Random:
    """Returns dice that fall the same way whenever this decision is asked."""
    moment = 32 * view.due + len(view.calls) + len(view.played)
    return random.Random((seed << 16 | view.deal) << 8 | moment)
