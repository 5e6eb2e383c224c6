"""Copies of leagues, made in the ways that docs/operating.md tells."""

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arena.moments import Moment
from arena.store import SandboxKind
from tests.crash.arena import Blow, Strike
from tests.crash.cases import RUN
from tests.crash.judging import faults_of
from tests.crash.leagues import Ground, Outcome, open_ground, outcome_of, state_of, typed

pytestmark = pytest.mark.slow
PAGE = Path(__file__).parents[1] / "docs" / "operating.md"


@pytest.fixture(scope="module")
def ground() -> Iterator[Ground]:
    with open_ground(SandboxKind.PROCESS) as ground:
        yield ground


@pytest.fixture(scope="module")
def expected(ground: Ground) -> Outcome:
    return outcome_of(ground.fresh(RUN + 1))


def documented() -> str:
    """Returns the commands of the section on backups, for a league named `friends`."""
    section = (
        PAGE.read_text(encoding="utf-8").split("## Back up, move, restore")[1].split("\n## ")[0]
    )
    commands = re.findall(r"^\$ (.+)$", section, re.MULTILINE)
    assert len(commands) == 3
    return "\n".join(commands)


def shell(script: str, directory: Path) -> None:
    subprocess.run(["bash", "-euc", script], cwd=directory, check=True)


def other_way() -> str:
    line = 'sqlite3 friends/league.db ".backup saved/league.db"'
    assert f"`{line}`" in PAGE.read_text(encoding="utf-8")
    return "\n".join([*documented().splitlines()[:2], line])


@pytest.mark.parametrize("way", [documented, other_way])
def test_a_copy_of_a_league_that_is_played_goes_on_where_it_was_copied(
    ground: Ground, expected: Outcome, tmp_path: Path, way: Callable[[], str]
) -> None:
    if way is other_way and shutil.which("sqlite3") is None:
        pytest.skip("SQLite's own program is not installed")
    league = ground.fresh(RUN)
    (tmp_path / "friends").symlink_to(league)
    stop = Strike(Moment.RESULT_STORED, 3, Blow.RUN, command="kill -STOP $PPID")
    running = ground.begin("run", "--league", str(league), strikes=[stop])
    while "State:\tT" not in Path(f"/proc/{running.pid}/status").read_text():
        pass

    try:
        shell(way(), tmp_path)
        saved = tmp_path / "saved"
        copied = state_of(saved)
    finally:
        os.kill(running.pid, signal.SIGCONT)
    assert running.end().code == 0
    ground.carried_out("run", "--league", str(saved))

    assert len(copied.records) == 3
    for each in (league, saved):
        assert faults_of(each, [copied] if each == saved else [], expected) == []


def test_a_league_that_was_stopped_is_moved_as_a_directory(
    ground: Ground, expected: Outcome, tmp_path: Path
) -> None:
    league = ground.fresh(RUN)
    interrupt = Strike(Moment.IN_DEAL, 1, Blow.INTERRUPT)
    ground.arena("run", "--league", str(league), strikes=[interrupt])
    state = state_of(league)
    moved = tmp_path / "elsewhere"

    league.rename(moved)
    typed("status", "--league", moved)
    ground.carried_out("run", "--league", str(moved))

    assert faults_of(moved, [state], expected) == []


def test_what_was_played_since_a_backup_is_played_again_after_a_restore(
    ground: Ground, expected: Outcome, tmp_path: Path
) -> None:
    league = ground.fresh(RUN)
    (tmp_path / "friends").symlink_to(league)
    shell(documented(), tmp_path)
    ground.carried_out("run", "--league", str(league))

    shutil.rmtree(league)
    (tmp_path / "saved").rename(league)
    ground.carried_out("run", "--league", str(league))

    assert faults_of(league, [], expected) == []
