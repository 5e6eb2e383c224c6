"""Between the rows of the tables and the values of the store."""

import json
from collections.abc import Mapping, Sequence
from typing import cast

from sqlalchemy import RowMapping

from arena.games.game import JsonValue
from arena.record import Ender, LifeEnd, Verdict
from arena.schedule import Fixture, Meeting
from arena.store.names import name_key
from arena.store.value import (
    Attempt,
    AttemptState,
    Entrant,
    Intervention,
    InterventionKind,
    League,
    NewEntrant,
    NewLeague,
    Result,
    SandboxKind,
    StoredEvidence,
    StoredLife,
    StoredSitting,
)

Row = Mapping[str, str | int | float | None]
"""A row on its way into a table."""


def compact(value: JsonValue) -> str:
    """Returns `value` as JSON text without needless spaces, keys in the order given."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def league_row(league: NewLeague, now: float) -> Row:
    return {
        "only": 1,
        "id": league.id,
        "name": league.name,
        "game": league.game,
        "rules": compact(league.rules),
        "commitment": league.commitment,
        "settings": compact(league.settings),
        "arena": league.arena,
        "created_at": now,
    }


def league_of(row: RowMapping) -> League:
    return League(
        id=row["id"],
        name=row["name"],
        game=row["game"],
        rules=_mapping(row["rules"]),
        commitment=row["commitment"],
        settings=_mapping(row["settings"]),
        arena=row["arena"],
        created_at=row["created_at"],
    )


def entrant_row(entrant: NewEntrant, seq: int, revision: int, now: float) -> Row:
    return {
        "seq": seq,
        "id": f"e{seq}",
        "name": entrant.name,
        "name_key": name_key(entrant.name),
        "revision": revision,
        "author": entrant.author,
        "sandbox": entrant.sandbox.value,
        "image": entrant.image,
        "digest": entrant.digest,
        "command": compact(entrant.command),
        "manifest": compact(entrant.manifest),
        "admitted_at": now,
    }


def entrant_of(row: RowMapping) -> Entrant:
    return Entrant(
        id=row["id"],
        name=row["name"],
        revision=row["revision"],
        author=row["author"],
        sandbox=SandboxKind(row["sandbox"]),
        image=row["image"],
        digest=row["digest"],
        command=tuple(json.loads(row["command"])),
        manifest=_mapping(row["manifest"]),
        admitted_at=row["admitted_at"],
    )


def meeting_of(row: RowMapping) -> Meeting:
    party = (row["first"], row["second"], row["third"], row["fourth"])
    return Meeting(row["id"], tuple(entrant for entrant in party if entrant is not None))


def meeting_row(meeting: Meeting, seq: int) -> Row:
    party = dict(zip(("first", "second", "third", "fourth"), meeting.party, strict=False))
    return {"seq": seq, "id": meeting.id, **party}


def sitting_of(row: RowMapping) -> StoredSitting:
    return StoredSitting(
        id=row["id"],
        sandbox=SandboxKind(row["sandbox"]),
        arena=row["arena"],
        started_at=row["started_at"],
        ended_at=row["ended_at"],
        cause=row["cause"],
    )


def attempt_of(row: RowMapping) -> Attempt:
    return Attempt(
        match=row["match"],
        number=row["number"],
        sitting=row["sitting"],
        state=AttemptState(row["state"]),
        cause=row["cause"],
        begun_at=row["begun_at"],
        ended_at=row["ended_at"],
    )


def life_row(life: StoredLife) -> Row:
    end = life.end
    return {
        "sitting": life.sitting,
        "entrant": life.entrant,
        "started_at": life.started_at,
        "ended_at": life.ended_at,
        "ender": end.ender.value,
        "verdict": end.verdict.value if end.verdict else None,
        "text": end.text,
        "turns": end.turns,
        "exit_code": end.exit_code,
        "oom": int(end.oom),
        "cause": end.cause,
        "stderr": end.stderr,
    }


def life_of(row: RowMapping) -> StoredLife:
    started_at, ended_at = row["started_at"], row["ended_at"]
    end = LifeEnd(
        ender=Ender(row["ender"]),
        text=row["text"],
        verdict=Verdict(row["verdict"]) if row["verdict"] else None,
        seconds=None if started_at is None else ended_at - started_at,
        turns=row["turns"],
        exit_code=row["exit_code"],
        oom=bool(row["oom"]),
        cause=row["cause"],
        stderr=row["stderr"],
    )
    return StoredLife(row["sitting"], row["entrant"], started_at, ended_at, end)


def evidence_of(row: RowMapping) -> StoredEvidence:
    return StoredEvidence(
        match=row["match"],
        attempt=row["attempt"],
        sitting=row["sitting"],
        seating=tuple(json.loads(row["seating"])),
        ended_at=row["ended_at"],
        record=row["record"],
        evidence=row["evidence"],
        is_annulled=bool(row["is_annulled"]),
    )


def intervention_of(row: RowMapping) -> Intervention:
    return Intervention(
        number=row["seq"],
        kind=InterventionKind(row["kind"]),
        target=row["target"],
        attempt=row["attempt"],
        reason=row["reason"],
        made_at=row["made_at"],
        undone_at=row["undone_at"],
        undone_because=row["undone_because"],
    )


def result_row(result: Result, meeting: int, attempt: int) -> Row:
    fixture = result.fixture
    return {
        "meeting": meeting,
        "board_number": fixture.board_number,
        "rotation": fixture.rotation,
        "match": fixture.match,
        "attempt": attempt,
        "board": fixture.board,
        "seating": compact(fixture.seating),
        "places": compact(result.places),
        "scores": compact(result.scores),
        "verdicts": compact(result.verdicts),
        "deals": result.deals,
    }


def result_of(row: Sequence[object]) -> Result:
    """Returns the result of a row with the columns of `RESULT_COLUMNS`, by position for speed."""
    match, meeting, board, board_number, rotation, *texts, deals = row
    seating, places, scores, verdicts = map(json.loads, cast("list[str]", texts))
    fixture = Fixture(
        match=cast("str", match),
        meeting=f"m{meeting}",
        board=cast("str", board),
        board_number=cast("int", board_number),
        rotation=cast("int", rotation),
        seating=tuple(seating),
    )
    return Result(fixture, tuple(places), tuple(scores), tuple(verdicts), cast("int", deals))


RESULT_COLUMNS = (
    "match",
    "meeting",
    "board",
    "board_number",
    "rotation",
    "seating",
    "places",
    "scores",
    "verdicts",
    "deals",
)


def _mapping(text: str) -> Mapping[str, JsonValue]:
    value = json.loads(text)
    if not isinstance(value, dict):
        raise TypeError(f"expected an object of JSON: {text:.40}")
    return cast("Mapping[str, JsonValue]", value)
