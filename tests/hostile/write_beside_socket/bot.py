"""Tries to replace, rename, change or link the socket, and to put others beside it."""

import os
import socket
from pathlib import Path

from calls import failing
from hostile import Player, scratch, socket_path


def _bind(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))


class Replacer(Player):
    def deed(self) -> None:
        path = socket_path()
        beside, folder = path.with_name("other.sock"), path.parent
        failing(
            {
                "unlink": path.unlink,
                "rename": lambda: path.rename(beside),
                "replace": lambda: (scratch() / "x").rename(path),
                "chmod": lambda: path.chmod(0o777),
                "chown": lambda: os.chown(path, os.getuid(), -1),
                "touch": lambda: os.utime(path),
                "truncate": lambda: os.truncate(path, 0),
                "open": lambda: os.open(path, os.O_RDWR),
                "attribute": lambda: os.setxattr(path, "user.a", b"x"),
                "link out": lambda: (scratch() / "linked").hardlink_to(path),
                "file beside": beside.touch,
                "nameless beside": lambda: os.open(folder, os.O_TMPFILE | os.O_RDWR),
                "folder beside": beside.mkdir,
                "link beside": lambda: beside.symlink_to(path),
                "socket beside": lambda: _bind(beside),
                "socket over": lambda: _bind(path),
                "folder's mode": lambda: folder.chmod(0o777),
                "folder's name": lambda: folder.rename("/run/elsewhere"),
                "folder": folder.rmdir,
            }
        )


if __name__ == "__main__":
    Replacer().run()
