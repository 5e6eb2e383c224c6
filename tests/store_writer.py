"""A program that writes to a league's store and dies where it is told to.

    python store_writer.py DIRECTORY POINT

It begins an attempt at each match of the schedule that has no result, stores a result, and then
prints the match's id. POINT is where SIGKILL meets it in the first of them: `begin`, `statement-N`
(after the Nth statement of storing the result), `commit` (just before it), `stored`; or `never`.
"""

import os
import signal
import sys
from itertools import count
from pathlib import Path

from sqlalchemy import event

from arena.schedule import fixtures
from arena.store import Result, SandboxKind, Store


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def arm(store: Store, point: str) -> None:
    """Lets the process die at `point` of the next transaction."""
    statement = count(1)

    def after_statement(*_: object) -> None:
        if point == f"statement-{next(statement)}":
            die()

    def before_commit(*_: object) -> None:
        if point == "commit":
            die()

    event.listen(store._writer, "after_cursor_execute", after_statement)
    event.listen(store._writer, "commit", before_commit)


def main(directory: Path, point: str) -> None:
    store = Store.open_exclusive(directory, command="store_writer")
    sitting = store.begin_sitting(SandboxKind.PROCESS, "0.1.0")
    missing = [
        fixture for meeting in store.meetings() for fixture in store.missing(fixtures(meeting))
    ]
    for fixture in missing:
        store.begin_attempts([fixture], sitting)
        if point == "begin":
            die()
        arm(store, point)
        result = Result(fixture, (1, 2, 3), (210, 90, -40), ("ok", "ok", "ok"), 7)
        store.add_result(result, f'{{"match":"{fixture.match}"}}', "{}")
        if point == "stored":
            die()
        sys.stdout.write(f"{fixture.match}\n")
        sys.stdout.flush()
    store.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
