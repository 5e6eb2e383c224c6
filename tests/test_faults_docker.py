"""The chief faults again in containers: crash, kill, hang, flood, garbage, memory; in each seat.

The bots, their seats and what has to hold afterwards are those of test_faults.py.
"""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import docker
import pytest

from arena.record import Ender, Verdict
from arena.runner import Contestant, Halt, play_sitting, run
from arena.sandbox.docker import DockerSandbox
from arena.sandbox.engine import DEFAULT_URL, Engine
from arena.sandbox.images import BuildLimits, build, remove_image
from arena.schedule import Fixture
from tests.bots import bot_folder
from tests.bots.sittings import CLOCK, Stage
from tests.test_faults import FIXTURES, SEATS, _check, _check_unharmed, _play

LATE = "did not answer turn|still had not answered"
ENDERS = {"crashed": Ender.ITSELF, "timeout": Ender.ARENA, "oom": Ender.MEMORY}
"""Who ends the lives that end with such a verdict."""
pytestmark = [pytest.mark.docker, pytest.mark.slow]


@pytest.fixture(scope="module")
def image() -> Iterator[str]:
    """The image of the scripted bot; what it does is in the command that it is started with."""
    engine, limits = Engine(), BuildLimits(network="host")
    labels = {"arena.test": "faults"}
    with TemporaryDirectory(prefix="arena-") as name:
        folder = bot_folder(Path(name), "scripted", [])
        built = asyncio.run(
            build(engine, folder, labels=labels, limits=limits, on_line=lambda _line: None)
        )
    yield built
    asyncio.run(remove_image(engine, built))
    engine.close()


class ContainerStage(Stage):
    """The same stage, with containers on it."""

    def __init__(self, directory: Path, image: str) -> None:
        super().__init__(directory, CLOCK)
        self._image = image

    def _add(self, entrant: str, folder: Path, command: Sequence[str]) -> None:
        del folder
        self._contestants[entrant] = Contestant(entrant, tuple(command), None, self._image)

    def play(self, fixtures: Sequence[Fixture], halt: Halt | None = None) -> None:
        async def main() -> None:
            sandbox = DockerSandbox(self.token)
            try:
                await play_sitting(
                    fixtures, self._contestants, sandbox, self.terms, self.kept, halt or Halt()
                )
            finally:
                await sandbox.close()

        run(main)

    def leftovers(self) -> list[str]:
        client = docker.DockerClient(base_url=DEFAULT_URL)
        try:
            left = client.containers.list(
                all=True, filters={"label": f"arena.league={self.token}"}, ignore_removed=True
            )
        finally:
            client.close()
        return super().leftovers() + [f"container {container.name}" for container in left]


@pytest.mark.parametrize(
    ("flags", "verdict", "text"),
    [
        ("--crash 3 --at card", "crashed", "exit code 3$"),
        ("--kill-self --at card", "crashed", "exit code 137"),
        ("--daemon --crash 1", "crashed", "exit code 1"),
        ("--stall --at bid", "timeout", LATE),
        ("--stop-self --at card", "timeout", LATE),
        ("--garbage bad-bytes", "protocol", "not a PlayRequest"),
        ("--garbage doubled", "protocol", "twice"),
        ("--flood --at card", "protocol", "moves"),
        ("--hog --at card", "oom", "memory"),
        ("--bye --at card", "resigned", "scripted to resign"),
    ],
)
def test_a_fault_in_a_container_costs_its_own_seat(
    flags: str, verdict: str, text: str, image: str, tmp_path: Path
) -> None:
    stage = ContainerStage(tmp_path, image)

    _play(stage, *flags.split())

    for seat in SEATS:
        _check(stage, seat, Verdict(verdict), text)
    _check_unharmed(stage)
    assert len(stage.kept.played) == len(FIXTURES)
    if verdict in ENDERS:
        ends = [end for end in stage.kept.lives["x"] if end.verdict is Verdict(verdict)]
        assert {end.ender for end in ends} == {ENDERS[verdict]}
        assert {end.oom for end in ends} == {verdict == "oom"}
