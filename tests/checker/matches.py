"""One record against the rules: dealing, bids, play, scores, the end, places and forfeits."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from tests.checker.euchre_matches import check_euchre
from tests.checker.frame import fault_findings, place_findings, rotation_findings
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
from tests.checker.shape import SEATS, Deal, Fault, Options, Record, parse_record

SpadesRecord: TypeAlias = "Record[Options, Deal]"

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
    if record.get("game") == "euchre":
        return check_euchre(record)
    parsed, found = parse_record(record)
    return found or list(_check(parsed))


def _check(record: SpadesRecord) -> Iterator[str]:
    scores, bags = ZERO, ZERO
    for number, deal in enumerate(record.deals, start=1):
        found = [*_dealing(deal), *_bidding(deal, record.options)]
        if not found:
            found += _playing(deal)
            found += _house(deal, number, record.faults)
        found += _scoring(deal, record.options, scores, bags)
        yield from (f"deal {number}: {finding}" for finding in found)
        scores, bags = deal.scores, deal.bags
    yield from rotation_findings(record)
    yield from _ending(record)
    yield from fault_findings(record, [DECISIONS] * len(record.deals))


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


def _ending(record: SpadesRecord) -> Iterator[str]:
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
    yield from place_findings(record, totals[-1])
