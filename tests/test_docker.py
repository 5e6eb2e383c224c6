"""Bots in containers: what only an engine promises, and what it might fail to do."""

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import docker
import pytest
from docker.models.containers import Container

from arena.errors import HostError, SandboxError
from arena.sandbox.engine import Engine, find_engine_problem
from tests.sandboxes import FOREVER, SECONDS, Place, new_sandbox, open_place, until_up


@pytest.fixture
async def containers(run_directory: Path) -> AsyncIterator[Place]:
    async with open_place("docker", run_directory) as opened:
        yield opened


@pytest.mark.docker
@pytest.mark.parametrize("family", ["AF_INET", "AF_INET6", "AF_NETLINK", "AF_PACKET", "AF_VSOCK"])
async def test_no_socket_but_its_own_kind_can_be_made(containers: Place, family: str) -> None:
    told = await containers.told(
        f"tell(attempt(lambda: socket.socket(socket.{family}, socket.SOCK_DGRAM)))\n"
        "tell(attempt(lambda: socket.socketpair()))\n"
    )

    assert told == ["Address family not supported by protocol", "done"]


@pytest.mark.docker
async def test_dangerous_calls_are_refused(containers: Place) -> None:
    """By their numbers on x86-64, which differ elsewhere."""
    if os.uname().machine != "x86_64":
        pytest.skip("the numbers of the calls are those of x86-64")
    names = {
        "clone3": 435, "io_uring_setup": 425, "bpf": 321, "userfaultfd": 323, "keyctl": 250,
        "perf_event_open": 298, "ptrace": 101, "mount": 165, "unshare": 272, "setns": 308,
        "add_key": 248, "process_vm_readv": 310, "chroot": 161, "open_by_handle_at": 304,
    }  # fmt: skip

    told = await containers.told(
        "libc = ctypes.CDLL(None, use_errno=True)\n"
        f"for name, number in {names}.items():\n"
        "    ctypes.set_errno(0); libc.syscall(number, 0, 0, 0, 0, 0)\n"
        "    tell(name, ctypes.get_errno())\n"
        "ctypes.set_errno(0); libc.syscall(56, 0x10000000, 0, 0, 0, 0)\n"
        "tell('clone-user-namespace', ctypes.get_errno())"
    )

    refused = dict(line.split() for line in told)
    assert refused == {
        **dict.fromkeys(names, "1"),
        "clone-user-namespace": "1",
        "clone3": "38",  # not 1: then the C library would start no thread
    }


@pytest.mark.docker
@pytest.mark.parametrize("meddle", ["kill", "pause", "remove", "stop"])
async def test_meddling_from_outside_is_told_with_its_evidence(
    containers: Place, meddle: str
) -> None:
    life = await until_up(containers)
    client = containers.client
    assert client is not None
    found = client.containers.list(filters={"label": "arena.run=test", "status": "running"})
    container = next(each for each in found if each.id == getattr(life, "container", None))

    await asyncio.to_thread(_meddle, container, meddle)
    ended = await (life.stop() if meddle == "pause" else asyncio.wait_for(life.wait(), SECONDS))

    assert ended.external is not None
    assert "from outside" in ended.external


def _meddle(container: Container, how: str) -> None:
    match how:
        case "kill":
            container.kill()
        case "pause":
            container.pause()
        case "stop":
            container.stop(timeout=0)
        case _:
            container.remove(force=True)


@pytest.mark.docker
async def test_a_foreign_container_of_a_similar_name_is_never_touched(run_directory: Path) -> None:
    async with open_place("docker", run_directory) as place:
        client, league = place.client, "0123456789abcdef"
        assert client is not None
        similar = client.containers.create(str(place.image), name=f"arena-{league}-foreign")
        labelled = client.containers.create(str(place.image), labels={"arena.league": league})
        try:
            sandbox = new_sandbox("docker", run_directory, league)
            launch = await place.launch(FOREVER, slot="foreign")

            assert await sandbox.sweep() == []
            with pytest.raises(SandboxError, match="is taken by somebody else"):
                await sandbox.start(launch)

            similar.reload()
            labelled.reload()
            await sandbox.close()
        finally:
            similar.remove(force=True)
            labelled.remove(force=True)


@pytest.mark.docker
async def test_hostile_image_metadata_changes_nothing(containers: Place) -> None:
    """A volume, a user, a health check and labels of the image's own."""
    client = containers.client
    assert client is not None
    image = _image_with(
        client,
        str(containers.image),
        "VOLUME /data",
        "VOLUME /run/arena",
        "VOLUME /tmp",
        "USER 0",
        "HEALTHCHECK --interval=1s CMD touch /tmp/checked",
        "LABEL arena.league=other",
        "ENTRYPOINT exit 1",
    )
    volumes = len(client.volumes.list())
    try:
        launch = await containers.launch(
            "tell(os.getuid() >= 64_000, attempt(lambda: open('/data/x', 'w')))", image=image
        )
        ended = await (await containers.sandbox.start(launch)).wait()

        assert ended.code == 0
        assert await (await containers.wire()).words() == ["True Read-only file system"]
        assert len(client.volumes.list()) == volumes
    finally:
        client.images.remove(image, force=True)


@pytest.mark.docker
async def test_a_bot_may_write_to_its_tmp_whatever_its_image_has_there(containers: Place) -> None:
    client = containers.client
    assert client is not None
    made = client.containers.create(str(containers.image), "chmod 755 /tmp", network_mode="none")
    made.start()
    made.wait()
    image = str(made.commit().id)
    made.remove()
    try:
        launch = await containers.launch("tell(attempt(lambda: open('/tmp/x', 'w')))", image=image)
        ended = await (await containers.sandbox.start(launch)).wait()

        assert ended.code == 0
        assert await (await containers.wire()).words() == ["done"]
    finally:
        client.images.remove(image, force=True)


def _image_with(client: docker.DockerClient, image: str, *changes: str) -> str:
    made = client.containers.create(image, "true")
    try:
        return str(made.commit(changes=list(changes)).id)
    finally:
        made.remove(force=True)


@pytest.mark.docker
async def test_an_image_that_is_gone_is_not_the_bots_fault(containers: Place) -> None:
    launch = await containers.launch(FOREVER, image="sha256:" + "0" * 64)

    with pytest.raises(SandboxError, match="; load it from a copy"):
        await containers.sandbox.start(launch)


@pytest.mark.docker
async def test_an_image_must_be_named_by_its_id(containers: Place) -> None:
    launch = await containers.launch(FOREVER, image="python:3.11-slim")

    with pytest.raises(SandboxError, match="names no image by its id"):
        await containers.sandbox.start(launch)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("tcp://127.0.0.1:2375", "is not local"),
        ("ssh://somebody@elsewhere", "is not local"),
        ("unix:///no/such/socket", "no such file or directory"),
    ],
)
def test_an_engine_that_is_not_here_is_refused_in_a_sentence(url: str, words: str) -> None:
    problem = find_engine_problem(url)

    assert problem is not None
    assert words in problem
    with pytest.raises(HostError, match=words):
        Engine(url).client()
