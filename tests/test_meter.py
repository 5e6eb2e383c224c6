"""The time that bots are charged: idle time of the loop, and none of what stalls the arena."""

import asyncio
import itertools
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest

from arena.clock import Clock
from arena.record import Verdict
from arena.runner import run
from arena.runner.alarm import Alarm, finish, first_of, pause
from arena.runner.meter import HEARTBEAT, MeteredLoop, charged_time
from arena.schedule import Fixture
from tests.bots.sittings import Stage, fixture_of
from tests.doubles import MemoryJournal, Stream, greet, new_terms, play, receive, verdicts
from tests.stalls import STALL, Staller, staller, stalling_command

NOISE = 0.5
"""Of a stall: what a busy machine may add."""


def metered(main: Callable[[], Awaitable[None]]) -> tuple[float, float, float]:
    """Returns the seconds that passed, that were charged, and that the loop lagged."""

    async def measured() -> tuple[float, float, float]:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, MeteredLoop)
        charged, lag, passed = charged_time(), loop.lag, time.monotonic()
        begun = charged()
        await main()
        return time.monotonic() - passed, charged() - begun, loop.lag - lag

    return run(measured)


def test_idle_time_is_charged() -> None:
    async def wait() -> None:
        time_of_bots = charged_time()
        begun = time_of_bots()
        while time_of_bots() - begun < 0.3:  # noqa: ASYNC110  # it is about that time
            await asyncio.sleep(0.02)

    passed, charged, _ = metered(wait)

    assert 0.3 <= charged <= passed


def test_work_of_the_arena_is_not_charged() -> None:
    async def work() -> None:
        time.sleep(STALL)  # noqa: ASYNC251  # it stands for work that keeps the loop

    passed, charged, lag = metered(work)

    assert passed >= STALL
    assert charged < STALL * NOISE
    assert lag < STALL * NOISE


def test_a_stall_of_the_arena_is_lag_and_is_not_charged() -> None:
    async def stall() -> None:
        with staller() as stopping:
            while stopping.poll() is None:  # noqa: ASYNC110  # it is another process
                await asyncio.sleep(0.05)

    passed, charged, lag = metered(stall)

    assert passed >= STALL
    assert lag >= STALL * NOISE
    assert charged < passed - STALL * NOISE


def test_a_wait_without_an_end_is_charged_no_more_of_a_stall() -> None:
    async def stall() -> None:
        stopping = await asyncio.create_subprocess_exec(*stalling_command())
        assert await stopping.wait() == 0

    passed, charged, lag = metered(stall)

    assert passed >= STALL
    assert lag >= STALL * NOISE
    assert charged < passed - STALL * NOISE


def test_the_heartbeat_costs_next_to_nothing() -> None:
    """Measured in the processor's time, which other work does not change."""

    async def idle() -> None:
        worked = time.thread_time()
        await asyncio.sleep(100 * HEARTBEAT)
        assert time.thread_time() - worked < 0.05 * 100 * HEARTBEAT

    metered(idle)


# What waits by that time.


def test_an_alarm_does_not_ring_for_time_that_was_not_charged() -> None:
    async def work() -> None:
        loop, rung = asyncio.get_running_loop(), asyncio.Event()
        alarm = Alarm(rung.set)
        time_left = charged_time()
        begun = time_left()
        alarm.set(0.1)
        loop.call_soon(time.sleep, 0.3)
        await rung.wait()
        assert time_left() - begun >= 0.1

    passed, _, _ = metered(work)

    assert passed >= 0.4


def test_an_alarm_set_to_less_rings_earlier_and_one_that_was_stopped_never() -> None:
    async def work() -> None:
        rung = asyncio.Event()
        alarm, silent = Alarm(rung.set), Alarm(lambda: pytest.fail("it was stopped"))
        silent.set(0.05)
        silent.stop()
        alarm.set(600.0)
        alarm.set(0.01)
        await rung.wait()
        await asyncio.sleep(0.1)

    metered(work)


def test_a_wait_with_a_limit_ends_with_the_first_or_with_its_time() -> None:
    async def work() -> None:
        loop = asyncio.get_running_loop()
        done, never = loop.create_future(), loop.create_future()
        loop.call_later(0.01, done.set_result, None)
        await first_of((done, never), 600.0)
        assert done.done()
        await first_of((never,), 0.01)
        await pause(0.01)
        assert not never.done()
        with pytest.raises(TimeoutError):
            await finish(asyncio.sleep(600.0), 0.01)
        await finish(asyncio.sleep(0.0), 600.0)
        with pytest.raises(ZeroDivisionError):
            await finish(_failing(), 600.0)

    metered(work)


async def _failing() -> None:
    raise ZeroDivisionError


# At the table.


class Stalling(MemoryJournal):
    """Has this process stopped a few times once the first match has begun."""

    staller: "Staller | None" = None

    def begin(self, fixtures: Sequence[Fixture]) -> None:
        super().begin(fixtures)
        self.staller = staller(delay=0.5, stall=2.0, times=2)

    def is_done(self) -> bool:
        """Waits for the end of what stops this process; says whether there was any."""
        return self.staller is not None and self.staller.wait() == 0


@pytest.mark.slow
def test_an_arena_that_is_stopped_in_mid_match_costs_nobody_a_match(run_directory: Path) -> None:
    """Bots think for most of the time, on clocks that could not pay for a tenth of a stop."""
    stage = Stage(run_directory, Clock(start=15.0, per_decision=0.05, bank=0.1, grace=0.2), deals=2)
    stage.kept = stalling = Stalling()
    for entrant in ("e1", "e2", "e3"):
        stage.add_scripted(entrant, "--slow", "0.02")

    begun = time.monotonic()
    stage.play([fixture_of("m1.b1.r1", ("e1", "e2", "e3"))])

    assert stalling.is_done()
    assert time.monotonic() - begun > 4.0, "the match was over before the stops"
    assert stage.kept.annulled == []
    record = stage.kept.played["m1.b1.r1"].record
    assert record.verdicts == (Verdict.OK,) * 3
    assert stage.leftovers() == []


@pytest.mark.slow
def test_an_arena_that_is_stopped_while_bots_start_takes_none_for_absent(
    run_directory: Path,
) -> None:
    """The stop is longer than the whole limit for a start."""
    stage = Stage(run_directory, Clock(start=6.0, per_decision=0.1, bank=1.0, grace=0.2))
    for entrant in ("e1", "e2", "e3"):
        stage.add_scripted(entrant, "--hello-delay", "1.0")

    with staller(delay=0.7, stall=7.0) as stopping:
        stage.play([fixture_of("m1.b1.r1", ("e1", "e2", "e3"))])
        assert stopping.wait() == 0

    assert stage.kept.played["m1.b1.r1"].record.verdicts == (Verdict.OK,) * 3


def test_steps_of_the_wall_clock_mean_nothing(
    run_directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It jumps by an hour, forward and back, whenever somebody looks."""
    real, steps = time.time, itertools.cycle((3600.0, -3600.0, 0.0))
    monkeypatch.setattr(time, "time", lambda: real() + next(steps))
    terms = new_terms(run_directory, Clock(start=5.0, per_decision=0.5, bank=0.5, grace=0.2))

    journal, _ = play(terms, count=3)

    assert set(verdicts(journal).values()) == {(Verdict.OK,) * 3}


def test_a_bot_that_hangs_is_out_of_time_whatever_the_wall_clock_says(
    run_directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hang(stream: Stream) -> None:
        await greet(stream)
        await receive(stream)
        await asyncio.sleep(600.0)

    monkeypatch.setattr(time, "time", lambda: 0.0)
    terms = new_terms(run_directory, Clock(start=5.0, per_decision=0.1, bank=0.1, grace=0.1))

    journal, _ = play(terms, {"e2": hang})

    assert set(verdicts(journal).values()) == {(Verdict.OK, Verdict.TIMEOUT, Verdict.OK)}
