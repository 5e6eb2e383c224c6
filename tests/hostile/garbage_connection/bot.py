"""Sends what is no HTTP/2, or broken HTTP/2, over a connection beside the one it plays over.

With `own` it does so on that very connection.
"""

import sys

from hostile import Player, did, sleep_for_ever
from raw import (
    DATA,
    END_HEADERS,
    HEADERS,
    PREFACE,
    PUSH,
    SETTINGS,
    data,
    frame,
    greeting,
    open_stream,
    opening,
)
from rawplay import RawPlayer, attack

_BROKEN = {
    "settings of five bytes": frame(SETTINGS, 0, 0, b"12345"),
    "a frame above the largest": frame(DATA, 0, 3, bytes(100_000)),
    "data on no stream": frame(DATA, 0, 0, b"12345"),
    "headers on no stream": frame(HEADERS, END_HEADERS, 0, b""),
    "data on a stream never opened": frame(DATA, 0, 5, b"12345"),
    "an even stream": frame(HEADERS, END_HEADERS, 2, b""),
    "a push": frame(PUSH, END_HEADERS, 1, b"\0\0\0\2"),
    "HPACK of an index that is not": frame(HEADERS, END_HEADERS, 3, b"\xff\xff\xff\xff\x0f"),
    "HPACK cut off": frame(HEADERS, END_HEADERS, 3, b"\0\x7f"),
    "HPACK of a code that is not": frame(HEADERS, END_HEADERS, 3, b"\0\x84\xff\xff\xff\xff\0"),
}
_HEADER = {":method": "POST", ":path": "/\udcff\udcfe", "x-\udcff": "\udc80"}
_FORMS = {
    "bytes": {
        "random bytes": bytes(7 * number % 251 for number in range(65_536)),
        "zeros": bytes(65_536),
        "half a preface": PREFACE[:10] + b"\xff" * 64,
        "a preface and garbage": PREFACE + b"\xff" * 4096,
    },
    "frames": {name: opening() + piece + data(greeting()) for name, piece in _BROKEN.items()},
    "headers": {
        "headers that are no UTF-8": opening() + open_stream(1, _HEADER) + data(greeting()),
    },
}


class Beside(Player):
    at = "hello"

    def deed(self) -> None:
        for name, pieces in _FORMS[sys.argv[1]].items():
            attack(name, pieces)


class Own(RawPlayer):
    def deed(self) -> None:
        did(f"sent {sys.argv[2]}")
        self.connection.sendall(_BROKEN[sys.argv[2]])
        sleep_for_ever()


if __name__ == "__main__":
    (Own if sys.argv[1] == "own" else Beside)().run()
