"""How a bot uses its clock: the free time of its turns, and what its bank would have to pay."""

import math
from collections.abc import Sequence

from arena.checking.advice import failure_of_bank
from arena.checking.desk import Turn
from arena.checking.report import Check, Outcome
from arena.clock import Clock

_MUCH = 0.5
"""Of a bank or a free time: from here on an author is told."""


def free_time(turns: Sequence[Turn], clock: Clock) -> Check:
    """Returns how much of the free time the answers took, all turns of new decisions together."""
    shares = sorted(
        turn.elapsed / turn.budget
        for turn in turns
        if not turn.is_again
        for _ in range(turn.decisions)
    )
    if not shares:
        return Check(name="free-time", outcome=Outcome.SKIPPED, text="no turn was answered in time")
    in_time = sum(share <= 1 for share in shares)
    median, high, worst = (_at(shares, share) for share in (0.5, 0.99, 1.0))
    text = (
        f"{in_time:,} of {len(shares):,} decisions within their {clock.per_decision:g} s; of it "
        f"{_percent(median)} used in the median, {_percent(high)} at the 99th percentile, "
        f"{_percent(worst)} at worst"
    )
    return Check(
        name="free-time",
        outcome=Outcome.PASSED if high <= _MUCH else Outcome.ADVICE,
        text=text,
        figures={
            "decisions": len(shares),
            "in_free_time": in_time,
            "per_decision": clock.per_decision,
            "median": median,
            "p99": high,
            "worst": worst,
        },
    )


def bank(turns: Sequence[Turn], clock: Clock, decisions: float) -> Check:
    """Returns what the bank would have paid, and whether it lasts for a match of `decisions`."""
    fresh = [turn for turn in turns if not turn.is_again]
    asked = sum(turn.decisions for turn in fresh)
    if not asked:
        return Check(name="bank", outcome=Outcome.SKIPPED, text="no turn was answered in time")
    drawn = sum(turn.decisions * turn.overrun for turn in fresh)
    in_match = drawn / asked * decisions
    over = f"a match of about {decisions:.0f} decisions draws {in_match:.2f} s of {clock.bank:g} s"
    text = f"nothing of {clock.bank:g} s is needed" if not drawn else over
    outcome = Outcome.PASSED
    if in_match > clock.bank:
        outcome, text = Outcome.FAILED, f"{over}: it would be forfeited on time"
    elif in_match > _MUCH * clock.bank:
        outcome = Outcome.ADVICE
    return Check(
        name="bank",
        outcome=outcome,
        text=text,
        failures=[failure_of_bank(text)] if outcome is Outcome.FAILED else (),
        count=int(outcome is Outcome.FAILED),
        figures={
            "bank": clock.bank,
            "drawn": drawn,
            "decisions": asked,
            "decisions_in_match": decisions,
            "drawn_in_match": in_match,
        },
    )


def _at(ordered: Sequence[float], share: float) -> float:
    """Returns the value that a share of all values does not exceed."""
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def _percent(share: float) -> str:
    return f"{share:.1%}" if share < 0.1 else f"{share:.0%}"  # noqa: PLR2004  # one digit is enough above
