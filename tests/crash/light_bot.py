"""A bot that is there at once and always answers the same: the standard library, frames by hand.

    python3 -I -S light_bot.py SALT

Its answer depends only on the decision and SALT, so two leagues of such bots with the same cards
are the same; with an even SALT it first tries an illegal bid in each deal, which is evidence to be
kept. A crash test starts hundreds of them, and most of what starting a Python bot takes is the
import of gRPC.
"""

import os
import socket
import sys
from collections.abc import Iterator

DATA, HEADERS, RESET, SETTINGS, PING, GOAWAY, WINDOW = 0, 1, 3, 4, 6, 7, 8
ACK = END_HEADERS = 1
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
REQUEST = {
    ":method": "POST",
    ":scheme": "http",
    ":path": "/arena.v1.ArenaService/Play",
    ":authority": "arena",
    "te": "trailers",
    "content-type": "application/grpc",
}
TURN, GOODBYE = 2, 3
NO_BID = 18
"""One more than there are tricks in a deal of three."""


def main(salt: int) -> int:
    with socket.socket(socket.AF_UNIX) as arena:
        arena.connect(os.environ["ARENA_SOCKET"].removeprefix("unix://"))
        arena.sendall(PREFACE + frame(SETTINGS, 0, 0, b"") + frame(HEADERS, 4, 1, headers()))
        arena.sendall(message(hello()))
        for response in messages(arena):
            for kind, content in fields(response):
                assert isinstance(content, bytes)
                if kind == GOODBYE:
                    return 0
                if kind == TURN:
                    arena.sendall(message(block(2, answers(content, salt))))
    return 1


def answers(turn: bytes, salt: int) -> bytes:
    """Returns Moves for a Turn."""
    moves = b""
    for number, value in fields(turn):
        if number == 1:
            assert isinstance(value, int)
            moves = whole(1, value) + moves
        elif number == 3:  # as in arena.proto
            assert isinstance(value, bytes)
            moves += block(2, answer(dict(fields(value)), salt))
    return moves


def answer(decision: dict[int, int | bytes], salt: int) -> bytes:
    """Returns a Move for a Decision."""
    match, seed, view = decision[1], decision[2], decision[10]
    assert isinstance(match, int)
    assert isinstance(seed, int)
    assert isinstance(view, bytes)
    legal = {number: varints(value) for number, value in fields(view) if isinstance(value, bytes)}
    bids, cards = legal.get(9, []), legal.get(10, [])
    choices = bids or cards
    chosen = choices[(seed // 1009 + salt * 7) % len(choices)]
    if bids and salt % 2 == 0 and 4 not in decision:  # nothing was refused yet
        chosen = NO_BID
    return whole(1, match) + block(10, whole(1 if bids else 2, chosen))


def hello() -> bytes:
    words = block(1, b"arena.v1") + block(2, b"spades") + whole(3, 32) + block(4, b"light")
    return block(1, words)


# Protocol buffers.


def fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Yields the fields of a message: whole numbers, and blocks of bytes."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        value, at = varint(data, at)
        if key & 7 == 2:  # a block, which has its length before it
            yield key >> 3, data[at : at + value]
            at += value
        else:
            yield key >> 3, value


def varints(data: bytes) -> list[int]:
    numbers, at = [], 0
    while at < len(data):
        number, at = varint(data, at)
        numbers.append(number)
    return numbers


def varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:  # the last byte has no high bit
            return value, at


def written(value: int) -> bytes:
    out = bytearray()
    while value > 127:  # seven bits a byte
        out.append(value & 127 | 128)
        value >>= 7
    return bytes((*out, value))


def whole(number: int, value: int) -> bytes:
    return written(number << 3) + written(value)


def block(number: int, content: bytes) -> bytes:
    return written(number << 3 | 2) + written(len(content)) + content


# HTTP/2.


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    return (
        len(payload).to_bytes(3, "big") + bytes((kind, flags)) + stream.to_bytes(4, "big") + payload
    )


def headers() -> bytes:
    """Returns the headers as HPACK without its tables and codes."""
    packed = b""
    for name, text in REQUEST.items():
        packed += b"\0" + bytes((len(name),)) + name.encode() + bytes((len(text),)) + text.encode()
    return packed


def message(content: bytes) -> bytes:
    return frame(DATA, 0, 1, b"\0" + len(content).to_bytes(4, "big") + content)


def messages(arena: socket.socket) -> Iterator[bytes]:
    """Yields the messages of the one stream, and does meanwhile what HTTP/2 asks for."""
    reading, stream = arena.makefile("rb"), b""
    while head := reading.read(9):
        length, kind, flags = int.from_bytes(head[:3], "big"), head[3], head[4]
        payload = reading.read(length)
        if kind in (SETTINGS, PING) and not flags & ACK:
            arena.sendall(frame(kind, ACK, 0, payload if kind == PING else b""))
        elif kind in (RESET, GOAWAY):
            return
        elif kind == DATA and payload:
            room = length.to_bytes(4, "big")
            arena.sendall(frame(WINDOW, 0, 0, room) + frame(WINDOW, 0, 1, room))
            stream += payload
            while len(stream) >= 5 and len(stream) >= (
                end := 5 + int.from_bytes(stream[1:5], "big")
            ):  # a flag and a length
                yield stream[5:end]
                stream = stream[end:]


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
