"""What is changed in a league's database: functions over a connection in a transaction.

Whatever raises here leaves the database as it was, since the transaction is rolled back.
"""

from collections.abc import Iterable, Sequence
from itertools import islice

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.dialects import sqlite

from arena.errors import ArenaError, ConfigError
from arena.schedule import Fixture, Meeting
from arena.store import reading, rows
from arena.store.schema import (
    attempts,
    checkpoints,
    entrants,
    league,
    lives,
    meetings,
    notes,
    records,
    results,
    sittings,
)
from arena.store.value import (
    AttemptState,
    Checkpoint,
    Entrant,
    NewEntrant,
    NewLeague,
    Note,
    Result,
    SandboxKind,
    StoredLife,
)

CRASHED = "the arena ended in the middle of it"
CUT_SHORT = "its sitting ended first"
REBUILT = "rebuilt"
"""The kind of note on an image that was built again."""
_MATCHES_AT_ONCE = 500


def add_league(connection: Connection, made: NewLeague, now: float) -> None:
    connection.execute(insert(league), rows.league_row(made, now))


def add_entrant(connection: Connection, new: NewEntrant, now: float) -> Entrant:
    earlier = reading.revisions(connection, new.name)
    for known in earlier:
        _check_revision(new, known)
    seq = reading.count(connection, entrants) + 1
    row = rows.entrant_row(new, seq, len(earlier) + 1, now)
    connection.execute(insert(entrants), row)
    return reading.entrant(connection, f"e{seq}")


def replace_image(connection: Connection, entrant: str, image: str, now: float) -> None:
    before = reading.entrant(connection, entrant).image
    connection.execute(update(entrants).where(entrants.c.id == entrant).values(image=image))
    text = f"the image of {entrant} was built again: {image} in place of {before}"
    add_note(connection, Note(REBUILT, text, now))


def add_meetings(connection: Connection, added: Iterable[Meeting]) -> None:
    there = reading.count(connection, meetings)
    new = []
    for seq, meeting in enumerate(added, there + 1):
        if meeting.id != f"m{seq}":
            raise ArenaError(f"meeting {meeting.id!r} cannot follow m{seq - 1} in the schedule")
        new.append(rows.meeting_row(meeting, seq))
    if new:
        connection.execute(insert(meetings), new)


def begin_sitting(connection: Connection, sandbox: SandboxKind, arena: str, now: float) -> str:
    seq = reading.count(connection, sittings) + 1
    row = {"seq": seq, "id": f"s{seq}", "sandbox": sandbox, "arena": arena, "started_at": now}
    connection.execute(insert(sittings), row)
    return f"s{seq}"


def end_sitting(connection: Connection, sitting: str, cause: str | None, now: float) -> None:
    cut_off = update(attempts).where(attempts.c.sitting == sitting)
    cut_off = cut_off.where(attempts.c.state == AttemptState.BEGUN)
    state = AttemptState.INTERRUPTED
    connection.execute(cut_off.values(state=state, cause=cause or CUT_SHORT, ended_at=now))
    over = update(sittings).where(sittings.c.id == sitting, sittings.c.ended_at.is_(None))
    connection.execute(over.values(ended_at=now, cause=cause))


def interrupt_crashed(connection: Connection, now: float) -> None:
    """Ends the sittings that a crash left open, and their attempts."""
    left_open = select(sittings.c.id).where(sittings.c.ended_at.is_(None))
    for sitting in connection.execute(left_open).scalars().all():
        end_sitting(connection, sitting, CRASHED, now)


def begin_attempts(
    connection: Connection, fixtures: Iterable[Fixture], sitting: str, now: float
) -> None:
    rest = iter(fixtures)
    while some := [fixture.match for fixture in islice(rest, _MATCHES_AT_ONCE)]:
        numbers = reading.attempt_numbers(connection, some)
        new = [
            {
                "match": match,
                "number": numbers.get(match, 0) + 1,
                "sitting": sitting,
                "state": AttemptState.BEGUN,
                "begun_at": now,
            }
            for match in some
        ]
        connection.execute(insert(attempts), new)


def end_attempt(
    connection: Connection, match: str, state: AttemptState, cause: str | None, now: float
) -> int:
    """Ends the attempt in progress and returns its number."""
    under_way = attempts.c.match == match, attempts.c.state == AttemptState.BEGUN
    change = update(attempts).where(*under_way).values(state=state, cause=cause, ended_at=now)
    number: int | None = connection.execute(change.returning(attempts.c.number)).scalar()
    if number is None:
        raise ArenaError(f"match {match} {_why_not(connection, match)}")
    return number


def add_result(
    connection: Connection, result: Result, record: str, evidence: str, now: float
) -> None:
    fixture = result.fixture
    attempt = end_attempt(connection, fixture.match, AttemptState.FINISHED, None, now)
    query = select(meetings.c.seq).where(meetings.c.id == fixture.meeting)
    meeting = connection.execute(query).scalar_one_or_none()
    if meeting is None:
        raise ArenaError(f"match {fixture.match} belongs to no meeting of the schedule")
    connection.execute(insert(results), rows.result_row(result, meeting, attempt))
    row = {"match": fixture.match, "record": record, "evidence": evidence}
    connection.execute(insert(records), row)


def add_life(connection: Connection, life: StoredLife) -> None:
    connection.execute(insert(lives), rows.life_row(life))


def save_checkpoint(connection: Connection, checkpoint: Checkpoint) -> None:
    new = {"prefix": checkpoint.prefix, "state": checkpoint.state}
    saving = sqlite.insert(checkpoints).values(fold=checkpoint.fold, **new)
    connection.execute(saving.on_conflict_do_update(index_elements=["fold"], set_=new))


def add_note(connection: Connection, note: Note) -> None:
    row = {"kind": note.kind, "text": note.text, "noted_at": note.noted_at}
    connection.execute(insert(notes), row)


def _check_revision(new: NewEntrant, known: Entrant) -> None:
    if new.name != known.name:
        raise ConfigError(
            f"the name {new.name!r} is taken: it cannot be told from {known.name!r}, choose another"
        )
    if (new.digest, new.sandbox) == (known.digest, known.sandbox):
        raise ConfigError(
            f"this very content is revision {known.revision} of {known.name!r} already "
            f"(entrant {known.id}): change something before handing it in again"
        )


def _why_not(connection: Connection, match: str) -> str:
    states: Sequence[AttemptState] = [
        attempt.state for attempt in reading.attempts_at(connection, match)
    ]
    if AttemptState.FINISHED in states:
        return "has a result already, and a result is never replaced"
    if not states:
        return "was never begun, so nothing can become of it"
    return f"is not being played: its last attempt is {states[-1].value}"
