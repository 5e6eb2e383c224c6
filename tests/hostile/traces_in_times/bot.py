"""Leaves traces in what it can only read: its times, and its locks; and looks for them."""

import contextlib
import fcntl
import os
from pathlib import Path

from hostile import Player, breach, did

PLACES = """
    / /bot /bot/kit/start.py /etc/hosts /etc/hostname /etc/resolv.conf /sbin/docker-init /sys
"""


class Tracer(Player):
    at = "start"

    def deed(self) -> None:
        left = 0
        for path in map(Path, PLACES.split()):
            with contextlib.suppress(OSError):
                os.utime(path, (7, 7))
                breach(f"the times of {path} can be set")
            before = path.stat().st_atime_ns
            file = os.open(path, os.O_RDONLY)
            with contextlib.suppress(OSError):
                os.read(file, 1)
            with contextlib.suppress(OSError):
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if path.stat().st_atime_ns != before:
                breach(f"reading {path} is seen in its times")
            left += 1
        did(f"{left} read, and nothing is seen of it")


if __name__ == "__main__":
    Tracer().run()
