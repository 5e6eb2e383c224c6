"""The rules of Cutthroat Spades as plain functions; SP- and S- numbers are those of the rules page.

Written from that page alone. Cards are texts such as "TH"; seats are 0, 1, 2 clockwise.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from tests.checker.shape import SEATS, TARGET, Options

RANKS = "23456789TJQKA"
SUITS = "CDHS"
PACK = frozenset(rank + suit for suit in SUITS for rank in RANKS) - {"2C"}  # SP-2
HAND = 17  # SP-5
BAG_LIMIT = 10
PENALTY = -100
HOUSE_BID = 3


class Score(NamedTuple):
    """What one deal does to one seat; `bags` is the count that it goes on with."""

    points: int
    penalty: int
    bags: int


def left(seat: int) -> int:
    return (seat + 1) % SEATS


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
    return (leader + cards.index(best)) % SEATS


def score(options: Options, bid: int, taken: int, bags: int) -> Score:
    """Returns what `taken` tricks on `bid` score for a seat that had `bags` before."""
    if bid == 0:  # SP-16
        points = -options.nil_value if taken else options.nil_value
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
