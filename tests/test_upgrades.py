"""Leagues of earlier formats, made with the steps of then and opened by the arena of now."""

import json
import os
import shutil
import signal
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from multiprocessing import get_context
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.record import Ender, Verdict, evidence_from_json
from arena.schedule import Meeting
from arena.store import SandboxKind, Store, database
from arena.store.database import DATABASE, find_format
from arena.store.schema import FORMATS
from tests.leagues import all_fixtures, create, fixtures_of, play, result_of

_FORKS = get_context("forkserver")
_FORKS.set_forkserver_preload(["tests.test_upgrades", "alembic.command"])
_MIGRATIONS = Path(sys.modules["arena.store"].__path__[0]) / "migrations"


@contextmanager
def arena_of(newest: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Lets the arena know no format after `newest`."""
    migrations = tmp_path / f"migrations-{newest}"
    shutil.copytree(_MIGRATIONS, migrations)
    formats = []
    for step in sorted((migrations / "versions").glob("r*.py")):
        if step.name[1:5] > newest:
            step.unlink()
        else:
            formats.append(step.name[1:5])
    with monkeypatch.context() as patched:
        patched.setattr("arena.store.database.FORMATS", tuple(formats))
        patched.setattr("arena.store.opened.FORMATS", tuple(formats))
        patched.setattr("arena.store.database.MIGRATIONS", str(migrations))
        yield


def old_piece(seat: int, **fields: object) -> dict[str, object]:
    """Returns a piece of evidence as the first format had it."""
    return {
        "seat": seat,
        "verdict": "crashed",
        "text": "it ended in the middle of the sitting, with exit code 3",
        "deal": 1,
        "decision": 4,
        "forfeited": True,
        "turn": 7,
        "elapsed": 0.25,
        "exit_code": 3,
        "oom": False,
        "stopped_by_arena": False,
        "stderr": "no luck «ü»",
    } | fields


@pytest.fixture
def first_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A league of the first format, in which bots have failed in all the ways that were told."""
    league = tmp_path / "league"
    league.mkdir()
    evidence = [
        # a bot that crashed with two matches in play: one life
        [old_piece(0)],
        [old_piece(2)],
        # ended while it ran; of the refusal before it nothing was known but the refusal
        [
            old_piece(1, exit_code=None, stderr="", forfeited=False, verdict="illegal"),
            old_piece(1, exit_code=137, stopped_by_arena=True, stderr="", verdict="protocol"),
        ],
        # ran on: nothing is known of its end
        [old_piece(0, exit_code=None, stderr="", verdict="timeout")],
        [old_piece(2, exit_code=137, oom=True, verdict="oom")],
        [],
    ]
    with arena_of("0001", tmp_path, monkeypatch):
        with create(league) as store:
            for number, (fixture, pieces) in enumerate(
                zip(fixtures_of("m1"), evidence, strict=True)
            ):
                if number in (0, 2, 3, 4):
                    sitting = store.begin_sitting(SandboxKind.DOCKER, "0.1.0")
                store.begin_attempts([fixture], sitting)
                text = json.dumps(pieces, ensure_ascii=False)
                store.add_result(result_of(fixture), "{}", text)
        assert find_format(league / DATABASE) == "0001"
    return league


def test_what_a_league_of_the_first_format_knew_of_an_end_is_a_life(first_format: Path) -> None:
    with Store.open(first_format) as store:
        lives = [
            (life.sitting, life.entrant, life.end.ender, life.end.verdict, life.end.exit_code)
            for entrant in ("e1", "e2", "e3")
            for life in store.lives_of(entrant)
        ]
        stderr = store.lives_of("e1")[0].end.stderr

    # the first two matches seat e1 and e2 e3 e1, so that both pieces are of the life of e1
    assert sorted(lives) == [
        ("s1", "e1", Ender.ITSELF, Verdict.CRASHED, 3),
        ("s2", "e1", Ender.ARENA, Verdict.PROTOCOL, 137),
        ("s4", "e1", Ender.MEMORY, Verdict.OOM, 137),
    ]
    assert stderr == "no luck «ü»"


def test_the_evidence_of_the_first_format_can_be_read(first_format: Path) -> None:
    with Store.open(first_format) as store:
        evidence = [
            evidence_from_json(piece)
            for fixture in all_fixtures(store)
            for piece in json.loads(store.find_evidence(fixture.match) or "")
        ]

    assert [piece.verdict.value for piece in evidence] == [
        "crashed",
        "crashed",
        "illegal",
        "protocol",
        "timeout",
        "oom",
    ]
    assert {(piece.turn, piece.elapsed, piece.allowed) for piece in evidence} == {(7, 0.25, None)}


@pytest.mark.parametrize("earlier", FORMATS[:-1])
def test_results_are_those_of_an_earlier_format(
    earlier: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = tmp_path / "league"
    league.mkdir()
    with arena_of(earlier, tmp_path, monkeypatch), create(league) as store:
        play(store, *fixtures_of("m1"))
        before = [*store.records()], store.sittings(), store.entrants()

    with Store.open(league) as store:
        assert ([*store.records()], store.sittings(), store.entrants()) == before
        assert store.interventions() == ()
        assert store.counts().annulled_by_hand == 0
        assert list(store.missing(all_fixtures(store))) == []
    assert find_format(league / DATABASE) == FORMATS[-1]


@pytest.mark.parametrize("earlier", FORMATS[:-1])
def test_a_league_of_an_earlier_format_becomes_one_as_any_other(
    earlier: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = tmp_path / "league"
    league.mkdir()
    with arena_of(earlier, tmp_path, monkeypatch), create(league) as store:
        play(store, *fixtures_of("m1"))

    with Store.open(league) as store:
        assert store.oddities() == ()


@pytest.mark.parametrize("earlier", FORMATS[:-1])
def test_meetings_of_an_earlier_format_are_kept_and_those_of_now_appended(
    earlier: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = tmp_path / "league"
    league.mkdir()
    with arena_of(earlier, tmp_path, monkeypatch), create(league, meetings=2) as store:
        play(store, *fixtures_of("m1"))

    with Store.open_exclusive(league, command="test") as store:
        store.add_meetings([Meeting("m3", ("e3", "e2", "e1"))])
        assert [*store.meetings()] == [
            Meeting("m1", ("e1", "e2", "e3")),
            Meeting("m2", ("e1", "e2", "e3")),
            Meeting("m3", ("e3", "e2", "e1")),
        ]
        play(store, *fixtures_of("m2"))
        with pytest.raises(ArenaError, match="FOREIGN KEY"):
            store.add_meetings([Meeting("m4", ("e1", "e2", "e9"))])


def _upgrade(league: Path, nth: int) -> None:
    """Opens a league, and is killed before the `nth` statement that the database is told."""
    statements = count(1)

    def strike(_statement: str) -> None:
        if next(statements) == nth:
            os.kill(os.getpid(), signal.SIGKILL)

    class Watched(sqlite3.Connection):
        def __init__(self, *arguments: object, **options: object) -> None:
            super().__init__(*arguments, **options)  # type: ignore[arg-type]  # the driver's own
            self.set_trace_callback(strike)

    original = sqlite3.connect
    database.sqlite3.connect = lambda *given, **named: original(*given, factory=Watched, **named)  # type: ignore[attr-defined]  # in a process of its own
    Store.open(league).close()


def test_an_upgrade_that_is_killed_at_every_third_statement_is_taken_again(
    first_format: Path, tmp_path: Path
) -> None:
    with Store.open(Path(shutil.copytree(first_format, tmp_path / "whole"))) as store:
        expected = [*store.records()], store.lives_of("e1"), store.entrants()
    formats = []
    for nth in count(1, 3):
        league = Path(shutil.copytree(first_format, tmp_path / f"killed-{nth}"))
        process = _FORKS.Process(target=_upgrade, args=(league, nth))
        process.start()
        process.join()
        if process.exitcode == 0:
            break
        assert process.exitcode == -signal.SIGKILL
        formats.append(find_format(league / DATABASE))
        with Store.open(league) as store:
            assert ([*store.records()], store.lives_of("e1"), store.entrants()) == expected
        shutil.rmtree(league)

    assert formats == sorted(formats), "an upgrade is there whole or not at all"
    assert {*formats} == {"0001", FORMATS[-1]}
