"""A process that is stopped from outside, as an overfull machine or a suspended one would."""

import os
import subprocess
import sys

STALL = 1.0
"""Seconds; a hundred heartbeats of the arena's loop."""

STALLER = """
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
) -> "subprocess.Popen[bytes]":
    """Has `process`, by default this very one, stopped `times` times for `stall` seconds.

    Each stop comes after `delay` seconds. It ends by itself, or when that process is gone.
    """
    numbers = map(str, (process or os.getpid(), delay, stall, times))
    return subprocess.Popen([sys.executable, "-c", STALLER, *numbers])
