"""Whatever an engine leaves out, changes or adds of its own is found before a bot starts."""

import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import docker
import pytest

from arena.errors import SandboxError
from arena.sandbox import DEFAULT_URL, Launch, Limits
from arena.sandbox.container import Wanted, create, find_gap
from tests.conftest import BASE_IMAGE

HOST, CONFIG, NET = "HostConfig", "Config", "NetworkSettings"
UNLIMITED = [{"Name": "nofile", "Soft": 1 << 20, "Hard": 1 << 20}]
BRIDGED: Mapping[str, object] = {"none": {}, "bridge": {}}
MASKED = ["/proc/acpi", "/proc/kcore", "/proc/scsi", "/proc/timer_list", "/sys/firmware"]
SECRET_MOUNT = {"Type": "bind", "Source": "/etc", "Destination": "/host", "RW": True}


@pytest.fixture(scope="module")
def made() -> Iterator[tuple[Mapping[str, object], Wanted]]:
    """A container as an engine gave it, and what it was asked to be."""
    client = docker.DockerClient(base_url=DEFAULT_URL)
    with TemporaryDirectory(prefix="arena-") as name:
        wanted = new_wanted(client, Path(name))
        container = create(client, wanted)
        try:
            yield container.attrs, wanted
        finally:
            container.remove(force=True)
            client.close()


def new_wanted(client: docker.DockerClient, directory: Path | None, **more: object) -> Wanted:
    """Returns what is asked for, of an image with words of its own."""
    image = str(client.images.get(BASE_IMAGE).id)
    launch = Launch("gap", directory, ("python3",), image=image, limits=Limits(cpuset="0"))
    config = {
        **client.images.get(image).attrs[CONFIG],
        "Volumes": {"/data": {}, "/run/arena/": {}},
        "WorkingDir": "",
        **more,
    }
    name = f"arena-{secrets.token_hex(8)}-gap"
    return Wanted(launch, name, {"arena.league": "0123"}, config, 64_500)


@pytest.mark.docker
def test_what_was_asked_for_is_given(made: tuple[Mapping[str, object], Wanted]) -> None:
    given, wanted = made

    assert find_gap(given, wanted) is None


@pytest.mark.docker
@pytest.mark.parametrize(
    ("part", "name", "value"),
    [
        # the world outside
        (HOST, "NetworkMode", "bridge"),
        (HOST, "PortBindings", {"80/tcp": [{"HostPort": "80"}]}),
        (HOST, "PublishAllPorts", True),
        (HOST, "Dns", ["192.0.2.1"]),
        (HOST, "DnsOptions", ["debug"]),
        (HOST, "DnsSearch", ["example.net"]),
        (HOST, "ExtraHosts", ["host:192.0.2.1"]),
        (HOST, "Links", ["/other:/other"]),
        (NET, "Networks", BRIDGED),
        (NET, "Ports", {"80/tcp": None}),
        # namespaces shared with others
        (HOST, "IpcMode", "host"),
        (HOST, "IpcMode", "shareable"),
        (HOST, "PidMode", "host"),
        (HOST, "UTSMode", "host"),
        (HOST, "UsernsMode", "host"),
        (HOST, "CgroupnsMode", "host"),
        (HOST, "Cgroup", "container:other"),
        (HOST, "CgroupParent", "/elsewhere"),
        # rights
        (HOST, "Privileged", True),
        (HOST, "CapAdd", ["SYS_ADMIN"]),
        (HOST, "CapDrop", None),
        (HOST, "CapDrop", ["NET_RAW"]),
        (HOST, "GroupAdd", ["0"]),
        (HOST, "SecurityOpt", ["no-new-privileges:true"]),
        (HOST, "SecurityOpt", ["no-new-privileges:true", "seccomp=unconfined"]),
        (HOST, "MaskedPaths", None),
        (HOST, "MaskedPaths", MASKED),  # no /proc/keys
        (HOST, "ReadonlyPaths", ["/proc/bus"]),
        (HOST, "Sysctls", {"kernel.shmmax": "1"}),
        (HOST, "Devices", [{"PathOnHost": "/dev/kvm"}]),
        (HOST, "DeviceRequests", [{"Driver": "nvidia", "Count": -1}]),
        (HOST, "DeviceCgroupRules", ["a *:* rwm"]),
        (CONFIG, "User", ""),
        (CONFIG, "User", "0:0"),
        # places
        (HOST, "ReadonlyRootfs", False),
        (HOST, "Tmpfs", {"/tmp": ""}),  # noqa: S108  # inside the container
        (HOST, "Binds", ["/etc:/host"]),
        (HOST, "VolumesFrom", ["other"]),
        (HOST, "VolumeDriver", "remote"),
        (HOST, "StorageOpt", {"size": "1T"}),
        ("", "Mounts", []),
        ("", "Mounts", [SECRET_MOUNT]),
        # what may be used up
        (HOST, "Memory", 0),
        (HOST, "MemorySwap", -1),  # a kernel without accounting of swap
        (HOST, "OomKillDisable", True),
        (HOST, "OomScoreAdj", 0),
        (HOST, "NanoCpus", 0),
        (HOST, "CpusetCpus", ""),
        (HOST, "CpusetMems", "0"),
        (HOST, "CpuShares", 2),
        (HOST, "CpuQuota", 1),
        (HOST, "CpuPeriod", 1),
        (HOST, "CpuRealtimePeriod", 1),
        (HOST, "CpuRealtimeRuntime", 1),
        (HOST, "PidsLimit", None),  # what a limit of 0 becomes
        (HOST, "Ulimits", None),
        (HOST, "Ulimits", UNLIMITED),
        (HOST, "LogConfig", {"Type": "json-file", "Config": {}}),
        (HOST, "LogConfig", {"Type": "local", "Config": {}}),  # no cap
        # its life
        (HOST, "Init", None),
        (HOST, "AutoRemove", True),
        (HOST, "RestartPolicy", {"Name": "always"}),
        (HOST, "ContainerIDFile", "/tmp/id"),  # noqa: S108  # never opened
        (CONFIG, "Healthcheck", {"Test": ["CMD", "true"]}),
        (CONFIG, "StopSignal", "SIGUSR1"),
        # what it is and is told
        ("", "Image", "sha256:" + "0" * 64),
        ("", "Name", "/other"),
        (CONFIG, "Labels", {"arena.league": "4567"}),
        (CONFIG, "Env", []),
        (CONFIG, "Env", ["HOME=/"]),
        (CONFIG, "Hostname", "the-host"),
        (CONFIG, "Domainname", "example.net"),
        (CONFIG, "WorkingDir", "/root"),
        (CONFIG, "Entrypoint", ["sh"]),
        (CONFIG, "Cmd", ["-c"]),
        (CONFIG, "Tty", True),
        (CONFIG, "OpenStdin", True),
    ],
)
def test_what_is_not_as_asked_is_found(
    made: tuple[Mapping[str, object], Wanted], part: str, name: str, value: object
) -> None:
    given, wanted = made
    within = given[part] if part else given
    assert isinstance(within, Mapping)
    changed = {**within, name: value}

    gap = find_gap({**given, part: changed} if part else changed, wanted)

    assert gap is not None
    assert gap.startswith(f"{part}.{name}" if part else name)


@pytest.fixture(scope="module")
def with_streams() -> Iterator[tuple[Mapping[str, object], Wanted]]:
    """A container of a bot that speaks by its standard streams."""
    client = docker.DockerClient(base_url=DEFAULT_URL)
    wanted = new_wanted(client, None, Env=["ARENA_SOCKET=unix:///its/own"])
    container = create(client, wanted)
    try:
        yield container.attrs, wanted
    finally:
        container.remove(force=True)
        client.close()


@pytest.mark.docker
def test_a_bot_without_a_socket_has_its_streams_and_no_mount(
    with_streams: tuple[Mapping[str, object], Wanted],
) -> None:
    given, wanted = with_streams

    assert find_gap(given, wanted) is None
    config = given[CONFIG]
    assert isinstance(config, Mapping)
    assert (config["OpenStdin"], config["StdinOnce"], config["Tty"]) == (True, True, False)
    assert given["Mounts"] == []
    assert not any(word.startswith("ARENA_") for word in config["Env"])


@pytest.mark.docker
@pytest.mark.parametrize(
    ("part", "name", "value"),
    [
        (CONFIG, "OpenStdin", False),
        (CONFIG, "StdinOnce", False),  # its input would not end with the arena's
        (CONFIG, "Tty", True),  # the engine would change what is said
        (HOST, "LogConfig", {"Type": "json-file", "Config": {}}),  # of all messages
        ("", "Mounts", [SECRET_MOUNT]),
    ],
)
def test_streams_that_are_not_as_asked_are_found(
    with_streams: tuple[Mapping[str, object], Wanted], part: str, name: str, value: object
) -> None:
    test_what_is_not_as_asked_is_found(with_streams, part, name, value)


@pytest.mark.docker
def test_what_the_host_adds_to_the_environment_is_found(
    made: tuple[Mapping[str, object], Wanted],
) -> None:
    given, wanted = made
    config = given[CONFIG]
    assert isinstance(config, Mapping)
    leaked = [*config["Env"], "HTTP_PROXY=http://192.0.2.1"]

    gap = find_gap({**given, CONFIG: {**config, "Env": leaked}}, wanted)

    assert gap is not None
    assert gap.startswith("Config.Env as ")


@pytest.mark.docker
def test_a_runtime_that_was_asked_for_must_be_given(
    made: tuple[Mapping[str, object], Wanted],
) -> None:
    given, usual = made
    wanted = Wanted(usual.launch, usual.name, usual.labels, usual.image, 64_500, "runsc")

    gap = find_gap(given, wanted)

    assert gap is not None
    assert gap.startswith("HostConfig.Runtime as ")


@pytest.mark.docker
@pytest.mark.parametrize(
    "words",
    [
        ["ARENA_SOCKET=unix:///elsewhere", "LANG=C"],  # never in place of the arena's
        ["GREETING=a=b c", "PATH=/bin"],  # its own are its author's affair
    ],
)
def test_an_image_may_say_more_but_nothing_else(run_directory: Path, words: list[str]) -> None:
    client = docker.DockerClient(base_url=DEFAULT_URL)
    made = client.containers.create(BASE_IMAGE, "true", network_mode="none")
    changes = [*(f"ENV {word.replace(' ', chr(92) + ' ')}" for word in words), "WORKDIR /usr"]
    image = str(made.commit(changes=changes).id)
    made.remove()
    config = client.images.get(image).attrs[CONFIG]
    launch = Launch("own", run_directory, (), image=image, limits=Limits(shm_bytes=1 << 20))
    name = f"arena-{secrets.token_hex(8)}-own"
    try:
        container = create(client, Wanted(launch, name, {}, config, 64_500))
        told = container.attrs[CONFIG]
        container.remove(force=True)
    finally:
        client.images.remove(image)
        client.close()

    assert "ARENA_SOCKET=unix:///run/arena/bot.sock" in told["Env"]
    assert set(told["Env"]) >= {
        word for word in words if word.split("=")[0] in ("GREETING", "PATH")
    }
    assert not {"ARENA_SOCKET=unix:///elsewhere", "LANG=C"} & set(told["Env"])
    assert told["WorkingDir"] == "/usr"


@pytest.mark.docker
def test_a_container_that_is_not_as_asked_is_removed(
    run_directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = docker.DockerClient(base_url=DEFAULT_URL)
    wanted = new_wanted(client, run_directory)
    monkeypatch.setattr("arena.sandbox.container._FIRST_TO_DIE", 7)

    with pytest.raises(SandboxError, match=r"HostConfig\.OomScoreAdj"):
        create(client, wanted)

    assert client.containers.list(all=True, filters={"name": wanted.name}) == []
    client.close()
