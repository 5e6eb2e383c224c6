"""Makes files that are, or say that they are, larger than any file may be."""

import os
from pathlib import Path

from calls import failing
from hostile import Player, scratch

HUGE = 1 << 40
LARGE = 64 << 20


class Giant(Player):
    def deed(self) -> None:
        path = scratch() / "giant"
        file = os.open(path, os.O_RDWR | os.O_CREAT)
        nameless = os.memfd_create("giant")
        failing(
            {
                "truncate": lambda: os.truncate(path, HUGE),
                "seek and write": lambda: os.pwrite(file, b"x", HUGE),
                "fallocate": lambda: os.posix_fallocate(file, 0, LARGE),
                "fallocate far out": lambda: os.posix_fallocate(file, HUGE, 1),
                "nameless truncate": lambda: os.ftruncate(nameless, HUGE),
                "nameless write": lambda: os.pwrite(nameless, b"x", HUGE),
                "write": lambda: _write(path, LARGE),
            }
        )


def _write(path: Path, size: int) -> None:
    path.write_bytes(bytes(size))


if __name__ == "__main__":
    Giant().run()
