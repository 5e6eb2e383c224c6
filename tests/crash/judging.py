"""What has to be true of a league that was struck, and has gone on to its end."""

import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import gettempdir

import docker

from arena.sandbox import DEFAULT_URL, keeper
from arena.store import AttemptState, SandboxKind, Store
from arena.store.writing import CRASHED
from tests.checker import check_league, check_record, record_lines
from tests.crash.leagues import MATCHES, Outcome, State, outcome_of, state_of, typed

FILES = frozenset({"league.db", "league.lock", "league.toml", "logs", "secret", "submissions"})


def faults_of(league: Path, struck: Sequence[State], expected: Outcome) -> list[str]:
    """Returns all that is wrong; `struck` is what was stored after each blow."""
    return [
        *_differences(league, expected),
        *_wrong_attempts(league, struck),
        *_wrong_database(league),
        *remains(league),
    ]


def _differences(league: Path, expected: Outcome) -> Iterator[str]:
    found = outcome_of(league)
    if found.export != expected.export:
        yield "the export differs from that of an uninterrupted run"
    if found.ratings != expected.ratings:
        yield "the ratings differ from those of an uninterrupted run"
    lines = record_lines(found.export)
    if len(lines) != len(MATCHES):
        yield f"{len(lines)} matches are exported, not {len(MATCHES)}"
    yield from map(str, check_league(lines))
    for line in lines:
        yield from map(str, check_record(json.loads(line)))
    status = json.loads(typed("status", "--league", league, "--json"))
    if (status["played"], status["missing"], status["in_use_by"]) != (len(MATCHES), 0, None):
        yield f"the status says {status}"


def _wrong_attempts(league: Path, struck: Sequence[State]) -> Iterator[str]:
    """Yields what is not so: a result stays, and what a crash cut off is on record."""
    end = state_of(league)
    with Store.open(league) as store:
        for state in struck:
            for match, record in state.records.items():
                if end.records.get(match) != record:
                    yield f"the result of {match} was stored before the blow and is another now"
            for match in state.begun:
                causes = [attempt.cause for attempt in store.attempts(match)]
                if CRASHED not in causes:
                    yield f"{match} was being played at the blow, and its attempts say {causes}"
        for match in MATCHES:
            states = [attempt.state for attempt in store.attempts(match)]
            if states.count(AttemptState.FINISHED) != 1 or AttemptState.BEGUN in states:
                yield f"{match} has the attempts {states}"
        if any(sitting.ended_at is None for sitting in store.sittings()):
            yield "a sitting was never ended"


def _wrong_database(league: Path) -> Iterator[str]:
    with closing(sqlite3.connect(league / "league.db")) as database:
        for check in ("integrity_check", "foreign_key_check"):
            rows = database.execute(f"PRAGMA {check}").fetchall()
            if rows not in ([], [("ok",)]):
                yield f"the database's {check} says {rows}"


def remains(league: Path) -> list[str]:
    """Returns what is left of arenas that have ended, in the league and on the machine."""
    left = sorted(path.name for path in league.iterdir() if path.name not in FILES)
    with Store.open(league) as store:
        wanted = {entrant.digest for entrant in store.entrants()}
        room = store.league().id
        is_docker = any(each.sandbox is SandboxKind.DOCKER for each in store.entrants())
    left += [path.name for path in (league / "submissions").iterdir() if path.name not in wanted]
    run_directory = Path(gettempdir(), f"arena-{room}")
    left += [str(run_directory)] if run_directory.exists() else []
    left += processes_naming(run_directory.name)
    return left + (containers_of(room) if is_docker else [])


def processes_naming(word: str) -> list[str]:
    """Returns the processes in whose command or environment `word` stands."""
    found = []
    for process in keeper.processes():
        try:
            command = Path(f"/proc/{process}/cmdline").read_bytes()
            environment = Path(f"/proc/{process}/environ").read_bytes()
        except OSError:
            continue
        if word.encode() in command + environment and process != os.getpid():
            found.append(f"process {process}: {command.decode(errors='replace')[:200]}")
    return found


def containers_of(league: str) -> list[str]:
    with closing(docker.DockerClient(base_url=DEFAULT_URL)) as client:
        found = client.containers.list(all=True, filters={"label": f"arena.league={league}"})
        return [f"container {container.name}" for container in found]
