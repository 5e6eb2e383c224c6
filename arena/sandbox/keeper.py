"""A small process that stands between the arena and one bot that runs as a plain process.

It runs by itself (`python -I -S keeper.py`) and imports nothing of the arena. The bot is its
child and it is the reaper of all the bot's descendants, so none escapes it by a double fork; it
drains what the bot prints, and it ends everything when the bot ends, when it is told to, or when
the arena is gone and its standard input closes.

Input: one line of JSON, the order; after that a byte means stop. Output: lines of JSON, first
`started` or `failed`, at last `code`.
"""

import contextlib
import ctypes
import errno
import json
import os
import re
import resource
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypedDict

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_NO_NEW_PRIVS = 38
_CLONE_NEWNS = 0x00020000
_CLONE_NEWIPC = 0x08000000
_MS_RDONLY, _MS_NOSUID, _MS_NODEV, _MS_REMOUNT, _MS_BIND = 1, 2, 4, 32, 4096
_MS_REC, _MS_PRIVATE = 16384, 1 << 18
_RLIMIT_MSGQUEUE = 12
_WATCH_SECONDS = 0.2
_END_SECONDS = 20.0
_READ_BYTES = 65536
SCRATCH = ("/tmp", "/var/tmp", "/dev/shm")  # noqa: S108  # the places that anyone may write to
_LIBC = ctypes.CDLL(None, use_errno=True)
_NO_COMMAND = (errno.ENOENT, errno.EACCES, errno.ENOEXEC, errno.ENOTDIR, errno.EISDIR, errno.ELOOP)


class Order(TypedDict):
    """What the arena asks for."""

    command: list[str]
    streams: list[int]
    """What becomes its standard input and output; empty where it reads nothing, and prints."""
    environment: dict[str, str]
    directory: str
    """Where the bot runs."""
    life: str
    """What is removed when the arena is gone."""
    user: int | None
    """The bot's user and group; None for the arena's own."""
    covers: list[str]
    """Directories that are empty for the bot, but for `needs`; only with a user."""
    needs: list[str]
    memory: int
    pids: int
    tmp_bytes: int
    tmp_inodes: int
    nofile: int
    fsize: int
    stderr_bytes: int


def main(arguments: list[str]) -> int:
    match arguments:
        case ["--end-user", user]:
            return 0 if _end_user(int(user)) else 1
        case ["--try-mounts"]:
            _hide([SCRATCH[0]], [], "size=64k")
            return 0
        case _:
            return _keep()


def _keep() -> int:
    _check(_LIBC.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0))
    with os.fdopen(0, "rb", buffering=0, closefd=False) as orders:
        order: Order = json.loads(orders.readline())
    printed, into = os.pipe()
    _give_streams(order, into)
    child, failure = _spawn(order, into)
    os.close(into)
    if failure is not None:
        os.waitpid(child, 0)
        _tell(failure)
        return 0
    _tell({"started": child, "at": time.monotonic()})
    watch = _Watch(child, printed, order)
    watch.run()
    everything_ended = end_descendants(order["user"])
    watch.drain()
    words = {"code": watch.code, "oom": watch.oom, "stopped": watch.stopped}
    printed_last = bytes(watch.tail).decode("latin-1")
    _tell({**words, "printed": printed_last, "ended": everything_ended})
    if watch.is_orphan:
        import shutil  # noqa: PLC0415  # needed only when the arena was killed

        shutil.rmtree(order["life"], ignore_errors=True)
    return 0


class _Watch:
    """Waits for the bot's end, the arena's word or too much memory, and keeps the bot's tail."""

    def __init__(self, child: int, printed: int, order: Order) -> None:
        self.code: int | None = None
        self.oom = self.stopped = self.is_orphan = False
        self.tail = bytearray()
        self._child, self._printed = child, printed
        self._memory, self._kept = order["memory"], order["stderr_bytes"]
        os.set_blocking(printed, False)

    def run(self) -> None:
        waking, wake = os.pipe()
        os.set_blocking(wake, False)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
        poll = select.poll()
        for descriptor in (0, self._printed, waking):
            poll.register(descriptor, select.POLLIN)
        while not self._has_ended():
            ready = [descriptor for descriptor, _ in poll.poll(_WATCH_SECONDS * 1000)]
            if self._printed in ready and not self.drain():
                poll.unregister(self._printed)
            if waking in ready:
                os.read(waking, _READ_BYTES)
            if 0 in ready:
                self._hear()
            elif memory_below(os.getpid()) > self._memory and not self._has_ended():
                self.oom = True
                os.kill(self._child, signal.SIGKILL)

    def _hear(self) -> None:
        try:
            self.is_orphan = os.read(0, 1) == b""
        except OSError:
            self.is_orphan = True
        if not self._has_ended():
            self.stopped = not self.oom
            os.kill(self._child, signal.SIGKILL)
            _, status = os.waitpid(self._child, 0)
            self.code = _code(status)

    def _has_ended(self) -> bool:
        """Reaps what has ended; the bot's own children may come first."""
        while self.code is None:
            try:
                ended, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                break
            if ended == 0:
                break
            if ended == self._child:
                self.code = _code(status)
        return self.code is not None

    def drain(self) -> bool:
        """Reads what is there, at most a megabyte; false at the end."""
        for _ in range(16):
            try:
                chunk = os.read(self._printed, _READ_BYTES)
            except BlockingIOError:
                return True
            if not chunk:
                return False
            self.tail += chunk
            del self.tail[: -self._kept]
        return True


def _spawn(order: Order, into: int) -> tuple[int, dict[str, object] | None]:
    """Starts the bot; returns its id and, if it could not be, what failed."""
    (told, telling), keeper = os.pipe(), os.getpid()
    child = os.fork()
    if child == 0:
        for step, action in _steps(order, into, keeper):
            try:
                action()
            except OSError as error:
                code = error.errno or 0
                is_bots = step == "command" and code in _NO_COMMAND
                failed = {"failed": step, "errno": code, "bots": is_bots}
                os.write(telling, json.dumps(failed).encode())
                break
        os._exit(127)
    os.close(telling)
    with os.fdopen(told, "rb") as answer:
        text = answer.read()
    return child, json.loads(text) if text else None


def _steps(order: Order, into: int, keeper: int) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yields what a child does on its way to being the bot, in order."""
    user = order["user"]
    size = f"size={order['tmp_bytes']},nr_inodes={order['tmp_inodes']}"
    yield "streams", lambda: _streams(order, into)
    if order["covers"]:
        yield "mounts", lambda: _hide(order["covers"], order["needs"], size)
    yield "limits", lambda: _limit(order)
    if user is not None:
        yield "user", lambda: _become(user)
    yield "parent", lambda: _follow(keeper)
    yield "directory", lambda: os.chdir(order["directory"])
    command = order["command"]
    yield "command", lambda: os.execvpe(command[0], command, order["environment"])  # noqa: S606  # no shell


def _give_streams(order: Order, into: int) -> None:
    """Gives the bot's user the pipes, so that it may open them by name too, as in /dev/stdout."""
    if (user := order["user"]) is not None:
        for descriptor in (*order["streams"], into):
            os.fchown(descriptor, user, user)


def _streams(order: Order, into: int) -> None:
    """Puts the streams in place; the keeper keeps its own hold of them.

    So a bot that closes one is silent or deaf, as it is in a container, and has not ended.
    """
    source, target = order["streams"] or (os.open("/dev/null", os.O_RDONLY), into)
    os.dup2(source, 0)
    os.dup2(target, 1)
    os.dup2(into, 2)
    for name in os.listdir("/proc/self/fd"):  # noqa: PTH208  # numbers, not paths
        with contextlib.suppress(OSError):
            os.set_inheritable(int(name), int(name) <= 2)  # noqa: PLR2004  # the three streams
    os.setsid()
    for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)


def _limit(order: Order) -> None:
    limits = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_NOFILE: order["nofile"],
        resource.RLIMIT_FSIZE: order["fsize"],
        resource.RLIMIT_MEMLOCK: 0,
        _RLIMIT_MSGQUEUE: 0,
    }
    if order["user"] is not None:
        limits[resource.RLIMIT_NPROC] = order["pids"]
    for kind, value in limits.items():
        hard = resource.getrlimit(kind)[1]
        most = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (most, most))


def _become(user: int) -> None:
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


def _follow(keeper: int) -> None:
    """Binds the bot's life to the keeper's; a new user would undo it, so it comes after that."""
    _check(_LIBC.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    _check(_LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0))
    if os.getppid() != keeper:
        os._exit(127)


def _hide(covers: list[str], needs: list[str], size: str) -> None:
    """Makes `covers` empty for this process and its children, but for the `needs` in them."""
    _check(_LIBC.unshare(_CLONE_NEWNS | _CLONE_NEWIPC))
    _mount("none", "/", "", _MS_REC | _MS_PRIVATE, "")
    held = [(need, os.open(need, os.O_PATH)) for need in needs]
    for cover in covers:
        mode = "1777" if cover in SCRATCH else "755"
        _mount("tmpfs", cover, "tmpfs", _MS_NOSUID | _MS_NODEV, f"{size},mode={mode}")
    for need, descriptor in held:
        if any(need.startswith(f"{cover}/") for cover in covers):
            Path(need).mkdir(mode=0o755, parents=True, exist_ok=True)
            _mount(f"/proc/self/fd/{descriptor}", need, "", _MS_BIND | _MS_REC, "")
            _mount("none", need, "", _MS_BIND | _MS_REMOUNT | _MS_RDONLY | _MS_NOSUID, "")


def _mount(source: str, target: str, kind: str, flags: int, options: str) -> None:
    what = (source.encode(), os.fsencode(target), kind.encode())
    _check(_LIBC.mount(*what, ctypes.c_ulong(flags), options.encode()))


def end_descendants(user: int | None) -> bool:
    """Kills every process below this one; true once none is left."""
    deadline = time.monotonic() + _END_SECONDS
    while time.monotonic() < deadline:
        if user is not None:
            _signal_user(user)
        for process in _descendants(os.getpid()):
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return True
        select.select([], [], [], 0.005)
    return False


def _signal_user(user: int) -> None:
    """Kills all that `user` runs, at one stroke: only that user itself can ask for this."""
    child = os.fork()
    if child == 0:
        with contextlib.suppress(OSError):
            _become(user)
            os.kill(-1, signal.SIGKILL)
        os._exit(0)
    with contextlib.suppress(ChildProcessError):
        os.waitpid(child, 0)


def _end_user(user: int) -> bool:
    deadline = time.monotonic() + _END_SECONDS
    while users_processes(user):
        if time.monotonic() > deadline:
            return False
        _signal_user(user)
        select.select([], [], [], 0.005)
    return True


def processes() -> list[int]:
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]


def _kernels(process: int, account: str) -> str:
    """Returns one of the kernel's accounts of a process, empty when it is gone."""
    try:
        return Path(f"/proc/{process}/{account}").read_text("utf-8", "replace")
    except OSError:
        return ""


def _status(process: int, name: str) -> str:
    found = re.search(rf"^{name}:\s+(\w+)", _kernels(process, "status"), re.MULTILINE)
    return found[1] if found else ""


def users_processes(user: int) -> list[int]:
    """Returns the processes of `user` that have not ended."""
    mine = [process for process in processes() if _status(process, "Uid") == str(user)]
    return [process for process in mine if not has_ended(process)]


def has_ended(process: int) -> bool:
    return _status(process, "State") in ("Z", "X", "")


def _descendants(ancestor: int) -> list[int]:
    parents = {process: _status(process, "PPid") for process in processes()}
    below = {str(ancestor)}
    while grown := {str(child) for child, parent in parents.items() if parent in below} - below:
        below |= grown
    return sorted(map(int, below - {str(ancestor)}))


def memory_below(process: int) -> int:
    """Returns the bytes of memory of all the descendants of `process` together."""
    children = [
        int(child)
        for task in _tasks(process)
        for child in _kernels(process, f"task/{task}/children").split()
    ]
    return sum(_memory_of(child) + memory_below(child) for child in children)


def _tasks(process: int) -> list[str]:
    try:
        return os.listdir(f"/proc/{process}/task")  # noqa: PTH208  # five times a second: cheaper
    except OSError:
        return []


def _memory_of(process: int) -> int:
    sizes = _kernels(process, "statm").split()
    return (int(sizes[1]) - int(sizes[2])) * resource.getpagesize() if sizes else 0


def _code(status: int) -> int:
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


def _tell(words: dict[str, object]) -> None:
    with contextlib.suppress(OSError):
        os.write(1, json.dumps(words).encode() + b"\n")


def _check(result: int) -> None:
    if result != 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
