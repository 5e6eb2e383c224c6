"""The rules of Euchre as plain functions; EU- and E- numbers are those of the rules page.

Written from that page alone. Cards are texts such as "TH"; seats are 0, 1, 2 clockwise.
"""

from collections.abc import Collection, Sequence

from tests.checker.euchre_shape import EuchreOptions
from tests.checker.shape import SEATS, TARGET

SUITS = "CDHS"
RANKS = "789TJQKA"
JOKER = "XX"
COLOURS = ("CS", "DH")
HAND = 5
TRICKS = 5
MOST_REDEALS = 10


def pack_of(deck: int) -> frozenset[str]:
    """Returns the cards (EU-2, E-D1, E-D2)."""
    ranks = RANKS if deck == 32 else RANKS[2:]
    plain = {rank + suit for rank in ranks for suit in SUITS}
    return frozenset(plain | {JOKER} if deck == 25 else plain)


def by_number(card: str) -> tuple[int, int]:
    """Returns the order in which cards are listed: by suit, then by rank, the joker last."""
    return (9, 0) if card == JOKER else (SUITS.index(card[1]), RANKS.index(card[0]))


def left(seat: int) -> int:
    return (seat + 1) % SEATS


def colour(suit: str) -> str:
    return next(pair for pair in COLOURS if suit in pair)


def counts_as(card: str, trump: str) -> str:
    """Returns the suit that a card counts as (EU-3)."""
    if card == JOKER or (card[0] == "J" and card[1] in colour(trump)):
        return trump
    return card[1]


def height(card: str, trump: str) -> int:
    """Returns how high a card is in the suit that it counts as (EU-3, E-D2)."""
    if card == JOKER:
        return 12
    if card == "J" + trump:
        return 11
    if counts_as(card, trump) != card[1]:
        return 10
    return RANKS.index(card[0])


def may_play(hand: Collection[str], table: Sequence[str], trump: str) -> set[str]:
    """Returns the cards of `hand` that may be played on `table`, empty for a lead (EU-13)."""
    if table:
        led = counts_as(table[0], trump)
        following = {card for card in hand if counts_as(card, trump) == led}
        return following or set(hand)
    return set(hand)


def taker(cards: Sequence[str], trump: str) -> int:
    """Returns the index of the card that takes the trick (EU-13)."""
    led = counts_as(cards[0], trump)
    suit = trump if any(counts_as(card, trump) == trump for card in cards) else led
    best = max((c for c in cards if counts_as(c, trump) == suit), key=lambda c: height(c, trump))
    return cards.index(best)


def lowest(cards: Collection[str], trump: str) -> str:
    """Returns what the house plays of `cards` (E-R1)."""
    return min(
        cards,
        key=lambda card: (counts_as(card, trump) == trump, height(card, trump), by_number(card)),
    )


def first_leader(
    options: EuchreOptions, dealer: int, maker: int, *, is_maker_alone: bool, lone: int | None
) -> int:
    """Returns who leads first (EU-12, E-L1, E-L2); `lone` is the lone defender."""
    if lone is None:
        return left(maker) if is_maker_alone else left(dealer)
    out = ({0, 1, 2} - {maker, lone}).pop()
    beside = lone
    if is_maker_alone and options.both_alone_lead != "defender-left":
        beside = maker if options.both_alone_lead == "maker-left" else dealer
    return left(left(beside)) if left(beside) == out else left(beside)


def points(
    options: EuchreOptions,
    maker: int,
    taken: Sequence[int],
    *,
    is_maker_alone: bool,
    lone: int | None,
) -> tuple[int, ...]:
    """Returns what each seat gets (EU-14, EU-15, E-S1)."""
    own, others = 0, 0
    if taken[maker] == TRICKS:
        own = options.lone_march if is_maker_alone else 3
    elif taken[maker] in (3, 4):
        own = 1
    elif lone is not None and taken[lone] == TRICKS:
        others = 4
    else:
        others = 2
    return tuple(own if seat == maker else others for seat in range(SEATS))


def is_end(options: EuchreOptions, totals: Sequence[Sequence[int]]) -> bool:
    """Returns whether the match ends with the last of `totals`, those after each played deal."""
    if options.length != TARGET:
        return len(totals) >= int(options.length.removeprefix("deals:"))
    if not totals:
        return False
    is_reached = any(max(scores) >= options.target for scores in totals)  # E-E1: overtime lasts
    ordered = sorted(totals[-1])
    return (is_reached and ordered[-1] > ordered[-2]) or len(totals) >= options.max_deals
