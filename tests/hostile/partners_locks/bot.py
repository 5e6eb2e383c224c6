"""Locks files of the image that it shares with its partner, and watches who opens them."""

import fcntl
import os
import select
import struct
import time
from contextlib import suppress
from pathlib import Path

from hostile import Player, breach, did, scratch, system_call

INOTIFY_ADD_WATCH, INOTIFY_INIT1, OFD_SETLK = 254, 294, 37
MARK = 0x41_524E_4100
EVERYTHING = 0xFFF
FILES = tuple(map(Path, ("/etc/passwd", "/etc/hostname", "/etc/hosts", "/bot/kit/honest.py")))


class Locker(Player):
    at = "bid"

    def deed(self) -> None:
        watching = _watch()
        time.sleep(0.2)
        _forget(watching)  # what this life has done
        time.sleep(0.6)  # meanwhile the partner locks and opens
        if _forget(watching):
            breach("somebody else was seen to open a file of the image")
        locked = [self._lock(path) for path in FILES]
        self._lock_openly()
        how = "watched" if watching is not None else "was refused to watch"
        did(f"{how} {len(FILES)} files, locked {len(locked)}")

    def _lock(self, path: Path) -> int:
        """Locks a file in every way, for good; a lock of somebody else's is a breach."""
        file = os.open(path, os.O_RDONLY)
        try:
            with suppress(PermissionError):
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            breach(f"{path} was locked by somebody else")
        return file

    def on_goodbye(self, goodbye: object) -> None:
        del goodbye
        did(f"a lock of no process was {self._lock_openly()}")
        locks = Path("/proc/locks").read_text(encoding="ascii").splitlines()
        did(f"sees {len(locks)} locks")
        others = [lock for lock in locks if f" {MARK} " in lock]
        if others:
            breach(f"a mark of somebody else is among the locks: {others}")

    def _lock_openly(self) -> str:
        """Takes a lock that every process may see, with a mark in it; says how that went."""
        file = os.open(scratch() / "marked", os.O_RDWR | os.O_CREAT)
        lock = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, MARK, 8, 0)
        try:
            fcntl.fcntl(file, OFD_SETLK, lock)
        except OSError:
            return "refused"
        return "taken"


def _watch() -> int | None:
    """Watches the files; returns None where watching is refused."""
    try:
        watching = system_call(INOTIFY_INIT1, 0o4000)
    except PermissionError:
        return None
    for path in (*FILES, Path("/etc"), Path("/bot")):
        system_call(INOTIFY_ADD_WATCH, watching, os.fsencode(path) + b"\0", EVERYTHING)
    return watching


def _forget(watching: int | None) -> bytes:
    if watching is None:
        return b""
    ready, _, _ = select.select([watching], [], [], 0)
    return os.read(watching, 65_536) if ready else b""


if __name__ == "__main__":
    Locker().run()
