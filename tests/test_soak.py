"""The soak: that it finds what grows, and that nothing does in its short form."""

import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.soak.deeds import DEEDS
from tests.soak.slopes import Limit, Slope, slope_of

MATCHES = range(64, 5_001, 64)
LIMIT = Limit(slope=0.5, allowance=6.0)


def slope(value: Callable[[int], float]) -> Slope:
    return slope_of(MATCHES, [value(count) for count in MATCHES])


@pytest.mark.parametrize(
    ("value", "holds"),
    [
        (lambda _: 70.0, True),  # flat
        (lambda count: 70.0 + count // 64 % 3, True),  # up and down
        (lambda count: min(70.0, count / 10), True),  # a pool that fills while it warms up
        (lambda count: 70.0 + count // 1_000, False),  # one more file each thousand matches
        (lambda count: 70.0 + count // 1_000 + count // 64 % 5, False),  # the same in noise
        (lambda count: 77.0 if count > 4_900 else 70.0, False),  # all at once, near the end
        (lambda count: 90.0 - count / 500, True),  # it gets less
    ],
)
def test_a_leak_is_told_from_noise(value: Callable[[int], float], *, holds: bool) -> None:
    assert slope(value).holds(LIMIT) is holds


def test_a_slope_is_that_of_the_line_with_its_interval() -> None:
    line = slope(lambda count: 3.0 + 0.002 * count)

    assert line.per_thousand == pytest.approx(2.0)
    assert line.half_width == pytest.approx(0.0, abs=1e-6)


def test_a_short_run_is_judged_by_how_much_it_grew_alone() -> None:
    counts = range(64, 321, 64)
    steep = slope_of(counts, [70.0 + count / 64 for count in counts])

    assert steep.per_thousand > LIMIT.slope
    assert steep.holds(LIMIT)
    assert not steep.holds(Limit(slope=0.5, allowance=2.0))


@pytest.mark.docker
@pytest.mark.slow
def test_nothing_grows_and_no_honest_bot_is_at_fault_in_a_short_soak() -> None:
    command = [sys.executable, "-m", "tests.soak", "--short"]

    soak = subprocess.run(command, capture_output=True, text=True, check=False)

    assert soak.returncode == 0, soak.stdout + soak.stderr
    assert "the soak holds" in soak.stdout
    assert sum(f" {deed} " in soak.stdout for deed in DEEDS) == len(DEEDS)
