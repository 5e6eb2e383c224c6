"""Which calls of the kernel a bot is let through to, found out by calling; run inside a sandbox.

It stands by itself, needs only Python's own library, and tells the arena over the bot's socket: a
line of JSON for each thing that it finds out. Its argument is the name of a socket without a file
that the arena has opened outside.
"""

import contextlib
import ctypes
import errno
import itertools
import json
import mmap
import os
import socket
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

REFUSALS = (errno.EPERM, errno.EACCES, errno.ENOSYS, errno.EOPNOTSUPP)
LIBC = ctypes.CDLL(None, use_errno=True)
PR_GET_NO_NEW_PRIVS = 39
CLONE3 = 435
ROOT: Mapping[str, Callable[[], None]] = {
    "user 0": lambda: os.setuid(0),
    "group 0": lambda: os.setgid(0),
    "groups": lambda: os.setgroups([0]),
}
CALLS = """
    namespaces unshare 272 97 0x10000000
    namespaces setns 308 268
    namespaces clone 56 220 0x10000011
    mounts mount 165 40
    mounts umount2 166 39
    mounts pivot_root 155 41
    mounts chroot 161 51
    mounts open_tree 428 428
    mounts move_mount 429 429
    mounts fsopen 430 430
    mounts fsconfig 431 431
    mounts fsmount 432 432
    mounts fspick 433 433
    mounts mount_setattr 442 442
    tracing ptrace 101 117
    tracing process_vm_readv 310 270
    tracing process_vm_writev 311 271
    tracing kcmp 312 272
    tracing pidfd_getfd 438 438
    tracing process_madvise 440 440
    tracing perf_event_open 298 241
    risky bpf 321 280
    risky userfaultfd 323 282 1
    risky io_uring_setup 425 425
    risky io_uring_enter 426 426
    risky io_uring_register 427 427
    risky io_setup 206 0
    risky add_key 248 217
    risky request_key 249 218
    risky keyctl 250 219 0 -3
    risky open_by_handle_at 304 265
    risky name_to_handle_at 303 264
    risky fanotify_init 300 262 0x200
    risky memfd_secret 447 447
    risky lookup_dcookie 212 18
    risky syslog 103 116 10
    risky personality 135 92 0x40000
    risky vmsplice 278 75
    risky migrate_pages 256 238
    risky move_pages 279 239
    system quotactl 179 60 0 1
    system reboot 169 142
    system kexec_load 246 104 0 1000
    system kexec_file_load 320 294 -1 -1
    system init_module 175 105 1 1 1
    system finit_module 313 273 -1 1
    system delete_module 176 106 1
    system swapon 167 224 1
    system swapoff 168 225 1
    system acct 163 89 1
    system settimeofday 164 170 1
    system clock_settime 227 112 0 1
    system adjtimex 159 171 1
    system clock_adjtime 305 266 0 1
    system sethostname 170 161 1 5
    system setdomainname 171 162 1 5
    system sync 162 81
    system syncfs 306 267
    ipc shmget 29 194 0x7fff0001
    ipc semget 64 190 0x7fff0001
    ipc msgget 68 186 0x7fff0001
    ipc mq_open 240 180 1
"""
"""Group, name, numbers on x86-64 and on ARM-64, arguments: such that nothing is harmed if the
kernel takes the call."""


def main(outside: str) -> None:
    with socket.socket(socket.AF_UNIX) as arena:
        arena.connect(os.environ["ARENA_SOCKET"].removeprefix("unix://"))
        for facts in found(outside):
            arena.sendall(json.dumps(facts).encode() + b"\n")


def found(outside: str) -> Iterator[Mapping[str, object]]:
    yield {"release": os.uname().release, **rights()}
    yield {f"calls_{group}": taken for group, taken in calls().items()}
    yield {"calls_32_bit": reached_32_bit(), "clone3": refusal_of(CLONE3)}
    yield {"families": families(), "ways_out": ways_out()}
    yield {"has_reached_abstract": has_reached(outside)}


def rights() -> Mapping[str, object]:
    status = dict(line.split(":", 1) for line in text("/proc/self/status").splitlines())
    kinds = [name for name in status if name.startswith("Cap")]
    return {
        "user": os.getuid(),
        "groups": [group for group in os.getgroups() if group != os.getgid()],
        "capabilities": [name for name in kinds if int(status[name], 16)] if kinds else ["unknown"],
        "no_new_privs": LIBC.prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0),
        "seccomp": int(status.get("Seccomp", "0")),
        "became": [name for name, become in ROOT.items() if in_child(trial(become)) == "done"],
    }


def trial(action: Callable[[], None]) -> Callable[[], str]:
    return lambda: "" if answer(action) else "done"


def calls() -> Mapping[str, list[str]]:
    """Returns, by group, the calls that the kernel took, even if only to find them wrong."""
    column = {"x86_64": 2, "aarch64": 3}.get(os.uname().machine)
    groups: dict[str, list[str]] = {}
    for line in CALLS.split("\n"):
        words = line.split()
        if not words or column is None:
            continue
        answered = refusal_of(int(words[column]), *(int(word, 0) for word in words[4:]))
        taken = groups.setdefault(words[0], [])
        if answered not in REFUSALS:
            taken.append(words[1])
    return groups


def refusal_of(number: int, *arguments: int) -> int:
    """Returns with which error a call is answered, 0 for none; EPERM if it is punished."""

    def call() -> str:
        ctypes.set_errno(0)
        done = LIBC.syscall(ctypes.c_long(number), *map(ctypes.c_long, (*arguments, 0, 0, 0, 0)))
        return str(ctypes.get_errno() if done == -1 else 0)

    return int(in_child(call) or errno.EPERM)


def reached_32_bit() -> list[str] | None:
    """Returns the ways of calling the kernel as an older machine that work; None if unknown."""
    if os.uname().machine != "x86_64":
        return None

    def by_interrupt() -> str:
        page = mmap.mmap(-1, mmap.PAGESIZE, prot=7)
        page.write(bytes((0xB8, 20, 0, 0, 0, 0xCD, 0x80, 0xC3)))  # getpid by interrupt 0x80
        code = ctypes.addressof(ctypes.c_char.from_buffer(page))
        return "done" if ctypes.CFUNCTYPE(ctypes.c_int)(code)() == os.getpid() else ""

    def by_x32() -> str:
        return "done" if LIBC.syscall(0x40000000 + 39) == os.getpid() else ""

    ways = {"int 0x80": by_interrupt, "x32": by_x32}
    return [name for name, way in ways.items() if in_child(way) == "done"]


def families() -> list[int]:
    """Returns the families of sockets that can be made, but for its own kind."""
    kinds = (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET)
    made = {
        family
        for family, kind in itertools.product(range(2, 46), kinds)
        if not answer(lambda: socket.socket(family, kind).close())  # noqa: B023  # called at once
    }
    return sorted(made)


def ways_out() -> list[str]:
    """Returns the ways out: routes, links other than its own, and addresses that answer."""
    ways = [line.split()[0] for line in text("/proc/net/route").splitlines()[1:]]
    links = [line.split(":")[0].strip() for line in text("/proc/net/dev").splitlines()[2:]]
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
        out.connect(("192.0.2.1", 9))  # an address that is nobody's: only the route is tried
        ways.append("192.0.2.1")
    return sorted({*ways, *(link for link in links if link and link != "lo")})


def has_reached(outside: str) -> bool:
    """Tells whether a socket without a file, which the arena has opened outside, is in reach."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as knocking:
        return not answer(lambda: knocking.connect("\0" + outside))


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
    except OSError as error:
        return error.strerror or "refused"
    return ""


if __name__ == "__main__":
    main(sys.argv[1])
