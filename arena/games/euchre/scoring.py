"""What a deal is worth, and who leads to it (EU-12, EU-14, EU-15)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arena.games.cards import Seat

if TYPE_CHECKING:
    from arena.games.euchre.rules import EuchreRules

SEATS = 3
TRICKS = 5
MADE = 3
"""The tricks that a maker needs."""
MARCH_POINTS = 3
EUCHRED_POINTS = 2
LONE_SWEEP_POINTS = 4


def points(
    maker: Seat, taken: Sequence[int], *, lone_defender: Seat | None, march: int
) -> tuple[int, ...]:
    """Returns what each seat gets for a deal; `march` is what the maker has for all five tricks.

    >>> points(Seat(0), [3, 1, 1], lone_defender=None, march=3)
    (1, 0, 0)
    >>> points(Seat(0), [0, 0, 5], lone_defender=Seat(2), march=3)
    (0, 4, 4)
    """
    won = taken[maker]
    if won >= MADE:  # docs/rules/euchre.md#eu-14
        made = march if won == TRICKS else 1
        return tuple([made if seat == maker else 0 for seat in range(SEATS)])
    is_sweep = lone_defender is not None and taken[lone_defender] == TRICKS
    each = LONE_SWEEP_POINTS if is_sweep else EUCHRED_POINTS  # docs/rules/euchre.md#eu-15
    return tuple([0 if seat == maker else each for seat in range(SEATS)])


def first_leader(
    rules: "EuchreRules",
    dealer: Seat,
    maker: Seat,
    *,
    is_maker_alone: bool,
    lone_defender: Seat | None,
) -> Seat:
    """Returns who leads to the first trick (EU-12)."""
    if is_maker_alone and lone_defender is not None:  # docs/rules/euchre.md#e-l1
        by_option = {
            "maker-left": maker,
            "defender-left": lone_defender,
            "dealer-left": dealer,
        }
        before = by_option[rules.both_alone_lead]
    elif is_maker_alone:
        before = maker
    else:
        before = dealer if lone_defender is None else lone_defender
    seat = left(before)
    # Whoever sits out is passed over (docs/rules/euchre.md#e-l2).
    return left(seat) if seat == sitting_out(maker, lone_defender) else seat


def sitting_out(maker: Seat, lone_defender: Seat | None) -> Seat | None:
    """Returns the defender whose partner plays alone; None where all three play (EU-11)."""
    return None if lone_defender is None else Seat(SEATS - maker - lone_defender)


def left(seat: Seat) -> Seat:
    return Seat((seat + 1) % SEATS)
