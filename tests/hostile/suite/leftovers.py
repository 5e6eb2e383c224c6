"""What may be left of bots after a case, on the host and in the arena itself."""

import asyncio
import ctypes
import gc
import os
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from arena.sandbox.engine import Engine

_GROWTH = 64 * 1024 * 1024
"""Bytes by which one case may make the arena grow: what gRPC and Python keep for later.

After a flood of headers that is up to 45 MiB, and no more after the next twenty.
"""
_PEAK = 512 * 1024 * 1024
"""Bytes above its start that the arena may take at any time while a case is played.

A flood of headers takes 165 MiB in gRPC's own threads, and 300 MiB on a busy machine.
"""
_PEAK_DESCRIPTORS = 96
"""Files above those at the start: eight connections of each bot, and what it takes to run them."""
_SETTLING = 3.0
"""Seconds in which what has grown must be as it was."""
_LOOK = 0.1
"""Seconds from one look at the arena to the next."""


@dataclass(frozen=True, slots=True)
class Footprint:
    """What the arena itself holds."""

    descriptors: int
    threads: int
    memory: int

    @classmethod
    def now(cls) -> "Footprint":
        gc.collect()
        _trim()
        return cls.seen()

    @classmethod
    def seen(cls) -> "Footprint":
        """Returns it as it is, without what Python may let go of."""
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return cls(
            descriptors=sum(1 for _ in Path("/proc/self/fd").iterdir()),
            threads=threading.active_count(),
            memory=pages * os.sysconf("SC_PAGE_SIZE"),
        )

    def problems(self, before: "Footprint") -> list[str]:
        """Returns what has grown since `before`, in words."""
        found = []
        if self.descriptors > before.descriptors:
            found.append(f"{self.descriptors - before.descriptors} descriptors are left open")
        if self.threads > before.threads:
            found.append(f"{self.threads - before.threads} threads are left")
        if self.memory > before.memory + _GROWTH:
            found.append(f"the arena grew by {(self.memory - before.memory) >> 20} MiB")
        return found


def settled(before: Footprint) -> list[str]:
    """Returns what has grown since `before`; gRPC takes a moment to let go of a server."""
    deadline = time.monotonic() + _SETTLING
    while (found := Footprint.now().problems(before)) and time.monotonic() < deadline:
        time.sleep(_LOOK)
    return found


def _trim() -> None:
    """Has the C library give back what is free: what it keeps for later is no growth."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


@asynccontextmanager
async def peak_watched(problems: list[str]) -> AsyncIterator[None]:
    """Looks at the arena from time to time, and adds what was too much to `problems`, once each."""
    watching = asyncio.create_task(_watch(problems))
    try:
        yield
    finally:
        watching.cancel()
        await asyncio.wait({watching})


async def _watch(problems: list[str]) -> None:
    before = Footprint.seen()
    seen = [before]
    try:
        while True:
            await asyncio.sleep(_LOOK)
            seen.append(Footprint.seen())
    finally:
        seen.append(Footprint.seen())
        files = max(each.descriptors for each in seen) - before.descriptors
        memory = max(each.memory for each in seen) - before.memory
        if files > _PEAK_DESCRIPTORS:
            problems.append(f"the arena had {files} more descriptors open at one time")
        if memory > _PEAK:
            problems.append(f"the arena took {memory >> 20} MiB more at one time")


def left_on_host(directory: Path, token: str, containers: list[str]) -> list[str]:
    """Returns every process, socket and directory that is still there of any bot."""
    found = [str(path) for part in ("run", "lives") for path in (directory / part).rglob("*")]
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) not in {os.getpid(), os.getppid()}:
            words = _read(entry / "cmdline") + _read(entry / "environ")
            groups = _read(entry / "cgroup")
            if token in words or any(container in groups for container in containers):
                found.append(f"process {entry.name}: {words[:80]!r}")
    return found


async def left_in_engine(engine: Engine, league: str) -> list[str]:
    """Returns the containers that are still there of a league."""
    filters: dict[str, str | list[str] | bool] = {"label": f"arena.league={league}"}
    left = await engine.ask(
        lambda client: client.containers.list(all=True, filters=filters, ignore_removed=True)
    )
    return [f"container {container.name}" for container in left]


def _read(path: Path) -> str:
    try:
        return path.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
    except OSError:
        return ""  # it has just ended
