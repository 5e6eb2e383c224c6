"""Two bots try to share memory, by name, by key and by file."""

import contextlib
import os
from pathlib import Path

from calls import call
from hostile import scratch
from together import Partner

NAME = "partners"
PLACES = ("/dev/shm", "/dev/mqueue", "/run")  # noqa: S108  # places to meet
KEY = 0x5EE3


class Sharer(Partner):
    def __init__(self) -> None:
        super().__init__()
        self.own = f"{os.getpid()}-{id(self)}-{os.urandom(8).hex()}"

    def seek(self) -> str:
        for place in (*map(Path, PLACES), scratch()):
            path = place / NAME
            try:
                found = path.read_text(encoding="ascii")
                path.write_text(self.own, encoding="ascii")
            except FileNotFoundError:
                found = self.own
                _leave(path, self.own)
            except OSError:
                continue
            if found != self.own:
                return f"{path} is shared"
        with contextlib.suppress(PermissionError):
            call("shmget", KEY, 4096, 0o1666)
            return "shared memory can be had"
        return ""


def _leave(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="ascii")
    except OSError:
        return


if __name__ == "__main__":
    Sharer().run()
