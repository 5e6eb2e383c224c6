"""What may be left of bots after a case, on the host and in the arena itself."""

import gc
import os
import threading
from dataclasses import dataclass
from pathlib import Path

from arena.sandbox.engine import Engine

_GROWTH = 24 * 1024 * 1024
"""Bytes by which one case may make the arena grow: what gRPC and Python keep for later."""


@dataclass(frozen=True, slots=True)
class Footprint:
    """What the arena itself holds."""

    descriptors: int
    threads: int
    memory: int

    @classmethod
    def now(cls) -> "Footprint":
        gc.collect()
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
