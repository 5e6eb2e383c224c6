"""Disks that are full, read-only or torn: a league stops in words, and later goes on."""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from arena.moments import Moment
from arena.store import SandboxKind
from tests.crash.arena import Blow, Ended, Strike
from tests.crash.cases import RUN, kill
from tests.crash.disks import Disk, ext4, tmpfs
from tests.crash.judging import faults_of
from tests.crash.leagues import MATCHES, Ground, Outcome, open_ground, outcome_of, state_of, typed

pytestmark = pytest.mark.slow
LOOKING = ("status", "ratings", "export", "entrants", "plan")


@pytest.fixture(scope="module")
def ground() -> Iterator[Ground]:
    with open_ground(SandboxKind.PROCESS) as ground:
        yield ground


@pytest.fixture(scope="module")
def expected(ground: Ground) -> Outcome:
    return outcome_of(ground.fresh(RUN + 1))


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    with tmpfs(tmp_path / "disk") as disk:
        yield disk


def league_on(disk: Disk, ground: Ground, carried_out: int = RUN) -> Path:
    return Path(shutil.copytree(ground.fresh(carried_out), disk.path / "league"))


def run(ground: Ground, league: Path, *strikes: Strike) -> Ended:
    return ground.arena("run", "--league", str(league), strikes=strikes)


def told(ended: Ended) -> str:
    """Returns the one sentence with which a command failed."""
    errors = [line for line in ended.printed.splitlines() if line.startswith("error: ")]
    assert len(errors) == 1, ended.printed
    assert "Traceback" not in ended.printed
    return errors[0]


def after(moment: Moment, command: str, nth: int = 1) -> Strike:
    return Strike(moment, nth, Blow.RUN, command=command)


# Full.


@pytest.mark.parametrize(
    "moment",
    [
        Moment.SWEPT,  # before the first sitting
        Moment.INTENT_STORED,
        Moment.IN_DEAL,
        Moment.RESULT_KNOWN,
        Moment.RESULT_STORED,
        Moment.SITTING_CLOSED,
    ],
)
def test_a_full_disk_stops_a_league_in_words_and_loses_nothing(
    disk: Disk, ground: Ground, expected: Outcome, moment: Moment
) -> None:
    league = league_on(disk, ground)

    ended = run(ground, league, after(moment, disk.filling))
    state = state_of(league)
    for command in LOOKING:
        typed(command, "--league", league)
    again = run(ground, league)
    disk.clear()
    rest = run(ground, league)

    assert ended.struck
    assert ended.code == again.code == 4
    assert "full" in told(ended)
    assert "full" in told(again) or "make room" in told(again)
    assert rest.code == 0
    assert faults_of(league, [state], expected) == []


def test_a_disk_that_holds_no_more_files_stops_a_league_in_words(
    tmp_path: Path, ground: Ground, expected: Outcome
) -> None:
    with tmpfs(tmp_path / "crowded", "size=6m,nr_inodes=40") as disk:
        league = league_on(disk, ground)
        disk.crowd()

        ended = run(ground, league)
        status = typed("status", "--league", league)
        disk.clear()
        rest = run(ground, league)

        assert ended.code == 4
        assert "no room for another file" in told(ended)
        assert "0 of" in status
        assert rest.code == 0
        assert faults_of(league, [], expected) == []


def test_a_full_run_directory_is_nobodys_fault_and_waited_for(
    ground: Ground, expected: Outcome, run_directory: Path
) -> None:
    with tmpfs(run_directory / "disk") as disk:
        league = ground.fresh(RUN)
        settings = league / "league.toml"
        text = settings.read_text()
        settings.write_text(text.replace('run_directory = ""', f'run_directory = "{disk.path}"'))

        ended = run(
            ground,
            league,
            after(Moment.SITTING_BEGUN, disk.filling),
            after(Moment.SITTING_BEGUN, disk.clearing, 2),
        )

        assert len(ended.struck) == 2
        assert ended.code == 0
        assert [path.name for path in disk.path.iterdir()] == []
        assert faults_of(league, [], expected) == []


# Read-only.


def test_a_league_on_a_read_only_disk_can_be_looked_at(
    disk: Disk, ground: Ground, expected: Outcome
) -> None:
    league = league_on(disk, ground, RUN + 1)
    disk.remount("ro")

    ended = ground.arena("ratings", "--league", str(league))
    refused = run(ground, league)

    assert outcome_of(league) == expected
    assert typed("show", "m1.b1.r1", "--league", league)
    assert "shown as it stands" in ended.printed
    assert refused.code == 4
    assert "its disk is mounted read-only" in told(refused)
    disk.remount("rw")


def test_what_a_killed_arena_left_is_read_on_a_read_only_disk_or_told(
    disk: Disk, ground: Ground
) -> None:
    league = league_on(disk, ground)
    run(ground, league, kill(Moment.RESULT_STORED, 3))
    disk.remount("ro")
    seen = state_of(league)
    disk.remount("rw")
    (league / "league.db-shm").unlink()
    disk.remount("ro")
    refused = ground.arena("status", "--league", str(league))
    disk.remount("rw")

    assert len(seen.records) == 3
    assert refused.code == 4
    assert "the last changes" in told(refused)
    assert len(state_of(league).records) == 3


def test_a_disk_that_breaks_in_mid_play_stops_a_league_in_words(
    tmp_path: Path, ground: Ground, expected: Outcome
) -> None:
    kept = tmp_path / "kept"
    with ext4(tmp_path / "disk") as disk:
        league = league_on(disk, ground)
        breaking = f"mount -o remount,abort {disk.path}"

        ended = run(ground, league, after(Moment.IN_DEAL, breaking, 2))
        state = state_of(league)
        shutil.copytree(league, kept)

    assert ended.struck
    assert ended.code == 4
    assert "check" in told(ended)
    assert run(ground, kept).code == 0
    assert faults_of(kept, [state], expected) == []


# Torn.


@pytest.mark.parametrize("tear", ["cut", "overwrite"])
def test_a_torn_end_of_the_log_costs_the_last_transaction_and_is_played_again(
    ground: Ground, expected: Outcome, tear: str
) -> None:
    league = ground.fresh(RUN)
    run(ground, league, kill(Moment.RESULT_STORED, 3))
    log = league / "league.db-wal"
    (league / "league.db-shm").unlink()
    if tear == "cut":
        os.truncate(log, log.stat().st_size - 100)
    else:
        content = log.read_bytes()
        log.write_bytes(content[:-100] + bytes(100))

    assert len(state_of(league).records) == 2
    assert run(ground, league).code == 0
    assert faults_of(league, [state_of(league)], expected) == []


@pytest.mark.parametrize("damage", ["cut", "cut after a crash", "overwritten in a crash"])
def test_a_torn_database_is_told_in_one_sentence_and_left_as_it_is(
    ground: Ground, damage: str
) -> None:
    is_crashed = damage != "cut"
    league = ground.fresh(RUN if is_crashed else RUN + 1)
    path = league / "league.db"
    if is_crashed:
        ground.carried_out("plan", "--league", str(league))
        run(ground, league, kill(Moment.RESULT_STORED, 3))
    content = path.read_bytes()
    middle = len(content) // 2
    torn = content[:middle] if "cut" in damage else content[:middle] + b"x" * middle
    path.write_bytes(torn)

    ended = run(ground, league)

    assert ended.code == 4
    assert "put back a copy" in told(ended)
    assert path.read_bytes() == torn


# Files that go while it runs.


@pytest.mark.parametrize("moment", [Moment.IN_DEAL, Moment.RESULT_STORED, Moment.SANDBOX_CLOSED])
def test_a_database_that_is_removed_in_mid_play_is_saved(
    ground: Ground, expected: Outcome, moment: Moment
) -> None:
    league = ground.fresh(RUN)
    rescued = league / "league.rescued.db"

    ended = run(ground, league, after(moment, f"rm {league}/league.db*"))
    assert "was removed or replaced" in told(ended)
    assert str(rescued) in told(ended)
    rescued.rename(league / "league.db")
    state = state_of(league)
    rest = run(ground, league)

    assert ended.code == 4
    assert rest.code == 0
    assert (len(state.records) == len(MATCHES)) is (moment is Moment.SANDBOX_CLOSED)
    assert faults_of(league, [state], expected) == []


def test_a_league_that_is_moved_in_mid_play_stops_and_goes_on_there(
    ground: Ground, expected: Outcome
) -> None:
    league = ground.fresh(RUN)
    moved = league.with_name("moved")

    ended = run(ground, league, after(Moment.IN_DEAL, f"mv {league} {moved}"))
    state = state_of(moved)
    rest = run(ground, moved)

    assert ended.code == 4
    assert "its folder is gone" in told(ended)
    assert rest.code == 0
    assert faults_of(moved, [state], expected) == []
    shutil.rmtree(moved)


def test_a_stored_copy_that_is_moved_in_mid_play_is_nobodys_fault_and_waited_for(
    ground: Ground, expected: Outcome
) -> None:
    league = ground.fresh(RUN)
    copies, aside = league / "submissions", league.with_name("aside")

    ended = run(
        ground,
        league,
        after(Moment.SITTING_CLOSED, f"mv {copies} {aside}"),
        after(Moment.SITTING_BEGUN, f"mv {aside} {copies}", 3),
    )

    assert len(ended.struck) == 2
    assert ended.code == 0
    assert faults_of(league, [], expected) == []


# Files and clocks.


@pytest.mark.parametrize("allowed", [16, 40, 111])
def test_too_few_files_are_told_before_play(ground: Ground, allowed: int) -> None:
    league = ground.fresh(RUN)
    script = f'ulimit -n {allowed}; exec python3 -m arena run --league "$0"'

    ended = subprocess.run(
        ["sh", "-c", script, league], capture_output=True, text=True, check=False
    )

    assert ended.returncode == 4
    assert f"open files and the arena may have {allowed}: raise the limit" in ended.stderr
    assert state_of(league).begun == frozenset()


def test_a_soft_limit_on_files_is_raised(ground: Ground, expected: Outcome) -> None:
    league = ground.fresh(RUN)
    script = 'ulimit -Sn 40; exec python3 -m arena run --league "$0"'

    subprocess.run(["sh", "-c", script, league], capture_output=True, check=True)

    assert faults_of(league, [], expected) == []


def test_a_clock_that_steps_back_changes_nothing_but_times(
    ground: Ground, expected: Outcome
) -> None:
    """A league whose past lies in the future, as after a clock was set back by a day."""
    league = ground.fresh(RUN)
    run(ground, league, kill(Moment.RESULT_STORED, 3))
    state = state_of(league)
    with closing(sqlite3.connect(league / "league.db")) as database:
        database.execute("UPDATE attempts SET begun_at = begun_at + 86400")
        database.execute("UPDATE sittings SET started_at = started_at + 86400")
        database.commit()

    plan = typed("plan", "--league", league)
    rest = run(ground, league)
    status = typed("status", "--league", league, "--json")

    assert "-" not in plan.splitlines()[-1].replace("—", "")
    assert rest.code == 0
    assert '"seconds_left": 0' in status
    assert faults_of(league, [state], expected) == []
