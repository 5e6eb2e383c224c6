"""Banks: what a turn may take, and what is left of the reserve after it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.clock import Bank, Clock


@pytest.mark.parametrize(
    ("overrun", "left", "is_empty"),
    [
        (0.0, 2.0, False),  # a turn in time costs nothing
        (0.5, 1.5, False),  # an overrun is charged in full
        (2.0, 0.0, False),  # the last bit of the bank may be used
        (2.1, -0.1, True),  # beyond it the match is lost
    ],
)
def test_an_overrun_is_charged_in_full(overrun: float, left: float, is_empty: bool) -> None:
    bank = Bank(2.0).after(overrun)

    assert bank.left == pytest.approx(left)
    assert bank.is_empty is is_empty


def test_a_turn_of_many_decisions_has_the_time_of_all_of_them() -> None:
    clock = Clock(per_decision=0.05)

    assert clock.budget(32) == pytest.approx(1.6)
    assert clock.budget(0) == 0.0  # answers that come back for correction add nothing


@given(st.lists(st.floats(min_value=-1, max_value=3), max_size=20))
def test_a_bank_never_grows(overruns: list[float]) -> None:
    bank = Bank(10.0)
    for overrun in overruns:
        after = bank.after(overrun)
        assert after.left <= bank.left
        bank = after
