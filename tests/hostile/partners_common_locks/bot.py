"""Two bots try to see each other's locks on files that both have, and in the list of locks."""

import contextlib
import fcntl
import os
import struct
from collections.abc import Iterator
from pathlib import Path

from hostile import scratch
from together import Partner

LOCK = struct.Struct("hhqqi4x")
"""Type, whence, start, length, process: what the kernel takes as a lock of a part of a file."""
OFD_SETLK = 37
PLACE = 0x5EE4


class Locker(Partner):
    """Holds what locks it can get, and looks for those that it does not hold."""

    def __init__(self) -> None:
        super().__init__()
        self.files = list(_shared_files())
        self.own = os.open(scratch() / "own", os.O_RDWR | os.O_CREAT)
        self.held: set[int] = set()

    def seek(self) -> str:
        for path, file in self.files:
            if file not in self.held:
                with contextlib.suppress(PermissionError):
                    try:
                        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    except BlockingIOError:
                        return f"{path} is locked by the other"
                    self.held.add(file)
            if self._sees_lock(file):
                return f"a part of {path} is locked by the other"
        return self._listed()

    def _sees_lock(self, file: int) -> bool:
        mine = LOCK.pack(fcntl.F_RDLCK, os.SEEK_SET, PLACE, 1, 0)
        theirs = LOCK.pack(fcntl.F_WRLCK, os.SEEK_SET, PLACE, 1, 0)
        with contextlib.suppress(OSError):
            fcntl.fcntl(file, fcntl.F_SETLK, mine)
            found = LOCK.unpack(fcntl.fcntl(file, fcntl.F_GETLK, theirs))
            return bool(found[0] != fcntl.F_UNLCK)
        return False

    def _listed(self) -> str:
        """Locks a part of its own file that says who it is, and looks who else did so."""
        with contextlib.suppress(OSError):
            fcntl.fcntl(self.own, OFD_SETLK, LOCK.pack(fcntl.F_WRLCK, 0, PLACE, 1, 0))
        mine = os.fstat(self.own)
        inode = f"{os.major(mine.st_dev):02x}:{os.minor(mine.st_dev):02x}:{mine.st_ino}"
        for line in Path("/proc/locks").read_text(encoding="ascii").splitlines():
            is_own = inode in line or line.split()[4] == str(os.getpid())
            if f" {PLACE} " in line and not is_own:
                return f"the other's lock is listed: {line}"
        return ""


def _shared_files() -> Iterator[tuple[str, int]]:
    """Opens whatever may be one file for both: what is mounted, and parts of the image."""
    lines = Path("/proc/self/mountinfo").read_text(encoding="utf-8").splitlines()
    seen = set()
    for path in {*(line.split()[4] for line in lines), "/sbin/docker-init", "/usr/bin/python3"}:
        with contextlib.suppress(OSError):
            file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
            state = os.fstat(file)
            if (state.st_dev, state.st_ino) not in seen:
                seen.add((state.st_dev, state.st_ino))
                yield path, file


if __name__ == "__main__":
    Locker().run()
