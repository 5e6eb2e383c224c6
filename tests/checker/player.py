"""Plays random matches by the rules of this checker and records them, for the checker's own tests.

The cards and the first dealer come from the board's name and a seed, so that the rotations of a
board share them; everything else is rolled by the match's own dice.
"""

import random
from collections.abc import Iterator, Mapping, Sequence

from tests.checker.frame import places
from tests.checker.rules import (
    HAND,
    HOUSE_BID,
    PACK,
    by_rank,
    is_end,
    left,
    may_play,
    score,
    taker,
)
from tests.checker.shape import FORMAT, SEATS, TARGET, Fault, Options

CARRY = Options(
    profile="carry",
    target=200,
    bag_rule="carry",
    failed_nil_bags=True,
    nil_value=100,
    blind_nil=False,
    minimum_bid=0,
    renege="correct",
    max_deals=60,
    seats=SEATS,
    length=TARGET,
)
COMMITMENT = "5eed" * 16
Json = dict[str, object]


class Table:
    """One match with random seats that bid what they can expect; forfeits come from outside."""

    def __init__(self, options: Options, dice: random.Random, faults: Sequence[Fault]) -> None:
        self._options = options
        self._dice = dice
        self._since = {fault.seat: (fault.deal, fault.decision) for fault in faults}
        self.scores: list[int] = [0] * SEATS
        self._bags: list[int] = [0] * SEATS
        self._now = (1, 0)

    def _is_house(self, seat: int) -> bool:
        return seat in self._since and self._now >= self._since[seat]

    def _bid(self, seat: int, hand: Sequence[str]) -> int:
        if self._is_house(seat):
            return HOUSE_BID
        sure = sum(card[1] == "S" or card[0] == "A" for card in hand)
        return self._dice.choice([0, sure, sure, sure - 1]) if sure > 1 else 1

    def _card(self, seat: int, legal: set[str]) -> str:
        if self._is_house(seat):
            return min(legal, key=by_rank)
        return self._dice.choice(sorted(legal))

    def deal(self, number: int, dealer: int, hands: Sequence[Sequence[str]]) -> Json:
        """Returns one deal, played out and scored, as it stands in a record."""
        bids = [0] * SEATS
        for order in range(SEATS):
            seat = (dealer + 1 + order) % SEATS
            self._now = (number, order)
            bids[seat] = self._bid(seat, hands[seat])
        tricks, taken = self._play(number, left(dealer), [set(hand) for hand in hands])
        rows = [
            score(self._options, bids[seat], taken[seat], self._bags[seat]) for seat in range(SEATS)
        ]
        self.scores = [
            total + row.points + row.penalty for total, row in zip(self.scores, rows, strict=True)
        ]
        self._bags = [row.bags for row in rows]
        return {
            "dealer": dealer,
            "hands": [" ".join(hand) for hand in hands],
            "bids": bids,
            "tricks": tricks,
            "taken": taken,
            "points": [row.points for row in rows],
            "bag_penalty": [row.penalty for row in rows],
            "scores": self.scores,
            "bags": self._bags,
        }

    def _play(
        self, number: int, leader: int, held: Sequence[set[str]]
    ) -> tuple[list[str], list[int]]:
        tricks, taken, broken = [], [0] * SEATS, False
        for trick in range(HAND):
            cards: list[str] = []
            for order in range(SEATS):
                seat = (leader + order) % SEATS
                self._now = (number, SEATS + SEATS * trick + order)
                cards.append(self._card(seat, may_play(held[seat], cards, broken=broken)))
                held[seat].remove(cards[-1])
                broken = broken or cards[-1][1] == "S"
            tricks.append(f"{leader}: {' '.join(cards)}")
            leader = taker(leader, cards)
            taken[leader] += 1
        return tricks, taken


def hands_of(board: str, deal: int, seed: int) -> list[list[str]]:
    pack = sorted(PACK)
    random.Random(f"{seed} {board} {deal}").shuffle(pack)
    return [pack[seat::SEATS] for seat in range(SEATS)]


def first_dealer(board: str, seed: int) -> int:
    meeting, _, number = board.partition(".b")
    return (random.Random(f"{seed} {meeting}").randrange(SEATS) + int(number)) % SEATS


def play_record(
    match: str,
    entrants: Sequence[str],
    options: Options = CARRY,
    *,
    faults: Sequence[Fault] = (),
    seed: int = 1,
) -> Json:
    """Returns the record of a random match; `faults` happen where they say, if it lasts so long."""
    board, _, rotation = match.rpartition(".r")
    table = Table(options, random.Random(f"{seed} {match}"), faults)
    dealer = first_dealer(board, seed)
    deals: list[Json] = []
    totals: list[Sequence[int]] = []
    while not totals or not is_end(options, totals):
        number = len(deals) + 1
        deals.append(table.deal(number, dealer, hands_of(board, number, seed)))
        totals.append(table.scores)
        dealer = left(dealer)
    verdicts = {fault.seat: fault.verdict for fault in faults if fault.deal <= len(deals)}
    return {
        "format": FORMAT,
        "match": match,
        "meeting": board.partition(".")[0],
        "board": board,
        "rotation": int(rotation),
        "game": "spades",
        "rules": rules_of(options),
        "commitment": COMMITMENT,
        "seats": [{"entrant": name, "revision": 1} for name in entrants],
        "deals": deals,
        "places": list(places(table.scores, verdicts)),
        "verdicts": [verdicts.get(seat, "ok") for seat in range(SEATS)],
        "faults": [fault_of(fault) for fault in faults if fault.seat in verdicts],
    }


def rules_of(options: Options) -> Mapping[str, object]:
    idle = () if options.length == TARGET else ("target", "max_deals")
    return {name: None if name in idle else getattr(options, name) for name in Options.__slots__}


def fault_of(fault: Fault) -> Mapping[str, object]:
    return {name: getattr(fault, name) for name in Fault.__slots__}


def play_league(
    trios: Sequence[tuple[str, str, str]], boards: int, options: Options = CARRY, *, seed: int = 1
) -> Iterator[Json]:
    """Yields the records of a league in schedule order, two boards in opposite directions."""
    for meeting, (first, second, third) in enumerate(trios, start=1):
        for board in range(1, boards + 1):
            around = (first, second, third) if board % 2 else (first, third, second)
            for turn in range(SEATS):
                match = f"m{meeting}.b{board}.r{turn + 1}"
                yield play_record(match, around[turn:] + around[:turn], options, seed=seed)
