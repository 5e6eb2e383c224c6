"""The rules of Cutthroat Spades as plain functions; SP- and S- numbers are those of the rules page.

Written from that page alone. Cards are texts such as "TH"; seats are 0, 1, 2 … clockwise.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from tests.checker.shape import TARGET, Options

RANKS = "23456789TJQKA"
SUITS = "CDHS"
ALL = frozenset(rank + suit for suit in SUITS for rank in RANKS)
PACK = ALL - {"2C"}  # SP-2
PACKS = {
    2: frozenset(card for card in ALL if card[0] not in ("234" if card[1] == "S" else "23456")),
    3: PACK,
    4: ALL,
}
"""The cards by the number of seats (S-D3, SP-2, S-D4)."""
HANDS = {seats: len(pack) // seats for seats, pack in PACKS.items()}
"""How many cards a seat holds, and the highest bid: 17, 17, 13."""
BLIND_BEHIND = 100
MOST_RENEGES = 3
BAG_LIMIT = 10
PENALTY = -100
HOUSE_BID = 3


class Score(NamedTuple):
    """What one deal does to one seat; `bags` is the count that it goes on with."""

    points: int
    penalty: int
    bags: int


class Promise(NamedTuple):
    """What a seat has bid, and what besides its tricks makes a difference to what it scores."""

    bid: int
    is_blind: bool = False
    has_reneged: bool = False


def left(seat: int, seats: int) -> int:
    return (seat + 1) % seats


def may_bid_blind(scores: Sequence[int]) -> list[bool]:
    """Returns which seats are asked whether they bid nil blind (S-N1), by the totals before."""
    return [
        max(other for index, other in enumerate(scores) if index != seat) - own >= BLIND_BEHIND
        for seat, own in enumerate(scores)
    ]


def by_rank(card: str) -> tuple[int, int]:
    """Returns the order of "lowest" (S-R2): by rank, then C D H S."""
    return RANKS.index(card[0]), SUITS.index(card[1])


def may_play(hand: Collection[str], table: Sequence[str], *, broken: bool) -> set[str]:
    """Returns the cards of `hand` that may be played on `table`, empty for a lead."""
    if table:
        following = {card for card in hand if card[1] == table[0][1]}
        return following or set(hand)  # SP-10
    others = {card for card in hand if card[1] != "S"}
    return set(hand) if broken or not others else others  # SP-9


def taker(leader: int, cards: Sequence[str]) -> int:
    """Returns the seat that takes the trick (SP-11)."""
    suit = "S" if any(card[1] == "S" for card in cards) else cards[0][1]
    best = max((card for card in cards if card[1] == suit), key=by_rank)
    return (leader + cards.index(best)) % len(cards)


def score(options: Options, promise: Promise, taken: int, bags: int) -> Score:
    """Returns what `taken` tricks on `promise` score for a seat that had `bags` before."""
    honest = honest_score(options, promise, taken, bags)
    if not promise.has_reneged:
        return honest
    nil = options.nil_value * (1 + promise.is_blind)
    failed = Score(-10 * promise.bid if promise.bid else -nil, 0, bags)
    honest_sum, failed_sum = honest.points + honest.penalty, failed.points
    if honest_sum == failed_sum:  # S-R1: the worse of the two; with as many points, more bags
        return honest if honest.bags > failed.bags else failed
    return honest if honest_sum < failed_sum else failed


def honest_score(options: Options, promise: Promise, taken: int, bags: int) -> Score:
    bid = promise.bid
    if bid == 0:  # SP-16, S-N1, S-N3
        value = options.nil_value * (2 if promise.is_blind else 1)
        points = -value if taken else value
        new = taken if options.failed_nil_bags else 0
    elif taken >= bid:  # SP-13
        new = taken - bid
        points = 10 * bid + new
    else:  # SP-14
        points, new = -10 * bid, 0
    bags += new
    if options.bag_rule == "none" or bags < BAG_LIMIT:
        return Score(points, 0, bags)
    if options.bag_rule == "reset":  # S-B2
        return Score(points, PENALTY, 0)
    return Score(points, PENALTY * (bags // BAG_LIMIT), bags % BAG_LIMIT)  # S-B3


def is_end(options: Options, totals: Sequence[Sequence[int]]) -> bool:
    """Returns whether the match ends with the last of `totals`, the scores after each deal."""
    if options.length != TARGET:
        return len(totals) >= int(options.length.removeprefix("deals:"))
    reached = any(max(scores) >= options.target for scores in totals)  # S-E1: overtime lasts
    leaders = sum(score == max(totals[-1]) for score in totals[-1])
    return (reached and leaders == 1) or len(totals) >= options.max_deals  # SP-19, S-E3
