"""Deals the hidden cards out in many ways, plays each to its end, and takes the best card."""

from bisect import bisect_right
from math import sqrt

from bids import best_bid, even_bid
from blind import pays
from playout import Table
from points import Points
from position import Position, code
from spades import dice, likely_tricks
from thinker_euchre import Euchre

from arena.v1.spades_pb2 import SpadesRules, SpadesView

WORK = 1800
"""Cards played in thought for one decision; it fixes the number of samples, whatever the clock."""
LEAST, MOST = 3, 40
"""The bounds of the number of samples."""
TRUST = 30.0
"""What the card that the simple rules would play has in hand, in points over one sample."""
BID_SAMPLES = 12
"""Deals that are played in thought for a bid at a table of two."""
BEYOND = 1.0
"""Tricks that a hand makes at a table of four beyond those that look likely."""


class Bot:
    """Answers from the decision alone; it keeps nothing but the rules."""

    def __init__(self, rules: SpadesRules) -> None:
        self._rules = rules
        self._points = Points(rules)

    def bids_blind_nil(self, view: SpadesView, _seed: int) -> bool:
        return pays(self._rules, view)

    def choose(self, view: SpadesView, seed: int) -> int:
        if view.legal_bids:
            return best_bid(self._even_bid(view, seed), view.legal_bids[-1])
        position = Position(view)
        cards = distinct(view, position)
        if len(cards) == 1:
            return cards[0]
        gains = self._gains(view, position, cards, seed)
        return cards[gains.index(max(gains))]

    @staticmethod
    def _even_bid(view: SpadesView, seed: int) -> float:
        """Returns the bid that the hand makes every second time."""
        match len(view.seats):
            case 2:
                return played_bid(view, seed)
            case 3:
                return even_bid(view.hand, sum(seat.HasField("bid") for seat in view.seats))
            case _:
                return likely_tricks(view.hand) + BEYOND

    def _gains(
        self, view: SpadesView, position: Position, cards: list[int], seed: int
    ) -> list[float]:
        """Returns what each of `cards` gains, summed over all samples."""
        need = [seat.bid - seat.taken for seat in view.seats]
        nil = [seat.bid == 0 for seat in view.seats]
        worths = [self._points.worths(seat.bid, seat.bags) for seat in view.seats]
        bids = [seat.bid for seat in view.seats]
        me, others = position.seat, position.others
        codes = [code(card) for card in cards]
        count = samples(len(cards), len(view.hand), position.seats)
        gains = [0.0] * len(cards)
        for dealt in position.deals(count, dice(view, seed)):
            for index, card in enumerate(codes):
                table = Table(dealt.copy(), need.copy(), nil, position.left, position.broken)
                table.take(me, card)
                table.finish(table.finish_trick(position.leader, (*position.trick, card)))
                short = table.need
                theirs = sum(worths[other][bids[other] - short[other]] for other in others)
                gains[index] += worths[me][bids[me] - short[me]] - theirs / len(others)
        table = Table(dealt, need, nil, position.left, position.broken)
        gains[_place(codes, table.choice(me, position.trick))] += TRUST * sqrt(count)
        return gains


def played_bid(view: SpadesView, seed: int) -> float:
    """Returns the tricks that the hand takes when the deal is played in thought."""
    position = Position(view)
    seats = position.seats
    fair = position.left // seats + 1
    taken = 0
    for dealt in position.deals(BID_SAMPLES, dice(view, seed)):
        table = Table(dealt, [fair] * seats, [False] * seats, position.left, 0)
        table.finish(position.leader)
        taken += fair - table.need[position.seat]
    return taken / BID_SAMPLES


def _place(codes: list[int], card: int) -> int:
    """Returns where `card` stands among `codes`, or the one that is as good."""
    return bisect_right(codes, card) - 1


def samples(choices: int, held: int, seats: int) -> int:
    """Returns in how many ways the hidden cards are dealt out for so many `choices`."""
    return min(MOST, max(LEAST, WORK // (choices * held * seats)))


def distinct(view: SpadesView, position: Position) -> list[int]:
    """Returns the legal cards but those that are as good as the one below them."""
    between = {*position.hidden, *position.trick}
    cards: list[int] = []
    above = 0
    for number in view.legal_cards:
        card = code(number)
        same_suit = above and (above - 1) >> 4 == card >> 4
        if not same_suit or any(other in between for other in range(above, card)):
            cards.append(number)
        above = card + 1
    return cards


GAMES = {"spades": Bot, "euchre": Euchre}
