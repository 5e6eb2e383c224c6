"""A single changed character of a league is found, wherever it stands."""

import random
import sqlite3
import string
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import pytest
from sqlalchemy import MetaData, Table

from arena.store.schema import metadata
from tests.printed import Printed
from tests.tampering import findings_in, rehashed, replacement, sampled
from tests.verifying import GAMES, export_of, make


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def whole(game: str) -> Iterator[Path]:
    with TemporaryDirectory() as name:
        yield make(Path(name) / "league", game)


@pytest.fixture(scope="module")
def export(whole: Path) -> str:
    return export_of(whole)


FREE = {
    ("arena-league/1", "name"),
    ("arena-league/1", "arena"),
    ("arena-league/1", "at"),
    ("arena-league/1", "entrant"),  # of somebody of whom nothing counts
    ("arena-record/1", "decision"),  # where the house would have played the same
    *(("arena-standings/1", key) for key in ("mu", "sigma", "conservative", "points_per_deal")),
    *(("arena-standings/1", key) for key in ("half_width", "shares")),
}
"""What nobody can work out again; and the last digits of what another machine may round."""


def test_a_single_changed_character_is_found(export: str) -> None:
    missed = [
        change for change in sampled(export, 1, seed=7) if not findings_in(change.made_in(export))
    ]

    assert missed == []


@pytest.mark.slow
def test_a_forger_who_writes_the_hash_anew_can_change_names_alone(export: str) -> None:
    missed = {
        change.kind[:2]
        for change in sampled(export, 1, seed=8)
        if change.kind[0] != "arena-end/1" and not findings_in(rehashed(change.made_in(export)))
    }

    assert missed <= FREE


Stored: TypeAlias = "str | int | float"


def values_of(league: Path) -> Iterator[tuple[str, str, str, tuple[object, ...], Stored]]:
    """Yields one text or number of each column: its table, column, row and value."""
    with closing(sqlite3.connect(league / "league.db")) as database:
        rows = []
        for table in (*metadata.sorted_tables, Table("alembic_version", MetaData())):
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({table.name})")]
            keys = [each.name for each in table.primary_key.columns] or columns
            for row in database.execute(f"SELECT * FROM {table.name}").fetchall():  # noqa: S608  # names of our own
                values = dict(zip(columns, row, strict=True))
                where = " AND ".join(f'"{key}" = ?' for key in keys)
                key = tuple(values[name] for name in keys)
                rows += [
                    (table.name, name, where, key, each)
                    for name, each in values.items()
                    if each not in ("", None)
                ]
    dice = random.Random(5)
    dice.shuffle(rows)
    yield from {row[:2]: row for row in rows}.values()


def with_another_character(value: Stored, dice: random.Random) -> Stored:
    """Returns a value of which one character, or one digit, is another."""
    text = str(value)
    at = dice.randrange(len(text))
    if isinstance(value, str):
        return text[:at] + replacement(text[at], dice) + text[at + 1 :]
    digit = dice.choice([each for each in string.digits if each != text[at]])
    return type(value)(text[:at] + (digit if text[at] != "." else "") + text[at + 1 :])


def is_changed(league: Path, statement: str, values: tuple[object, ...]) -> bool:
    """Changes a database in spite of its checks; says whether it let that be done."""
    with closing(sqlite3.connect(league / "league.db", isolation_level=None)) as database:
        database.execute("PRAGMA ignore_check_constraints = ON")
        try:
            database.execute(statement, values)
        except sqlite3.IntegrityError:  # two rows would be one
            return False
    return True


def test_a_single_changed_character_of_a_closed_store_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One in each column; these are the same for every game."""
    league = make(tmp_path / "league", "spades")
    untouched = (league / "league.db").read_bytes()
    missed = []
    dice = random.Random(3)
    for table, column, where, key, stored in values_of(league):
        to = with_another_character(stored, dice)
        statement = f'UPDATE "{table}" SET "{column}" = ? WHERE {where}'  # noqa: S608  # names of our own
        if not is_changed(league, statement, (to, *key)):
            continue
        ended = Printed(capsys, "verify", "--league", league)
        if ended.code not in (2, 3, 4) or "\n" in ended.err.strip():
            missed.append((table, column, stored, to, ended.code, ended.out, ended.err))
        for beside in league.glob("league.db*"):
            beside.unlink()
        (league / "league.db").write_bytes(untouched)

    assert missed == []
