"""Programs of other languages run under exactly the limits of a bot."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import docker
import pytest

from arena.sandbox import DEFAULT_URL, Limits
from tests.sandboxes import open_place

SOURCES = Path(__file__).parent / "runtimes"
TRIALS = ("threads", "garbage", "timers", "files", "signals", "random", "http2")
LEAST_GO = "go1.25"


@pytest.fixture(scope="module")
def go_image() -> Iterator[str]:
    """An image with nothing in it but one static program."""
    go = shutil.which("go")
    if go is None or not _is_recent(go):
        pytest.skip(f"not verified: no {LEAST_GO} or newer is on this machine")
    with (
        TemporaryDirectory(prefix="arena-") as name,
        closing(docker.DockerClient(base_url=DEFAULT_URL)) as client,
    ):
        subprocess.run(
            [go, "build", "-trimpath", "-o", f"{name}/bot", SOURCES / "runtime.go"],
            check=True,
            env=_environment(name),
        )
        Path(name, "Dockerfile").write_text('FROM scratch\nCOPY bot /bot\nENTRYPOINT ["/bot"]\n')
        image, _ = client.images.build(path=name, rm=True)
        yield str(image.id)
        client.images.remove(str(image.id), force=True)


def _environment(directory: str) -> dict[str, str]:
    home = str(Path.home())
    return {"PATH": "/usr/bin:/bin", "HOME": home, "CGO_ENABLED": "0", "GOTMPDIR": directory}


def _is_recent(go: str) -> bool:
    told = subprocess.run([go, "env", "GOVERSION"], capture_output=True, text=True, check=True)
    numbers = told.stdout.strip().removeprefix("go").split(".")
    return [int(number) for number in numbers[:2] if number.isdigit()] >= [1, 25]


@pytest.mark.docker
@pytest.mark.slow
@pytest.mark.parametrize("pids", [128, 64])
async def test_a_static_go_program_runs_within_the_limits(
    go_image: str, run_directory: Path, pids: int
) -> None:
    async with open_place("docker", run_directory) as place:
        launch = await place.launch("", command=(), image=go_image, limits=Limits(pids=pids))
        ended = await (await place.sandbox.start(launch)).wait()

        assert (ended.code, ended.stderr) == (0, "")
        assert await (await place.wire()).words() == [f"{trial} done" for trial in TRIALS]
