"""What a bot finds out about its own limits: run inside a sandbox, it prints nothing.

It stands by itself, needs only Python's own library and tells the arena over the bot's socket, in
one line of JSON. Its argument is the number of processes to try.
"""

import contextlib
import json
import os
import resource
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path


def main() -> None:
    path = os.environ["ARENA_SOCKET"].removeprefix("unix://")
    with socket.socket(socket.AF_UNIX) as arena:
        arena.connect(path)
        arena.sendall(json.dumps(facts(path, int(sys.argv[1]))).encode() + b"\n")


def facts(path: str, processes: int) -> dict[str, object]:
    status = dict(line.split(":", 1) for line in _text("/proc/self/status").splitlines())
    scratch = os.statvfs(os.environ["TMPDIR"])
    return {
        "user": os.getuid(),
        "groups": [group for group in os.getgroups() if group != os.getgid()],
        "capabilities": [int(status[name], 16) for name in ("CapEff", "CapPrm", "CapInh")],
        "no_new_privs": int(status["NoNewPrivs"]) == 1,
        "seccomp": int(status["Seccomp"]),
        "routes": len(_text("/proc/net/route").splitlines()[1:]),
        "inet": _answer(lambda: socket.socket(socket.AF_INET).close()),
        "netlink": _answer(lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW).close()),
        "written": [place for place in ("/", "/etc", "/usr", ".") if _is_open(place)],
        "scratch_bytes": scratch.f_blocks * scratch.f_frsize,
        "scratch_files": scratch.f_files,
        "has_shared_memory": _is_open("/dev/shm"),  # noqa: S108  # whether it is there
        "unlink": _answer(lambda: os.unlink(path)),  # noqa: PTH108  # the call itself is tried
        "beside": _answer(lambda: Path(f"{path}.new").touch()),
        "nofile": resource.getrlimit(resource.RLIMIT_NOFILE)[1],
        "fsize": resource.getrlimit(resource.RLIMIT_FSIZE)[1],
        "core": resource.getrlimit(resource.RLIMIT_CORE)[1],
        "neighbours": _neighbours(),
        "processes": _processes(processes),
    }


def _text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError:
        return ""


def _answer(action: Callable[[], None]) -> str:
    """Returns why an action was refused, empty if it was not."""
    try:
        action()
    except OSError as error:
        return error.strerror or "refused"
    return ""


def _is_open(place: str) -> bool:
    """Tells whether a file can be made there; removes it again."""
    file = Path(place, f"arena-probe-{os.getpid()}")
    if _answer(lambda: file.touch(exist_ok=False)):
        return False
    with contextlib.suppress(OSError):
        file.unlink()
    return True


def _neighbours() -> int:
    """Returns how many processes of other users it sees."""
    seen = [entry for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    return sum(1 for entry in seen if _owner(entry) not in (os.getuid(), None))


def _owner(entry: Path) -> int | None:
    try:
        return entry.stat().st_uid
    except OSError:
        return None


def _processes(most: int) -> int:
    """Returns how many children it can have at once, up to `most`."""
    children: list[int] = []
    try:
        while len(children) < most:
            child = os.fork()
            if child == 0:
                signal.pause()
            children.append(child)
    except OSError:
        pass
    for child in children:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return len(children)


if __name__ == "__main__":
    main()
