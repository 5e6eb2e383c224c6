"""How a league's store is opened, and let go: for reading, or exclusively to write to it."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import Connection, Engine

from arena.errors import HostError
from arena.moments import Moment, reached
from arena.store import writing
from arena.store.closing import check_open
from arena.store.condition import Presence, check_whole, check_writable, find_obstacle
from arena.store.database import (
    DATABASE,
    create_database,
    find_format,
    read_engine,
    remove_drafts,
    transaction,
    upgrade_database,
    write_engine,
)
from arena.store.lock import Lock
from arena.store.schema import FORMATS
from arena.store.value import NewLeague

LOCK = "league.lock"


class Opened:
    """A store that is open; made by `create`, `open` or `open_exclusive`, ended by `close`."""

    def __init__(
        self, path: Path, lock: Lock | None, clock: Callable[[], float], *, is_frozen: bool = False
    ) -> None:
        self.is_frozen = is_frozen  # read as it stands, where nobody can write
        self._path = path
        self._lock = lock
        self._clock = clock
        self._reader = read_engine(path, is_frozen=is_frozen)
        self._writer: Engine | None = write_engine(path) if lock else None
        self._presence = Presence(path)
        self._state: Connection | None = None

    @classmethod
    def create(
        cls,
        directory: Path,
        league: NewLeague,
        *,
        beside: Callable[[], None] = lambda: None,
        command: str = "arena init",
        clock: Callable[[], float] = time.time,
    ) -> Self:
        """Makes a new league's store; `beside` makes the rest just before it counts as made."""
        lock = Lock.take(directory / LOCK, command=command, now=clock())
        try:
            create_database(
                directory / DATABASE,
                lambda connection: writing.add_league(connection, league, clock()),
                beside,
            )
            reached(Moment.LEAGUE_MADE)
        except BaseException:
            lock.release()
            raise
        return cls(directory / DATABASE, lock, clock)

    @classmethod
    def open(cls, directory: Path, *, clock: Callable[[], float] = time.time) -> Self:
        """Opens the store for reading, while others may write; upgrades an older one first."""
        is_frozen = find_obstacle(path := directory / DATABASE) is not None
        if find_format(path, is_frozen=is_frozen) != FORMATS[-1]:
            cls.open_exclusive(directory, command="arena, upgrading the league").close()
        return cls(path, None, clock, is_frozen=is_frozen)

    @classmethod
    def open_exclusive(
        cls, directory: Path, *, command: str, clock: Callable[[], float] = time.time
    ) -> Self:
        """Opens the store for writing, and marks the attempts that a crash cut off.

        `command` is what a second comer is told. Raises HostError if another holds the league.
        """
        path = directory / DATABASE
        check_writable(path)
        find_format(path)
        lock = Lock.take(directory / LOCK, command=command, now=clock())
        try:
            check_whole(path)
            remove_drafts(path)
            if find_format(path) != FORMATS[-1]:
                upgrade_database(path)
            store = cls(path, lock, clock)
            with store._writing() as connection:
                writing.interrupt_crashed(connection, clock())
            reached(Moment.CRASH_SETTLED)
        except BaseException:
            lock.release()
            raise
        return store

    def close(self) -> None:
        """Closes the database and lets the lock go; may be called twice."""
        try:
            if self._writer and self._lock and self._lock.is_held:
                self._presence.check(self._writer)
        finally:
            for engine in filter(None, (self._reader, self._writer)):
                engine.dispose()
            if self._lock:
                self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @contextmanager
    def one_state(self) -> Iterator[None]:
        """Has all that is read meanwhile come from one state, whatever others write."""
        with self._reading() as connection:
            self._state = connection
            try:
                yield
            finally:
                self._state = None

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            if self._state is not None:
                yield self._state
                return
            with transaction(self._reader, self._path) as connection:
                yield connection
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            raise HostError(
                f"{self._path} holds what no arena has stored ({error!r:.200}): put back a copy of "
                "the whole league"
            ) from error

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        assert self._writer, "only a store that was opened exclusively can be written"
        self._presence.check(self._writer)
        with transaction(self._writer, self._path) as connection:
            yield connection
            reached(Moment.COMMIT_DUE)
        reached(Moment.COMMITTED)

    @contextmanager
    def _changing(self) -> Iterator[Connection]:
        """Gives a transaction that changes a league; raises ConfigError once that is closed."""
        with self._writing() as connection:
            check_open(connection)
            yield connection
