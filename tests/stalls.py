"""A process that is stopped from outside, as an overfull machine or a suspended one would."""

import os
import subprocess
import sys
from typing import TypeAlias

STALL = 1.0
"""Seconds; a hundred heartbeats of the arena's loop."""

Staller: TypeAlias = "subprocess.Popen[bytes]"

_PROGRAM = """
import os, signal, sys, time
arena, delay, stall, times = int(sys.argv[1]), *map(float, sys.argv[2:])
for _ in range(int(times)):
    time.sleep(delay)
    os.kill(arena, signal.SIGSTOP)
    time.sleep(stall)
    os.kill(arena, signal.SIGCONT)
"""


def staller(
    delay: float = 0.2, stall: float = STALL, times: int = 1, process: int | None = None
) -> Staller:
    """Has `process`, by default this very one, stopped `times` times for `stall` seconds.

    Each stop comes after `delay` seconds. It ends by itself, or when that process is gone.
    """
    return subprocess.Popen(stalling_command(delay, stall, times, process))


def stalling_command(
    delay: float = 0.2, stall: float = STALL, times: int = 1, process: int | None = None
) -> list[str]:
    """Returns the command of a `staller`."""
    numbers = map(str, (process or os.getpid(), delay, stall, times))
    return [sys.executable, "-c", _PROGRAM, *numbers]
