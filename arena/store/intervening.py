"""What an operator does by hand, and takes back: functions over a connection in a transaction.

Every intervention is a row that is never changed; undoing it is another row. A result that was
annulled lies apart from those that count, with its record and evidence, and comes back unchanged.
"""

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection, Table, and_, delete, insert, select, update

from arena.errors import ConfigError
from arena.store import reading
from arena.store.schema import (
    annulled_results,
    attempts,
    checkpoints,
    interventions,
    records,
    results,
)
from arena.store.value import AttemptState, Intervention, InterventionKind

BY_HAND = "the operator annulled it"


def annul(connection: Connection, match: str, reason: str, now: float) -> Intervention:
    """Takes the result of `match` out of those that count; raises ConfigError if it has none."""
    query = select(results, records.c.record, records.c.evidence).join_from(results, records)
    row = connection.execute(query.where(results.c.match == match)).mappings().one_or_none()
    if row is None:
        raise ConfigError(_why_no_result(connection, match))
    connection.execute(
        insert(annulled_results), {name: row[name] for name in _names(annulled_results)}
    )
    for table in (records, results):
        connection.execute(delete(table).where(table.c.match == match))
    cause = f"{BY_HAND}: {reason}"
    _change_attempt(connection, match, row["attempt"], AttemptState.ANNULLED, cause)
    _drop_checkpoints(connection, row["meeting"])
    made = {"kind": "annul", "target": match, "attempt": row["attempt"]}
    return _add(connection, {**made, "reason": reason, "made_at": now})


def disqualify(connection: Connection, entrant: str, reason: str, now: float) -> Intervention:
    """Notes that nothing of `entrant` counts; raises ConfigError if that is so already."""
    kind = InterventionKind.DISQUALIFY
    if standing := find_standing(connection, kind, entrant):
        raise ConfigError(
            f"entrant {entrant} is disqualified already ({standing.reason}): there is nothing to do"
        )
    row = {"kind": kind.value, "target": entrant, "reason": reason, "made_at": now}
    return _add(connection, row)


def freeze(connection: Connection, reason: str | None, now: float) -> Intervention:
    """Notes that the league takes no more entrants; raises ConfigError if that is so already."""
    if find_standing(connection, InterventionKind.FREEZE, None):
        raise ConfigError("the league is frozen already: `arena freeze --undo` lets bots in again")
    return _add(connection, {"kind": "freeze", "reason": reason, "made_at": now})


def withdraw(
    connection: Connection, withdrawn: Iterable[str], reason: str | None, now: float
) -> None:
    """Notes that nothing more of these entrants is played."""
    kind = InterventionKind.WITHDRAW
    for entrant in withdrawn:
        if standing := find_standing(connection, kind, entrant):
            why = f" ({standing.reason})" if standing.reason else ""
            raise ConfigError(
                f"entrant {entrant} is withdrawn already{why}: there is nothing to do"
            )
        _add(connection, {"kind": kind, "target": entrant, "reason": reason, "made_at": now})
    # A fold that was made when they were withdrawn before lacks what they have played since.
    _drop_checkpoints(connection, 0)


def undo(
    connection: Connection,
    kind: InterventionKind,
    target: str | None,
    reason: str | None,
    now: float,
) -> Intervention:
    """Takes back the last intervention of that kind that stands; raises ConfigError without one."""
    standing = find_standing(connection, kind, target)
    if standing is None:
        raise ConfigError(f"{_not_so(kind, target)}: there is nothing to undo")
    if kind is InterventionKind.ANNUL:
        _restore(connection, standing)
    row = {"kind": "undo", "reason": reason, "made_at": now, "undoes": standing.number}
    connection.execute(insert(interventions), row)
    return standing


def _not_so(kind: InterventionKind, target: str | None) -> str:
    match kind:
        case InterventionKind.ANNUL:
            return f"match {target} is not annulled"
        case InterventionKind.DISQUALIFY:
            return f"entrant {target} is not disqualified"
        case InterventionKind.FREEZE:
            return "the league is not frozen"
        case InterventionKind.WITHDRAW:
            return f"entrant {target} is not withdrawn"


def find_standing(
    connection: Connection, kind: InterventionKind, target: str | None
) -> Intervention | None:
    """Returns the last intervention of that kind that was not undone."""
    found = [
        each
        for each in reading.all_interventions(connection)
        if (each.kind, each.target, each.undone_at) == (kind, target, None)
    ]
    return found[-1] if found else None


def _restore(connection: Connection, annulled: Intervention) -> None:
    """Puts an annulled result back among those that count, as it was."""
    match, attempt = annulled.target, annulled.attempt
    query = select(results.c.attempt).where(results.c.match == match)
    later = connection.execute(query).scalar_one_or_none()
    if later is not None:
        raise ConfigError(
            f"match {match} was played again since it was annulled, and the result of attempt "
            f"{later} counts: annul that one first"
        )
    chosen = and_(annulled_results.c.match == match, annulled_results.c.attempt == attempt)
    row = connection.execute(select(annulled_results).where(chosen)).mappings().one()
    connection.execute(delete(annulled_results).where(chosen))
    assert match is not None, "an annulled match has a name"
    assert attempt is not None, "an annulled match has an attempt"
    _change_attempt(connection, match, attempt, AttemptState.FINISHED, None)
    connection.execute(insert(results), {name: row[name] for name in _names(results)})
    connection.execute(insert(records), {name: row[name] for name in _names(records)})
    _drop_checkpoints(connection, row["meeting"])


def _names(table: Table) -> list[str]:
    return [column.name for column in table.columns]


def _change_attempt(
    connection: Connection, match: str, number: int, state: AttemptState, cause: str | None
) -> None:
    chosen = update(attempts).where(attempts.c.match == match, attempts.c.number == number)
    connection.execute(chosen.values(state=state, cause=cause))


def _drop_checkpoints(connection: Connection, meeting: int) -> None:
    """Forgets every fold that has taken in `meeting`: it is made again from the results."""
    connection.execute(delete(checkpoints).where(checkpoints.c.prefix >= meeting))


def _add(connection: Connection, row: Mapping[str, str | int | float | None]) -> Intervention:
    connection.execute(insert(interventions), row)
    return reading.all_interventions(connection)[-1]


def _why_no_result(connection: Connection, match: str) -> str:
    standing = find_standing(connection, InterventionKind.ANNUL, match)
    if standing is not None:
        return (
            f"match {match} is annulled already ({standing.reason}): `arena run` plays it again, "
            "or take it back with --undo"
        )
    return f"match {match} has no result yet, so there is nothing to annul: `arena run` plays it"
