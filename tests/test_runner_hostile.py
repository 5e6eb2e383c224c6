"""Bots that break the transport: whatever they do, the sitting ends and only they pay."""

import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import grpc
import pytest
from grpc import aio

from arena.clock import Clock
from arena.record import Verdict
from arena.runner import Halt, play_sitting, run
from arena.runner.connection import with_exit
from arena.runner.ending import ending_of_early_end
from arena.sandbox import SOCKET_NAME, Exit, Launch
from arena.v1 import arena_pb2
from tests.doubles import (
    LoopLife,
    LoopSandbox,
    MemoryJournal,
    contestants,
    honest,
    new_terms,
    no_task_is_left,
    one_board_each,
    verdicts,
)
from tests.raw_http2 import RawClient

OK = Verdict.OK
HASTY = Clock(start=1.5, per_decision=0.3, bank=0.3, grace=0.1)
RawBot = Callable[[Path], Awaitable[None]]


class RawSandbox(LoopSandbox):
    """Also runs bots that are given the directory of their socket, and no client."""

    def __init__(self, raw: Mapping[str, RawBot]) -> None:
        super().__init__({"honest": honest})
        self._raw = raw

    async def start(self, launch: Launch) -> LoopLife:
        bot = self._raw.get(launch.command[0])
        if bot is None:
            return await super().start(launch)
        assert launch.socket_directory is not None
        return LoopLife(asyncio.ensure_future(_ignoring_resets(bot(launch.socket_directory))))


async def _ignoring_resets(work: Awaitable[None]) -> None:
    try:
        await work
    except ConnectionError:
        await asyncio.Event().wait()


def play_raw(
    run_directory: Path, bot: RawBot, count: int = 1, sandbox: LoopSandbox | None = None
) -> MemoryJournal:
    """Plays `bot` in the second seat; fails when it takes far too long or leaves something."""
    journal, complaints = MemoryJournal(), list[str]()
    names = contestants(e1="honest", e2="raw", e3="honest")
    terms = new_terms(run_directory, HASTY)
    raw = sandbox or RawSandbox({"raw": bot})

    async def main() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: complaints.append(str(context)))
        async with asyncio.timeout(10):
            await play_sitting(one_board_each(count), names, raw, terms, journal, Halt())
        gc.collect()
        await no_task_is_left()

    run(main)
    assert list(run_directory.iterdir()) == []
    assert complaints == []
    return journal


def hello(tables: int = 1) -> arena_pb2.PlayRequest:
    greeting = arena_pb2.Hello(protocol="arena.v1", games=["spades"], tables=tables)
    return arena_pb2.PlayRequest(hello=greeting)


def bid(turn: int, *matches: int) -> arena_pb2.PlayRequest:
    request = arena_pb2.PlayRequest(moves=arena_pb2.Moves(turn=turn))
    for match in matches:
        request.moves.moves.add(match=match).spades.bid = 0
    return request


@asynccontextmanager
async def seated(directory: Path, window: int) -> AsyncIterator[RawClient]:
    """Greets, and has been sent all of its first turn that the window lets through."""
    async with RawClient.connect(directory, window=window) as client:
        client.open()
        client.send(hello())
        await asyncio.sleep(0.1)
        yield client


_BETWEEN = 110
"""A window that lets the welcome through, and half of the first turn."""


async def takes_no_byte(directory: Path) -> None:
    async with seated(directory, window=0):
        await asyncio.Event().wait()


async def takes_half_a_turn(directory: Path) -> None:
    async with seated(directory, _BETWEEN):
        await asyncio.Event().wait()


async def answers_unread(directory: Path) -> None:
    """Answers a turn that the arena is still writing."""
    async with seated(directory, _BETWEEN) as client:
        client.send(bid(1, 1))
        await asyncio.Event().wait()


async def breaks_off_a_turn(directory: Path) -> None:
    """Cancels its stream while the arena is writing to it."""
    async with seated(directory, _BETWEEN) as client:
        client.reset()
        await asyncio.Event().wait()


async def lies_unread(directory: Path) -> None:
    """Breaks the protocol while the arena is writing to it."""
    async with seated(directory, _BETWEEN) as client:
        client.send(bid(77))
        await asyncio.Event().wait()


async def leaves_unread(directory: Path) -> None:
    """Says bye while the arena is writing to it."""
    async with seated(directory, _BETWEEN) as client:
        client.send(arena_pb2.PlayRequest(bye=arena_pb2.Bye(reason="bored")))
        await asyncio.Event().wait()


async def breaks_off_before_hello(directory: Path) -> None:
    """Calls, resets its stream without a word, and runs on."""
    async with RawClient.connect(directory) as client:
        client.open()
        await asyncio.sleep(0.1)
        client.reset()
        await asyncio.Event().wait()


async def calls_for_ever(directory: Path) -> None:
    """Thinks for ever, while calls that have to be refused keep the arena busy."""
    own = (("grpc.use_local_subchannel_pool", 1),)
    async with (
        seated(directory, window=65_535),
        aio.insecure_channel(f"unix:{directory / SOCKET_NAME}", own) as channel,
    ):
        cheat: aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary("/arena.v1/Cheat")
        while True:
            with suppress(grpc.RpcError):
                await cheat(b"")


@pytest.mark.parametrize(
    ("bot", "verdict", "words"),
    [
        (
            takes_no_byte,
            Verdict.NO_CONNECT,
            "did not read its welcome within another start limit of 1.5 s",
        ),
        (takes_half_a_turn, Verdict.TIMEOUT, "the decision limit gives 0.300 s"),
        (answers_unread, Verdict.PROTOCOL, "answered turn 1 without reading it"),
        (breaks_off_a_turn, Verdict.PROTOCOL, "closed its stream without bye"),
        (breaks_off_before_hello, Verdict.NO_CONNECT, "closed its stream before it said hello"),
        (lies_unread, Verdict.PROTOCOL, "moves.turn was 77, expected 1"),
        (leaves_unread, Verdict.RESIGNED, "it said bye: bored"),
        (calls_for_ever, Verdict.FLOOD, "more than 16 calls"),
    ],
)
def test_a_broken_transport_costs_its_own_seat_alone(
    run_directory: Path, bot: RawBot, verdict: Verdict, words: str
) -> None:
    journal = play_raw(run_directory, bot, count=2)

    assert verdicts(journal) == {"m1.b1.r1": (OK, verdict, OK)}
    assert words in journal.played["m1.b1.r1"].evidence[0].text


@pytest.mark.parametrize(
    ("end", "verdict", "words"),
    [
        (Exit(137, stopped_by_arena=True), Verdict.NO_CONNECT, "closed its stream before it said"),
        (Exit(3), Verdict.NO_CONNECT, "it ended before it said hello, with exit code 3"),
        (Exit(137, oom=True), Verdict.OOM, "more memory than its limit"),
    ],
)
def test_an_end_that_is_known_late_tells_why_the_stream_ended(
    end: Exit, verdict: Verdict, words: str
) -> None:
    """An engine may take long to say that a bot ended whose stream has been gone for a while."""
    ending = with_exit(ending_of_early_end(1.0, 5.0), end)

    assert ending.verdict is verdict
    assert words in ending.text
    assert (ending.exit, ending.elapsed, ending.allowed) == (end, 1.0, 5.0)
