"""What a bot finds out about its own limits by trying to break them; run inside a sandbox.

It stands by itself, needs only Python's own library, and tells the arena over the bot's socket: a
line of JSON for each thing that it finds out. Its argument is the limits, as JSON. What succeeds
against them it undoes.
"""

import contextlib
import ctypes
import itertools
import json
import mmap
import os
import resource
import socket
import stat
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

PATIENCE = 1.0
OWN_DEVICES = ("null", "zero", "full", "random", "urandom", "tty", "console", "ptmx", "pts/ptmx")
KERNEL_FILES = (
    ("/proc/kcore", "rb"),
    ("/proc/keys", "rb"),
    ("/proc/timer_list", "rb"),
    ("/proc/sched_debug", "rb"),
    ("/proc/scsi/scsi", "rb"),
    ("/proc/sysrq-trigger", "ab"),
    ("/proc/sys/kernel/core_pattern", "ab"),
    ("/proc/sys/kernel/hostname", "ab"),
    ("/proc/sys/vm/drop_caches", "ab"),
    ("/proc/irq/default_smp_affinity", "ab"),
    ("/sys/firmware/memmap/0/start", "rb"),
    ("/sys/power/state", "ab"),
)
LIBC = ctypes.CDLL(None, use_errno=True)
PLACES = (
    *("/", "/etc", "/usr", "/var", "/var/tmp", "/dev", "/dev/shm", "/dev/mqueue", "/run"),  # noqa: S108  # whether they are there
    *("/proc", "/sys", "/home", "/root", "/opt", "/srv", "."),
)


def main(limits: Mapping[str, int]) -> None:
    path = os.environ["ARENA_SOCKET"].removeprefix("unix://")
    with socket.socket(socket.AF_UNIX) as arena:
        arena.connect(path)
        for facts in found(path, limits):
            arena.sendall(json.dumps(facts).encode() + b"\n")


def found(path: str, limits: Mapping[str, int]) -> Iterator[Mapping[str, object]]:
    yield {"environment": sorted(os.environ), "names": sorted(names()), "seen": seen()}
    yield {"written": [place for place in places() if is_open(place)]}
    yield {"unlink": answer(lambda: os.unlink(path)), **around(path)}  # noqa: PTH108  # the call
    yield {"kernel_files": [file for file, mode in KERNEL_FILES if opens(file, mode)]}
    yield {"devices": devices(), "processors": sorted(os.sched_getaffinity(0))}
    yield {"neighbours": neighbours(), "is_reaped": is_reaped()}
    yield {"raised": raised(), "put_first": put_first(), **of_a_process(limits)}
    scratch = Path(os.environ["TMPDIR"])
    yield {"file_bytes": file_bytes(scratch, 2 * limits["fsize"])}
    yield {"tmp_files": tmp_files(scratch, 2 * limits["tmp_inodes"])}
    yield {"tmp_bytes": tmp_bytes(scratch, limits["fsize"], 2 * limits["tmp_bytes"])}


def names() -> set[str]:
    """Returns what the machine is called in here, but for what every machine calls itself."""
    hosts = [line.partition("#")[0].split()[1:] for line in text("/etc/hosts").splitlines()]
    called = [os.uname().nodename, text("/etc/hostname").strip(), *itertools.chain(*hosts)]
    return {word for word in called if word and not word.startswith(("localhost", "ip6-"))}


def seen() -> str:
    """Returns all in which a path of the machine may stand."""
    places = itertools.product(("self", "1"), ("mountinfo", "cgroup", "environ"))
    return "\n".join(text(f"/proc/{who}/{place}") for who, place in places)


def places() -> list[str]:
    """Returns where files may be made, but for where they may."""
    mounted = [line.split()[4] for line in text("/proc/self/mountinfo").splitlines()]
    known = {os.path.realpath(place) for place in (*mounted, *PLACES, os.environ["HOME"])}
    return sorted(place for place in known - {os.path.realpath(os.environ["TMPDIR"])})


def is_open(place: str) -> bool:
    """Tells whether a file can be made there; removes it again."""
    file = Path(place, f"arena-probe-{os.getpid()}")
    if answer(lambda: file.touch(exist_ok=False)):  # so it is where there is no directory
        return False
    with contextlib.suppress(OSError):
        file.unlink()
    return True


def around(path: str) -> Mapping[str, object]:
    """Returns what can be done beside its own socket, and what else is there."""
    folder = Path(path).parent
    others: list[str] = []
    with contextlib.suppress(OSError):
        others = sorted(entry.name for entry in folder.iterdir() if entry != Path(path))
    return {"beside": answer(lambda: Path(f"{path}.new").touch()), "others": others}


def opens(file: str, mode: str) -> bool:
    """Tells whether a file of the kernel can be opened for writing, or has something to read."""
    try:
        with open(file, mode) as opened:  # noqa: PTH123  # bytes, unread
            return mode != "rb" or bool(opened.read(1))
    except OSError:
        return False


def devices() -> list[str]:
    """Returns the devices that it might use, none of which is opened, or can make."""
    own = {str(Path("/dev", name)) for name in OWN_DEVICES}
    nodes = [entry for entry in Path("/dev").rglob("*") if str(entry) not in own]
    usable = [
        str(entry)
        for entry in nodes
        if is_device(entry) and (os.access(entry, os.R_OK) or os.access(entry, os.W_OK))
    ]
    node = Path(os.environ["TMPDIR"], "arena-probe-node")
    if not answer(lambda: os.mknod(node, stat.S_IFBLK | 0o600, os.makedev(8, 0))):
        node.unlink()
        usable.append("a block device that it made")
    return sorted(usable)


def is_device(entry: Path) -> bool:
    try:
        mode = entry.lstat().st_mode
    except OSError:
        return False
    return (stat.S_ISCHR(mode) or stat.S_ISBLK(mode)) and entry.parent != Path("/dev/pts")


def neighbours() -> int:
    """Returns how many processes of other users it sees."""
    entries = [entry for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    owners = [owner(entry) for entry in entries]
    return sum(1 for user in owners if user not in (os.getuid(), None))


def owner(entry: Path) -> int | None:
    try:
        return entry.stat().st_uid
    except OSError:
        return None


def is_reaped() -> bool:
    """Tells whether a process that nobody waits for goes away when it has ended."""

    def leave() -> str:
        orphan = os.fork()
        if orphan == 0:
            os._exit(0)
        return str(orphan)

    orphan = Path("/proc", in_child(leave))
    deadline = time.monotonic() + PATIENCE
    while orphan.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    return not orphan.exists()


def raised() -> list[str]:
    """Returns the limits of a process that it can raise for itself."""
    kinds = {name: getattr(resource, f"RLIMIT_{name}") for name in ("NOFILE", "FSIZE", "CORE")}
    higher = {
        name: answer(lambda: resource.setrlimit(kind, (hard + 1, hard + 1)))  # noqa: B023  # called at once
        for name, kind in kinds.items()
        if (hard := resource.getrlimit(kind)[1]) != resource.RLIM_INFINITY
    }
    return sorted(name for name, refused in higher.items() if not refused)


def put_first() -> list[str]:
    """Returns the ways in which it can have itself served before others."""
    ways = {
        "REALTIME": answer(lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))),
        "NICE": answer(lambda: os.setpriority(os.PRIO_PROCESS, 0, -5)),
    }
    return sorted(name for name, refused in ways.items() if not refused)


def of_a_process(limits: Mapping[str, int]) -> Mapping[str, object]:
    page = ctypes.create_string_buffer(mmap.PAGESIZE)
    return {
        "core": resource.getrlimit(resource.RLIMIT_CORE)[1],
        "has_dumped": has_dumped(),
        "is_locked": LIBC.mlock(page, mmap.PAGESIZE) == 0,
        "open_files": open_files(2 * limits["nofile"]),
    }


def has_dumped() -> bool:
    """Tells whether a crash leaves a picture of its memory."""
    child = os.fork()
    if child == 0:
        os.chdir(os.environ["TMPDIR"])
        os.abort()
    return os.WCOREDUMP(os.waitpid(child, 0)[1])


def open_files(most: int) -> int:
    """Returns how many files one process can have open, up to `most`."""
    opened: list[int] = []
    while len(opened) < most:
        try:
            opened.append(os.open(os.devnull, os.O_RDONLY))
        except OSError:
            break
    count = max(opened, default=0) + 1
    for descriptor in opened:
        os.close(descriptor)
    return count


def file_bytes(scratch: Path, most: int) -> int:
    """Returns how large a file it can write, up to `most`."""
    file = scratch / "arena-probe-large"
    with contextlib.suppress(OSError), file.open("wb", buffering=0) as large:
        while large.tell() < most:
            large.write(bytes(65_536))
    size = file.stat().st_size
    file.unlink()
    return size


def tmp_files(scratch: Path, most: int) -> int:
    """Returns how many files it can have, up to `most`."""
    files: list[Path] = []
    with contextlib.suppress(OSError):
        while len(files) < most:
            file = scratch / f"arena-probe-{len(files)}"
            file.touch(exist_ok=False)
            files.append(file)
    for file in files:
        file.unlink()
    return len(files)


def tmp_bytes(scratch: Path, largest: int, most: int) -> int:
    """Returns how many bytes it can keep in files of at most `largest`, up to `most`."""
    files: list[Path] = []
    kept = 0
    with contextlib.suppress(OSError):
        while kept < most:
            files.append(scratch / f"arena-probe-full-{len(files)}")
            with files[-1].open("wb", buffering=0) as full:
                while full.tell() < largest:
                    kept += full.write(bytes(65_536))
    for file in files:
        file.unlink(missing_ok=True)
    return kept


def in_child(action: Callable[[], str]) -> str:
    """Returns what `action` says in a child of its own; empty if that kills the child."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        with contextlib.suppress(BaseException):
            os.write(writing, action().encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        said = told.read(100)
    os.waitpid(child, 0)
    return said.decode()


def text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def answer(action: Callable[[], object]) -> str:
    """Returns why an action was refused, empty if it was not."""
    try:
        action()
    except (OSError, ValueError) as error:  # ValueError is what Python says of setrlimit
        return getattr(error, "strerror", None) or "refused"
    return ""


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
