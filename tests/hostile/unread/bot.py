"""Reads nothing, or next to nothing, of what the arena sends."""

import sys
import time
from typing import TYPE_CHECKING, NoReturn

from hostile import Stream, did, sleep_for_ever
from raw import WINDOW, connect, data, frame, greeting, open_stream, opening
from rawplay import RawPlayer

if TYPE_CHECKING:
    import grpc


def _read_nothing(window: int) -> NoReturn:
    """Greets, and lets the arena send no more than `window` bytes."""
    connection = connect()
    connection.sendall(opening(window) + open_stream() + data(greeting()))
    did(f"takes {window} bytes")
    sleep_for_ever()


def _a_byte_a_second(window: int) -> NoReturn:
    """Greets, and makes room for another byte each second."""
    connection = connect()
    connection.sendall(opening(window) + open_stream() + data(greeting()))
    did("takes a byte a second")
    while True:
        time.sleep(1.0)
        connection.sendall(frame(WINDOW, 0, 1, b"\0\0\0\1"))


class Tiny(RawPlayer):
    """Makes room for a few bytes at a time, but without delay, and so plays as it should."""

    window = 16

    def open(self, channel: "grpc.Channel | None" = None) -> Stream:
        stream = super().open(channel)
        did("takes 16 bytes at a time")
        return stream


if __name__ == "__main__":
    match sys.argv[1]:
        case "nothing":
            _read_nothing(int(sys.argv[2]))
        case "slowly":
            _a_byte_a_second(int(sys.argv[2]))
        case _:
            Tiny().run()
