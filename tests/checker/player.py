"""Plays random matches by the rules of this checker and records them, for the checker's own tests.

The cards and the first dealer come from the board's name and a seed, so that the rotations of a
board share them; everything else is rolled by the match's own dice.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from tests.checker.frame import deserted_in, places
from tests.checker.rules import (
    HANDS,
    HOUSE_BID,
    MOST_RENEGES,
    PACKS,
    Promise,
    by_rank,
    is_end,
    left,
    may_bid_blind,
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
RENEGES = 0.05
"""How often a seat reneges where it can."""
BLIND = 0.5
"""How often it bids nil blind where it can."""
COMMITMENT = "5eed" * 16
Json = dict[str, object]


class Table:
    """One match with random seats that bid what they can expect; forfeits come from outside."""

    def __init__(self, options: Options, dice: random.Random, faults: Sequence[Fault]) -> None:
        self._options = options
        self._seats = options.seats
        self._dice = dice
        self._since = {fault.seat: (fault.deal, fault.decision) for fault in faults}
        self.scores: list[int] = [0] * self._seats
        self._bags: list[int] = [0] * self._seats
        self._reneges: list[int] = [0] * self._seats
        self._reneged: list[int | None] = [None] * self._seats
        self._now = (1, 0)

    def _is_house(self, seat: int) -> bool:
        return seat in self._since and self._now >= self._since[seat]

    def _bid(self, seat: int, hand: Sequence[str]) -> int:
        if self._is_house(seat):
            return HOUSE_BID
        sure = sum(card[1] == "S" or card[0] == "A" for card in hand)
        bid = self._dice.choice([0, sure, sure, sure - 1]) if sure > 1 else 1
        return max(bid, self._options.minimum_bid)

    def _card(self, seat: int, held: set[str], legal: set[str]) -> str:
        """Returns the card that is played; where it is one for a renege, that is noted."""
        if self._is_house(seat):
            return min(legal, key=by_rank)
        # Two in a match, so that nobody forfeits by the third.
        can_renege = self._options.renege == "fail-bid" and legal != held
        spent = self._reneged[seat] is not None or self._reneges[seat] == MOST_RENEGES - 1
        if can_renege and not spent and self._dice.random() < RENEGES:
            self._reneged[seat] = self._now[1]
            self._reneges[seat] += 1
            return min(legal, key=by_rank)
        return self._dice.choice(sorted(legal))

    def deal(self, number: int, dealer: int, hands: Sequence[Sequence[str]]) -> Json:
        """Returns one deal, played out and scored, as it stands in a record."""
        bids, blind = self._promises(number, dealer, hands)
        tricks, taken = self._play(number, left(dealer, self._seats), [set(hand) for hand in hands])
        rows = [
            score(
                self._options,
                Promise(bids[seat], blind[seat] == "yes", self._reneged[seat] is not None),
                taken[seat],
                self._bags[seat],
            )
            for seat in range(self._seats)
        ]
        self.scores = [
            total + row.points + row.penalty for total, row in zip(self.scores, rows, strict=True)
        ]
        self._bags = [row.bags for row in rows]
        deal: Json = {
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
        if self._options.blind_nil:
            deal["blind"] = blind
        if self._options.renege == "fail-bid":
            deal["reneges"] = self._reneged
        return deal

    def _promises(
        self, number: int, dealer: int, hands: Sequence[Sequence[str]]
    ) -> tuple[list[int], list[str | None]]:
        """Returns the bids and the answers to blind nil."""
        bids = [0] * self._seats
        answers: list[str | None] = [None] * self._seats
        is_open = may_bid_blind(self.scores) if self._options.blind_nil else [False] * self._seats
        self._now = (number, 0)
        for order in range(self._seats):
            seat = (dealer + 1 + order) % self._seats
            if is_open[seat]:
                says_yes = not self._is_house(seat) and self._dice.random() < BLIND
                answers[seat] = "yes" if says_yes else "no"
                self._now = (number, self._now[1] + 1)
            if answers[seat] != "yes":
                bids[seat] = self._bid(seat, hands[seat])
                self._now = (number, self._now[1] + 1)
        return bids, answers

    def _play(
        self, number: int, leader: int, held: Sequence[set[str]]
    ) -> tuple[list[str], list[int]]:
        """Returns the tricks as they stand in a record, and how many each seat has taken."""
        tricks, taken, broken = [], [0] * self._seats, False
        self._reneged = [None] * self._seats
        for _ in range(HANDS[self._seats]):
            cards: list[str] = []
            for order in range(self._seats):
                seat = (leader + order) % self._seats
                legal = may_play(held[seat], cards, broken=broken)
                cards.append(self._card(seat, held[seat], legal))
                held[seat].remove(cards[-1])
                broken = broken or cards[-1][1] == "S"
                self._now = (number, self._now[1] + 1)
            tricks.append(f"{leader}: {' '.join(cards)}")
            leader = taker(leader, cards)
            taken[leader] += 1
        return tricks, taken


def hands_of(board: str, deal: int, seed: int, seats: int = SEATS) -> list[list[str]]:
    pack = sorted(PACKS[seats])
    random.Random(f"{seed} {board} {deal}").shuffle(pack)
    return [pack[seat::seats] for seat in range(seats)]


def first_dealer(board: str, seed: int, seats: int = SEATS) -> int:
    meeting, _, number = board.partition(".b")
    return (random.Random(f"{seed} {meeting}").randrange(seats) + int(number)) % seats


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
    dealer = first_dealer(board, seed, options.seats)
    deals: list[Json] = []
    totals: list[Sequence[int]] = []
    deserted = deserted_in(faults, options.seats)
    while not totals or not (len(deals) == deserted or is_end(options, totals)):
        number = len(deals) + 1
        deals.append(table.deal(number, dealer, hands_of(board, number, seed, options.seats)))
        totals.append(table.scores)
        dealer = left(dealer, options.seats)
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
        "seats": [{"id": name, "entrant": name, "revision": 1} for name in entrants],
        "first_dealer": first_dealer(board, seed, options.seats),
        "deals": deals,
        "scores": list(table.scores),
        "places": list(places(table.scores, verdicts)),
        "verdicts": [verdicts.get(seat, "ok") for seat in range(options.seats)],
        "faults": [fault_of(fault) for fault in faults if fault.seat in verdicts],
    }


def rules_of(options: Options) -> Mapping[str, object]:
    idle = () if options.length == TARGET else ("target", "max_deals")
    return {name: None if name in idle else getattr(options, name) for name in Options.__slots__}


def fault_of(fault: Fault) -> Mapping[str, object]:
    return {name: getattr(fault, name) for name in Fault.__slots__}


def play_league(
    parties: Sequence[Sequence[str]], boards: int, options: Options = CARRY, *, seed: int = 1
) -> Iterator[Json]:
    """Yields the records of a league in schedule order, two boards in opposite directions."""
    for meeting, (first, *others) in enumerate(parties, start=1):
        orders = [order for order in permutations(others) if order <= order[::-1]]
        for board in range(1, boards + 1):
            order = orders[(board - 1) // 2 % len(orders)]
            around = (first, *(order if board % 2 else order[::-1]))
            for turn in range(len(around)):
                match = f"m{meeting}.b{board}.r{turn + 1}"
                yield play_record(match, around[turn:] + around[:turn], options, seed=seed)
