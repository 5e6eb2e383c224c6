"""The end of a league: its secret is published, and all that is stored is sealed.

The closing is a note like others, and the last one. Its seal is the hash of every row of every
table, so that no text of a closed league can change unseen, not even one that nothing depends on.
"""

import hashlib
import json
from contextlib import suppress

from sqlalchemy import Connection, select

from arena.errors import ConfigError, HostError
from arena.store import reading, writing
from arena.store.rows import compact
from arena.store.schema import SEALED_AS, metadata, notes
from arena.store.value import Closing, Note, is_moment

CLOSED = "closed"
"""The kind of the note; its text is JSON."""
_ROWS_AT_ONCE = 200


def close(connection: Connection, secret: str, now: float) -> Closing:
    """Closes the league; returns how that was done before, where it was."""
    if made := find_closing(connection):
        return made
    made = Closing(now, secret, _seal(connection, secret, now))
    text = compact({"secret": made.secret, "seal": made.seal})
    writing.add_note(connection, Note(CLOSED, text, now))
    return made


def find_closing(connection: Connection) -> Closing | None:
    """Returns how the league was closed; None while it is open."""
    found = [note for note in reading.all_notes(connection) if note.kind == CLOSED]
    if not found:
        return None
    with suppress(ValueError):
        match json.loads(found[0].text):
            case {"secret": str(secret), "seal": str(seal)}:
                made = Closing(found[0].noted_at, secret, seal)
                is_its_form = found[0].text == compact({"secret": secret, "seal": seal})
                if len(found) == 1 and is_its_form and is_moment(made.closed_at):
                    return made
            case _:
                pass
    raise HostError("the note of the league's closing is damaged: put back a copy of the league")


def check_open(connection: Connection) -> None:
    """Raises ConfigError if the league is closed."""
    if find_closing(connection):
        raise ConfigError(
            "the league is closed and its secret is published, so nothing of it changes any more: "
            "`arena status` says since when; make another one with `arena init`"
        )


def seal_now(connection: Connection) -> str:
    """Returns what the seal of a closed league has to be for what is stored now."""
    made = find_closing(connection)
    assert made is not None, "only a closed league has a seal"
    return _seal(connection, made.secret, made.closed_at)


def _seal(connection: Connection, secret: str, closed_at: float) -> str:
    """Returns the hash of everything stored but the closing itself, one line of JSON a row."""
    hashed = hashlib.sha256(_line("arena-seal/1", SEALED_AS, secret, closed_at))
    for name, table in sorted(metadata.tables.items()):
        hashed.update(_line(name, *table.columns.keys()))
        query = select(table).order_by(*table.primary_key.columns)
        if table is notes:
            query = query.where(notes.c.kind != CLOSED)
        for row in connection.execution_options(yield_per=_ROWS_AT_ONCE).execute(query):
            hashed.update(_line(*row))
    return hashed.hexdigest()


def _line(*values: object) -> bytes:
    return json.dumps(values, default=repr).encode() + b"\n"
