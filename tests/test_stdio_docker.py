"""The chief things that a bot may do with its standard streams, again in containers.

The bots, their seats and what has to hold afterwards are those of test_stdio_faults.py; beside
that, nothing of the arena's own may be left open.
"""

import socket
import threading
from dataclasses import replace
from pathlib import Path

import docker
import pytest

from arena.record import Ender, Verdict
from arena.sandbox import DEFAULT_URL
from tests.bots.sittings import CLOCK
from tests.containers import ContainerStage
from tests.test_faults import _check, _check_unharmed
from tests.test_stdio_faults import FIXTURES, SEATS, _play

pytestmark = [pytest.mark.docker, pytest.mark.slow]
PATIENT = replace(CLOCK, per_decision=0.5, bank=1.5)


def _stage(tmp_path: Path, image: str) -> ContainerStage:
    return ContainerStage(tmp_path, image, PATIENT)


def _open_files() -> int:
    return len([*Path("/proc/self/fd").iterdir()])


@pytest.mark.parametrize("deed", ["crlf", "blank-lines", "pieces", "camel", "to-error"])
def test_what_the_mapping_allows_is_no_fault_in_a_container(
    deed: str, scripted_image: str, tmp_path: Path
) -> None:
    stage = _stage(tmp_path, scripted_image)
    files = _open_files()

    _play(stage, deed)

    for fixture in FIXTURES:
        assert set(stage.record(fixture).verdicts) == {Verdict.OK}
    _check_unharmed(stage)
    assert _open_files() == files
    (end,) = stage.kept.lives["x"]
    assert (end.ender, end.exit_code) == (Ender.ITSELF, 0)
    assert end.stderr.endswith("goodbye: REASON_FINISHED all tables are done\n")


@pytest.mark.runsc
def test_streams_work_under_gvisor(scripted_image: str, tmp_path: Path) -> None:
    stage = _stage(tmp_path, scripted_image)
    stage.runtime = "runsc"

    _play(stage, "pieces")

    for fixture in FIXTURES:
        assert set(stage.record(fixture).verdicts) == {Verdict.OK}
    _check_unharmed(stage)


@pytest.mark.parametrize(
    ("deed", "verdict", "text"),
    [
        ("endless", "protocol", "more than 262144 bytes"),
        ("chatter", "protocol", "output is for messages; print to standard error"),
        ("flood", "protocol", "moves came when no turn was outstanding|moves.turn was"),
        ("errors-for-ever", "timeout", "turn [0-9]+"),
        ("deaf", "timeout", "turn [0-9]+"),
        ("close-output", "timeout", "turn [0-9]+"),  # its first process still has it
        ("close-all", "timeout", "turn [0-9]+"),
        ("half", "timeout", "bytes had come without the newline"),
        ("leave", "crashed", "exit code 3$"),
        ("kill-self", "crashed", "exit code 137"),
        ("half-and-exit", "crashed", "exit code 4$"),
        ("bye-and-leave", "resigned", "scripted to resign"),
    ],
)
def test_a_fault_of_lines_in_a_container_costs_its_own_seat(
    deed: str, verdict: str, text: str, scripted_image: str, tmp_path: Path
) -> None:
    stage = _stage(tmp_path, scripted_image)
    files = _open_files()

    _play(stage, deed, "card")

    for seat in SEATS:
        _check(stage, seat, Verdict(verdict), text, FIXTURES)
    _check_unharmed(stage)
    assert _open_files() == files
    ends = [end for end in stage.kept.lives["x"] if end.verdict is Verdict(verdict)]
    assert all(f"lines: {deed}" in end.stderr or deed == "errors-for-ever" for end in ends)


def _attach(container: str) -> None:
    """Attaches as anybody may who can use the engine, says a line, and leaves."""
    head = f"POST /containers/{container}/attach?stream=1&stdin=1 HTTP/1.1\r\nHost: localhost\r\n"
    with socket.socket(socket.AF_UNIX) as engine:
        engine.connect(DEFAULT_URL.removeprefix("unix://"))
        engine.sendall(f"{head}Connection: Upgrade\r\nUpgrade: tcp\r\n\r\n".encode())
        assert b"101" in engine.recv(4096)
        engine.sendall(b"{}\n")


def test_whoever_attaches_to_a_bot_disturbs_it(scripted_image: str, tmp_path: Path) -> None:
    """It could speak in the bot's place: the matches are annulled, and played again."""
    stage = _stage(tmp_path, scripted_image)
    done = threading.Event()

    def meddle() -> None:
        client = docker.DockerClient(base_url=DEFAULT_URL)
        while not stage.kept.begun and not done.wait(0.02):
            pass
        for container in client.containers.list(filters={"label": f"arena.league={stage.token}"}):
            if "slow" in container.attrs["Config"]["Entrypoint"]:
                _attach(str(container.id))
        client.close()

    meddling = threading.Thread(target=meddle)
    meddling.start()
    try:
        _play(stage, "slow", "1")
    finally:
        done.set()
        meddling.join()

    assert stage.kept.annulled
    assert all("attached to from outside" in cause for _, cause in stage.kept.annulled)
    for fixture in FIXTURES:
        assert set(stage.record(fixture).verdicts) == {Verdict.OK}
    assert stage.leftovers() == []
