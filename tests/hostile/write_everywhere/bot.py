"""Tries to make a file in every directory that it can find, and to open every mounted file."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from hostile import Player, breach, did, scratch

NAME = "hostile-was-here"
DEPTH = 4
MINE = ("/proc", "/dev/fd")
"""Its own descriptors and its own processes."""


class Writer(Player):
    def deed(self) -> None:
        places = [*_directories(Path("/"), DEPTH), *_mount_points()]
        tried = 0
        for place in dict.fromkeys(places):
            if place == scratch() or str(place).startswith(MINE):
                continue
            tried += 1
            if _can_write(place):
                breach(f"{place} can be written to")
        did(f"{tried} places, none of which can be written to")


def _mount_points() -> list[Path]:
    lines = Path("/proc/self/mountinfo").read_text(encoding="utf-8").splitlines()
    return [Path(line.split()[4]) for line in lines]


def _directories(top: Path, depth: int) -> Iterator[Path]:
    yield top
    with contextlib.suppress(OSError):
        for entry in top.iterdir():
            if depth and entry.is_dir() and not entry.is_symlink():
                yield from _directories(entry, depth - 1)


def _can_write(place: Path) -> bool:
    with contextlib.suppress(OSError):
        if place.is_dir():
            os.close(os.open(place / NAME, os.O_WRONLY | os.O_CREAT))
        elif place.is_file():
            os.close(os.open(place, os.O_WRONLY))
        else:
            return False  # a device, such as /dev/null over what is hidden
        return True
    return False


if __name__ == "__main__":
    Writer().run()
