"""Images from folders: built within limits, and nothing left of a build that failed."""

import asyncio
import os
import secrets
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import docker
import pytest

from arena.errors import ArenaError, HostError, SubmissionError
from arena.sandbox import DEFAULT_URL
from arena.sandbox.engine import Engine
from arena.sandbox.images import (
    BuildLimits,
    _fault,
    _Progress,
    build,
    image_present,
    remove_image,
)
from tests.conftest import BASE_IMAGE
from tests.loaded import loaded

MIB = 1024 * 1024
FROM = f"FROM {BASE_IMAGE}\n"


@dataclass
class Builder:
    """Builds a folder; every build is new, for the Dockerfile holds a word of its own."""

    engine: Engine
    client: docker.DockerClient
    folder: Path
    lines: list[str] = field(default_factory=list)
    mark: str = field(default_factory=lambda: secrets.token_hex(4))

    async def build(self, dockerfile: str, limits: BuildLimits | None = None) -> str:
        (self.folder / "Dockerfile").write_text(dockerfile.replace("MARK", self.mark))
        return await build(
            self.engine,
            self.folder,
            labels={"arena.test": self.mark},
            limits=limits or BuildLimits(network="none"),
            on_line=self.lines.append,
        )

    async def fail(self, dockerfile: str, limits: BuildLimits | None = None) -> ArenaError:
        """Builds what cannot be built; returns why, and sees that nothing is left of it."""
        before = self._everything()
        with pytest.raises(ArenaError) as caught:
            await self.build(dockerfile, limits)
        assert self._everything() <= before
        return caught.value

    def _everything(self) -> set[str]:
        """Returns the ids of all images and of all containers that this test's builds run."""
        running = self.client.containers.list(all=True, ignore_removed=True)
        mine = [each for each in running if self.mark in str(each.attrs.get("Config"))]
        images = self.client.images.list(all=True)
        marked = [each for each in images if self.mark in str(each.attrs)]
        return {str(each.id) for each in (*mine, *marked)}


@pytest.fixture
async def builder(tmp_path: Path) -> AsyncIterator[Builder]:
    engine, client = Engine(), docker.DockerClient(base_url=DEFAULT_URL)
    yield Builder(engine, client, tmp_path)
    engine.close()
    client.close()


@pytest.mark.docker
async def test_an_image_is_built_labelled_and_removed(builder: Builder) -> None:
    (builder.folder / "bot.py").write_text("print('built')")

    image = await builder.build(f"{FROM}COPY bot.py /MARK.py\nRUN echo said by the build\n")

    assert image.startswith("sha256:")
    assert builder.client.images.get(image).labels == {"arena.test": builder.mark}
    assert "said by the build" in builder.lines
    assert await image_present(builder.engine, image)
    await remove_image(builder.engine, image)
    await remove_image(builder.engine, image)
    assert not await image_present(builder.engine, image)


@pytest.mark.docker
async def test_a_command_that_fails_is_the_authors_with_its_last_words(builder: Builder) -> None:
    error = await builder.fail(f"{FROM}RUN touch /MARK\nRUN echo '\x1b[31mbad thing'; exit 3\n")

    assert isinstance(error, SubmissionError)
    assert "non-zero code: 3" in str(error)
    assert "\n  bad thing" in str(error)


@pytest.mark.docker
@pytest.mark.parametrize(
    "command",
    [
        "sleep 1000",  # says nothing
        "while true; do echo MARK; sleep 0.01; done",  # never stops talking
    ],
)
async def test_a_build_that_takes_too_long_is_ended(builder: Builder, command: str) -> None:
    limits = BuildLimits(network="none", seconds=2)

    error = await builder.fail(f"{FROM}RUN touch /MARK\nRUN : MARK; {command}\n", limits)

    assert isinstance(error, SubmissionError)
    assert "not built within 2 s" in str(error)


@pytest.mark.docker
async def test_a_build_that_is_cancelled_is_ended(builder: Builder) -> None:
    building = asyncio.ensure_future(builder.fail(f"{FROM}RUN : MARK; sleep 1000\n"))
    while not any("Running in" in line for line in builder.lines):
        await asyncio.wait([building], timeout=0.05)

    building.cancel()

    with pytest.raises(asyncio.CancelledError):
        await building


@pytest.mark.docker
async def test_a_build_has_a_limit_of_memory(builder: Builder) -> None:
    limits = BuildLimits(network="none", memory=64 * MIB)

    error = await builder.fail(f"{FROM}RUN : MARK; python3 -c 'bytearray(10**9)'\n", limits)

    killed = "a command of it was killed, as is one that uses more memory than a build may"
    assert killed in str(error)


@pytest.mark.docker
async def test_a_build_has_a_share_of_the_processor(builder: Builder) -> None:
    """Whatever the version of control groups says it by."""
    files = "cpu/cpu.cfs_quota_us cpu/cpu.cfs_period_us cpu.max"
    told = f"cd /sys/fs/cgroup; echo share $(cat {files} 2>/dev/null)"

    image = await builder.build(
        f"{FROM}RUN : MARK; {told}\n", BuildLimits(network="none", cpus=0.5)
    )

    share = next(line.split()[1:] for line in builder.lines if line.startswith("share "))
    assert int(share[0]) / int(share[1]) == pytest.approx(0.5, abs=0.001)
    await remove_image(builder.engine, image)


@pytest.mark.docker
@pytest.mark.parametrize(
    "hidden",
    [
        "",
        # names containers that are not its own, as if another step had begun
        "echo 'Step 9/9 : RUN x'; echo ' ---> Running in 0123456789ab';",
    ],
)
async def test_what_a_build_writes_is_limited_while_it_runs(builder: Builder, hidden: str) -> None:
    limits = BuildLimits(network="none", disk=32 * MIB)
    command = f"{hidden} dd if=/dev/zero of=/big bs=1M count=48 2>/dev/null; sleep 1000"

    error = await builder.fail(f"{FROM}RUN touch /MARK\nRUN : MARK; {command}\n", limits)

    assert isinstance(error, SubmissionError)
    assert str(error) == (
        "the build's commands wrote more than the 32 MiB that they may: have them download or "
        "make less"
    )


@pytest.mark.docker
async def test_what_all_commands_of_a_build_write_counts(builder: Builder) -> None:
    limits = BuildLimits(network="none", disk=32 * MIB)
    command = "dd if=/dev/zero of=/big bs=1M count=12 2>/dev/null; sleep 2.5; rm /big"
    steps = "".join(f"RUN : MARK {step}; {command}\n" for step in range(9))

    error = await builder.fail(f"{FROM}{steps}RUN sleep 1000\n", limits)

    assert "wrote more than the 32 MiB" in str(error)


@pytest.mark.docker
async def test_a_build_that_prints_without_end_is_ended(builder: Builder) -> None:
    limits = BuildLimits(network="none", output=MIB)

    error = await builder.fail(f"{FROM}RUN touch /MARK\nRUN : MARK; yes MARK\n", limits)

    assert isinstance(error, SubmissionError)
    assert str(error).startswith("the build printed more than 1 MiB: have it print less; it last")


@pytest.mark.docker
async def test_an_image_for_another_processor_is_refused_and_removed(builder: Builder) -> None:
    with loaded(builder.client, architecture="s390x") as base:
        error = await builder.fail(f"FROM {base}\nCOPY Dockerfile /MARK\n")

    assert isinstance(error, SubmissionError)
    assert str(error).startswith("the image is made for linux/s390x, and bots run on linux/")


@pytest.mark.docker
async def test_an_image_that_is_too_large_is_refused_and_removed(builder: Builder) -> None:
    limits = BuildLimits(network="none", size=10 * MIB)

    error = await builder.fail(f"{FROM}RUN touch /MARK\n", limits)

    assert isinstance(error, SubmissionError)
    assert "more than the 10 MiB allowed" in str(error)


@pytest.mark.docker
async def test_a_build_has_no_network_unless_the_operator_says_so(builder: Builder) -> None:
    error = await builder.fail(
        f'{FROM}RUN : MARK; python3 -c "import socket; s = socket.socket(2, 2); '
        "s.connect(('192.0.2.1', 9))\"\n"
    )

    assert "Network is unreachable" in str(error)


@pytest.mark.docker
async def test_what_a_build_says_decides_alone_about_no_image(builder: Builder) -> None:
    """A build that claims another's image for a layer of its own does not get it removed."""
    other = await builder.build(f"{FROM}RUN : other MARK\n")

    short = other.removeprefix("sha256:")[:12]
    await builder.fail(f"{FROM}RUN : MARK; echo ' ---> {short}'; echo; exit 1\n")

    assert await image_present(builder.engine, other)
    await remove_image(builder.engine, other)


@pytest.mark.docker
async def test_a_base_image_that_cannot_be_had_is_told_in_a_sentence(builder: Builder) -> None:
    error = await builder.fail("FROM no-such-base.invalid/x:1\nRUN true\n")

    assert isinstance(error, (HostError, SubmissionError))
    assert "base image 'no-such-base.invalid/x:1'" in str(error)
    assert "\n" not in str(error)


@pytest.mark.docker
async def test_a_dockerfile_that_cannot_be_read_is_told_in_a_sentence(builder: Builder) -> None:
    error = await builder.fail(f"{FROM}RUNN : MARK\n")

    assert isinstance(error, SubmissionError)
    assert "unknown instruction: RUNN; mend the Dockerfile" in str(error)
    assert "\n" not in str(error)


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"bot.py": "1"}, "no Dockerfile"),
        ({"Dockerfile": "# syntax=docker/dockerfile:1\nFROM x"}, "another builder"),
        ({"Dockerfile": "\ufeff#SYNTAX = x\nFROM x"}, "another builder"),
        ({"Dockerfile": "// syntax=x\nFROM x"}, "another builder"),
        ({"Dockerfile": "FROM x", "large": "x" * 2000}, "more than the 5 files or 1000 bytes"),
        ({"Dockerfile": "FROM x", **dict.fromkeys("abcde", "")}, "has 6 files"),
    ],
)
async def test_a_folder_that_cannot_be_built_never_reaches_the_engine(
    tmp_path: Path, files: dict[str, str], words: str
) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    limits = BuildLimits(context=1000, files=5)
    engine = Engine("unix:///no/engine")

    with pytest.raises(SubmissionError, match=words):
        await build(engine, tmp_path, labels={}, limits=limits, on_line=print)
    engine.close()


async def test_a_folder_with_a_device_or_pipe_is_refused(tmp_path: Path) -> None:
    (tmp_path / "Dockerfile").write_text("FROM x")
    os.mkfifo(tmp_path / "pipe")
    engine = Engine("unix:///no/engine")

    with pytest.raises(SubmissionError, match="no file, folder or link"):
        await build(engine, tmp_path, labels={}, limits=BuildLimits(), on_line=print)
    engine.close()


def test_a_network_that_the_engine_cannot_give_is_the_hosts_fault() -> None:
    words = (
        "failed to create endpoint eager_bell on network bridge: adding interface veth1 to "
        "bridge docker0 failed"
    )
    progress = _Progress(on_line=print, step=("RUN", "pip install grpcio"), error=words)

    fault = _fault(progress)

    assert isinstance(fault, HostError)
    assert "choose another with build_network" in str(fault)
