"""What a league's own store has beyond an export is verified too, before it is closed as well."""

import json
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import Float

from arena.config import read_settings
from arena.league import League, close_league
from arena.store.schema import metadata
from arena.verify import Finding, verify_league
from tests.printed import Printed
from tests.verifying import make, opened

ANNULLED = "annulled attempt 1 of m1.b1.r2"


@pytest.fixture(scope="module")
def whole() -> Iterator[Path]:
    """A league that is still open; the result of m1.b1.r2 was annulled and played again."""
    with TemporaryDirectory() as name:
        yield make(Path(name) / "league", "spades", is_closed=False)


@pytest.fixture(scope="module")
def closed(whole: Path) -> Iterator[Path]:
    with TemporaryDirectory() as name:
        directory = Path(shutil.copytree(whole, Path(name) / "league"))
        with League.open_exclusive(directory, read_settings(directory, {}), "a test") as league:
            close_league(league)
        yield directory


@pytest.fixture
def league(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "league"))


@pytest.fixture(params=["whole", "closed"])
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A league that is open, and one that is closed."""
    source: Path = request.getfixturevalue(request.param)
    return Path(shutil.copytree(source, tmp_path / "either"))


def do(league: Path, *statements: str, values: tuple[object, ...] = ()) -> None:
    """Changes the database in spite of its checks."""
    with closing(sqlite3.connect(league / "league.db", isolation_level=None)) as database:
        database.execute("PRAGMA ignore_check_constraints = ON")
        for statement in statements:
            database.execute(statement, values)


def findings(league: Path) -> list[str]:
    found: list[Finding] = []
    with opened(league) as there:
        verify_league(there, None, found.append, 1)
    return [str(finding) for finding in found]


def test_an_open_league_is_right_with_what_was_annulled(league: Path) -> None:
    assert findings(league) == []


def annulled_record(league: Path) -> dict[str, list[dict[str, list[int]]]]:
    with closing(sqlite3.connect(league / "league.db")) as database:
        (text,) = database.execute("SELECT record FROM annulled_results").fetchone()
    record: dict[str, list[dict[str, list[int]]]] = json.loads(text)
    return record


def test_a_result_that_was_annulled_is_played_again(league: Path) -> None:
    record = annulled_record(league)
    record["deals"][1]["bids"][2] += 1
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    do(league, "UPDATE annulled_results SET record = ?", values=(text,))

    (found,) = findings(league)

    assert found.startswith(f"{ANNULLED}, deal 2: ")
    assert ", expected " in found


def test_an_annulled_result_of_other_cards_is_found(league: Path) -> None:
    do(
        league,
        "UPDATE annulled_results SET record = (SELECT record FROM records"
        " JOIN results ON records.match = results.match"
        " WHERE results.meeting = 2 AND rotation = 2)",
    )

    found = findings(league)

    told = re.compile(f"{ANNULLED}, deal 1: card [0-9]+ of the pack is .., but the secret deals ..")
    assert any(told.fullmatch(each) for each in found)


@pytest.mark.parametrize(
    ("column", "to", "told"),
    [
        ("places", "[1,1,1]", "the result has places [1, 1, 1], expected ["),
        ("scores", "[0,0,0]", "the result has scores [0, 0, 0], expected ["),
        ("verdicts", '["oom","ok","ok"]', 'the result has verdicts ["oom", "ok", "ok"], expected'),
        ("deals", 7, "the result has deals 7, expected 2"),
        ("seating", '["e1","e3","e2"]', 'it is stored as ["e1", "e3", "e2"] on "m1.b1", expected'),
        ("record", "{}", "game is {}: field required"),
        ("record", "[" * 9999, "it is nested too deeply"),
    ],
)
def test_an_annulled_result_is_compared_with_its_record(
    column: str, to: object, told: str, league: Path
) -> None:
    do(league, f"UPDATE annulled_results SET {column} = ?", values=(to,))  # noqa: S608  # names of our own

    (found,) = findings(league)

    assert found.startswith(f"{ANNULLED}: {told}")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            "DELETE FROM annulled_results",
            "m1.b1.r2: attempt 1 was annulled by hand, but its result is not there",
        ),
        (
            "DELETE FROM interventions WHERE kind = 'annul'",
            f"{ANNULLED}: its result lies apart, but nobody annulled it",
        ),
    ],
)
def test_what_is_annulled_is_what_somebody_annulled(change: str, told: str, league: Path) -> None:
    do(league, change)

    assert findings(league) == [told]


# --- what no arena has made ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("planted", "told"),
    [
        (
            "CREATE TRIGGER t AFTER INSERT ON results BEGIN DELETE FROM records; END",
            'the trigger "t" on results, which no arena makes',
        ),
        ("CREATE VIEW v AS SELECT 1", 'the view "v" on v, which no arena makes'),
        ("CREATE TABLE other (x)", 'the table "other" on other, which no arena makes'),
        (
            "CREATE INDEX i ON results (places)",
            'the index "i" on results, which no arena makes',
        ),
        ("DROP INDEX ix_results_board", 'not the index "ix_results_board" on results'),
        (
            "ALTER TABLE notes ADD COLUMN more TEXT",
            'the table "notes" on notes, made otherwise than by an arena',
        ),
    ],
)
def test_what_was_planted_in_a_database_is_a_finding(planted: str, told: str, either: Path) -> None:
    do(either, planted)

    assert findings(either) == [f"store: its database has {told}"]


TIMES = [
    (table.name, column.name)
    for table in metadata.sorted_tables
    for column in table.columns
    if isinstance(column.type, Float)
]


@pytest.mark.parametrize("to", ["soon", -1.0, 1e300, float("inf"), 253402300800.0])
def test_a_time_that_never_was_is_a_finding(to: object, league: Path) -> None:
    do(league, "INSERT INTO notes (kind, text, noted_at) VALUES ('overload', '{}', 0.0)")
    for table, column in TIMES:
        do(league, f"UPDATE {table} SET {column} = ?", values=(to,))  # noqa: S608  # names of our own

    found = findings(league)

    assert len(found) == len(TIMES) > 8
    for (table, column), told in zip(TIMES, found, strict=True):
        assert told.startswith(f"store: {column} in {table} is ")
        assert told.endswith(", expected a moment since 1970")


def test_the_moment_of_a_closing_has_to_be_one(
    closed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    league = Path(shutil.copytree(closed, tmp_path / "league"))
    do(league, "UPDATE notes SET noted_at = 1e300 WHERE kind = 'closed'")

    for command in ("verify", "export", "status"):
        ended = Printed(capsys, command, "--league", league)
        assert (ended.code, ended.out) == (4, "")
        assert "the note of the league's closing is damaged" in ended.err


@pytest.mark.parametrize("to", ["0123456789ABCDEF", "0123", "x" * 16, ""])
def test_the_id_of_a_league_has_to_be_one(to: str, league: Path) -> None:
    do(league, "UPDATE league SET id = ?", values=(to,))

    found = findings(league)

    assert found[0] == f'league: its id is "{to}", expected 16 hexadecimal digits'
