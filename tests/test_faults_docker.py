"""The chief faults again in containers: crash, kill, hang, flood, garbage, memory; in each seat.

The bots, their seats and what has to hold afterwards are those of test_faults.py.
"""

from pathlib import Path

import pytest

from arena.record import Ender, Verdict
from tests.containers import ContainerStage
from tests.test_faults import FIXTURES, SEATS, _check, _check_unharmed, _play

LATE = "did not answer turn|still had not answered"
ENDERS = {"crashed": Ender.ITSELF, "timeout": Ender.ARENA, "oom": Ender.MEMORY}
"""Who ends the lives that end with such a verdict."""
pytestmark = [pytest.mark.docker, pytest.mark.slow]


@pytest.mark.parametrize(
    ("flags", "verdict", "text"),
    [
        ("--crash 3 --at card", "crashed", "exit code 3$"),
        ("--kill-self --at card", "crashed", "exit code 137"),
        ("--daemon --crash 1", "crashed", "exit code 1"),
        ("--stall --at bid", "timeout", LATE),
        ("--stop-self --at card", "timeout", LATE),
        ("--garbage bad-bytes", "protocol", "not a PlayRequest"),
        ("--garbage doubled", "protocol", "twice"),
        ("--flood --at card", "protocol", "moves"),
        ("--hog --at card", "oom", "memory"),
        ("--bye --at card", "resigned", "scripted to resign"),
    ],
)
def test_a_fault_in_a_container_costs_its_own_seat(
    flags: str, verdict: str, text: str, scripted_image: str, tmp_path: Path
) -> None:
    stage = ContainerStage(tmp_path, scripted_image)

    _play(stage, *flags.split())

    for seat in SEATS:
        _check(stage, seat, Verdict(verdict), text)
    _check_unharmed(stage)
    assert len(stage.kept.played) == len(FIXTURES)
    if verdict in ENDERS:
        ends = [end for end in stage.kept.lives["x"] if end.verdict is Verdict(verdict)]
        assert {end.ender for end in ends} == {ENDERS[verdict]}
        assert {end.oom for end in ends} == {verdict == "oom"}
