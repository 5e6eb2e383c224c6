"""What a database has that no arena has put there, or lacks.

A trigger, a view or a table of somebody else's changes what is read or written without a change of
the rows that a seal covers. So all that a database is made of is compared with a new one's.
"""

import json
from collections.abc import Iterator
from functools import cache

from sqlalchemy import Connection, Float, func, or_, select

from arena.store.closing import CLOSED
from arena.store.database import new_in_memory
from arena.store.schema import metadata, notes
from arena.store.value import FOREVER

_LONGEST = 100
_MADE_OF = "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master"
_NUMBERS = ("real", "integer")

_Objects = dict[tuple[str, str, str], list[str]]
"""The clauses that a table, index, trigger or view was made with, by its kind, name and table."""


def oddities(connection: Connection) -> Iterator[str]:
    """Yields what is not as an arena makes it, in words."""
    there, expected = _objects(connection), _objects_of_a_new_one()
    for place in sorted({*there, *expected}):
        kind, name, table = place
        what = f"the {_shown(kind)[1:-1]} {_shown(name)} on {_shown(table)[1:-1]}"
        if place not in expected:
            yield f"its database has {what}, which no arena makes"
        elif place not in there:
            yield f"its database has not {what}"
        elif there[place] != expected[place]:
            yield f"its database has {what}, made otherwise than by an arena"
    yield from _false_times(connection)
    yield from _false_closing(connection)


def _objects(connection: Connection) -> _Objects:
    return {
        (kind, name, table): _clauses(sql)
        for kind, name, table, sql in connection.exec_driver_sql(_MADE_OF)
    }


def _clauses(sql: str) -> list[str]:
    """Returns what SQLite has written down of an object, but for order, quotes and spaces.

    Those differ from one migration to another that makes a table anew.
    """
    lines = sql.replace('"', "").splitlines()
    return sorted(" ".join(line.split()).rstrip(" ,") for line in lines)


@cache
def _objects_of_a_new_one() -> _Objects:
    with new_in_memory() as connection:
        return _objects(connection)


def _false_times(connection: Connection) -> Iterator[str]:
    for table in metadata.sorted_tables:
        for column in table.columns:
            if not isinstance(column.type, Float):
                continue
            is_none = func.typeof(column).not_in(_NUMBERS)
            query = select(column).where(
                column.is_not(None), or_(is_none, column < 0, column >= FOREVER)
            )
            found = connection.execute(query.limit(1)).first()
            if found is not None:
                told = f"{column.name} in {table.name} is {_shown(found[0])}"
                yield f"{told}, expected a moment since 1970"


def _false_closing(connection: Connection) -> Iterator[str]:
    """Yields that the note of a closing has another number than the next one, which is not sealed.

    It is the last note, and none was ever taken out.
    """
    closed = select(notes.c.seq).where(notes.c.kind == CLOSED)
    others = select(func.coalesce(func.max(notes.c.seq), 0)).where(notes.c.kind != CLOSED)
    expected = connection.execute(others).scalar_one() + 1
    for number in connection.execute(closed).scalars():
        if number != expected:
            yield f"the note of its closing has the number {number}, expected {expected}"


def _shown(value: object) -> str:
    text = json.dumps(value, default=repr)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
