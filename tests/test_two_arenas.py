"""Several arenas at once, and what is not theirs: nobody writes beside another or ends its bots."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import gettempdir

import docker
import pytest

from arena.errors import HostError
from arena.moments import Moment
from arena.sandbox import DEFAULT_URL
from arena.store import LOCK, SandboxKind, Store
from arena.store.lock import Lock, find_live_holder
from tests.crash.arena import Blow, Strike
from tests.crash.cases import RUN, kill
from tests.crash.judging import faults_of
from tests.crash.leagues import Ground, Outcome, open_ground, outcome_of, typed

NOW = 1_800_000_000.0


@pytest.fixture(scope="module")
def ground() -> Iterator[Ground]:
    with open_ground(SandboxKind.PROCESS) as ground:
        yield ground


@pytest.fixture(scope="module")
def expected(ground: Ground) -> Outcome:
    return outcome_of(ground.fresh(RUN + 1))


# One league, two arenas.


def _replace(path: Path) -> None:
    path.rename(path.with_name("aside"))
    path.write_text("{}")


def _link(path: Path) -> None:
    path.unlink()
    path.symlink_to("league.db")


MEDDLING: dict[str, Callable[[Path], object]] = {
    "read": Path.read_text,
    "removed": Path.unlink,  # another file would be locked by a second comer
    "replaced": _replace,
    "overwritten": lambda path: path.write_text("not a holder"),
    "linked elsewhere": _link,
}


@pytest.mark.parametrize("meddling", MEDDLING)
def test_a_lock_holds_whatever_becomes_of_its_file(tmp_path: Path, meddling: str) -> None:
    path = tmp_path / LOCK
    lock = Lock.take(path, command="arena run", now=NOW)

    MEDDLING[meddling](path)

    for _ in range(2):
        with pytest.raises(HostError, match="is in use by"):
            Lock.take(path, command="arena submit", now=NOW)
    assert find_live_holder(path) is not None
    lock.release()
    assert find_live_holder(path) is None


def test_what_a_dead_holder_wrote_holds_nothing(tmp_path: Path) -> None:
    """Not even when another process has its number now, or another machine wrote it."""
    path = tmp_path / LOCK
    for host in (os.uname().nodename, "elsewhere"):
        holder = {"pid": os.getpid(), "host": host, "since": "2026-01-01", "command": "arena run"}
        path.write_text(json.dumps(holder))

        assert find_live_holder(path) is None
        Lock.take(path, command="arena run", now=NOW).release()


def test_a_lock_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / LOCK).symlink_to(tmp_path / "precious")
    (tmp_path / "precious").write_text("kept")

    with pytest.raises(HostError, match="cannot open the lock"):
        Lock.take(tmp_path / LOCK, command="arena run", now=NOW)

    assert (tmp_path / "precious").read_text() == "kept"


@pytest.mark.slow
@pytest.mark.parametrize("meddling", ["read", "removed", "replaced"])
def test_a_second_run_is_refused_and_the_first_is_not_disturbed(
    ground: Ground, expected: Outcome, meddling: str
) -> None:
    league = ground.fresh(RUN)
    first = ground.begin("run", "--league", str(league), strikes=[_stopping()])
    _wait_until_stopped(first.pid)
    MEDDLING[meddling](league / LOCK)

    second = subprocess.run(
        [sys.executable, "-m", "arena", "run", "--league", league],
        capture_output=True,
        text=True,
        check=False,
    )
    status = json.loads(typed("status", "--league", league, "--json"))
    os.kill(first.pid, signal.SIGCONT)
    ended = first.end()
    (league / "aside").unlink(missing_ok=True)

    assert second.returncode == 4
    assert "is in use by" in second.stderr
    assert status["in_use_by"] is not None
    assert ended.code == 0
    assert faults_of(league, [], expected) == []


def _stopping() -> Strike:
    return Strike(Moment.IN_DEAL, 1, Blow.RUN, command="kill -STOP $PPID")


def _wait_until_stopped(process: int) -> None:
    while "State:\tT" not in Path(f"/proc/{process}/status").read_text():
        pass


@pytest.mark.slow
def test_a_holder_that_was_killed_holds_nothing(ground: Ground, expected: Outcome) -> None:
    league = ground.fresh(RUN)

    ended = ground.arena("run", "--league", str(league), strikes=[kill(Moment.IN_DEAL)])
    status = json.loads(typed("status", "--league", league, "--json"))
    ground.carried_out("run", "--league", str(league))

    assert ended.is_killed
    assert status["in_use_by"] is None
    assert faults_of(league, [], expected) == []


# One league and a copy of it; two leagues.


@pytest.mark.slow
@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_copy_of_a_league_that_is_played_is_refused(
    ground: Ground, expected: Outcome, run_directory: Path, *, elsewhere: bool
) -> None:
    """They share an id, so the second would sweep away the first one's bots as leftovers."""
    league = ground.fresh(RUN)
    copy = Path(shutil.copytree(league, ground.directory / "copy"))
    if elsewhere:
        settings = (copy / "league.toml").read_text()
        settings = settings.replace('run_directory = ""', f'run_directory = "{run_directory}"')
        (copy / "league.toml").write_text(settings)
    first = ground.begin("run", "--league", str(league), strikes=[_stopping()])
    _wait_until_stopped(first.pid)

    second = subprocess.run(
        [sys.executable, "-m", "arena", "run", "--league", copy],
        capture_output=True,
        text=True,
        check=False,
    )
    os.kill(first.pid, signal.SIGCONT)
    ended = first.end()
    shutil.rmtree(copy)

    assert second.returncode == 4
    assert "another arena" in second.stderr
    assert ended.code == 0
    with Store.open(league) as store:
        assert (store.counts().annulled, store.counts().interrupted) == (0, 0)
    assert faults_of(league, [], expected) == []


@pytest.mark.slow
def test_two_leagues_at_once_do_not_disturb_each_other(ground: Ground, expected: Outcome) -> None:
    with open_ground(SandboxKind.PROCESS) as other:
        league, beside = ground.fresh(RUN), other.fresh(RUN)

        running = other.begin("run", "--league", str(beside))
        killed = ground.arena("run", "--league", str(league), strikes=[kill(Moment.IN_DEAL)])
        ground.carried_out("run", "--league", str(league))

        assert running.end().code == 0
        assert killed.is_killed
        with Store.open(beside) as store:
            assert (store.counts().annulled, store.counts().interrupted) == (0, 0)
    assert faults_of(league, [], expected) == []


# What is not ours.


@pytest.mark.docker
@pytest.mark.slow
def test_containers_that_are_not_ours_are_never_touched() -> None:
    """Whatever they are called and labelled, short of all that a bot's own container has."""
    with open_ground(SandboxKind.DOCKER) as ground:
        league = ground.fresh(RUN)
        room = ground.dice.league
        ours = {"arena.league": room, "arena.slot": "5107"}
        foreign = [
            ("named as ours", f"arena-{room}-5107", {}),
            ("labelled as ours", f"other-{room}", ours),
            ("another slot", f"arena-{room}-other", ours),
            ("no slot", f"arena-{room}-5108", {"arena.league": room}),
            ("another league", f"arena-{room}-5109", ours | {"arena.league": "77"}),
            ("a longer id", f"arena-{room}0-5107", ours | {"arena.league": f"{room}0"}),
        ]
        client = docker.DockerClient(base_url=DEFAULT_URL)
        image = _image_of(league)
        command = ["python3", "-c", "import time; time.sleep(1000)"]
        made = [
            client.containers.run(
                image, command, name=name, labels=labels, detach=True, network_mode="none"
            )
            for _, name, labels in foreign
        ]
        try:
            ended = ground.arena("run", "--league", str(league), strikes=[kill(Moment.IN_DEAL)])
            ground.carried_out("run", "--league", str(league))
            for container in made:
                container.reload()
            states = {
                what: container.status
                for (what, _, _), container in zip(foreign, made, strict=True)
            }
        finally:
            for container in made:
                container.remove(force=True)
            client.close()

    assert ended.is_killed
    assert states == {what: "running" for what, _, _ in foreign}


def _image_of(league: Path) -> str:
    with Store.open(league) as store:
        image = store.entrants()[0].image
    assert image is not None
    return image


@pytest.mark.slow
@pytest.mark.parametrize("what", ["link", "file", "another's"])
def test_a_run_directory_that_is_not_ours_is_never_touched(
    ground: Ground, expected: Outcome, run_directory: Path, what: str
) -> None:
    league = ground.fresh(RUN)
    place = run_directory.parent / f"arena-{ground.dice.league}"
    precious = run_directory / "bots" / "5107.own" / "precious"
    precious.parent.mkdir(parents=True)
    precious.write_text("kept")
    if what == "link":
        place.symlink_to(run_directory)
    elif what == "file":
        place.write_text("kept")
    else:
        if os.geteuid() != 0:
            pytest.skip("only root gives a directory to somebody else")
        shutil.copytree(run_directory, place)
        os.chown(place, 12_345, 12_345)

    ended = ground.arena("run", "--league", str(league))

    kept = place if what == "file" else place / "bots" / "5107.own" / "precious"
    assert kept.read_text() == "kept"
    assert precious.read_text() == "kept"
    assert ended.code == 4
    assert str(place) in ended.printed
    shutil.rmtree(place) if what == "another's" else place.unlink()
    ground.carried_out("run", "--league", str(league))
    assert faults_of(league, [], expected) == []


@pytest.mark.slow
def test_processes_that_are_not_ours_are_never_touched(ground: Ground, expected: Outcome) -> None:
    """A process that names what a killed arena left, as an editor or a `tail` may."""
    league = ground.fresh(RUN)
    lives = Path(gettempdir(), f"arena-{ground.dice.league}", "bots")

    ended = ground.arena(
        "run",
        "--league",
        str(league),
        strikes=[Strike(Moment.IN_DEAL, 1, Blow.ORPHAN), kill(Moment.IN_DEAL)],
    )
    left = [str(path) for path in lives.iterdir()]
    with subprocess.Popen(["sh", "-c", 'read line; test "$line" = end', *left], stdin=-1) as by:
        ground.carried_out("run", "--league", str(league))
        is_alive = by.poll() is None
        by.communicate(b"end\n")

    assert ended.is_killed
    assert left
    assert is_alive
    assert by.returncode == 0
    assert faults_of(league, [], expected) == []
