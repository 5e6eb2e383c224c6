"""What the arena and the engine hold between two sittings, when there should be nothing of bots."""

import asyncio
import gc
import os
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import docker

from arena.sandbox import DEFAULT_URL

_PAGE = os.sysconf("SC_PAGE_SIZE")
_MEGABYTE = 1_000_000
_SHIM = "containerd-shim"
_WATCH_SECONDS = 1.0
_SETTLE_SECONDS = 3.0
"""How long an engine may take to let go of a container's helper once the container is removed."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One look, when so many matches were played."""

    matches: int
    seconds: float
    """Since the run began."""
    files: float
    """Open file descriptors of the arena."""
    tasks: float
    threads: float
    memory: float
    """Resident megabytes of the arena."""
    bytes_per_match: float
    """By which the league's database has grown since the look before."""
    containers: float
    """Of this league, whatever they do."""
    shims: float
    """The engine's helpers for containers of this league."""
    sockets: float
    directories: float
    """What else is in the run directory."""


class Sampler:
    """Looks at this process, its league and the engine."""

    def __init__(self, league: Path, rooms: Path, label: str) -> None:
        self._league, self._rooms, self._label = league, rooms, label
        self._client = docker.DockerClient(base_url=DEFAULT_URL)
        self._begun = time.monotonic()
        self._seen: set[str] = set()
        self._last = (0, _database_bytes(league))
        self.samples: list[Sample] = []

    async def look(self, matches: int) -> None:
        containers, shims = await asyncio.to_thread(self._engine)
        self.samples.append(self._sample(matches, containers, shims))

    def _sample(self, matches: int, containers: int, shims: int) -> Sample:
        """Looks at this process, in its loop."""
        gc.collect()
        paths = list(self._rooms.rglob("*"))
        (before, smaller), self._last = self._last, (matches, _database_bytes(self._league))
        return Sample(
            matches=matches,
            seconds=time.monotonic() - self._begun,
            files=len(list(Path("/proc/self/fd").iterdir())),
            tasks=len(asyncio.all_tasks()),
            threads=len(list(Path("/proc/self/task").iterdir())),
            memory=int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE / _MEGABYTE,
            bytes_per_match=(self._last[1] - smaller) / max(1, matches - before),
            containers=containers,
            shims=shims,
            sockets=sum(path.is_socket() for path in paths),
            directories=sum(not path.is_socket() for path in paths),
        )

    def close(self) -> None:
        self._client.close()

    async def watch(self) -> None:
        """Takes note of every container of this league; to be cancelled."""
        while True:
            self._seen |= await asyncio.to_thread(self._containers)
            await asyncio.sleep(_WATCH_SECONDS)

    def _containers(self) -> set[str]:
        found = self._client.api.containers(all=True, filters={"label": self._label})
        return {container["Id"] for container in found}

    def _engine(self) -> tuple[int, int]:
        """Returns how many containers of this league there are, and how many helpers of such.

        A helper ends a little after its container: what is left is what is still there then.
        """
        left = len(self._containers())
        end = time.monotonic() + _SETTLE_SECONDS
        while (shims := self._seen & set(_shims())) and time.monotonic() < end:
            time.sleep(0.1)
        return left, len(shims)


def _shims() -> Iterator[str]:
    """Yields the ids of the containers whose helpers run."""
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            words = (entry / "cmdline").read_bytes().decode("utf-8", "replace").split("\0")
        except OSError:
            continue  # it has just ended
        if Path(words[0]).name.startswith(_SHIM) and "-id" in words:
            yield words[words.index("-id") + 1]


def _database_bytes(league: Path) -> int:
    """Returns the size of the league's database with what waits in its log."""
    connection = sqlite3.connect(f"file:{league / 'league.db'}?mode=ro", uri=True)
    try:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    finally:
        connection.close()
    return int(pages) * int(size)
