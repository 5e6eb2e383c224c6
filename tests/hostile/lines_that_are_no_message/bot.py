"""Prints what its argument says in place of an answer, to the stream that is for messages."""

import os
import sys
import time
from collections.abc import Callable
from typing import NoReturn

from hostile import leave, sleep_for_ever
from lines import LinePlayer, write

FLOOD = 1 << 16


class Hostile(LinePlayer):
    def deed(self, line: bytes) -> bytes:
        return DEEDS[sys.argv[1]](line)


def _for_ever(raw: bytes, stream: int = 1) -> NoReturn:
    while True:
        write(raw, stream)


def _half(line: bytes) -> NoReturn:
    write(line[: len(line) // 2])
    sleep_for_ever()


def _slowly(line: bytes) -> NoReturn:
    for number in range(len(line)):
        write(line[number : number + 1])
        time.sleep(1.0)
    sleep_for_ever()


def _deaf(line: bytes) -> NoReturn:
    write(line)
    sleep_for_ever()


def _closed(line: bytes, stream: int) -> NoReturn:
    write(line)
    os.close(stream)
    sleep_for_ever()


def _half_and_leave(line: bytes) -> NoReturn:
    write(line[: len(line) // 2])
    leave(4)


DEEDS: dict[str, Callable[[bytes], bytes]] = {
    "debug text": lambda line: b"I have only spades left\n" + line,
    "NaN": lambda line: line.replace(b'"turn": ', b'"turn": NaN, "moves": [], "x": ', 1),
    "deep nesting": lambda _line: b'{"bye":' * 30_000 + b"\n",
    "a key twice": lambda line: line.replace(b'"moves": [', b'"moves": [], "moves": [', 1),
    "bad UTF-8": lambda _line: b'{"bye":{"reason":"\xff\xfe\x00"}}\n',
    "many entries": lambda _line: b'{"moves":{"moves":[' + b"{}," * 80_000 + b"{}]}}\n",
    "a line without end": lambda _line: _for_ever(b"x" * FLOOD),
    "empty lines": lambda _line: _for_ever(b"\n" * FLOOD),
    "lines between turns": lambda line: _for_ever(line * 500),
    "single bytes": lambda _line: _for_ever(b"x"),
    "errors": lambda _line: _for_ever(b"\x1b[31mflood\n" * 5000, 2),
    "errors by single bytes": lambda _line: _for_ever(b"\n", 2),
    "never reading": _deaf,
    "closed input": lambda line: _closed(line, 0),
    "closed output": lambda line: _closed(line, 1),
    "half a line": _half,
    "a byte a second": _slowly,
    "half a line and the end": _half_and_leave,
}

if __name__ == "__main__":
    Hostile().run()
