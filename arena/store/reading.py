"""What is asked of a league's database: functions over a connection in a transaction."""

from collections.abc import Iterator, Mapping, Sequence

from sqlalchemy import Connection, Select, Table, and_, func, literal, select, union_all

from arena.errors import ArenaError, ConfigError, HostError
from arena.schedule import Meeting
from arena.store import rows
from arena.store.names import name_key
from arena.store.schema import (
    annulled_results,
    attempts,
    checkpoints,
    entrants,
    interventions,
    league,
    lives,
    meetings,
    notes,
    records,
    results,
    sittings,
)
from arena.store.value import (
    Attempt,
    AttemptState,
    Checkpoint,
    Counts,
    Entrant,
    Intervention,
    League,
    Note,
    Result,
    SandboxKind,
    StoredEvidence,
    StoredLife,
    StoredSitting,
)

NO_EVIDENCE = "[]"
"""What is kept of a match in which nothing went wrong."""

_ROWS_AT_ONCE = 500
_RECORDS_AT_ONCE = 50
_RESULT_COLUMNS = tuple(results.c[name] for name in rows.RESULT_COLUMNS)
_SCHEDULE_ORDER = (results.c.meeting, results.c.board_number, results.c.rotation)


def the_league(connection: Connection) -> League:
    row = connection.execute(select(league)).mappings().one_or_none()
    if row is None:
        raise HostError("the database holds no league: make it again with `arena init`")
    return rows.league_of(row)


def all_entrants(connection: Connection) -> tuple[Entrant, ...]:
    query = select(entrants).order_by(entrants.c.seq)
    return tuple(map(rows.entrant_of, connection.execute(query).mappings()))


def entrant(connection: Connection, entrant_id: str) -> Entrant:
    query = select(entrants).where(entrants.c.id == entrant_id)
    row = connection.execute(query).mappings().one_or_none()
    if row is None:
        raise ConfigError(f"there is no entrant {entrant_id!r}: see `arena entrants`")
    return rows.entrant_of(row)


def revisions(connection: Connection, name: str) -> tuple[Entrant, ...]:
    query = select(entrants).where(entrants.c.name_key == name_key(name))
    query = query.order_by(entrants.c.revision)
    return tuple(map(rows.entrant_of, connection.execute(query).mappings()))


def meetings_after(connection: Connection, after: int) -> Iterator[Meeting]:
    query = select(meetings).where(meetings.c.seq > after).order_by(meetings.c.seq)
    streaming = connection.execution_options(yield_per=_ROWS_AT_ONCE)
    for row in streaming.execute(query).mappings():
        yield rows.meeting_of(row)


def all_sittings(connection: Connection) -> tuple[StoredSitting, ...]:
    query = select(sittings).order_by(sittings.c.seq)
    return tuple(map(rows.sitting_of, connection.execute(query).mappings()))


def attempts_at(connection: Connection, match: str) -> tuple[Attempt, ...]:
    query = select(attempts).where(attempts.c.match == match).order_by(attempts.c.number)
    return tuple(map(rows.attempt_of, connection.execute(query).mappings()))


def attempt_numbers(connection: Connection, matches: Sequence[str]) -> Mapping[str, int]:
    """Returns how often each of `matches` was tried; raises ArenaError if one may not be again."""
    query = select(attempts.c.match, attempts.c.number, attempts.c.state)
    numbers: dict[str, int] = {}
    for match, number, state in connection.execute(query.where(attempts.c.match.in_(matches))):
        if state == AttemptState.FINISHED:
            raise ArenaError(f"match {match} has a result, so it cannot be played again")
        if state == AttemptState.BEGUN:
            raise ArenaError(f"match {match} is being played, so it cannot be begun")
        numbers[match] = max(number, numbers.get(match, 0))
    return numbers


def results_after(connection: Connection, after: int) -> Iterator[Result]:
    query = select(*_RESULT_COLUMNS).where(results.c.meeting > after).order_by(*_SCHEDULE_ORDER)
    for row in connection.execution_options(yield_per=_ROWS_AT_ONCE).execute(query):
        yield rows.result_of(row)


def results_with_records(connection: Connection) -> Iterator[tuple[Result, str]]:
    query = select(*_RESULT_COLUMNS, records.c.record)
    query = query.join_from(results, records).order_by(*_SCHEDULE_ORDER)
    for row in connection.execution_options(yield_per=_RECORDS_AT_ONCE).execute(query):
        yield rows.result_of(row[:-1]), row[-1]


def annulled_with_records(connection: Connection) -> Iterator[tuple[Result, int, str]]:
    columns = annulled_results.c
    query = select(
        *(columns[name] for name in rows.RESULT_COLUMNS), columns.attempt, columns.record
    )
    query = query.order_by(columns.meeting, columns.board_number, columns.rotation, columns.attempt)
    for row in connection.execution_options(yield_per=_RECORDS_AT_ONCE).execute(query):
        yield rows.result_of(row[:-2]), row[-2], row[-1]


def find_result(connection: Connection, match: str) -> Result | None:
    found = _results_where(connection, select(*_RESULT_COLUMNS).where(results.c.match == match))
    return found[0] if found else None


def board_results(connection: Connection, board: str) -> tuple[Result, ...]:
    query = select(*_RESULT_COLUMNS).where(results.c.board == board)
    return _results_where(connection, query.order_by(*_SCHEDULE_ORDER))


def find_record(connection: Connection, match: str) -> str | None:
    query = select(records.c.record).where(records.c.match == match)
    return connection.execute(query).scalar_one_or_none()


def find_evidence(connection: Connection, match: str) -> str | None:
    query = select(records.c.evidence).where(records.c.match == match)
    return connection.execute(query).scalar_one_or_none()


def finished_places(connection: Connection) -> Iterator[tuple[int, int, int]]:
    """Yields meeting, board and rotation of every result, in schedule order."""
    query = select(*_SCHEDULE_ORDER).order_by(*_SCHEDULE_ORDER)
    for row in connection.execution_options(yield_per=_ROWS_AT_ONCE).execute(query):
        yield row[0], row[1], row[2]


def counts(connection: Connection) -> Counts:
    query = select(attempts.c.state, func.count()).group_by(attempts.c.state)
    states = {row[0]: row[1] for row in connection.execute(query)}
    by_hand = count(connection, annulled_results)
    return Counts(
        entrants=count(connection, entrants),
        meetings=count(connection, meetings),
        results=count(connection, results),
        begun=states.get(AttemptState.BEGUN, 0),
        annulled=states.get(AttemptState.ANNULLED, 0) - by_hand,
        annulled_by_hand=by_hand,
        interrupted=states.get(AttemptState.INTERRUPTED, 0),
    )


def results_of_ended_sittings(connection: Connection) -> int:
    query = (
        select(func.count())
        .select_from(attempts)
        .join(sittings)
        .where(attempts.c.state == AttemptState.FINISHED)
        .where(sittings.c.ended_at.is_not(None))
    )
    return connection.execute(query).scalar_one()


def is_unsandboxed(connection: Connection) -> bool:
    query = (
        select(sittings.c.id)
        .join(attempts)
        .where(sittings.c.sandbox == SandboxKind.PROCESS)
        .where(attempts.c.state == AttemptState.FINISHED)
        .limit(1)
    )
    return connection.execute(query).first() is not None


def find_checkpoint(connection: Connection, fold: str) -> Checkpoint | None:
    row = connection.execute(select(checkpoints).where(checkpoints.c.fold == fold)).one_or_none()
    return None if row is None else Checkpoint(row.fold, row.prefix, row.state)


def all_notes(connection: Connection) -> tuple[Note, ...]:
    query = select(notes).order_by(notes.c.seq)
    return tuple(Note(row.kind, row.text, row.noted_at) for row in connection.execute(query))


def lives_of(connection: Connection, entrant_id: str) -> tuple[StoredLife, ...]:
    query = select(lives).where(lives.c.entrant == entrant_id).order_by(lives.c.seq)
    return tuple(map(rows.life_of, connection.execute(query).mappings()))


def lives_in(connection: Connection, sitting: str) -> tuple[StoredLife, ...]:
    query = select(lives).where(lives.c.sitting == sitting).order_by(lives.c.seq)
    return tuple(map(rows.life_of, connection.execute(query).mappings()))


def evidence_against(connection: Connection, entrant_id: str) -> tuple[StoredEvidence, ...]:
    counted = select(
        results.c.match,
        results.c.attempt,
        results.c.seating,
        records.c.record,
        records.c.evidence,
        literal(0).label("is_annulled"),
    ).join_from(results, records)
    annulled = select(
        annulled_results.c.match,
        annulled_results.c.attempt,
        annulled_results.c.seating,
        annulled_results.c.record,
        annulled_results.c.evidence,
        literal(1).label("is_annulled"),
    )
    told = union_all(
        counted.where(records.c.evidence != NO_EVIDENCE),
        annulled.where(annulled_results.c.evidence != NO_EVIDENCE),
    ).subquery()
    query = (
        select(told, attempts.c.sitting, attempts.c.ended_at)
        .join(
            attempts,
            and_(attempts.c.match == told.c.match, attempts.c.number == told.c.attempt),
        )
        .where(told.c.seating.contains(f'"{entrant_id}"', autoescape=True))
        .order_by(attempts.c.ended_at, attempts.c.match, attempts.c.number)
    )
    return tuple(map(rows.evidence_of, connection.execute(query).mappings()))


def all_interventions(connection: Connection) -> tuple[Intervention, ...]:
    undo = interventions.alias()
    query = (
        select(
            interventions,
            undo.c.made_at.label("undone_at"),
            undo.c.reason.label("undone_because"),
        )
        .join(undo, undo.c.undoes == interventions.c.seq, isouter=True)
        .where(interventions.c.undoes.is_(None))
        .order_by(interventions.c.seq)
    )
    return tuple(map(rows.intervention_of, connection.execute(query).mappings()))


def count(connection: Connection, table: Table) -> int:
    return connection.execute(select(func.count()).select_from(table)).scalar_one()


def _results_where(
    connection: Connection, query: Select[*tuple[object, ...]]
) -> tuple[Result, ...]:
    return tuple(map(rows.result_of, connection.execute(query)))
