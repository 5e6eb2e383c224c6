"""What is asked of the engine for one bot's container, and whether it was given.

Every limit stands once in `_ask`, in docker-py's words, and once in the expectations, in the
engine's: an engine that leaves one out, or adds something of its own, is found before a bot starts.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from posixpath import normpath

import docker
from docker.models.containers import Container
from docker.types import LogConfig, Mount, Ulimit

from arena.errors import BotError, SandboxError
from arena.sandbox.sandbox import SOCKET_NAME, Launch
from arena.sandbox.snare import find_snare

MOUNT = "/run/arena"
ADDRESS: Mapping[str, str] = {"ARENA_SOCKET": f"unix://{MOUNT}/{SOCKET_NAME}"}
"""What the environment of a bot with a socket says besides."""
ENVIRONMENT: Mapping[str, str] = {
    "HOME": "/tmp",  # noqa: S108  # inside the container
    "TMPDIR": "/tmp",  # noqa: S108  # inside the container
    "LANG": "C.UTF-8",
}
"""What every bot's environment says, but for what its own image adds."""
LOG_BYTES = 256 * 1024
_LOG = {
    "max-size": f"{LOG_BYTES // 1024}k",
    "max-file": "1",
    "compress": "false",
    "mode": "blocking",  # the other mode keeps empty lines in the engine's memory without end
}
_FIRST_TO_DIE = 500
"""Where the machine itself runs out of memory, bots are ended before the arena is."""
_SCRATCH = "rw,nosuid,nodev,exec,mode=1777"
_NOTHING = "ro,nosuid,nodev,noexec,size=4k,nr_inodes=1"
_USUAL_PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A container to be made: its name, its labels, what its image says, and its runtime."""

    launch: Launch
    name: str
    labels: Mapping[str, str]
    image: Mapping[str, object]
    """The image's own configuration, in the engine's words: its author wrote all of it."""
    user: int
    """The number of the user and group that it runs as: what a user may use is each bot's own."""
    runtime: str = ""
    """What the engine calls it; empty for the engine's own choice."""

    @property
    def is_stdio(self) -> bool:
        """Whether it speaks by its standard streams, and has no socket."""
        return self.launch.socket_directory is None

    @property
    def environment(self) -> dict[str, str]:
        return {**ENVIRONMENT} if self.is_stdio else {**ADDRESS, **ENVIRONMENT}

    @property
    def tmpfs(self) -> dict[str, str]:
        """The only writable place, and nothing wherever the image asks for a volume."""
        limits = self.launch.limits
        size = f"size={limits.tmp_bytes},nr_inodes={limits.tmp_inodes}"
        # Its owner is the bot: older runtimes give it the mode of a /tmp in the image.
        scratch = f"{_SCRATCH},{size},uid={self.user},gid={self.user}"
        declared = self.image.get("Volumes")
        volumes = {normpath(place) for place in declared} if isinstance(declared, Mapping) else ()
        mounted = set() if self.is_stdio else {MOUNT}
        nothing = dict.fromkeys(sorted({*volumes} - mounted), _NOTHING)
        return {**nothing, "/tmp": scratch}  # noqa: S108  # inside the container

    @property
    def image_environment(self) -> frozenset[str]:
        """What the image may add to the environment: nothing in place of what the arena says."""
        given = self.image.get("Env")
        words = given if isinstance(given, list) else []
        ours = self.environment
        return frozenset(word for word in words if word.split("=")[0] not in ours)


@dataclass(frozen=True, slots=True)
class _AnyOf:
    """One of several values."""

    values: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class _Words:
    """A list or table in which `needed` stands, and beside it nothing but `allowed`."""

    needed: frozenset[str]
    allowed: frozenset[str] | None
    """None for anything."""

    def is_met(self, found: frozenset[str]) -> bool:
        beside = found - self.needed
        return self.needed <= found and (self.allowed is None or beside <= self.allowed)


def create(client: docker.DockerClient, wanted: Wanted) -> Container:
    """Returns a container that was made and is as asked.

    Raises SandboxError if it is not, and BotError if its image would hold up the engine.
    """
    container = _ask(client, wanted)
    container.reload()
    gap = find_gap(container.attrs, wanted)
    if gap is not None:
        container.remove(force=True, v=True)
        raise SandboxError(f"the engine gave {gap}; run arena doctor to see what holds here")
    snare = find_snare(client, str(container.id), MOUNT)
    if snare is not None:
        container.remove(force=True, v=True)
        raise BotError(f"its image has {snare}; check its Dockerfile")
    return container


def find_gap(given: Mapping[str, object], wanted: Wanted) -> str | None:
    """Returns the first difference between what the engine says of it and what was asked."""
    for where, expected in _expected(wanted).items():
        found = _find(given, where)
        if not _is_given(found, expected):
            return f"{where} as {str(found)[:80]!r}, not {str(expected)[:80]!r}"
    return None


def _is_given(found: object, expected: object) -> bool:
    match expected:
        case _AnyOf(values):
            return any(_is_given(found, value) for value in values)
        case _Words():
            return expected.is_met(_words(found))
        case _:
            return found == (expected or None)


def _words(found: object) -> frozenset[str]:
    """Returns a list's entries; of a table those with a text as "name=text", else the name."""
    if isinstance(found, Mapping):
        return frozenset(f"{k}={v}" if isinstance(v, str) else str(k) for k, v in found.items())
    return frozenset(map(str, found)) if isinstance(found, list) else frozenset()


def _find(value: object, where: str) -> object:
    """Returns what stands at a dotted place; absent, null, empty, zero and false are the same."""
    for name in where.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value or None


def _ask(client: docker.DockerClient, wanted: Wanted) -> Container:
    launch, limits = wanted.launch, wanted.launch.limits
    assert launch.image is not None
    return client.containers.create(
        launch.image,
        [] if launch.command else None,
        entrypoint=list(launch.command) or None,
        name=wanted.name,
        labels=dict(wanted.labels),
        hostname="bot",
        user=f"{wanted.user}:{wanted.user}",
        environment=wanted.environment,
        stdin_open=wanted.is_stdio,
        use_config_proxy=False,
        runtime=wanted.runtime or None,
        network_mode="none",
        ipc_mode=_ipc(wanted),
        shm_size=limits.shm_bytes or None,
        cgroupns="private",
        init=True,
        read_only=True,
        tmpfs=wanted.tmpfs,
        mounts=[
            Mount(MOUNT, source, "bind", read_only=True, propagation="rprivate")
            for source in _sources(launch)
        ],
        cap_drop=["ALL"],
        security_opt=security_options(),
        mem_limit=limits.memory,
        memswap_limit=limits.memory,
        oom_score_adj=_FIRST_TO_DIE,
        nano_cpus=_nano(limits.cpus),
        cpuset_cpus=limits.cpuset or None,
        pids_limit=limits.pids,
        ulimits=[Ulimit(name=n, soft=v, hard=v) for n, v in _ulimits(wanted).items()],
        healthcheck={"test": ["NONE"]},
        stop_signal="SIGKILL",
        log_config=_log(wanted),
    )


def _expected(wanted: Wanted) -> dict[str, object]:
    """Returns what the engine must say of the container, by the place where it says it."""
    return {
        **dict.fromkeys(_NEVER),
        **_ALWAYS,
        **_expected_limits(wanted),
        **_expected_program(wanted),
    }


_NEVER = (
    *(f"HostConfig.Cpu{what}" for what in ("Shares", "Period", "Quota", "setMems")),
    *(f"HostConfig.CpuRealtime{what}" for what in ("Period", "Runtime")),
    *(f"HostConfig.Device{what}" for what in ("s", "Requests", "CgroupRules")),
    *(f"HostConfig.Dns{what}" for what in ("", "Options", "Search")),
    "HostConfig.AutoRemove",
    "HostConfig.Binds",
    "HostConfig.CapAdd",
    "HostConfig.Cgroup",
    "HostConfig.CgroupParent",
    "HostConfig.ContainerIDFile",
    "HostConfig.ExtraHosts",
    "HostConfig.GroupAdd",
    "HostConfig.Links",
    "HostConfig.OomKillDisable",
    "HostConfig.PidMode",
    "HostConfig.PortBindings",
    "HostConfig.Privileged",
    "HostConfig.PublishAllPorts",
    "HostConfig.RestartPolicy.MaximumRetryCount",
    "HostConfig.StorageOpt",
    "HostConfig.Sysctls",
    "HostConfig.UTSMode",
    "HostConfig.UsernsMode",
    "HostConfig.VolumeDriver",
    "HostConfig.VolumesFrom",
    "Config.Domainname",
    "Config.Tty",
)
"""What no bot has: nothing, zero, false or not even a word of it."""

_ALWAYS: Mapping[str, object] = {
    "HostConfig.NetworkMode": "none",
    "HostConfig.CgroupnsMode": "private",
    "HostConfig.Init": True,
    "HostConfig.ReadonlyRootfs": True,
    "HostConfig.CapDrop": ["ALL"],
    "HostConfig.OomScoreAdj": _FIRST_TO_DIE,
    "HostConfig.RestartPolicy.Name": _AnyOf((None, "no")),
    "HostConfig.MaskedPaths": _Words(
        frozenset(
            {"/proc/acpi", "/proc/kcore", "/proc/keys", "/proc/scsi", "/proc/timer_list"}
            | {"/sys/firmware"}
        ),
        allowed=None,
    ),
    "HostConfig.ReadonlyPaths": _Words(
        frozenset({"/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger"}),
        allowed=None,
    ),
    "NetworkSettings.Networks": _Words(frozenset(), allowed=frozenset({"none"})),
    "NetworkSettings.Ports": None,
    "Config.Hostname": "bot",
    "Config.Healthcheck.Test": ["NONE"],
    "Config.StopSignal": "SIGKILL",
}


def _expected_limits(wanted: Wanted) -> dict[str, object]:
    limits = wanted.launch.limits
    runtime = {"HostConfig.Runtime": wanted.runtime} if wanted.runtime else {}
    shared = {"HostConfig.ShmSize": limits.shm_bytes} if limits.shm_bytes else {}
    return {
        **runtime,
        "Config.User": f"{wanted.user}:{wanted.user}",
        **shared,
        "HostConfig.IpcMode": _ipc(wanted),
        "HostConfig.LogConfig": {**_log(wanted)},
        "HostConfig.SecurityOpt": security_options(),
        "HostConfig.Memory": limits.memory,
        "HostConfig.MemorySwap": limits.memory,
        "HostConfig.NanoCpus": _nano(limits.cpus),
        "HostConfig.CpusetCpus": limits.cpuset,
        "HostConfig.PidsLimit": limits.pids,
        "HostConfig.Tmpfs": wanted.tmpfs,
        "HostConfig.Ulimits": [
            {"Name": name, "Soft": value, "Hard": value} for name, value in _ulimits(wanted).items()
        ],
    }


def _expected_program(wanted: Wanted) -> dict[str, object]:
    """Returns what runs, what it is told and where it meets the arena."""
    launch, image = wanted.launch, wanted.image
    command = list(launch.command)
    ours = frozenset(f"{name}={text}" for name, text in wanted.environment.items())
    streams = {"Config.OpenStdin": wanted.is_stdio, "Config.StdinOnce": wanted.is_stdio}
    return {
        **streams,
        "Name": f"/{wanted.name}",
        "Image": launch.image,
        "Config.Labels": _Words(_words(wanted.labels), allowed=None),
        "Config.Env": _Words(ours, allowed=wanted.image_environment | {_USUAL_PATH}),
        "Config.WorkingDir": _AnyOf((image.get("WorkingDir"), image.get("WorkingDir") or "/")),
        "Config.Entrypoint": command or image.get("Entrypoint"),
        "Config.Cmd": None if command else image.get("Cmd"),
        "Mounts": [
            {
                "Type": "bind",
                "Source": source,
                "Destination": MOUNT,
                "Mode": "",
                "RW": False,
                "Propagation": "rprivate",
            }
            for source in _sources(launch)
        ],
    }


def _ulimits(wanted: Wanted) -> dict[str, int]:
    limits = wanted.launch.limits
    return {
        "core": 0,
        "fsize": limits.fsize,
        "memlock": 0,
        "msgqueue": 0,
        "nofile": limits.nofile,
    }


def security_options() -> list[str]:
    """Returns the security options of every bot's container; the engine wants the profile whole."""
    profile = files("arena.sandbox").joinpath("seccomp.json").read_text("utf-8")
    return ["no-new-privileges:true", f"seccomp={profile}"]


def _ipc(wanted: Wanted) -> str:
    """Returns `none`, in which there is no shared memory, unless some was asked for."""
    return "private" if wanted.launch.limits.shm_bytes else "none"


def _log(wanted: Wanted) -> LogConfig:
    """Returns how what it prints is kept: by the arena itself where that is what it says."""
    if wanted.is_stdio:
        return LogConfig(type="none", config={})
    return LogConfig(type="local", config=dict(_LOG))


def _sources(launch: Launch) -> list[str]:
    """Returns what is mounted: the directory of its socket, if it has one."""
    return [str(launch.socket_directory.resolve())] if launch.socket_directory else []


def _nano(cpus: float) -> int:
    return round(cpus * 1_000_000_000)
