"""Floods the arena with frames of one kind: alone, beside its own playing, or amid it."""

import itertools
import sys
import time
from typing import NoReturn

from hostile import Player, did, sleep_for_ever
from raw import (
    CONTINUATION,
    DATA,
    GOAWAY,
    HEADERS,
    PING,
    PRIORITY,
    RESET,
    SETTINGS,
    WINDOW,
    connect,
    frame,
    open_stream,
    opening,
    packed,
)
from rawplay import RawPlayer, beside

_FIRST = {
    "continuation": opening() + frame(HEADERS, 0, 1, packed({":method": "POST"})),
    "data": opening() + open_stream(),
}
_AGAIN = {
    "ping": frame(PING, 0, 0, b"12345678"),
    "settings": frame(SETTINGS, 0, 0, b"\0\4\0\1\0\0"),
    "continuation": frame(CONTINUATION, 0, 1, packed({"x-more": "x" * 100})),
    "priority": frame(PRIORITY, 0, 1, b"\0\0\0\0\x10"),
    "window": frame(WINDOW, 0, 0, b"\0\0\0\1"),
    "data": frame(DATA, 0, 1),
    "reset": frame(RESET, 0, 1, b"\0\0\0\x08"),
    "goaway": frame(GOAWAY, 0, 0, bytes(8)),
}
_AT_ONCE = 256
_AMID = 100_000
_KIND = sys.argv[1]
sent, cut = 0, 0


def _flood() -> NoReturn:
    global sent, cut  # noqa: PLW0603  # what the thread has done, told by the other
    while True:
        try:
            with connect() as connection:
                connection.sendall(_FIRST.get(_KIND, opening()))
                for _ in itertools.count():
                    connection.sendall(_AGAIN[_KIND] * _AT_ONCE)
                    sent += _AT_ONCE
        except OSError:
            cut += 1
            time.sleep(0.02)


class Beside(Player):
    def deed(self) -> None:
        beside(_flood)
        time.sleep(0.7)
        did(f"{sent} frames of {_KIND}, cut off {cut} times")


class Amid(RawPlayer):
    def deed(self) -> None:
        did(f"{_AMID} frames of {_KIND} amid play")
        try:
            for _ in range(_AMID // _AT_ONCE):
                self.connection.sendall(_AGAIN[_KIND] * _AT_ONCE)
        except OSError:
            did("hung up on")
            sleep_for_ever()


if __name__ == "__main__":
    if sys.argv[2] == "alone":
        did("flooding")
        _flood()
    (Amid if sys.argv[2] == "amid" else Beside)().run()
