"""Doubles: a sandbox whose bots run in the test's own loop, over real sockets, and a journal."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import grpc
from grpc import aio

from arena.clock import Clock
from arena.deals import Dice
from arena.games import parse_rules
from arena.record import LifeEnd, Verdict
from arena.runner import Contestant, Halt, Played, Terms, play_sitting, run
from arena.sandbox import SOCKET_NAME, Exit, Launch, Limits
from arena.schedule import Fixture
from arena.v1 import arena_pb2, arena_pb2_grpc

Stream = aio.StreamStreamCall[arena_pb2.PlayRequest, arena_pb2.PlayResponse]
Bot = Callable[[Stream], Awaitable[None]]


async def greet(stream: Stream, tables: int = 1) -> arena_pb2.PlayResponse:
    hello = arena_pb2.Hello(protocol="arena.v1", games=["spades"], tables=tables)
    await stream.write(arena_pb2.PlayRequest(hello=hello))
    return await receive(stream)


async def receive(stream: Stream) -> arena_pb2.PlayResponse:
    message = await stream.read()
    assert isinstance(message, arena_pb2.PlayResponse), "the stream has ended"
    return message


def first_legal(turn: arena_pb2.Turn) -> arena_pb2.PlayRequest:
    """Answers every decision with its first legal action."""
    request = arena_pb2.PlayRequest()
    request.moves.turn = turn.number
    for decision in turn.decisions:
        view, move = decision.spades, request.moves.moves.add(match=decision.match)
        if view.legal_bids:
            move.spades.bid = view.legal_bids[0]
        else:
            move.spades.card = view.legal_cards[0]
    return request


async def honest(stream: Stream) -> None:
    """Plays first legal actions, four tables at once, to the end."""
    await greet(stream, tables=4)
    while (message := await receive(stream)).WhichOneof("message") == "turn":
        await stream.write(first_legal(message.turn))


@dataclass
class LoopLife:
    """A bot as a task of the loop."""

    task: "asyncio.Task[None]"
    started_at: float = field(default_factory=time.monotonic)
    is_stopped: bool = False
    streams: None = None

    async def wait(self) -> Exit:
        await asyncio.wait({self.task})
        crashed = not self.task.cancelled() and self.task.exception() is not None
        return Exit(code=1 if crashed else 0, stopped_by_arena=self.is_stopped)

    async def stop(self) -> Exit:
        self.is_stopped = self.is_stopped or not self.task.done()
        self.task.cancel()
        return await self.wait()

    async def find_disturbance(self) -> str | None:
        return None


class LoopSandbox:
    """Runs the bot that a launch's command names."""

    name = "loop"

    def __init__(self, bots: Mapping[str, Bot]) -> None:
        self._bots = bots
        self.lives = 0

    async def start(self, launch: Launch) -> LoopLife:
        self.lives += 1
        bot = self._bots[launch.command[0]]
        assert launch.socket_directory is not None
        return LoopLife(asyncio.ensure_future(_play(launch.socket_directory, bot)))

    async def sweep(self) -> list[str]:
        return []

    async def close(self) -> None:
        pass


async def _play(directory: Path, bot: Bot) -> None:
    async with aio.insecure_channel(f"unix:{directory / SOCKET_NAME}") as channel:
        stream = arena_pb2_grpc.ArenaServiceStub(channel).Play()
        with suppress(grpc.RpcError, AssertionError):
            await bot(stream)


@dataclass
class MemoryJournal:
    """Keeps what happened in lists."""

    begun: list[str] = field(default_factory=list)
    played: dict[str, Played] = field(default_factory=dict)
    annulled: list[tuple[str, str]] = field(default_factory=list)
    lives: dict[str, list[LifeEnd]] = field(default_factory=dict)
    """Of each entrant, how its life ended in one sitting after the other."""

    def begin(self, fixtures: Sequence[Fixture]) -> None:
        self.begun += [fixture.match for fixture in fixtures]

    def finish(self, played: Played) -> None:
        assert played.match in self.begun, "a result without an intent"
        assert played.match not in self.played, "a match was played twice"
        self.played[played.match] = played

    def annul(self, match: str, cause: str) -> None:
        self.annulled.append((match, cause))

    def ended(self, entrant: str, end: LifeEnd) -> None:
        self.lives.setdefault(entrant, []).append(end)


def new_terms(run_directory: Path, clock: Clock | None = None, **rules: object) -> Terms:
    """Returns terms for short matches: one deal unless `rules` say otherwise."""
    return Terms(
        rules=parse_rules("spades", rules or {"length": "deals:1"}),
        clock=clock or Clock(start=5.0, per_decision=1.0, bank=5.0, grace=0.2),
        dice=Dice(bytes(32), "0123456789abcdef"),
        limits=Limits(),
        jobs=2,
        tables=32,
        run_directory=run_directory,
        league="0123456789abcdef",
    )


def contestants(**bots: str) -> dict[str, Contestant]:
    """Returns contestants by entrant id, each with the name of its bot."""
    return {entrant: Contestant(entrant, (bot,), None, None) for entrant, bot in bots.items()}


def one_board_each(count: int, seating: tuple[str, str, str] = ("e1", "e2", "e3")) -> list[Fixture]:
    """Returns `count` fixtures of as many meetings, all of one rotation."""
    return [
        Fixture(f"m{number}.b1.r1", f"m{number}", f"m{number}.b1", 1, 1, seating)
        for number in range(1, count + 1)
    ]


def play(
    terms: Terms, bots: Mapping[str, Bot] | None = None, count: int = 1, halt: Halt | None = None
) -> tuple[MemoryJournal, LoopSandbox]:
    """Plays `count` matches of e1, e2 and e3; who is not in `bots` is honest."""
    journal, sandbox = MemoryJournal(), LoopSandbox({"honest": honest, **(bots or {})})
    names = {
        entrant: entrant if entrant in (bots or {}) else "honest" for entrant in ("e1", "e2", "e3")
    }

    async def main() -> None:
        await play_sitting(
            one_board_each(count), contestants(**names), sandbox, terms, journal, halt or Halt()
        )

    run(main)
    assert list(terms.run_directory.iterdir()) == [], "something was left behind"
    return journal, sandbox


async def no_task_is_left() -> None:
    """Fails when a task goes on; those of the bots' own gRPC client may take a moment to end."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    if others:
        _, running = await asyncio.wait(others, timeout=1.0)
        assert not running, "a task was left behind"


def verdicts(journal: MemoryJournal) -> dict[str, tuple[Verdict, ...]]:
    return {match: played.record.verdicts for match, played in journal.played.items()}


async def answer_until(stream: Stream, turns: int) -> arena_pb2.Turn:
    """Answers `turns` turns and returns the next one, unanswered."""
    for _ in range(turns):
        await stream.write(first_legal((await receive(stream)).turn))
    return (await receive(stream)).turn


async def ends_at_once(stream: Stream) -> None:
    """Answers three turns, then fails."""
    await greet(stream)
    await answer_until(stream, 3)
    raise RuntimeError("boom")
