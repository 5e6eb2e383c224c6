import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, text

from arena.errors import ArenaError, ConfigError, HostError
from arena.store import AttemptState, NewLeague, SandboxKind, Store, find_holder
from arena.store.database import DATABASE, find_format
from arena.store.lock import Lock
from arena.store.opened import LOCK
from arena.store.schema import FORMATS, metadata
from tests.leagues import LEAGUE, NOW, all_fixtures, create, play

WRITER = Path(__file__).with_name("store_writer.py")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with create(tmp_path) as store:
        yield store


# One writer, many readers.


def test_readers_see_one_state_while_another_writes(store: Store, tmp_path: Path) -> None:
    planned = all_fixtures(store)
    play(store, *planned[:3])
    with Store.open(tmp_path) as reader:
        reading = reader.results()
        first = next(reading)

        play(store, *planned[3:])

        assert len([first, *reading]) == 3  # as it was when the reading began
        assert reader.counts().results == 6


def test_a_reader_cannot_write(store: Store, tmp_path: Path) -> None:
    with Store.open(tmp_path) as reader, pytest.raises(AssertionError, match="exclusively"):
        reader.add_note("kind", "text")
    with (
        Store.open(tmp_path) as reader,
        pytest.raises(HostError, match="readonly"),
        reader._reading() as connection,
    ):
        connection.execute(text("DELETE FROM league"))


def test_a_second_writer_is_told_who_is_there(store: Store, tmp_path: Path) -> None:
    store.close()
    with (
        Store.open_exclusive(tmp_path, command="arena run"),
        pytest.raises(HostError, match=rf"in use by 'arena run' \(process {os.getpid()} on "),
    ):
        Store.open_exclusive(tmp_path, command="arena submit")

    Store.open_exclusive(tmp_path, command="arena submit").close()


def test_two_processes_never_hold_one_league(store: Store, tmp_path: Path) -> None:
    refused = subprocess.run(
        [sys.executable, WRITER, tmp_path, "never"], capture_output=True, text=True, check=False
    )

    assert refused.returncode == 1
    assert f"in use by 'arena init' (process {os.getpid()} on " in refused.stderr
    assert refused.stdout == ""


def test_a_lock_that_does_not_say_who_holds_it_still_holds(tmp_path: Path) -> None:
    lock = Lock.take(tmp_path / LOCK, command="x", now=NOW)
    (tmp_path / LOCK).write_text('{"pid": "\\u001b[2J"}')

    assert find_holder(tmp_path / LOCK) is None
    with pytest.raises(HostError, match="in use by another arena: wait"):
        Lock.take(tmp_path / LOCK, command="y", now=NOW)
    lock.release()
    lock.release()


def test_a_lock_needs_a_folder(tmp_path: Path) -> None:
    with pytest.raises(HostError, match="cannot open the lock"):
        Store.create(tmp_path / "nowhere", LEAGUE)


# Crashes.


@pytest.mark.parametrize(
    ("point", "is_stored"),
    [
        ("begin", False),
        ("statement-1", False),  # the attempt is looked up
        ("statement-2", False),  # the attempt is finished
        ("statement-3", False),  # the meeting is looked up
        ("statement-4", False),  # the result is in
        ("statement-5", False),  # the record is in
        ("commit", False),
        ("stored", True),
    ],
)
def test_a_kill_neither_loses_nor_doubles_a_result(
    tmp_path: Path,
    point: str,
    is_stored: bool,  # a column of the table above
) -> None:
    create(tmp_path).close()

    assert run_writer(tmp_path, point) == -signal.SIGKILL

    with Store.open_exclusive(tmp_path, command="arena run") as store:
        fixture = all_fixtures(store)[0]
        (attempt,) = store.attempts(fixture.match)
        assert (store.find_result(fixture.match) is not None) is is_stored
        assert (store.find_record(fixture.match) is not None) is is_stored
        assert store.sittings()[0].cause == "the arena ended in the middle of it"
        if is_stored:
            assert attempt.state is AttemptState.FINISHED
        else:
            assert attempt.state is AttemptState.INTERRUPTED
            assert attempt.cause == "the arena ended in the middle of it"
    assert run_writer(tmp_path, "never") == 0
    with Store.open(tmp_path) as store:
        assert store.counts().results == 6


def test_what_was_said_to_be_stored_is_stored_after_a_kill(tmp_path: Path) -> None:
    create(tmp_path, meetings=20).close()
    told: list[str] = []
    for lines in (1, 5, 12):
        with subprocess.Popen(
            [sys.executable, WRITER, tmp_path, "never"], stdout=subprocess.PIPE, text=True
        ) as writer:
            assert writer.stdout
            told.extend(writer.stdout.readline().strip() for _ in range(lines))
            writer.kill()
            told.extend(writer.stdout.read().split())

        with Store.open_exclusive(tmp_path, command="arena run") as store:
            stored = [result.fixture.match for result in store.results()]
            assert set(told) <= set(stored)
            assert len(stored) <= len(told) + 3  # at most one a kill that could not be told
            told = stored
            assert store.counts().begun == 0


def run_writer(directory: Path, point: str) -> int:
    return subprocess.run(
        [sys.executable, WRITER, directory, point], stdout=subprocess.DEVNULL, check=False
    ).returncode


# Formats and broken files.


def test_migrations_make_the_tables_of_the_schema(store: Store, tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / DATABASE}")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
        migrated = table_lines(connection)
    engine.dispose()
    fresh = create_engine("sqlite://")
    metadata.create_all(fresh)
    with fresh.connect() as connection:
        assert migrated == table_lines(connection)
    fresh.dispose()


STATEMENTS = """
    SELECT sql FROM sqlite_master
    WHERE sql IS NOT NULL AND name <> 'alembic_version'
"""


def table_lines(connection: Connection) -> list[str]:
    """Returns what the tables and indexes were made with, without the order of the lines.

    A table that a step has made anew has its name in quotes, and some of its lines are broken.
    """
    statements = connection.execute(text(STATEMENTS)).scalars()
    lines = (line for sql in statements for line in sql.replace('"', "").splitlines())
    return sorted(line.strip(" \t,") for line in lines)


def test_the_formats_are_those_of_the_migrations() -> None:
    scripts = ScriptDirectory(str(Path(sys.modules["arena.store"].__path__[0]) / "migrations"))

    revisions = [script.revision for script in scripts.walk_revisions()]

    assert tuple(reversed(revisions)) == FORMATS


def test_a_full_disk_gives_one_sentence_and_changes_nothing(store: Store) -> None:
    with store._writing() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")  # no room for another page

    with pytest.raises(HostError, match=r"is full.*: free some space"):
        store.add_note("long", "x" * 1_000_000)

    assert store.notes() == ()
    store.add_note("short", "x")


def test_the_database_is_durable_and_checks_itself(store: Store, tmp_path: Path) -> None:
    with store._writing() as connection:
        pragmas = ("journal_mode", "synchronous", "foreign_keys")
        values = [connection.exec_driver_sql(f"PRAGMA {pragma}").scalar() for pragma in pragmas]

    assert values == ["wal", 2, 1]  # 2 is FULL


def test_a_league_from_a_newer_arena_is_refused(store: Store, tmp_path: Path) -> None:
    store.close()
    with closing(sqlite3.connect(tmp_path / DATABASE)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9000'")
        connection.commit()

    for command in (Store.open, lambda path: Store.open_exclusive(path, command="arena run")):
        with pytest.raises(HostError, match=r"has format '9000'.*from a newer arena"):
            command(tmp_path)


@pytest.fixture
def older(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A league of a format before the first, in place of the older ones that there are not yet.

    Returns the module of the step from that format to the first.
    """
    store.close()
    with closing(sqlite3.connect(tmp_path / DATABASE)) as connection:
        for table in reversed(metadata.sorted_tables):
            connection.execute(f"DROP TABLE {table.name}")
        connection.execute("UPDATE alembic_version SET version_num = '0000'")
        connection.commit()
    migrations = tmp_path / "migrations"
    shutil.copytree(Path(sys.modules["arena.store"].__path__[0]) / "migrations", migrations)
    step = migrations / "versions" / "r0001_first_format.py"
    step.write_text(step.read_text().replace("down_revision = None", 'down_revision = "0000"'))
    older = 'revision = "0000"\ndown_revision = None\n'
    step.with_name("r0000_older.py").write_text(older)
    monkeypatch.setattr("arena.store.database.FORMATS", ("0000", *FORMATS))
    monkeypatch.setattr("arena.store.database.MIGRATIONS", str(migrations))
    return step


def test_an_older_league_is_upgraded_when_it_is_opened(older: Path, tmp_path: Path) -> None:
    with Store.open(tmp_path) as opened:
        assert opened.counts().entrants == 0


def test_a_league_that_is_in_use_is_not_upgraded(older: Path, tmp_path: Path) -> None:
    lock = Lock.take(tmp_path / LOCK, command="arena run", now=NOW)

    with pytest.raises(HostError, match="in use by 'arena run'"):
        Store.open(tmp_path)

    lock.release()
    assert find_format(tmp_path / DATABASE) == "0000"


def test_an_upgrade_that_fails_changes_nothing(older: Path, tmp_path: Path) -> None:
    step = older.read_text()
    older.write_text(step.replace("    _create_notes()", "    raise ArithmeticError"))

    with pytest.raises(ArithmeticError):
        Store.open(tmp_path)

    assert find_format(tmp_path / DATABASE) == "0000"
    older.write_text(step)
    with Store.open(tmp_path) as opened:
        assert opened.notes() == ()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "there is no .*league.db: put it back from a copy"),
        (b"", "is not a league's database: put back a copy"),
        (b"this is no database, it is a text of more than sixteen bytes", "not a database"),
        (b"SQLite format 3\0" + b"\xff" * 4096, r"cannot be used \("),
    ],
)
def test_a_file_that_is_no_league_gives_one_sentence(
    tmp_path: Path, content: bytes | None, message: str
) -> None:
    if content is not None:
        (tmp_path / DATABASE).write_bytes(content)

    for command in (Store.open, lambda path: Store.open_exclusive(path, command="arena run")):
        with pytest.raises((ConfigError, HostError), match=message) as caught:
            command(tmp_path)
        assert "\n" not in str(caught.value)
    assert not (tmp_path / LOCK).exists()


def test_a_torn_database_gives_one_sentence(tmp_path: Path) -> None:
    with create(tmp_path) as store:
        play(store, *all_fixtures(store))
    path = tmp_path / DATABASE
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 3])

    with (
        pytest.raises(HostError, match=r"cannot be used .*: put back a copy of it"),
        Store.open(tmp_path) as reader,
    ):
        list(reader.records())


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        ("DROP TABLE records; DROP TABLE results; DROP TABLE attempts", "no such table: attempts"),
        ("DELETE FROM league", "holds no league: make it again"),
    ],
)
def test_a_damaged_league_gives_one_sentence_and_is_not_held(
    store: Store, tmp_path: Path, damage: str, message: str
) -> None:
    store.begin_sitting(SandboxKind.DOCKER, "0.1.0")
    store.close()
    with closing(sqlite3.connect(tmp_path / DATABASE)) as connection:
        connection.executescript(damage)

    with (
        pytest.raises(HostError, match=message),
        Store.open_exclusive(tmp_path, command="arena run") as damaged,
    ):
        damaged.league()

    assert find_holder(tmp_path / LOCK) is None
    Lock.take(tmp_path / LOCK, command="x", now=NOW).release()


def test_a_league_is_never_made_over_another(store: Store, tmp_path: Path) -> None:
    store.close()

    with pytest.raises(ConfigError, match="exists already"):
        Store.create(tmp_path, LEAGUE)

    with Store.open(tmp_path) as reader:
        assert reader.counts().entrants == 3
    assert {path.name for path in tmp_path.iterdir()} == {DATABASE, LOCK}


def test_a_league_that_cannot_be_filled_leaves_nothing(tmp_path: Path) -> None:
    nameless = NewLeague(
        **{name: getattr(LEAGUE, name) for name in LEAGUE.__slots__} | {"name": None}
    )

    with pytest.raises(ArenaError, match="NOT NULL"):
        Store.create(tmp_path, nameless)

    assert [path.name for path in tmp_path.iterdir()] == [LOCK]


def test_the_store_is_opened_without_alembic() -> None:
    program = "import sys, arena.store; sys.exit('alembic' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_a_folder_with_any_name_will_do(tmp_path: Path) -> None:
    directory = tmp_path / "a?b#c%20 é'\"🂡"
    directory.mkdir()

    create(directory).close()

    with Store.open(directory) as store:
        assert store.counts().entrants == 3
