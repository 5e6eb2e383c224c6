"""What is asked of the engine for one bot's container, and whether it was given.

Every limit stands once in `_ask`, in docker-py's words, and once in `_expected`, in the engine's:
an engine that leaves one out is found before the bot starts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from posixpath import normpath

import docker
from docker.models.containers import Container
from docker.types import LogConfig, Mount, Ulimit

from arena.errors import SandboxError
from arena.sandbox.sandbox import SOCKET_NAME, Launch

BOT_USER = 65_532
MOUNT = "/run/arena"
_LOG = {
    "max-size": "256k",
    "max-file": "1",
    "compress": "false",
    "mode": "non-blocking",
    "max-buffer-size": "128k",
}
_NO_RESTART = frozenset({"", "no"})
_SCRATCH = "rw,nosuid,nodev,exec,mode=1777"
_NOTHING = "ro,nosuid,nodev,noexec,size=4k,nr_inodes=1"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A container to be made: its name, its labels and the volumes that its image declares."""

    launch: Launch
    name: str
    labels: Mapping[str, str]
    volumes: Sequence[str]

    @property
    def tmpfs(self) -> dict[str, str]:
        """The only writable place, and nothing wherever the image asks for a volume."""
        limits = self.launch.limits
        scratch = f"{_SCRATCH},size={limits.tmp_bytes},nr_inodes={limits.tmp_inodes}"
        volumes = {normpath(volume) for volume in self.volumes} - {MOUNT}
        return {**dict.fromkeys(sorted(volumes), _NOTHING), "/tmp": scratch}  # noqa: S108  # inside


def create(client: docker.DockerClient, wanted: Wanted) -> Container:
    """Returns a container that was made and is as asked. Raises SandboxError if it is not."""
    container = _ask(client, wanted)
    container.reload()
    gap = find_gap(container.attrs, wanted)
    if gap is not None:
        container.remove(force=True, v=True)
        raise SandboxError(f"the engine gave {gap}; run arena doctor to see what holds here")
    return container


def find_gap(given: Mapping[str, object], wanted: Wanted) -> str | None:
    """Returns the first difference between what the engine says of it and what was asked."""
    for where, expected in _expected(wanted).items():
        found = _find(given, where)
        is_given = found in expected if isinstance(expected, frozenset) else found == expected
        if not is_given:
            return f"{where} as {str(found)[:80]!r}, not {str(expected)[:80]!r}"
    return None


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
        user=f"{BOT_USER}:{BOT_USER}",
        environment={
            "ARENA_SOCKET": f"unix://{MOUNT}/{SOCKET_NAME}",
            "HOME": "/tmp",  # noqa: S108  # inside the container
            "TMPDIR": "/tmp",  # noqa: S108  # inside the container
            "LANG": "C.UTF-8",
        },
        use_config_proxy=False,
        network_mode="none",
        ipc_mode="none",
        init=True,
        read_only=True,
        tmpfs=wanted.tmpfs,
        mounts=[Mount(MOUNT, _source(launch), "bind", read_only=True, propagation="rprivate")],
        cap_drop=["ALL"],
        security_opt=security_options(),
        mem_limit=limits.memory,
        memswap_limit=limits.memory,
        nano_cpus=_nano(limits.cpus),
        cpuset_cpus=limits.cpuset or None,
        pids_limit=limits.pids,
        ulimits=[Ulimit(name=n, soft=v, hard=v) for n, v in _ulimits(wanted).items()],
        healthcheck={"test": ["NONE"]},
        log_config=LogConfig(type="local", config=dict(_LOG)),
    )


def _expected(wanted: Wanted) -> dict[str, object]:
    """Returns what the engine must say of the container, by the place where it says it."""
    limits = wanted.launch.limits
    return {
        "Image": wanted.launch.image,
        "Config.User": f"{BOT_USER}:{BOT_USER}",
        "Config.Healthcheck.Test": ["NONE"],
        "HostConfig.NetworkMode": "none",
        "HostConfig.IpcMode": "none",
        "HostConfig.PidMode": "",
        "HostConfig.UTSMode": "",
        "HostConfig.UsernsMode": "",
        "HostConfig.Init": True,
        "HostConfig.Privileged": False,
        "HostConfig.AutoRemove": False,
        "HostConfig.ReadonlyRootfs": True,
        "HostConfig.CapAdd": None,
        "HostConfig.CapDrop": ["ALL"],
        "HostConfig.Devices": None,
        "HostConfig.GroupAdd": None,
        "HostConfig.Binds": None,
        "HostConfig.PublishAllPorts": False,
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
        "HostConfig.LogConfig": {"Type": "local", "Config": _LOG},
        "HostConfig.RestartPolicy.Name": _NO_RESTART,
        "Mounts": [
            {
                "Type": "bind",
                "Source": _source(wanted.launch),
                "Destination": MOUNT,
                "Mode": "",
                "RW": False,
                "Propagation": "rprivate",
            }
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


def _source(launch: Launch) -> str:
    return str(launch.socket_directory.resolve())


def _nano(cpus: float) -> int:
    return round(cpus * 1_000_000_000)


def _find(value: object, where: str) -> object:
    """Returns what stands at a dotted place; absent, empty and null lists are the same."""
    for name in where.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return None if value == [] else value
