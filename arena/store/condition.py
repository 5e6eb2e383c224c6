"""The condition of a league's database: whether it can be written, is whole and is still there."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import Engine

from arena.errors import HostError
from arena.store.database import SETTINGS, connect, has_pending, reading_mode

_PRIMARY = 0xFF
_UNWRITABLE = (
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_READONLY,
)
"""What SQLite says where it cannot make the files that it needs beside a database."""
_RESCUED = "league.rescued.db"


def find_obstacle(path: Path) -> str | None:
    """Returns why a database can be read only as it stands; None if it is like any other.

    SQLite keeps an index beside a database even to read it. Where there is no right and no room to
    make one, nobody writes either, and the file by itself is all there is to know. Raises HostError
    where it is not: a killed arena's last changes stand in a file of their own.
    """
    try:
        with closing(connect(path, SETTINGS, reading_mode(path))) as connection:
            connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & _PRIMARY not in _UNWRITABLE or not path.is_file():
            return None  # whatever it is, it is told where the database is used
        reason = _obstacle(path.parent, error)
    except sqlite3.Error:
        return None
    else:
        return None
    if has_pending(path):
        raise HostError(
            f"the last changes of {path} stand in {path.name}-wal and cannot be read ({reason}): "
            "make room or let the folder be written to, or copy the whole league elsewhere"
        )
    return reason


def check_writable(path: Path) -> None:
    """Raises HostError, with what to do, if the database can only be looked at."""
    if obstacle := find_obstacle(path):
        raise HostError(
            f"nothing can be written to the league {path.parent} ({obstacle}): see to that, or "
            "copy the whole league elsewhere; until then it can only be looked at"
        )


def _obstacle(folder: Path, error: sqlite3.Error) -> str:
    disk = os.statvfs(folder)
    if disk.f_flag & os.ST_RDONLY:
        return "its disk is mounted read-only"
    if not disk.f_bavail:
        return "its disk is full"
    if disk.f_files and not disk.f_favail:
        return "its disk has no room for another file"
    return str(error)


def check_whole(path: Path) -> None:
    """Raises HostError, and changes nothing, if a crash has torn the database.

    After a clean end nothing is looked at here: SQLite itself misses a page at once.
    """
    if not has_pending(path):
        return
    try:
        with closing(connect(path, SETTINGS, reading_mode(path))) as connection:
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        found = str(error)
    if found != "ok":
        reason = " ".join(str(found).split())
        raise HostError(
            f"the database {path} is torn ({reason}): nothing was changed; put back a copy of the "
            "whole league, and keep this one for whoever can mend it"
        )


class Presence:
    """Sees whether the database that is open is still the file of that name.

    A file that was removed can be written to its end by whoever has it open, and is gone then.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known = _identity(path)
        self._saved = ""

    def check(self, engine: Engine) -> None:
        """Raises HostError if it is not; saves what `engine` still has open, where it can."""
        if _identity(self._path) == self._known:
            return
        if not self._saved:
            self._saved = self._save(engine)
        raise HostError(
            f"{self._path} was removed or replaced while the arena wrote to it: {self._saved}, and "
            "then run again"
        )

    def _save(self, engine: Engine) -> str:
        """Saves what it can, once; returns what to do."""
        rescued = self._path.with_name(_RESCUED)
        with suppress(OSError, sqlite3.Error):
            _save(engine, rescued)
            return f"all that was stored is in {rescued}, so give that its name"
        return "its folder is gone as well, so look where that was moved"


def _save(engine: Engine, path: Path) -> None:
    """Copies the database that `engine` has open into a new file."""
    path.open("xb").close()
    pooled = engine.raw_connection()
    try:
        source = pooled.driver_connection
        assert isinstance(source, sqlite3.Connection)
        with closing(sqlite3.connect(path)) as target:
            source.backup(target)
    finally:
        pooled.close()


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
