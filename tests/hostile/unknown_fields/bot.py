"""Writes its answers in every way that protobuf allows, and in some that it does not."""

import sys
from collections.abc import Callable, Iterable

from hostile import Player, did

from arena.v1.arena_pb2 import Moves, PlayRequest, Turn

_DEEP = 10_000
_SPADES = 10
"""The field of a move that holds its answer."""


def _varint(number: int) -> bytes:
    pieces = bytearray()
    while number > 127:
        pieces.append(number & 127 | 128)
        number >>= 7
    return bytes([*pieces, number])


def _field(number: int, kind: int, content: bytes = b"") -> bytes:
    return _varint(number << 3 | kind) + content


def _length(number: int, content: bytes) -> bytes:
    return _field(number, 2, _varint(len(content)) + content)


def _nested(number: int) -> bytes:
    content = b""
    for _ in range(_DEEP):
        content = _length(number, content)
    return content


def _moves(turn: int, entries: Iterable[bytes], more: bytes = b"") -> bytes:
    moved = b"".join(_length(2, entry) for entry in entries)
    return _length(2, _field(1, 0, _varint(turn)) + moved + more)


def _asked(moves: Moves, answer: bytes) -> bytes:
    """Returns the answer to a turn in which every match gets the same one, whatever it is."""
    entries = (_field(1, 0, _varint(move.match)) + answer for move in moves.moves)
    return _moves(moves.turn, entries)


def _with(moves: Moves, more: bytes) -> bytes:
    """Returns an honest answer with `more` in its Moves."""
    return _length(2, moves.SerializeToString() + more)


def _number(field: int, number: int) -> bytes:
    """Returns a SpadesAnswer with any number at all as its bid, 1, or its card, 2."""
    return _length(_SPADES, _field(field, 0, _varint(number)))


_EVERY_TYPE = (
    _field(99, 0, b"\x05")
    + _field(98, 1, bytes(8))
    + _length(97, b"\xff\xfe")
    + _field(96, 3)
    + _field(96, 4)
    + _field(95, 5, bytes(4))
)
_FORMS: dict[str, Callable[[Moves, bytes], bytes]] = {
    # what protobuf lets pass
    "unknown": lambda moves, _: _with(moves, _EVERY_TYPE) + _length(1000, b"more"),
    "200 KiB": lambda moves, _: _with(moves, _length(99, bytes(200 * 1024))),
    "many": lambda moves, _: _with(moves, _field(99, 0, b"\1") * 80_000),
    "nested": lambda moves, _: _with(moves, _nested(99)),
    "last wins": lambda _, raw: _length(2, _field(1, 0, b"\x63")) + raw,
    "hello and moves": lambda _, raw: _length(1, b"") + raw,
    # what it does not
    "groups": lambda _, raw: raw + _field(99, 3) * _DEEP + _field(99, 4) * _DEEP,
    "open group": lambda _, raw: raw + _field(99, 3),
    "cut off": lambda _, raw: raw[:-1],
    "endless number": lambda _, raw: raw + _field(99, 0, b"\xff" * 11),
    "no text": lambda _, __: _length(3, _length(1, b"\xff\xfe")),
    # what the arena does not
    "wire type": lambda _, __: _field(2, 0, b"\1"),
    "twice": lambda _, raw: raw + raw,
    "empty": lambda _, __: b"",
    "no moves": lambda moves, _: _moves(moves.turn, ()),
    "no answer": lambda moves, _: _asked(moves, b""),
    "no bid or card": lambda moves, _: _asked(moves, _length(_SPADES, b"")),
    "deep where it counts": lambda _, __: _nested(2),
    "card 0": lambda moves, _: _asked(moves, _number(2, 0)),
    "card 53": lambda moves, _: _asked(moves, _number(2, 53)),
    "card 99": lambda moves, _: _asked(moves, _number(2, 99)),
    "card -1": lambda moves, _: _asked(moves, _number(2, (1 << 64) - 1)),
    "card 2^63": lambda moves, _: _asked(moves, _number(2, 1 << 63)),
    "bid 2^32 - 1": lambda moves, _: _asked(moves, _number(1, (1 << 32) - 1)),
    "turn 2^63": lambda moves, _: _length(2, _field(1, 0, _varint(1 << 63)) + _rest(moves)),
}


def _rest(moves: Moves) -> bytes:
    return Moves(moves=moves.moves).SerializeToString()


class Written(Player):
    """Writes all its answers in one of the forms."""

    def request(self, turn: Turn, request: PlayRequest) -> PlayRequest | bytes | None:
        if turn.number == 1:
            did(f"answers in the form {sys.argv[1]}")
        return _FORMS[sys.argv[1]](request.moves, request.SerializeToString())


if __name__ == "__main__":
    Written().run()
