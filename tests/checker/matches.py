"""One record against the rules: dealing, bids, play, scores, the end, places and forfeits."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from tests.checker.rules import (
    HAND,
    HOUSE_BID,
    PACK,
    by_rank,
    is_end,
    left,
    may_play,
    places,
    score,
    taker,
)
from tests.checker.shape import SEATS, Deal, Fault, Options, Record, parse_record

ZERO = (0,) * SEATS
DECISIONS = SEATS + SEATS * HAND


class Play(NamedTuple):
    """One card as it was played, with what its seat held and saw."""

    decision: int
    """How many actions the deal had seen."""
    trick: int
    """From 1."""
    seat: int
    card: str
    held: frozenset[str]
    table: tuple[str, ...]
    broken: bool


def check_record(record: Mapping[str, object]) -> list[str]:
    """Returns in words everything that is wrong with one record; nothing when it is right."""
    parsed, found = parse_record(record)
    return found or list(_check(parsed))


def _check(record: Record) -> Iterator[str]:
    scores, bags = ZERO, ZERO
    for number, deal in enumerate(record.deals, start=1):
        found = [*_dealing(deal), *_bidding(deal, record.options)]
        if not found:
            found += _playing(deal)
            found += _house(deal, number, record.faults)
        found += _scoring(deal, record.options, scores, bags)
        yield from (f"deal {number}: {finding}" for finding in found)
        scores, bags = deal.scores, deal.bags
    yield from _rotation(record.deals)
    yield from _ending(record)
    yield from _faults(record)


def _dealing(deal: Deal) -> Iterator[str]:
    if deal.dealer not in range(SEATS):
        yield f"dealer {deal.dealer} is no seat"
    for seat, hand in enumerate(deal.hands):
        if len(hand) != HAND:
            yield f"seat {seat} was dealt {len(hand)} cards, expected {HAND}"
    dealt = Counter(card for hand in deal.hands for card in hand)
    for card, times in sorted(dealt.items()):
        if card not in PACK:
            yield f"{card!r} was dealt and is no card of the pack"
        elif times > 1:
            yield f"{card} was dealt {times} times"
    missing = PACK - set(dealt)
    if missing:
        yield f"not dealt: {' '.join(sorted(missing, key=by_rank))}"


def _bidding(deal: Deal, options: Options) -> Iterator[str]:
    for seat, bid in enumerate(deal.bids):
        if not options.minimum_bid <= bid <= HAND:
            yield f"seat {seat} bid {bid}, expected {options.minimum_bid} to {HAND}"


def plays(deal: Deal) -> Iterator[Play]:
    """Yields every card of the deal in order, whether or not it was legal."""
    held = [set(hand) for hand in deal.hands]
    decision, broken = SEATS, False
    for number, trick in enumerate(deal.tricks, start=1):
        for order, card in enumerate(trick.cards):
            seat = (trick.leader + order) % SEATS
            table = trick.cards[:order]
            yield Play(decision, number, seat, card, frozenset(held[seat]), table, broken)
            held[seat].discard(card)
            broken = broken or card.endswith("S")  # SP-12, S-L2
            decision += 1


def _playing(deal: Deal) -> Iterator[str]:
    if len(deal.tricks) != HAND:
        yield f"{len(deal.tricks)} tricks, expected {HAND}"
    for play in plays(deal):
        if play.card not in may_play(play.held, play.table, broken=play.broken):
            yield f"trick {play.trick}: seat {play.seat} played {play.card}, {_why(play)}"
    leader, taken = left(deal.dealer), [0] * SEATS  # SP-8
    for number, trick in enumerate(deal.tricks, start=1):
        if trick.leader != leader:
            yield f"trick {number}: seat {trick.leader} led, expected seat {leader}"
        leader = taker(trick.leader, trick.cards)
        taken[leader] += 1
    for seat in range(SEATS):
        if deal.taken[seat] != taken[seat]:
            yield f"seat {seat} has taken {deal.taken[seat]}, its tricks are {taken[seat]}"


def _why(play: Play) -> str:
    if play.card not in play.held:
        return "which it did not hold"
    if play.table:
        return f"though it could follow {play.table[0]}"
    return "though spades were not broken and it held other suits"


def _house(deal: Deal, number: int, faults: Sequence[Fault]) -> Iterator[str]:
    """Yields every decision after a forfeit that is not the house's."""
    since = {fault.seat: (fault.deal, fault.decision) for fault in faults}
    never = (number + 1, 0)
    for order in range(SEATS):
        seat = (deal.dealer + 1 + order) % SEATS
        if (number, order) >= since.get(seat, never) and deal.bids[seat] != HOUSE_BID:
            yield f"the house bid {deal.bids[seat]} for seat {seat}, expected {HOUSE_BID}"
    for play in plays(deal):
        if (number, play.decision) < since.get(play.seat, never):
            continue
        legal = may_play(play.held, play.table, broken=play.broken)
        lowest = min(legal, key=by_rank, default=play.card)
        if play.card != lowest:
            where = f"trick {play.trick}: the house played {play.card} for seat {play.seat}"
            yield f"{where}, expected {lowest}"


def _scoring(
    deal: Deal, options: Options, scores: Sequence[int], bags: Sequence[int]
) -> Iterator[str]:
    for seat in range(SEATS):
        right = score(options, deal.bids[seat], deal.taken[seat], bags[seat])
        for what, said, expected in (
            ("points", deal.points[seat], right.points),
            ("bag_penalty", deal.bag_penalty[seat], right.penalty),
            ("score", deal.scores[seat], scores[seat] + right.points + right.penalty),
            ("bags", deal.bags[seat], right.bags),
        ):
            if said != expected:
                yield f"{what} of seat {seat} is {said}, expected {expected}"


def _rotation(deals: Sequence[Deal]) -> Iterator[str]:
    for number in range(1, len(deals)):
        expected = left(deals[number - 1].dealer)  # SP-4
        if deals[number].dealer != expected:
            yield f"deal {number + 1}: dealer {deals[number].dealer}, expected {expected}"


def _ending(record: Record) -> Iterator[str]:
    totals = [deal.scores for deal in record.deals]
    if not totals:
        yield "no deal was played"
        return
    for number in range(1, len(totals)):
        if is_end(record.options, totals[:number]):
            yield f"deal {number} ended the match, {len(totals)} were played"
            break
    if not is_end(record.options, totals):
        yield f"the match stopped after deal {len(totals)} without reason"
    forfeits = [seat for seat in range(SEATS) if record.verdicts[seat] != "ok"]
    expected = places(totals[-1], forfeits)
    if record.places != expected:
        yield f"places {list(record.places)}, expected {list(expected)}"


def _faults(record: Record) -> Iterator[str]:
    for fault in record.faults:
        name = f"fault of seat {fault.seat}"
        if fault.seat not in range(SEATS):
            yield f"{name}: no such seat"
        elif fault.verdict == "ok" or fault.verdict != record.verdicts[fault.seat]:
            yield f"{name}: {fault.verdict!r}, its verdict is {record.verdicts[fault.seat]!r}"
        if not 1 <= fault.deal <= len(record.deals) or fault.decision not in range(DECISIONS):
            yield f"{name}: no decision {fault.decision} of deal {fault.deal} was asked"
    for before, after in pairwise(record.faults):
        if (before.deal, before.decision) > (after.deal, after.decision):
            yield f"the faults of seats {before.seat} and {after.seat} stand in the wrong order"
    faulty = Counter(fault.seat for fault in record.faults)
    for seat, verdict in enumerate(record.verdicts):
        expected = int(verdict != "ok")
        if faulty[seat] != expected:
            yield f"seat {seat} is {verdict!r} with {faulty[seat]} faults, expected {expected}"
