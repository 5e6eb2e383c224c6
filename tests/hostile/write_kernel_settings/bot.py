"""Tries to open every setting of the kernel for writing."""

import contextlib
import os
from pathlib import Path

from hostile import Player, breach, did

PLACES = (
    "/proc/sys",
    "/proc/irq",
    "/proc/bus",
    "/proc/fs",
    "/sys/fs",
    "/sys/kernel",
    "/sys/module",
)
FILES = ("/proc/sysrq-trigger", "/proc/kcore", "/proc/mtrr", "/proc/latency_stats")
ENOUGH = 4000


class Setter(Player):
    def deed(self) -> None:
        tried = 0
        for path in [*map(Path, FILES), *_files()][:ENOUGH]:
            tried += 1
            with contextlib.suppress(OSError):
                os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK))
                breach(f"{path} can be opened for writing")
        did(f"{tried} settings, none of which can be written")


def _files() -> list[Path]:
    return [
        Path(folder, name)
        for place in PLACES
        for folder, _, names in os.walk(place)
        for name in names
    ]


if __name__ == "__main__":
    Setter().run()
