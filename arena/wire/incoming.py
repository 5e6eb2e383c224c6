"""From the bot to the arena: hostile messages, turned into values or into a sentence."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from arena.games.game import Action
from arena.v1 import arena_pb2
from arena.wire.codec import MessageError
from arena.wire.games import CODECS

Incoming: TypeAlias = arena_pb2.PlayRequest

PROTOCOL = "arena.v1"
MAX_MESSAGE_BYTES = 256 * 1024
"""What the arena reads in one message; 1024 answers take a tenth of it."""
MAX_TABLES = 1024
_MAX_WORDS = 200


@dataclass(frozen=True, slots=True)
class Greeting:
    """What a bot says of itself."""

    tables: int
    """How many it can serve at once, 1 to MAX_TABLES."""
    client: str
    """What the program calls itself, cut and cleaned; it identifies nothing."""


@dataclass(frozen=True, slots=True)
class Farewell:
    """A bot gives up, and says why; cut and cleaned."""

    reason: str


def parse_hello(message: Incoming, game: str) -> Greeting:
    """Raises MessageError unless `message` is a Hello for this protocol and `game`."""
    kind = message.WhichOneof("message")
    if kind != "hello":
        raise MessageError(f"the first message was {_kind(kind)}, expected hello")
    hello = message.hello
    if hello.protocol != PROTOCOL:
        raise MessageError(
            f"hello.protocol was {clean_words(hello.protocol)!r}, expected {PROTOCOL!r}"
        )
    if game not in hello.games:
        games = ", ".join(repr(clean_words(name)) for name in hello.games[:8]) or "nothing"
        raise MessageError(f"hello.games was {games}, expected it to hold {game!r}")
    tables = hello.tables if hello.HasField("tables") else 1
    if not 1 <= tables <= MAX_TABLES:
        raise MessageError(f"hello.tables was {tables}, expected 1 to {MAX_TABLES}")
    return Greeting(tables, clean_words(hello.client))


def parse_answer(
    message: Incoming, turn: int, asked: Collection[int], game: str
) -> Mapping[int, Action] | Farewell:
    """Returns the answer of each match in `asked`, or the bot's farewell.

    Raises MessageError unless the message answers turn `turn`, every match once.
    """
    kind = message.WhichOneof("message")
    if kind == "bye":
        return Farewell(clean_words(message.bye.reason))
    if kind != "moves":
        raise MessageError(f"the answer to turn {turn} was {_kind(kind)}, expected moves or bye")
    moves = message.moves
    if moves.turn != turn:
        raise MessageError(f"moves.turn was {moves.turn}, expected {turn}")
    answers: dict[int, Action] = {}
    for move in moves.moves:
        number = move.match
        if number not in asked:
            raise MessageError(f"moves of turn {turn} answer match {number}, which was not asked")
        if number in answers:
            raise MessageError(f"moves of turn {turn} answer match {number} twice")
        answers[number] = _parse_action(move, game)
    if len(answers) != len(asked):
        missing = min(set(asked) - answers.keys())
        raise MessageError(f"moves of turn {turn} leave match {missing} without an answer")
    return answers


def parse_unasked(message: Incoming) -> Farewell:
    """Returns the farewell of a bot that has no turn to answer; it may send nothing else."""
    kind = message.WhichOneof("message")
    if kind != "bye":
        raise MessageError(f"{_kind(kind)} came when no turn was outstanding, expected silence")
    return Farewell(clean_words(message.bye.reason))


def _parse_action(move: arena_pb2.Move, game: str) -> Action:
    kind = move.WhichOneof("answer")
    if kind is None:
        raise MessageError(f"the answer for match {move.match} is not set, expected {game}")
    if kind != game:
        raise MessageError(f"the answer for match {move.match} was {kind}, expected {game}")
    return CODECS[kind].parse_answer(move)


def _kind(kind: str | None) -> str:
    return kind or "empty"


def clean_words(text: str) -> str:
    """Returns hostile `text` cut to what a line can hold, without control characters."""
    return "".join(char if char.isprintable() else "�" for char in text[:_MAX_WORDS])
