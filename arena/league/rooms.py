"""Where bots live while a league runs: a run directory of its own, and a sandbox that is open.

What an earlier arena has left under a league's name is swept away, so there may be one arena of
that name at a time on a machine, also where somebody has copied a league's directory.
"""

import errno
import fcntl
import os
import re
import shutil
import socket
import stat
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

from arena.errors import ArenaError, HostError
from arena.league.settings import PlaySettings, Settings
from arena.moments import Moment, reached
from arena.sandbox import Sandbox
from arena.sandbox.cores import Cores
from arena.sandbox.docker import DockerSandbox
from arena.sandbox.engine import Engine
from arena.sandbox.process import ProcessSandbox
from arena.store import SandboxKind

PREFIX = "arena-"
"""What the names of all run directories begin with."""
_ROOM = re.compile(r"arena-[0-9a-f]{16}")
_LONGEST = 80
"""In bytes, so that the path of a socket in a folder within stays below the system's 107."""


def run_place(settings: Settings, league: str) -> Path:
    """Returns where the run directory of a league is, while there is one."""
    return run_base(settings) / f"{PREFIX}{league}"


def run_base(settings: Settings) -> Path:
    """Returns where all run directories are."""
    return Path(settings.play.run_directory or tempfile.gettempdir()).resolve()


def rooms_in(base: Path) -> list[Path]:
    """Returns the run directories in `base` that are this user's, whoever uses them."""
    return [path for path in sorted(base.glob(f"{PREFIX}*")) if _is_room(path)]


@contextmanager
def run_directory(settings: Settings, league: str) -> Iterator[Path]:
    """Makes the directory for the sockets of a league, and removes it in the end.

    It has the name of the league, so that the next run finds what a killed one has left; only the
    arena that holds the league may call this. Raises HostError while somebody is in it all the
    same, as an arena with a copy of the league.
    """
    path = run_place(settings, league)
    if len(os.fsencode(path)) > _LONGEST:
        raise HostError(
            f"the path of the run directory {path} is too long for sockets in it: set "
            "play.run_directory in league.toml, or ARENA_PLAY_RUN_DIRECTORY, to a shorter one"
        )
    try:
        path.mkdir(mode=0o711, parents=True, exist_ok=True)
        _check_own(path)
        path.chmod(0o711)
    except OSError as error:
        raise HostError(
            f"cannot make the run directory {path}: {error.strerror}; set play.run_directory in "
            "league.toml, or ARENA_PLAY_RUN_DIRECTORY, to one that can be written"
        ) from None
    reached(Moment.RUN_DIRECTORY_MADE)
    with held_room(path) as is_held:
        if not is_held:
            raise _in_use(path)
        try:
            with _only_one(league):
                yield path
        finally:
            shutil.rmtree(path, ignore_errors=True)
            reached(Moment.RUN_DIRECTORY_REMOVED)


@contextmanager
def held_room(path: Path) -> Iterator[bool]:
    """Holds a run directory while it is used; gives False if another arena does, or it is gone.

    The kernel lets go of it when the arena ends, however it ends.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        yield False
        return
    try:
        yield _is_taken(descriptor)
    finally:
        os.close(descriptor)


def check_free(path: Path) -> None:
    """Raises HostError while an arena uses a run directory."""
    with held_room(path) as is_free:
        if not is_free:
            raise _in_use(path)


def _in_use(path: Path) -> HostError:
    return HostError(
        f"another arena uses the run directory {path}: wait until it ends, and do not play a "
        "league and a copy of it at once"
    )


def _is_taken(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return os.fstat(descriptor).st_nlink > 0  # it may have been removed in between


def _is_room(path: Path) -> bool:
    name = _ROOM.fullmatch(path.name)
    try:
        status = path.lstat()
    except OSError:
        return False
    return bool(name) and stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid()


@asynccontextmanager
async def open_sandbox(
    kind: SandboxKind,
    directory: Path,
    league: str,
    play: PlaySettings,
    cores: Cores | None = None,
) -> AsyncIterator[Sandbox]:
    """Opens a sandbox and clears what a killed arena has left of this league.

    `cores` are the processors that bots are held to, in Docker; by default they may use any.
    Raises HostError if there is no Docker engine for docker: processes never take its place.
    """
    sandbox: Sandbox
    match kind:
        case SandboxKind.DOCKER:
            engine = Engine(play.engine)
            sandbox = DockerSandbox(league, engine=engine, runtime=play.runtime, cores=cores)
        case SandboxKind.PROCESS:
            sandbox = ProcessSandbox(directory / "bots")
    try:
        await _sweep(sandbox)
        reached(Moment.SWEPT)
        yield sandbox
    except BaseException:
        with suppress(ArenaError):  # what came first is what is told
            await sandbox.close()
        raise
    else:
        await sandbox.close()
        reached(Moment.SANDBOX_CLOSED)


async def _sweep(sandbox: Sandbox) -> None:
    try:
        await sandbox.sweep()
    except HostError as error:
        raise HostError(f"{error} with --sandbox process, if you trust them") from None


@contextmanager
def _only_one(league: str) -> Iterator[None]:
    """Holds the name of `league` on this machine, for as long as the process lives at most."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as held:
        try:
            held.bind(f"\0arena-league-{league}")
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise HostError(f"cannot reserve the name of a league: {error.strerror}") from None
            raise HostError(
                f"another arena on this machine plays a league with the same id, {league}, as a "
                "copy of this directory would: wait until it ends, or stop it"
            ) from None
        yield


def _check_own(path: Path) -> None:
    """Raises HostError if somebody else has put something in the place of a run directory."""
    status = path.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid():
        raise HostError(
            f"{path} belongs to somebody else: remove it, or set play.run_directory in league.toml"
        )
