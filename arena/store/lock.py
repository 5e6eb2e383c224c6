"""The exclusive lock of a league: one writer at a time, and a word on who it is.

The kernel holds the lock and lets it go when the process ends, however it ends. What stands in the
file only serves the message for the second comer. The lock is the kernel's of one machine: on a
disk that several share it need not hold, and where it cannot be had at all nothing is played.
"""

import errno
import fcntl
import json
import os
import socket
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from arena.errors import HostError
from arena.moments import Moment, reached

_LONGEST_HOLDER = 4096
_GLANCES = 10
_GLANCE_SECONDS = 0.02


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
    """An exclusive lock that is held until `release`, or until the process ends.

    It is on the folder as well as on the file in it: a file can be removed or replaced while it is
    held, and then a second comer would hold another one.
    """

    def __init__(self, folder: int, file: int) -> None:
        self._folder, self._file = folder, file

    @classmethod
    def take(cls, path: Path, *, command: str, now: float) -> Self:
        """Takes the lock in the file `path`; raises HostError, naming the holder, if it is held."""
        folder = file = -1
        try:
            folder = _opened(path, path.parent, os.O_RDONLY | os.O_DIRECTORY)
            _flock(folder, path)
            file = _opened(path, path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW)
            _flock(file, path)
            _write_holder(file, command, now)
        except BaseException:
            _close(file, folder)
            raise
        reached(Moment.LOCK_TAKEN)
        return cls(folder, file)

    @property
    def is_held(self) -> bool:
        return self._file >= 0

    def release(self) -> None:
        """Lets go; the file stays, since removing it would race with the next holder."""
        if not self.is_held:
            return
        with suppress(OSError):  # a full disk; what stands there is not believed by itself
            os.ftruncate(self._file, 0)
        _close(self._file, self._folder)
        self._file = self._folder = -1
        reached(Moment.LOCK_RELEASED)


def find_live_holder(path: Path) -> str | None:
    """Returns who holds the lock now, in words; None if nobody does.

    The kernel is asked, so that neither an old text nor another process of the same number counts.
    """
    try:
        descriptor = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return str(find_holder(path) or "another arena")
    finally:
        os.close(descriptor)
    return None


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


def _opened(lock: Path, path: Path, flags: int) -> int:
    try:
        return os.open(path, flags | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise HostError(
            f"cannot open the lock {lock}: {error.strerror}; check who may write to its folder"
        ) from None


def _flock(descriptor: int, path: Path) -> None:
    """Locks what is open; a glance by `find_live_holder` is waited for."""
    for left in reversed(range(_GLANCES)):
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.EACCES):
                raise HostError(
                    f"cannot lock {path}: {error.strerror}; keep leagues on a local disk"
                ) from None
            if left:
                time.sleep(_GLANCE_SECONDS)
        else:
            return
    holder = find_holder(path) or "another arena"
    raise HostError(f"league {path.parent} is in use by {holder}: wait until it ends, or stop it")


def _close(*descriptors: int) -> None:
    for descriptor in descriptors:
        if descriptor >= 0:
            os.close(descriptor)


def _write_holder(descriptor: int, command: str, now: float) -> None:
    since = datetime.fromtimestamp(now, UTC).isoformat(timespec="seconds")
    holder = Holder(os.getpid(), socket.gethostname(), since, command[:500])
    try:
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, json.dumps(asdict(holder)).encode(), 0)
    except OSError as error:
        raise HostError(
            f"cannot write to the league's lock: {error.strerror}; make room on its disk"
        ) from None
