"""Leagues in Docker on machines that hold all limits, and on machines that do not."""

import json
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import docker
import pytest

from arena.cli import run_command
from arena.league.outlook import ACCEPTED, EXAMINED, accepted_limits
from arena.sandbox import DEFAULT_URL
from arena.sandbox.rules import LIMITS
from arena.store import Note, Store
from tests.conftest import docker_problem

ARENA = (sys.executable, "-m", "arena")
SAMPLE = Path(__file__).parents[1] / "sample_bots" / "python" / "random"
FEW_FILES = 200
"""Too few for twelve bots that open all the connections that they can, enough for one."""


@pytest.fixture
def league() -> Iterator[Path]:
    """A league without entrants, in a place with a short path."""
    with TemporaryDirectory(prefix="arena-") as name:
        directory = Path(name) / "league"
        assert run_command(["init", str(directory)]) == 0
        yield directory
        if docker_problem() is None:
            remove_images(directory)


def remove_images(league: Path) -> None:
    with Store.open(league) as store, closing(docker.DockerClient(base_url=DEFAULT_URL)) as client:
        for image in client.images.list(filters={"label": f"arena.league={store.league().id}"}):
            client.images.remove(str(image.id), force=True)


def submit(
    league: Path, *options: str, files: int | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Hands in a sample bot, in a process that may open so many files."""

    def limit() -> None:
        if files is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

    return subprocess.run(
        [*ARENA, "submit", "--league", str(league), str(SAMPLE), *options],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=limit,  # the child does nothing else before it starts
        env={**os.environ, "ARENA_PLAY_BUILD_NETWORK": "host", **environment},
    )


def notes(league: Path, kind: str) -> list[Note]:
    with Store.open(league) as store:
        return [note for note in store.notes() if note.kind == kind]


def status(league: Path, capsys: pytest.CaptureFixture[str], *options: str) -> str:
    capsys.readouterr()
    assert run_command(["status", "--league", str(league), *options]) == 0
    return capsys.readouterr().out


@pytest.mark.docker
@pytest.mark.slow
def test_a_machine_is_examined_once(league: Path) -> None:
    first = submit(league, "--quiet")
    again = submit(league)

    assert (first.returncode, first.stderr) == (0, "")
    assert "this very content is revision 1" in again.stderr  # told after all else was well
    (examined,) = notes(league, EXAMINED)
    assert list(json.loads(examined.text)) == ["fingerprint"]


@pytest.mark.docker
@pytest.mark.slow
def test_another_setting_is_another_examination(league: Path) -> None:
    submit(league)
    submit(league, ARENA_LIMITS_PIDS="96")

    first, second = notes(league, EXAMINED)
    assert first.text != second.text


@pytest.mark.docker
@pytest.mark.slow
def test_no_stranger_starts_where_a_limit_does_not_hold(
    league: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refused = submit(league, files=FEW_FILES)
    accepted = submit(league, "--accept", "enough-files", files=FEW_FILES)
    later = submit(league, files=FEW_FILES)

    assert (refused.returncode, refused.stdout) == (4, "")
    assert refused.stderr.startswith(
        "error: this machine does not keep strangers' bots within every limit: enough-files does "
        "not hold (the arena may open 200 files): mend it as `arena doctor --league DIR` says, or "
        "say --accept enough-files, which the league records"
    )
    assert accepted.returncode == 0
    assert accepted.stderr.startswith("accepted, and on record: enough-files: does not hold")
    assert "this very content is revision 1" in later.stderr, "accepted before"
    assert len(notes(league, EXAMINED)) == 1, "what is accepted needs no second look"
    assert "accepted    that these do not hold: enough-files" in status(league, capsys)
    assert json.loads(status(league, capsys, "--json"))["accepted"] == ["enough-files"]


@pytest.mark.docker
@pytest.mark.slow
def test_without_an_image_to_try_them_in_no_limit_is_said_to_hold(league: Path) -> None:
    nowhere = "no-such-base.invalid/x:1"
    refused = submit(league, ARENA_PLAY_PROBE_IMAGE=nowhere)
    accepted = submit(league, "--accept", "probe-image", ARENA_PLAY_PROBE_IMAGE=nowhere)

    assert refused.returncode == 4
    assert refused.stderr == (
        "error: there is no image no-such-base.invalid/x:1 to try the limits of this machine in: "
        "load it, name another one that has python3 with play.probe_image in league.toml, or say "
        "--accept probe-image, which the league records\n"
    )
    assert accepted.returncode == 0
    assert [json.loads(note.text)["limit"] for note in notes(league, ACCEPTED)] == ["probe-image"]


@pytest.mark.docker
def test_what_no_bot_can_do_without_cannot_be_accepted(league: Path) -> None:
    refused = submit(league, ARENA_PLAY_RUNTIME="no-such-runtime")

    assert refused.returncode == 4
    assert refused.stderr.startswith("error: the engine has no runtime 'no-such-runtime', only ")
    assert refused.stderr.endswith("or choose another with play.runtime\n")
    assert notes(league, EXAMINED) == []


@pytest.mark.docker
def test_what_holds_needs_no_acceptance(league: Path) -> None:
    ended = submit(league, "--quiet", "--accept", "kill-works")

    assert ended.returncode == 0
    assert ended.stderr == "kill-works holds here, so there is nothing to accept\n"
    assert notes(league, ACCEPTED) == []


@pytest.mark.parametrize("command", ["run", "submit"])
def test_a_limit_that_nobody_knows_is_a_mistake(
    league: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    folder = [str(SAMPLE)] if command == "submit" else []
    code = run_command([command, "--league", str(league), "--accept", "all", *folder])

    assert code == 2
    told = capsys.readouterr().err
    assert told.startswith("error: ")
    assert all(f"'{limit}'" in told for limit in LIMITS)


def test_a_league_of_processes_is_never_examined(league: Path) -> None:
    submit(league, "--sandbox", "process")

    assert notes(league, EXAMINED) == []


def test_what_was_accepted_is_told_once_each(tmp_path: Path) -> None:
    words = ["tmp-inodes", "kill-works", "tmp-inodes"]
    accepted = [Note(ACCEPTED, json.dumps({"limit": word, "engine": "x"}), 1.0) for word in words]

    assert accepted_limits([*accepted, Note("else", "no JSON", 2.0)]) == (
        "tmp-inodes",
        "kill-works",
    )
