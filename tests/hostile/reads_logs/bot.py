"""Prints its notes, and looks for what earlier lives have printed, wherever a log might be."""

import sys
from collections.abc import Iterator
from pathlib import Path

from carrier import Carrier, read

PLACES = (
    "/var/log",
    "/var/lib/docker",
    "/var/lib/containerd",
    "/var/run",
    "/run",
    "/run/arena",
    "/dev/pts",
    "/proc/1",
    "/proc/1/fd",
    "/proc/self/fd",
    "/proc/1/root/var/log",
    "/sys/fs/cgroup",
)
FILES = ("/dev/kmsg", "/dev/log", "/dev/console", "/dev/stderr", "/proc/kmsg", "/proc/1/environ")


class Reader(Carrier):
    notes = 6

    def keep(self, note: bytes) -> int:
        sys.stdout.write(note.decode())
        sys.stdout.flush()
        sys.stderr.write(note.decode())
        return 2

    def find(self) -> Iterator[tuple[str, bytes]]:
        self.found += self.left > 0  # what it prints is nowhere to be read, not even by itself
        for path in map(Path, FILES):
            yield str(path), read(path)
        for place in map(Path, PLACES):
            for path in _below(place):
                yield str(path), read(path)


def _below(place: Path) -> list[Path]:
    try:
        return sorted(place.iterdir())[:200]
    except OSError:
        return []


if __name__ == "__main__":
    Reader().run()
