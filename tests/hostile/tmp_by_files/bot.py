"""Fills /tmp with names: files, directories, links of both kinds, pipes or sockets."""

import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

from hostile import Player, breach, did, scratch

MOST = 5000


def _file(path: Path, first: Path) -> None:
    del first
    path.touch()


def _directory(path: Path, first: Path) -> None:
    del first
    path.mkdir()


def _hard_link(path: Path, first: Path) -> None:
    path.hardlink_to(first)


def _soft_link(path: Path, first: Path) -> None:
    del first
    path.symlink_to("x" * 200)


def _pipe(path: Path, first: Path) -> None:
    del first
    os.mkfifo(path)


def _socket(path: Path, first: Path) -> None:
    del first
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(path))


MAKERS: dict[str, Callable[[Path, Path], None]] = {
    "files": _file,
    "directories": _directory,
    "hard-links": _hard_link,
    "soft-links": _soft_link,
    "pipes": _pipe,
    "sockets": _socket,
}


class Filler(Player):
    def deed(self) -> None:
        make, made = MAKERS[sys.argv[1]], 0
        first = scratch() / "first"
        first.touch()
        try:
            for number in range(MOST):
                make(scratch() / f"{number}", first)
                made += 1
        except OSError as error:
            did(f"{made} {sys.argv[1]}, then {error.strerror}")
        else:
            breach(f"{made} {sys.argv[1]} could be made")


if __name__ == "__main__":
    Filler().run()
