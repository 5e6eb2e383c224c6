"""Writes the match of docs/protocol.md again: `python -m tests.conversation`.

A real match of one deal is played by the runner over gRPC; the three bots live in this process, so
that every message can be kept. One of them answers once with a card that it may not play.
"""

import asyncio
import json
import os
import re
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import grpc
from google.protobuf.descriptor import Descriptor
from google.protobuf.json_format import MessageToDict, Parse

from arena.clock import Clock
from arena.deals import Dice
from arena.games import parse_rules
from arena.games.cards import PACK
from arena.record import LifeEnd
from arena.runner import Contestant, Halt, Played, Terms, play_sitting, run
from arena.sandbox import Exit, Launch, Limits
from arena.sandbox.streams import Sink
from arena.schedule import Fixture, Meeting, fixtures
from arena.v1 import arena_pb2, arena_pb2_grpc, spades_pb2
from arena.wire import Incoming, Outgoing

PAGE = Path(__file__).parents[1] / "docs" / "protocol.md"
REGION = re.compile(r"(<!-- generated: (?P<name>[\w-]+) -->\n).*?(\n<!-- end -->)", re.DOTALL)
US = "e1"
WIDTH = 96
TEXT = {card.number: card.text for card in PACK}


@dataclass(eq=False, slots=True)
class Bot:
    """A bot that keeps what it said and heard."""

    is_hasty: bool
    """Whether it plays its highest card once, legal or not."""
    said: list[Incoming] = field(default_factory=list)
    heard: list[Outgoing] = field(default_factory=list)
    lines: list[tuple[str, str]] = field(default_factory=list)
    """Of one that speaks by its standard streams."""

    def hello(self) -> Incoming:
        hello = arena_pb2.Hello(protocol="arena.v1", games=["spades"], tables=1, client="demo")
        return arena_pb2.PlayRequest(hello=hello)

    async def play(self, address: str) -> None:
        async with grpc.aio.insecure_channel(address) as channel:
            stream = arena_pb2_grpc.ArenaServiceStub(channel).Play()
            await self._say(stream, self.hello())
            async for response in stream:
                self.heard.append(response)
                if response.HasField("turn"):
                    await self._say(stream, self.answer(response.turn))

    async def _say(
        self, stream: grpc.aio.StreamStreamCall[Incoming, Outgoing], request: Incoming
    ) -> None:
        self.said.append(request)
        await stream.write(request)

    def answer(self, turn: arena_pb2.Turn) -> Incoming:
        moves = arena_pb2.Moves(turn=turn.number)
        for decision in turn.decisions:
            moves.moves.add(match=decision.match, spades=self._choose(decision.spades))
        return arena_pb2.PlayRequest(moves=moves)

    def _choose(self, view: spades_pb2.SpadesView) -> spades_pb2.SpadesAnswer:
        if view.legal_bids:
            return spades_pb2.SpadesAnswer(bid=sum(card % 13 in {12, 0} for card in view.hand))
        if self.is_hasty and view.hand[-1] != view.legal_cards[-1]:
            self.is_hasty = False
            return spades_pb2.SpadesAnswer(card=view.hand[-1])
        return spades_pb2.SpadesAnswer(card=max(view.legal_cards, key=lambda card: (card - 1) % 13))


class Inside:
    """A sandbox for bots in this process, and the life of one."""

    name = "inside"

    def __init__(self, bots: Mapping[str, Bot]) -> None:
        self._bots = bots

    async def start(self, launch: Launch) -> "InsideLife":
        bot = self._bots[launch.command[0]]
        if launch.socket_directory is None:
            streams = Lines(bot)
            return InsideLife(asyncio.ensure_future(streams.has_ended.wait()), streams)
        address = f"unix://{launch.socket_directory / 'bot.sock'}"
        return InsideLife(asyncio.ensure_future(bot.play(address)))

    async def sweep(self) -> list[str]:
        return []

    async def close(self) -> None: ...


class InsideLife:
    """A life that ends with its task."""

    def __init__(self, task: "asyncio.Future[object]", streams: "Lines | None" = None) -> None:
        self.started_at = time.monotonic()
        self.streams = streams
        self._task = task

    async def wait(self) -> Exit:
        await asyncio.wait([self._task])
        return Exit(code=0)

    async def stop(self) -> Exit:
        return await self.wait()

    async def find_disturbance(self) -> str | None:
        return None


class Lines:
    """The standard streams of a bot in this process, with every line that passed."""

    def __init__(self, bot: Bot) -> None:
        self.lines: list[tuple[str, str]] = []
        """Who wrote a line, and the line."""
        self.has_ended = asyncio.Event()
        self._bot = bot
        self._sink: Sink | None = None
        bot.lines = self.lines

    def attach(self, sink: Sink) -> None:
        self._sink = sink
        self._say(self._bot.hello())

    async def write(self, data: bytes) -> None:
        self.lines.append(("arena", data.decode().removesuffix("\n")))
        message = Parse(data, arena_pb2.PlayResponse())
        self._bot.heard.append(message)
        if message.HasField("turn"):
            self._say(self._bot.answer(message.turn))

    def _say(self, request: Incoming) -> None:
        fields = MessageToDict(request, preserving_proto_field_name=True)
        line = json.dumps(fields)
        self._bot.said.append(request)
        self.lines.append(("bot", line))
        assert self._sink is not None
        self._sink.fed(f"{line}\n".encode())

    def pause(self) -> None: ...

    def resume(self) -> None: ...

    def mute(self) -> None: ...

    def end_input(self) -> None:
        self.has_ended.set()

    def close(self) -> None:
        self.has_ended.set()


class NoJournal:
    """Keeps nothing but the hope that all went well."""

    def begin(self, fixtures: Sequence[Fixture]) -> None: ...

    def finish(self, played: Played) -> None:
        assert not played.record.faults

    def annul(self, match: str, cause: str) -> None:
        raise AssertionError(f"{match}: {cause}")

    def ended(self, entrant: str, end: LifeEnd) -> None:
        assert end.verdict is None, f"{entrant}: {end}"


def converse(*, is_stdio: bool = False) -> Bot:
    """Returns a bot that has played a match of one deal, with all that passed on its stream."""
    bots = {entrant: Bot(is_hasty=entrant == US) for entrant in (US, "e2", "e3")}
    fixture = next(fixtures(Meeting("m1", (US, "e2", "e3"))))
    with tempfile.TemporaryDirectory(prefix="talk-") as folder:
        terms = Terms(
            rules=parse_rules("spades", {"length": "deals:1"}),
            clock=Clock(),
            dice=Dice(bytes(32), "docs"),
            limits=Limits(),
            jobs=3,
            tables=1,
            run_directory=Path(folder),
            league="docs",
        )
        contestants = {
            entrant: Contestant(entrant, (entrant,), None, None, is_stdio and entrant == US)
            for entrant in bots
        }
        run(lambda: play_sitting([fixture], contestants, Inside(bots), terms, NoJournal(), Halt()))
    return bots[US]


def regions() -> dict[str, str]:
    """Returns the generated parts of the page by name."""
    bot = converse()
    hello, *answers = bot.said
    welcome, *asked, goodbye = bot.heard
    turns = list(zip(asked, answers, strict=True))
    refused = next(index for index, (turn, _) in enumerate(turns) if turn.turn.decisions[0].refusal)
    shown = {0: "bid", refused - 1: "hasty", refused: "refused"}
    blocks = {"hello": _block(hello), "welcome": _block(welcome), "goodbye": _block(goodbye)}
    for index, name in shown.items():
        turn, moves = turns[index]
        blocks |= {f"{name}-turn": _block(turn), f"{name}-moves": _block(moves)}
    blocks["lines"] = _lines(converse(is_stdio=True).lines)
    return blocks | {"rest": _table([pair for i, pair in enumerate(turns) if i not in shown])}


def _lines(lines: Sequence[tuple[str, str]]) -> str:
    """Returns the first and the last of the lines that passed between the arena and a bot."""
    shown = [f"{who + ':':<7}{line}" for who, line in (*lines[:4], lines[-1])]
    return "\n".join(["```text", *shown[:4], "…", shown[4], "```"])


def _block(message: Incoming | Outgoing) -> str:
    fields = MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    return f"```json\n{_text(_ordered(fields, message.DESCRIPTOR))}\n```"


def _ordered(value: object, descriptor: Descriptor) -> object:
    """Returns `value` with its fields in the order of the protocol."""
    if isinstance(value, list):
        return [_ordered(part, descriptor) for part in value]
    if not isinstance(value, dict):
        return value
    return {
        field.name: _ordered(value[field.name], field.message_type or descriptor)
        for field in descriptor.fields
        if field.name in value
    }


def _text(value: object, indent: int = 0) -> str:
    """Returns JSON in which whatever fits on a line stands on a line."""
    plain = json.dumps(value)
    if len(plain) + indent <= WIDTH or not isinstance(value, dict | list) or not value:
        return plain
    deeper = indent + 2
    if isinstance(value, dict):
        parts = [f'"{name}": {_text(part, deeper)}' for name, part in value.items()]
    elif isinstance(value[0], dict):
        parts = [_text(part, deeper) for part in value]
    else:
        parts = _filled([json.dumps(part) for part in value], WIDTH - deeper)
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    inner = (",\n" + " " * deeper).join(parts)
    return f"{opening}\n{' ' * deeper}{inner}\n{' ' * indent}{closing}"


def _filled(words: Sequence[str], width: int) -> list[str]:
    lines = [words[0]]
    for word in words[1:]:
        if len(lines[-1]) + len(word) + 2 <= width:
            lines[-1] += f", {word}"
        else:
            lines.append(word)
    return lines


def _table(turns: Sequence[tuple[Outgoing, Incoming]]) -> str:
    rows = ["| turn | hand | on the table | legal | answer |", "|---|---|---|---|---|"]
    for turn, moves in turns:
        view = turn.turn.decisions[0].spades
        table = view.played[len(view.played) - len(view.played) % 3 :]
        cells = (
            str(turn.turn.number),
            _cards(view.hand),
            _cards(table) or "(leads)",
            "all" if view.legal_cards == view.hand else _cards(view.legal_cards),
            TEXT[moves.moves.moves[0].spades.card],
        )
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def _cards(numbers: Sequence[int]) -> str:
    return " ".join(TEXT[number] for number in numbers)


def renewed(text: str) -> str:
    """Returns the page with its generated parts as they would be now."""
    blocks = regions()
    return REGION.sub(lambda found: f"{found[1]}{blocks[found['name']]}{found[3]}", text)


if __name__ == "__main__":
    os.environ.setdefault("GRPC_VERBOSITY", "ERROR")
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
