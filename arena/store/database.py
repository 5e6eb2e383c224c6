"""Opening a league's database: connections, transactions, versions, and errors in words.

Transactions are begun by hand, since the driver would begin them late: writers take SQLite's write
lock at once, readers read one state of the database from beginning to end and block nobody.
"""

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, QueuePool, create_engine, event
from sqlalchemy.exc import DBAPIError, IntegrityError

from arena.errors import ArenaError, ConfigError, HostError
from arena.moments import Moment, reached
from arena.store.schema import FORMATS

DATABASE = "league.db"
_DRAFT = ".new-"
MIGRATIONS = "arena.store:migrations"

_BUSY_TIMEOUT = 30.0
SETTINGS = ("foreign_keys = ON", "synchronous = FULL", "temp_store = MEMORY")
_ADVICE = {
    "full": "free some space",
    "not a database": "put back a copy of it",
    "malformed": "put back a copy of it",
    "disk i/o": "check the disk",
    "readonly": "check who may write to it and to its folder",
    "unable to open": "check who may read and write it and its folder",
    "locked": "try again, and look for a program that holds it",
}


def read_engine(path: Path, *, is_frozen: bool = False) -> Engine:
    """Returns an engine whose transactions see one state and can change nothing.

    With `is_frozen` it reads the file as it stands and makes none beside it (`condition.py`).
    """
    mode = "mode=ro&immutable=1" if is_frozen else reading_mode(path)
    return _engine(path, "BEGIN", (*SETTINGS, "query_only = ON"), mode)


def reading_mode(path: Path) -> str:
    """Returns how to open a database to read it, so that reading changes nothing.

    Whoever closes it last and may write brings what stands beside it into it; after a crash that is
    for the next arena to do, which looks first whether all is whole.
    """
    return "mode=ro" if has_pending(path) else "mode=rw"


def has_pending(path: Path) -> bool:
    """Says whether changes stand beside the database, as a killed arena leaves them."""
    pending = path.with_name(f"{path.name}-wal")
    return pending.exists() and pending.stat().st_size > 0


def write_engine(path: Path) -> Engine:
    """Returns an engine whose transactions are durable once they are committed."""
    return _engine(path, "BEGIN IMMEDIATE", SETTINGS)


@contextmanager
def transaction(engine: Engine, path: Path) -> Iterator[Connection]:
    """Gives a connection in a transaction; the database's errors come out in words."""
    try:
        with engine.begin() as connection:
            yield connection
    except IntegrityError as error:
        raise ArenaError(
            f"{path} refused what would contradict it ({error.orig}): please report this bug"
        ) from error
    except (DBAPIError, sqlite3.Error) as error:
        raise _host_error(path, error) from None


def create_database(
    path: Path, fill: Callable[[Connection], None], beside: Callable[[], None]
) -> None:
    """Makes a database of the newest format that holds what `fill` puts in, all or nothing.

    `beside` makes what else belongs to it, just before it is there. Raises ConfigError if there is
    one; the caller holds the lock.
    """
    if path.exists():
        raise ConfigError(f"{path} exists already: choose another folder for the new league")
    try:
        descriptor, name = tempfile.mkstemp(prefix=_DRAFT, suffix=".db", dir=path.parent)
        os.close(descriptor)
        draft = Path(name)
        try:
            _make(draft, fill)
            reached(Moment.DRAFT_FILLED)
            beside()
            os.link(draft, path)
        finally:
            remove_drafts(path)
        sync_folder(path.parent)
    except OSError as error:
        raise HostError(f"cannot make {path}: {error.strerror}; choose another folder") from None


def find_drafts(path: Path) -> list[Path]:
    """Returns what the making of the database `path` needs for a while, or has left when killed."""
    return sorted(path.parent.glob(f"{_DRAFT}*.db*"))


def remove_drafts(path: Path) -> None:
    """Removes what a killed arena left of the making of `path`; the caller holds the lock."""
    for leftover in find_drafts(path):
        leftover.unlink()


def sync_folder(folder: Path) -> None:
    """Has the names in `folder` outlive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def find_format(path: Path, *, is_frozen: bool = False) -> str:
    """Returns the format of the database; raises in words if this arena cannot work with it."""
    if not path.is_file():
        raise ConfigError(
            f"there is no {path}: put it back from a copy, or make another league with `arena init`"
        )
    engine = read_engine(path, is_frozen=is_frozen)
    try:
        with transaction(engine, path) as connection:
            names = "SELECT count(*) FROM sqlite_master WHERE name = 'alembic_version'"
            if not connection.exec_driver_sql(names).scalar_one():
                raise HostError(f"{path} is not a league's database: put back a copy of it")
            rows = connection.exec_driver_sql("SELECT version_num FROM alembic_version").all()
    finally:
        engine.dispose()
    found = ", ".join(str(row[0]) for row in rows)
    if found not in FORMATS:
        raise HostError(
            f"{path} has format {found!r} and this arena knows formats up to {FORMATS[-1]}: "
            "it comes from a newer arena, use that one"
        )
    return found


def upgrade_database(path: Path) -> None:
    """Takes the database to the newest format, all or nothing; the caller holds the lock."""
    # Tables are rebuilt by some steps, which foreign keys would not allow; they are checked after.
    engine = _engine(path, "BEGIN IMMEDIATE", ("foreign_keys = OFF", "synchronous = FULL"))
    try:
        with transaction(engine, path) as connection:
            _run_migrations(connection)
            if connection.exec_driver_sql("PRAGMA foreign_key_check").first():
                raise ArenaError(f"{path} cannot be upgraded; nothing changed, please report it")
            reached(Moment.UPGRADE_DUE)
        reached(Moment.UPGRADED)
    finally:
        engine.dispose()


@contextmanager
def new_in_memory() -> Iterator[Connection]:
    """Gives a database of the newest format that is empty, and gone afterwards."""
    engine = create_engine("sqlite://")
    try:
        with engine.begin() as connection:
            _run_migrations(connection)
            yield connection
    finally:
        engine.dispose()


def _make(path: Path, fill: Callable[[Connection], None]) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    upgrade_database(path)
    engine = write_engine(path)
    try:
        with transaction(engine, path) as connection:
            fill(connection)
    finally:
        engine.dispose()


def _run_migrations(connection: Connection) -> None:
    # Imported here since only a new or an old league needs it, and it takes its time.
    from alembic import command  # noqa: PLC0415  # see above
    from alembic.config import Config  # noqa: PLC0415  # see above

    config = Config()
    config.set_main_option("script_location", MIGRATIONS)
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _engine(path: Path, begin: str, settings: tuple[str, ...], mode: str = "mode=rw") -> Engine:
    engine = create_engine(
        "sqlite://", creator=lambda: connect(path, settings, mode), poolclass=QueuePool
    )

    @event.listens_for(engine, "begin")
    def begin_by_hand(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def connect(path: Path, settings: tuple[str, ...], mode: str = "mode=rw") -> sqlite3.Connection:
    """Returns a connection of the driver's, in which nothing is begun."""
    connection = sqlite3.connect(
        f"{path.resolve().as_uri()}?{mode}",
        uri=True,
        timeout=_BUSY_TIMEOUT,
        isolation_level=None,
        check_same_thread=False,
    )
    for setting in settings:
        connection.execute(f"PRAGMA {setting}")
    return connection


def _host_error(path: Path, error: DBAPIError | sqlite3.Error) -> HostError:
    reason = str(error.orig if isinstance(error, DBAPIError) else error)
    advice = next(
        (advice for fragment, advice in _ADVICE.items() if fragment in reason.lower()),
        "check the disk and the folder",
    )
    return HostError(f"the database {path} cannot be used ({reason}): {advice}")
