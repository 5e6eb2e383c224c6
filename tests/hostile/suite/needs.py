"""What some cases need of the host, found out once; what is not met is told, never assumed."""

import os
import socket
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

from arena.sandbox import DEFAULT_URL
from arena.sandbox.engine import find_engine_problem

_CPUS = 4


def unmet(names: tuple[str, ...]) -> str | None:
    """Returns why the first of `names` that this host does not meet is not met."""
    for name in names:
        problem = _NEEDS[name]()
        if problem:
            return f"{name}: {problem}"
    return None


def known() -> frozenset[str]:
    return frozenset(_NEEDS)


@cache
def _docker() -> str:
    return find_engine_problem(DEFAULT_URL) or ""


def _root() -> str:
    return "" if os.geteuid() == 0 else "the suite does not run as root"


def _cores() -> str:
    cores = len(os.sched_getaffinity(0))
    return "" if cores >= _CPUS else f"{cores} processors, {_CPUS} wanted"


def _vsock() -> str:
    """An attack over a family that the kernel does not have shows nothing."""
    return _family(getattr(socket, "AF_VSOCK", None))


def _alg() -> str:
    return _family(getattr(socket, "AF_ALG", None))


def _x86() -> str:
    return "" if os.uname().machine == "x86_64" else "its code is for x86-64"


def _family(family: int | None) -> str:
    if family is None:
        return "this Python does not know the family"
    kind = socket.SOCK_SEQPACKET if family == getattr(socket, "AF_ALG", None) else 1
    try:
        socket.socket(family, kind).close()
    except OSError as error:
        return f"the kernel has no such sockets ({error.strerror})"
    return ""


def _keyrings() -> str:
    return "" if Path("/proc/keys").exists() else "the kernel has no keyrings"


def _no_terminal() -> str:
    """A shell takes a program that was stopped for a job that waits."""
    is_job = sys.stdin.isatty() and os.getppid() == os.getsid(0)
    return "a shell at a terminal started the suite itself, use make hostile" if is_job else ""


_NEEDS: dict[str, Callable[[], str]] = {
    "docker": _docker,
    "root": _root,
    "cores": _cores,
    "vsock": _vsock,
    "alg": _alg,
    "x86": _x86,
    "keyrings": _keyrings,
    "no-terminal": _no_terminal,
}
