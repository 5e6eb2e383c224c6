"""How a sitting ends when it is broken off: whatever happens, nothing is left of any bot."""

import asyncio
import gc
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from arena.clock import Clock
from arena.errors import HostError, SandboxError
from arena.record import Verdict
from arena.runner import Halt, Journal, Terms, play_sitting, run
from arena.sandbox import Exit, Launch
from arena.schedule import Fixture
from arena.v1 import arena_pb2
from tests.doubles import (
    Bot,
    LoopLife,
    LoopSandbox,
    MemoryJournal,
    Stream,
    answer_until,
    contestants,
    first_legal,
    greet,
    honest,
    new_terms,
    no_task_is_left,
    one_board_each,
    receive,
    verdicts,
)

OK = Verdict.OK


async def never_greets(stream: Stream) -> None:
    del stream
    await asyncio.Event().wait()


class Lives(LoopSandbox):
    """Counts the bots that run."""

    def __init__(self, **bots: Bot) -> None:
        super().__init__({"honest": honest, "never": never_greets, **bots})
        self.begun: list[LoopLife] = []

    async def start(self, launch: Launch) -> LoopLife:
        life = await super().start(launch)
        self.begun.append(life)
        return life

    @property
    def running(self) -> int:
        return sum(not life.task.done() for life in self.begun)


def end(
    terms: Terms,
    sandbox: Lives,
    *bots: str,
    journal: Journal | None = None,
    halt: Halt | None = None,
    during: Callable[["asyncio.Task[None]"], Coroutine[None, None, None]] | None = None,
) -> None:
    """Plays two matches between `bots`, with `during` beside it, and looks what is left."""
    complaints: list[str] = []
    names = contestants(**dict(zip(("e1", "e2", "e3"), bots, strict=True)))

    async def main() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: complaints.append(str(context)))
        fixtures = one_board_each(2)
        sitting = asyncio.ensure_future(
            play_sitting(
                fixtures, names, sandbox, terms, journal or MemoryJournal(), halt or Halt()
            )
        )
        async with asyncio.timeout(10):
            if during is not None:
                await during(sitting)
            await asyncio.wait({sitting})
        gc.collect()
        await no_task_is_left()
        sitting.result()

    try:
        run(main)
    finally:
        assert sandbox.running == 0
        assert list(terms.run_directory.iterdir()) == []
        assert complaints == []


@pytest.mark.parametrize("requests", [1, 2])
@pytest.mark.parametrize("is_early", [True, False])
def test_a_halt_breaks_off_the_start(run_directory: Path, requests: int, is_early: bool) -> None:
    halt, sandbox, journal = Halt(), Lives(), MemoryJournal()
    if is_early:
        halt.request()

    async def halts(sitting: "asyncio.Task[None]") -> None:
        del sitting
        await asyncio.sleep(0.1)
        for _ in range(requests):
            halt.request()

    begun = time.monotonic()
    terms = new_terms(run_directory)
    end(terms, sandbox, "honest", "never", "honest", journal=journal, halt=halt, during=halts)

    assert time.monotonic() - begun < 2  # the start limit is 5 s
    assert journal.begun == []
    assert sandbox.lives == (0 if is_early else 3)


@pytest.mark.parametrize("bot", ["honest", "never", "thinks"])
def test_a_sitting_that_is_cancelled_leaves_nothing(run_directory: Path, bot: str) -> None:
    async def thinks(stream: Stream) -> None:
        await greet(stream)
        await asyncio.Event().wait()

    async def cancels(sitting: "asyncio.Task[None]") -> None:
        await asyncio.sleep(0.1)
        sitting.cancel()

    with pytest.raises(asyncio.CancelledError):
        end(new_terms(run_directory), Lives(thinks=thinks), bot, "thinks", bot, during=cancels)


@pytest.mark.parametrize("error", [HostError("no room"), OSError(28, "no space"), BaseException()])
def test_one_start_that_fails_ends_those_half_begun(
    run_directory: Path, error: BaseException
) -> None:
    class Failing(Lives):
        async def start(self, launch: Launch) -> LoopLife:
            if launch.command[0] == "fails":
                raise error
            return await super().start(launch)

    terms = new_terms(run_directory, Clock(start=0.3))
    with pytest.raises(type(error)):
        end(terms, Failing(), "honest", "fails", "never")


def test_a_run_directory_that_is_not_there_is_ours(run_directory: Path) -> None:
    terms = replace(new_terms(run_directory), run_directory=run_directory / "gone")
    names = contestants(e1="honest", e2="honest", e3="honest")

    async def main() -> None:
        await play_sitting(one_board_each(1), names, Lives(), terms, MemoryJournal(), Halt())

    with pytest.raises(SandboxError, match=r"cannot open a socket under .*/gone"):
        run(main)


class StuckLife(LoopLife):
    """A life that cannot be ended properly, by no fault of the bot."""

    async def stop(self) -> Exit:
        await super().stop()
        raise SandboxError("the daemon does not answer")


class Stuck(Lives):
    """Cannot end the bot named stuck, nor one that never greets."""

    async def start(self, launch: Launch) -> LoopLife:
        life = await super().start(launch)
        return StuckLife(life.task) if launch.command[0] in {"stuck", "never"} else life


@pytest.mark.parametrize("bot", ["stuck", "never"])
def test_one_bot_that_cannot_be_ended_keeps_nobody_else(run_directory: Path, bot: str) -> None:
    terms = new_terms(run_directory, Clock(start=0.3))
    with pytest.raises(SandboxError, match="does not answer"):
        end(terms, Stuck(stuck=honest), "honest", bot, "honest")


class BrokenJournal(MemoryJournal):
    """Fails at one of its verbs."""

    def __init__(self, verb: str) -> None:
        super().__init__()
        setattr(self, verb, self._fail)

    @staticmethod
    def _fail(*_: object) -> None:
        raise OSError(28, "no space left on device")


@pytest.mark.parametrize("verb", ["begin", "finish", "annul"])
@pytest.mark.parametrize("bot", ["honest", "stuck"])
def test_a_journal_that_fails_is_what_is_told(run_directory: Path, verb: str, bot: str) -> None:
    """Also when a bot cannot be ended after that: the first thing that went wrong counts."""
    halt = Halt()

    async def hurries(stream: Stream) -> None:
        await greet(stream)
        await answer_until(stream, 3)
        halt.request()
        halt.request()
        await asyncio.Event().wait()

    sandbox = Stuck(stuck=honest, hurries=hurries)
    with pytest.raises(OSError, match="no space left"):
        end(
            new_terms(run_directory),
            sandbox,
            "hurries" if verb == "annul" else "honest",
            bot,
            "honest",
            journal=BrokenJournal(verb),
            halt=halt,
        )


@pytest.mark.parametrize("after", ["hello", "bye", "gone"])
def test_what_comes_before_the_bot_has_started_waits(run_directory: Path, after: str) -> None:
    """The bot is faster than the sandbox that starts it."""
    has_spoken = asyncio.Event()

    async def hasty(stream: Stream) -> None:
        hello = arena_pb2.PlayRequest(hello=arena_pb2.Hello(protocol="arena.v1", games=["spades"]))
        await stream.write(hello)
        if after == "hello":
            await stream.write(hello)
        elif after == "bye":
            await stream.write(arena_pb2.PlayRequest(bye=arena_pb2.Bye()))
        else:
            await stream.done_writing()
        await asyncio.sleep(0.1)
        has_spoken.set()
        await asyncio.Event().wait()

    class Slow(Lives):
        async def start(self, launch: Launch) -> LoopLife:
            life = await super().start(launch)
            if launch.command[0] == "hasty":
                await has_spoken.wait()
            return life

    journal = MemoryJournal()
    end(new_terms(run_directory), Slow(hasty=hasty), "honest", "hasty", "honest", journal=journal)

    verdict = Verdict.RESIGNED if after == "bye" else Verdict.PROTOCOL
    assert verdicts(journal) == {"m1.b1.r1": (OK, verdict, OK)}


def test_all_three_may_be_lost_at_once(run_directory: Path) -> None:
    has_begun = asyncio.Event()

    async def breaks(stream: Stream) -> None:
        await greet(stream, tables=2)
        await has_begun.wait()
        raise RuntimeError("boom")

    async def begins(_sitting: "asyncio.Task[None]") -> None:
        await asyncio.sleep(0.1)
        has_begun.set()

    journal = MemoryJournal()
    terms = new_terms(run_directory)
    end(terms, Lives(breaks=breaks), *["breaks"] * 3, journal=journal, during=begins)

    assert list(verdicts(journal).values()) == [(Verdict.CRASHED,) * 3] * 2
    assert {played.record.places for played in journal.played.values()} == {(None,) * 3}


def test_no_new_match_begins_with_a_bot_that_is_late(run_directory: Path) -> None:
    """The second match begins once it has answered the turn that cost it the first."""
    asked_at: list[float] = []
    answered_at: list[float] = []

    async def late_once(stream: Stream) -> None:
        await greet(stream)
        while (message := await receive(stream)).WhichOneof("message") == "turn":
            if not asked_at:
                await asyncio.sleep(0.5)
                answered_at.append(time.monotonic())
            asked_at.append(time.monotonic())
            await stream.write(first_legal(message.turn))

    class Timed(MemoryJournal):
        def begin(self, fixtures: Sequence[Fixture]) -> None:
            super().begin(fixtures)
            begun_at.append(time.monotonic())

    begun_at: list[float] = []
    journal = Timed()
    terms = new_terms(run_directory, Clock(per_decision=0.1, bank=0.1, grace=5.0))
    end(terms, Lives(late=late_once), "honest", "late", "honest", journal=journal)

    assert verdicts(journal) == {"m1.b1.r1": (OK, Verdict.TIMEOUT, OK), "m2.b1.r1": (OK, OK, OK)}
    assert begun_at[1] > answered_at[0]


def test_evidence_tells_the_time_of_its_own_turn(run_directory: Path) -> None:
    """The first turn is answered at once and illegally, the second never: it says bye late."""

    async def wavers(stream: Stream) -> None:
        await greet(stream)
        request = first_legal((await receive(stream)).turn)
        request.moves.moves[0].spades.bid = 18
        await stream.write(request)
        await receive(stream)
        await asyncio.sleep(0.3)
        await stream.write(arena_pb2.PlayRequest(bye=arena_pb2.Bye()))
        await asyncio.Event().wait()

    async def leaves(stream: Stream) -> None:
        await greet(stream)
        await receive(stream)
        await asyncio.sleep(0.3)
        await stream.done_writing()
        await asyncio.Event().wait()

    journal, terms = MemoryJournal(), replace(new_terms(run_directory), jobs=3)
    end(terms, Lives(wavers=wavers, leaves=leaves), "wavers", "leaves", "honest", journal=journal)

    evidence = journal.played["m1.b1.r1"].evidence
    times = {(int(each.seat), each.turn): each.elapsed or 0.0 for each in evidence}
    assert times.keys() == {(0, 1), (0, 2), (1, 1)}
    assert times[0, 1] < 0.2
    assert 0.2 < times[0, 2] < 0.5
    assert 0.2 < times[1, 1] < 0.5
