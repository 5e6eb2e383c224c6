"""The bare exchange: the messages of a real match, over gRPC, with three bots in turn, no arena.

Three slots with a server and a Unix socket each; a turn is written to the bot that is due, its
answer is read, and the next turn is written. Nothing is checked, chosen, timed or kept. What the
arena does besides is its ratio to this.
"""

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TypeAlias

import grpc.aio

from arena.clock import Clock
from arena.deals import Dice
from arena.games import parse_rules
from arena.games.game import Rules
from arena.table import Setup, Table
from arena.v1 import arena_pb2, arena_pb2_grpc
from arena.wire import Incoming, Outgoing, turn_to_message, welcome_to_message

BENCH = Path(__file__).parent
KIT = BENCH.parents[1] / "sample_bots" / "python" / "kit"
SEATS = 3
DEALS = 20
WARM_UP = 200
"""Turns that are played before the time is taken."""

Script: TypeAlias = Sequence[tuple[int, Outgoing]]
"""The turns of a match in order, each with the seat that it goes to."""
Context: TypeAlias = grpc.aio.ServicerContext[Incoming, Outgoing]


def bench_rules(deals: int = DEALS) -> Rules:
    return parse_rules("spades", {"length": f"deals:{deals}"})


@contextmanager
def stored_bot() -> Iterator[Path]:
    """Yields a folder with the bot of the benchmarks, whole: its kit and its Dockerfile in it."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        bot = Path(folder) / "first"
        shutil.copytree(BENCH / "first", bot)
        shutil.copytree(KIT, bot / "kit", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(KIT.parent / "random" / "Dockerfile", bot / "Dockerfile")
        yield bot


def captured_script(rules: Rules) -> Script:
    """Returns the turns that one match sends, one decision each, as the arena builds them."""
    dice = Dice(bytes(32), "bench")
    table = Table(
        Setup(
            rules=rules,
            first_dealer=dice.first_dealer("m1", 0, rules.seats),
            shuffled_pack=lambda number: dice.deal("m1", 0, number, rules.pack),
            seeds=tuple(range(rules.seats)),
            bank=Clock().bank,
        )
    )
    script: list[tuple[int, Outgoing]] = []
    numbers = [0] * rules.seats
    while (seat := table.seat) is not None:
        numbers[seat] += 1
        notices = [(1, notice) for notice in table.take_notices(seat)]
        turn = turn_to_message(numbers[seat], Clock().budget(1), [(1, table, seat)], notices)
        script.append((seat, turn))
        legal = table.view(seat).legal
        table.answer(legal[min(3, len(legal) - 1)])
    return script


class BareSlot(arena_pb2_grpc.ArenaServiceServicer):
    """A slot that greets its bot and hands the stream over."""

    def __init__(self, welcome: Outgoing) -> None:
        self._welcome = welcome
        self._greeted: asyncio.Future[Context] = asyncio.get_running_loop().create_future()
        self._done = asyncio.Event()

    async def Play(self, _requests: object, context: Context) -> None:  # type: ignore[override]  # noqa: N802  # the aio way of a method of the protocol
        await context.read()
        await context.write(self._welcome)
        self._greeted.set_result(context)
        await self._done.wait()
        goodbye = arena_pb2.Goodbye(reason=arena_pb2.Goodbye.REASON_FINISHED)
        await context.write(arena_pb2.PlayResponse(goodbye=goodbye))

    async def greeted(self) -> Context:
        return await self._greeted

    def finish(self) -> None:
        self._done.set()


def bare_rate(bot: Path, script: Script) -> float:
    """Returns the turns a second of `script` with three fresh processes of `bot`."""
    return asyncio.run(_exchange(bot, script))


async def _exchange(bot: Path, script: Script) -> float:
    welcome = welcome_to_message(bench_rules(), Clock(), 1)
    slots = [BareSlot(welcome) for _ in range(SEATS)]
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="bare-"))
        servers = [
            await _served(slot, Path(folder) / f"{seat}.sock") for seat, slot in enumerate(slots)
        ]
        for seat in range(SEATS):
            stack.enter_context(_process(bot, Path(folder) / f"{seat}.sock"))
        contexts = [await slot.greeted() for slot in slots]
        await _play(contexts, script[:WARM_UP])
        started = time.perf_counter()
        await _play(contexts, script[WARM_UP:])
        elapsed = time.perf_counter() - started
        for slot in slots:
            slot.finish()
        for server in servers:
            await server.stop(grace=1)
    return (len(script) - WARM_UP) / elapsed


async def _play(contexts: Sequence[Context], script: Script) -> None:
    for seat, turn in script:
        await contexts[seat].write(turn)
        await contexts[seat].read()


async def _served(slot: BareSlot, socket: Path) -> grpc.aio.Server:
    server = grpc.aio.server()
    arena_pb2_grpc.add_ArenaServiceServicer_to_server(slot, server)
    server.add_insecure_port(f"unix:{socket}")
    await server.start()
    return server


@contextmanager
def _process(bot: Path, socket: Path) -> Iterator[None]:
    """Runs a process of `bot` for as long as the block lasts."""
    environment = os.environ | {"ARENA_SOCKET": f"unix://{socket}"}
    process = subprocess.Popen([sys.executable, "kit", "bot.py"], cwd=bot, env=environment)
    try:
        yield
    finally:
        process.kill()
        process.wait()
