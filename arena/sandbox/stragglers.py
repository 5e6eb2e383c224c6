"""Ends what is left of a bot that ran as a process when its keeper, or its arena, was killed."""

import asyncio
import contextlib
import os
import shutil
import signal
import sys
from pathlib import Path

from arena.errors import SandboxError
from arena.sandbox import keeper
from arena.sandbox.users import User, find_user

KEEPER = (sys.executable, "-I", "-S", keeper.__file__)
_PASSES = 1000
_PASS_SECONDS = 0.01


async def run_keeper(*arguments: str) -> int:
    """Runs the keeper's program for something else than keeping; returns its exit code."""
    quiet = asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(
        *KEEPER, *arguments, stdin=quiet, stdout=quiet, stderr=quiet, env={}, cwd="/"
    )
    return await process.wait()


async def sweep_life(directory: Path, owner: str) -> None:
    """Ends the keeper and the processes of an arena's life that is gone, then its directory."""
    named = await asyncio.to_thread(_processes_naming, "cmdline", str(directory))
    keepers = [each for each in named if keeper.__file__.encode() in _words(each, "cmdline")]
    for process in keepers:
        _kill(process)
    for _ in range(_PASSES):
        if all(keeper.has_ended(process) for process in keepers):
            break
        await asyncio.sleep(_PASS_SECONDS)
    user = find_user(int(owner)) if owner != "own" and os.geteuid() == 0 else None
    await end_stragglers(directory, user)
    if user is not None:
        user.release()
    await asyncio.to_thread(shutil.rmtree, directory, ignore_errors=True)


async def end_stragglers(directory: Path, user: User | None) -> None:
    """Ends what a bot left running after its keeper was killed."""
    if user is not None:
        if await run_keeper("--end-user", str(user.number)) != 0:
            raise SandboxError(f"processes of user {user.number} cannot be killed; see ps -u")
        return
    marker = f"HOME={directory / 'home'}"
    for _ in range(_PASSES):
        left = await asyncio.to_thread(_processes_naming, "environ", marker)
        if not left:
            return
        for process in left:
            _kill(process)
    raise SandboxError(f"processes {left} of an ended bot cannot be killed; end them by hand")


def _processes_naming(where: str, text: str) -> list[int]:
    """Returns the processes whose `cmdline` or `environ` holds exactly `text`."""
    return [
        process
        for process in keeper.processes()
        if process != os.getpid() and text.encode() in _words(process, where)
    ]


def _words(process: int, where: str) -> list[bytes]:
    try:
        return Path(f"/proc/{process}/{where}").read_bytes().split(b"\0")
    except OSError:
        return []


def _kill(process: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(process, signal.SIGKILL)
