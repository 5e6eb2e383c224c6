"""One record against the rules: dealing, bids, play, scores, the end, places and forfeits."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from tests.checker.euchre_matches import check_euchre
from tests.checker.frame import (
    deserted_in,
    fault_findings,
    place_findings,
    rotation_findings,
)
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
from tests.checker.shape import Deal, Fault, Options, Record, parse_record

SpadesRecord: TypeAlias = "Record[Options, Deal]"


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
    options = record.options
    scores = bags = (0,) * options.seats
    for number, deal in enumerate(record.deals, start=1):
        found = [*_dealing(deal, options.seats), *_bidding(deal, options, scores)]
        if not found:
            found += _playing(deal)
            found += _house(deal, number, record.faults)
            found += _reneges(deal)
        found += _scoring(deal, options, scores, bags)
        yield from (f"deal {number}: {finding}" for finding in found)
        scores, bags = deal.scores, deal.bags
    yield from rotation_findings(record)
    yield from _ending(record)
    yield from fault_findings(record, [_decisions(deal) for deal in record.deals])
    yield from _third_reneges(record)


def _decisions(deal: Deal) -> int:
    """Returns how many decisions a deal had."""
    return len(list(promises(deal))) + sum(len(trick.cards) for trick in deal.tricks)


def _dealing(deal: Deal, seats: int) -> Iterator[str]:
    if deal.dealer not in range(seats):
        yield f"dealer {deal.dealer} is no seat"
    for seat, hand in enumerate(deal.hands):
        if len(hand) != HANDS[seats]:
            yield f"seat {seat} was dealt {len(hand)} cards, expected {HANDS[seats]}"
    dealt = Counter(card for hand in deal.hands for card in hand)
    for card, times in sorted(dealt.items()):
        if card not in PACKS[seats]:
            yield f"{card!r} was dealt and is no card of the pack"
        elif times > 1:
            yield f"{card} was dealt {times} times"
    missing = PACKS[seats] - set(dealt)
    if missing:
        yield f"not dealt: {' '.join(sorted(missing, key=by_rank))}"


def _bidding(deal: Deal, options: Options, scores: Sequence[int]) -> Iterator[str]:
    most = HANDS[options.seats]
    for seat, bid in enumerate(deal.bids):
        if not options.minimum_bid <= bid <= most:
            yield f"seat {seat} bid {bid}, expected {options.minimum_bid} to {most}"
    for seat, (answer, is_open) in enumerate(
        zip(deal.blind, may_bid_blind(scores), strict=bool(deal.blind))
    ):
        if answer not in (("yes", "no") if is_open else (None,)):
            expected = "'yes' or 'no'" if is_open else "null, since it is not far enough behind"
            yield f"blind of seat {seat} is {answer!r}, expected {expected}"
        if answer == "yes" and deal.bids[seat] != 0:
            yield f"seat {seat} has bid nil blind, and its bid is {deal.bids[seat]}"


def promises(deal: Deal) -> Iterator[tuple[int, int, int | str]]:
    """Yields what was said before the play, in order: decision, seat, and a bid or an answer."""
    seats, decision = len(deal.bids), 0
    for order in range(seats):
        seat = (deal.dealer + 1 + order) % seats
        answer = deal.blind[seat] if deal.blind else None
        if answer is not None:
            yield decision, seat, answer
            decision += 1
        if answer != "yes":
            yield decision, seat, deal.bids[seat]
            decision += 1


def plays(deal: Deal) -> Iterator[Play]:
    """Yields every card of the deal in order, whether or not it was legal."""
    held = [set(hand) for hand in deal.hands]
    seats = len(held)
    decision, broken = len(list(promises(deal))), False
    for number, trick in enumerate(deal.tricks, start=1):
        for order, card in enumerate(trick.cards):
            seat = (trick.leader + order) % seats
            table = trick.cards[:order]
            yield Play(decision, number, seat, card, frozenset(held[seat]), table, broken)
            held[seat].discard(card)
            broken = broken or card.endswith("S")  # SP-12, S-L2
            decision += 1


def legal(play: Play) -> set[str]:
    return may_play(play.held, play.table, broken=play.broken)


def _playing(deal: Deal) -> Iterator[str]:
    seats = len(deal.hands)
    if len(deal.tricks) != HANDS[seats]:
        yield f"{len(deal.tricks)} tricks, expected {HANDS[seats]}"
    for play in plays(deal):
        if play.card not in legal(play):
            yield f"trick {play.trick}: seat {play.seat} played {play.card}, {_why(play)}"
    leader, taken = left(deal.dealer, seats), [0] * seats  # SP-8
    for number, trick in enumerate(deal.tricks, start=1):
        if trick.leader not in range(seats):
            yield f"trick {number}: seat {trick.leader} is no seat"
            return
        if trick.leader != leader:
            yield f"trick {number}: seat {trick.leader} led, expected seat {leader}"
        leader = taker(trick.leader, trick.cards)
        taken[leader] += 1
    for seat in range(seats):
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
    for decision, seat, said in promises(deal):
        expected = "no" if isinstance(said, str) else HOUSE_BID
        if (number, decision) >= since.get(seat, never) and said != expected:
            yield f"the house bid {said} for seat {seat}, expected {expected}"
    for play in plays(deal):
        if (number, play.decision) < since.get(play.seat, never):
            continue
        lowest = min(legal(play), key=by_rank, default=play.card)
        if play.card != lowest:
            where = f"trick {play.trick}: the house played {play.card} for seat {play.seat}"
            yield f"{where}, expected {lowest}"


def _reneges(deal: Deal) -> Iterator[str]:
    """Yields every renege that cannot have been one (S-R1)."""
    by_decision = {play.decision: play for play in plays(deal)}
    for seat, decision in enumerate(deal.reneges):
        if decision is None:
            continue
        play = by_decision.get(decision)
        if play is None or play.seat != seat:
            yield f"seat {seat} reneged in decision {decision}, which is no card of its own"
        elif play.card != min(legal(play), key=by_rank, default=""):
            yield f"trick {play.trick}: {play.card} for a renege is not the lowest legal card"
        elif legal(play) == play.held:
            yield f"trick {play.trick}: seat {seat} reneged though every card was legal"


def _third_reneges(record: SpadesRecord) -> Iterator[str]:
    """Yields every renege too many: the third of a seat is its forfeit, and no more follow."""
    since = {fault.seat: (fault.deal, fault.decision) for fault in record.faults}
    for seat in range(record.options.seats):
        reneged = [
            (number, decision)
            for number, deal in enumerate(record.deals, start=1)
            if deal.reneges and (decision := deal.reneges[seat]) is not None
        ]
        for count, at in enumerate(reneged, start=1):
            where = f"deal {at[0]}: seat {seat}"
            forfeits_here = since.get(seat) == at and record.verdicts[seat] == "illegal"
            if count == MOST_RENEGES and not forfeits_here:
                yield f"{where} reneged for the third time, expected that it forfeits by that"
            elif count != MOST_RENEGES and at >= since.get(seat, (at[0] + 1, 0)):
                yield f"{where} reneged after its forfeit"


def _scoring(
    deal: Deal, options: Options, scores: Sequence[int], bags: Sequence[int]
) -> Iterator[str]:
    for seat in range(options.seats):
        is_blind = bool(deal.blind) and deal.blind[seat] == "yes"
        has_reneged = bool(deal.reneges) and deal.reneges[seat] is not None
        promise = Promise(deal.bids[seat], is_blind, has_reneged)
        right = score(options, promise, deal.taken[seat], bags[seat])
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
    deserted = deserted_in(record.faults, record.options.seats)
    ends = [
        number == deserted or is_end(record.options, totals[:number])
        for number in range(1, len(totals) + 1)
    ]
    if True in ends[:-1]:
        yield f"deal {ends.index(True) + 1} ended the match, {len(totals)} were played"
    if not ends[-1]:
        yield f"the match stopped after deal {len(totals)} without reason"
    yield from place_findings(record, totals[-1])
