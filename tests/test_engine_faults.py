"""Every call that the arena makes to an engine, failing in every way that calls fail.

A proxy before the real engine fails them. Whatever fails, no bot is at fault for it: what was
touched is annulled with its cause and played again, and in the end all is complete and nothing is
left.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.errors import ExitCode, HostError
from arena.sandbox.engine import EngineError
from tests.containers import Last
from tests.engine_proxy import CALLS, Fault, Proxy, Rule, proxy_before

pytestmark = [pytest.mark.docker, pytest.mark.slow]

BOUND = 120.0
"""Seconds in which a match is played in spite of any one fault; most take five or less."""
FIRST = {"version", "info", "list"}
"""The first words with an engine."""
STREAMED = (Fault.MUTE, Fault.CUT)
"""What befalls answers without an end, which only `events` has."""
PAIRS = [
    (call, fault)
    for call in CALLS
    for fault in Fault
    if (call == "events" or fault not in STREAMED)
    and call != "memory"
    # An engine that denies a container which it has keeps it, until the next run looks for it.
    and (call, fault) != ("remove", Fault.MISSING)
]
SHARE = 1 if os.environ.get("ARENA_ALL_FAULTS") == "1" else 6
"""One in so many pairs of call and fault is played for long; every one with the variable set."""


@pytest.fixture
def proxy(run_directory: Path) -> Iterator[Proxy]:
    with proxy_before("/var/run/docker.sock", run_directory / "engine.sock") as opened:
        yield opened


@pytest.fixture
def last(tmp_path: Path, run_directory: Path, scripted_image: str, proxy: Proxy) -> Iterator[Last]:
    rooms = run_directory / "run"
    rooms.mkdir(mode=0o711)
    made = Last.make(tmp_path, rooms, scripted_image, proxy.url)
    yield made
    made.league.close()


@pytest.mark.parametrize("fault", [fault for fault in Fault if fault not in STREAMED])
def test_a_stutter_at_every_call_is_not_even_noticed(
    fault: Fault, last: Last, proxy: Proxy
) -> None:
    """A 404 or a 409 is an answer and no stutter, but for a call that takes it as good news."""
    is_answer = fault in {Fault.MISSING, Fault.CONFLICT}
    calls = ("kill", "logs") if is_answer else [each for each in CALLS if each != "memory"]
    rules = [proxy.fail(Rule(call, fault)) for call in calls]

    last.play()

    assert last.verdicts() == ("ok", "ok", "ok")
    assert {rule.call for rule in rules if rule.hits == 0} <= {"memory"}
    assert [state for state, _ in last.attempts()] == ["finished"]
    assert last.waits == []
    assert last.seconds < BOUND


@pytest.mark.parametrize(
    ("call", "fault"),
    [
        pytest.param(call, fault, id=f"{call}-{fault.name.lower()}")
        for number, (call, fault) in enumerate(PAIRS)
        if number % SHARE == 0
    ],
)
def test_an_outage_at_any_call_costs_no_bot_anything(
    call: str, fault: Fault, last: Last, proxy: Proxy
) -> None:
    """Where even the first word with the engine fails, nothing begins, and a sentence says so."""
    proxy.fail(Rule(call, fault, times=12, seconds=0.5))

    if call in FIRST and fault not in {Fault.SLOW, Fault.TWICE}:
        with pytest.raises((HostError, EngineError), match="Docker engine") as raised:
            last.play()
        assert raised.value.exit_code == ExitCode.HOST
        assert last.attempts() == []
        proxy.heal()
    last.play()

    assert last.verdicts() == ("ok", "ok", "ok")
    assert last.attempts() == [("finished", None)]  # what fails before a match begins is no attempt
    assert len(last.causes()) >= len(last.waits)
    assert last.seconds < BOUND
