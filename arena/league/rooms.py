"""Where bots live while a league runs: a run directory of its own, and a sandbox that is open."""

import os
import resource
import shutil
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

_LONGEST = 80
"""In bytes, so that the path of a socket in a folder within stays below the system's 107."""


@contextmanager
def run_directory(settings: Settings, league: str) -> Iterator[Path]:
    """Makes the directory for the sockets of a league, and removes it in the end.

    It has the name of the league, so that the next run finds what a killed one has left; only the
    arena that holds the league may call this.
    """
    base = Path(settings.play.run_directory or tempfile.gettempdir()).resolve()
    path = base / f"arena-{league}"
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
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)
        reached(Moment.RUN_DIRECTORY_REMOVED)


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
    `runtime` is what the engine calls what runs containers; by default its own choice. Raises
    HostError if there is no Docker engine for docker: processes never take its place.
    """
    _allow_files()
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


def _allow_files() -> None:
    """Lets the arena have as many files open as its machine lets it ask for."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _check_own(path: Path) -> None:
    """Raises HostError if somebody else has put something in the place of a run directory."""
    status = path.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid():
        raise HostError(
            f"{path} belongs to somebody else: remove it, or set play.run_directory in league.toml"
        )
