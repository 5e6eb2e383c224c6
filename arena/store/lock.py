"""The exclusive lock of a league: one writer at a time, and a word on who it is.

The kernel holds the lock and lets it go when the process ends, however it ends. What stands in the
file only serves the message for the second comer.
"""

import errno
import fcntl
import json
import os
import socket
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from arena.errors import HostError
from arena.moments import Moment, reached

_LONGEST_HOLDER = 4096


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a league."""

    pid: int
    host: str
    since: str
    command: str

    def __str__(self) -> str:
        return f"{self.command!r} (process {self.pid} on {self.host!r} since {self.since})"


class Lock:
    """An exclusive lock that is held until `release`, or until the process ends."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    @classmethod
    def take(cls, path: Path, *, command: str, now: float) -> Self:
        """Takes the lock in the file `path`; raises HostError, naming the holder, if it is held."""
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise HostError(
                f"cannot open the lock {path}: {error.strerror}; check who may write to its folder"
            ) from None
        try:
            _flock(descriptor, path)
            _write_holder(descriptor, command, now)
        except BaseException:
            os.close(descriptor)
            raise
        reached(Moment.LOCK_TAKEN)
        return cls(descriptor)

    def release(self) -> None:
        """Lets go; the file stays, since removing it would race with the next holder."""
        if self._descriptor < 0:
            return
        os.ftruncate(self._descriptor, 0)
        os.close(self._descriptor)
        self._descriptor = -1
        reached(Moment.LOCK_RELEASED)


def find_holder(path: Path) -> Holder | None:
    """Returns who last wrote the lock file and has not let go; None if it does not say."""
    try:
        with path.open("rb") as file:
            fields = json.loads(file.read(_LONGEST_HOLDER))
        return Holder(
            int(fields["pid"]), str(fields["host"]), str(fields["since"]), str(fields["command"])
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _flock(descriptor: int, path: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in (errno.EAGAIN, errno.EACCES):
            raise HostError(
                f"cannot lock {path}: {error.strerror}; keep leagues on a local disk"
            ) from None
        holder = find_holder(path) or "another arena"
        raise HostError(
            f"league {path.parent} is in use by {holder}: wait until it ends, or stop it"
        ) from None


def _write_holder(descriptor: int, command: str, now: float) -> None:
    since = datetime.fromtimestamp(now, UTC).isoformat(timespec="seconds")
    holder = Holder(os.getpid(), socket.gethostname(), since, command[:500])
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, json.dumps(asdict(holder)).encode(), 0)
