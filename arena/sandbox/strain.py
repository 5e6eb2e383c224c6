"""Uses up whatever a bot may have; run inside a sandbox.

It stands by itself, needs only Python's own library, and tells the arena over the bot's socket: a
line of JSON whenever it has more, so that what it had when it was ended is known. Its arguments are
what to use up, and how much of it to try for.
"""

import contextlib
import json
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NoReturn

MIB = 1024 * 1024
BLOCK = 65_536
SECONDS = 1.0

Tell = Callable[[Mapping[str, object]], None]


def main(what: str, most: int) -> None:
    with socket.socket(socket.AF_UNIX) as arena:
        arena.connect(os.environ["ARENA_SOCKET"].removeprefix("unix://"))

        def tell(facts: Mapping[str, object]) -> None:
            arena.sendall(json.dumps(facts).encode() + b"\n")

        STRAINS[what](tell, most)


def crowd(tell: Tell, most: int) -> None:
    """Has as many children at once as it can, and says how many there are."""
    children: list[int] = []
    with contextlib.suppress(OSError):
        while len(children) < most:
            child = os.fork()
            if child == 0:
                signal.pause()
            children.append(child)
            tell({"processes": len(children)})
    tell({"processes": len(children), "has_ended_crowd": True})
    for child in children:
        os.kill(child, signal.SIGKILL)


def hoard(tell: Tell, most: int) -> None:
    """Takes memory, and says how much it has."""
    held: list[bytes] = []
    while len(held) * MIB < most:
        held.append(os.urandom(BLOCK) * (MIB // BLOCK))
        tell({"held_bytes": len(held) * MIB})


def spin(tell: Tell, most: int) -> None:
    """Keeps so many processes busy for ever, and says what share of one processor they get."""
    tell({"is_spinning": True})
    began = time.monotonic()
    busy: list[int] = []
    for _ in range(most):
        busy.append(os.fork())
        while busy[-1] == 0:
            pass
    time.sleep(SECONDS)
    used = sum(map(cpu_seconds, busy))
    tell({"cpu_share": used / (time.monotonic() - began)})
    rest()


def cpu_seconds(process: int) -> float:
    words = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def flood(tell: Tell, most: int) -> None:
    """Prints as much as that to both outputs, and goes on for ever, whatever it is asked."""
    os.write(2, b"\n" * BLOCK)
    for _ in range(most // BLOCK):
        os.write(1, b"x" * BLOCK)
        os.write(2, b"x" * BLOCK)
    tell({"has_flooded": True})
    rest()


def rest() -> NoReturn:
    """Goes on for ever, whatever it is asked."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    while True:
        signal.pause()


STRAINS = {"crowd": crowd, "memory": hoard, "processor": spin, "output": flood}

if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
