"""What records of every game have in common: the deal that moves on, places, faults."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from tests.checker.shape import Dealt, Fault, Record


def rotation_findings(record: Record[object, Dealt]) -> Iterator[str]:
    """Yields every deal whose dealer is not the one to the left of the last."""
    if record.deals and record.first_dealer != record.deals[0].dealer:
        yield f"first dealer {record.first_dealer}, but deal 1 has dealer {record.deals[0].dealer}"
    for number, (before, after) in enumerate(pairwise(record.deals), start=2):
        expected = (before.dealer + 1) % len(before.hands)
        if after.dealer != expected:
            yield f"deal {number}: dealer {after.dealer}, expected {expected}"


def place_findings(record: Record[object, Dealt], scores: Sequence[int]) -> Iterator[str]:
    """Yields what is wrong with the places, where `scores` are the totals at the end."""
    if record.scores != tuple(scores):
        yield f"scores {list(record.scores)}, expected {list(scores)}"
    forfeits = [seat for seat in range(len(scores)) if record.verdicts[seat] != "ok"]
    expected = places(scores, forfeits)
    if record.places != expected:
        yield f"places {list(record.places)}, expected {list(expected)}"


def deserted_in(faults: Collection[Fault], seats: int) -> int | None:
    """Returns the deal by whose end nobody is left to play on; None while somebody is."""
    if len({fault.seat for fault in faults}) < seats:
        return None
    return max(fault.deal for fault in faults)


def places(scores: Sequence[int], forfeits: Collection[int]) -> tuple[int | None, ...]:
    """Returns 1 + the number strictly better for each seat; whoever forfeits is behind the rest."""
    seats = range(len(scores))
    if len(forfeits) == len(scores):
        return (None,) * len(scores)
    worth = [(seat not in forfeits, 0 if seat in forfeits else scores[seat]) for seat in seats]
    return tuple(1 + sum(other > own for other in worth) for own in worth)


def fault_findings(record: Record[object, Dealt], asked: Sequence[int]) -> Iterator[str]:
    """Yields what is wrong with the faults; `asked` says how many decisions each deal had."""
    for fault in record.faults:
        name = f"fault of seat {fault.seat}"
        if fault.seat not in range(len(record.entrants)):
            yield f"{name}: no such seat"
        elif fault.verdict == "ok" or fault.verdict != record.verdicts[fault.seat]:
            yield f"{name}: {fault.verdict!r}, its verdict is {record.verdicts[fault.seat]!r}"
        is_deal = 1 <= fault.deal <= len(asked)
        if not is_deal or fault.decision not in range(asked[fault.deal - 1]):
            yield f"{name}: no decision {fault.decision} of deal {fault.deal} was asked"
    for before, after in pairwise(record.faults):
        if (before.deal, before.decision) > (after.deal, after.decision):
            yield f"the faults of seats {before.seat} and {after.seat} stand in the wrong order"
    faulty = Counter(fault.seat for fault in record.faults)
    for seat, verdict in enumerate(record.verdicts):
        expected = int(verdict != "ok")
        if faulty[seat] != expected:
            yield f"seat {seat} is {verdict!r} with {faulty[seat]} faults, expected {expected}"
