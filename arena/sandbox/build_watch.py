"""What the commands of a build write to the disk, seen from outside while they run.

A builder limits memory and processors of a command, but not what it writes, and its containers
carry no label. So each build asks for its share of the processor in a period of its own, by which
its containers are told from all others; nothing that a command prints can hide one.
"""

import asyncio
import contextlib
import secrets
from dataclasses import dataclass, field

import docker
from docker.errors import APIError

from arena.errors import ArenaError, SubmissionError
from arena.sandbox.engine import Engine, is_gone
from arena.sandbox.sandbox import MIB

_LOOK_SECONDS = 1.0
_REST = 4
"""How many times as long as a look took nobody looks again: sizes of many files take their time."""
_PERIODS = range(50_000, 100_001)
"""In microseconds; the usual one is the longest."""


@dataclass(frozen=True, slots=True)
class Share:
    """A build's share of the processor, in the engine's words."""

    cpus: float
    period: int = field(default_factory=lambda: secrets.choice(_PERIODS))

    def to_query(self) -> dict[str, str | int]:
        return {"cpuperiod": self.period, "cpuquota": round(self.cpus * self.period)}


@dataclass(slots=True)
class Watch:
    """One build that is watched."""

    engine: Engine
    share: Share
    most: int
    """Bytes that all its commands together may write."""
    _others: set[str] = field(default_factory=set)
    _written: dict[str, int] = field(default_factory=dict)

    async def watch(self) -> None:
        """Returns never; raises SubmissionError once too much has been written."""
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            with contextlib.suppress(ArenaError):  # the build itself tells of an engine that fails
                await self.engine.ask(self._look)
            if sum(self._written.values()) > self.most:
                raise SubmissionError(
                    f"the build's commands wrote more than the {self.most / MIB:,.0f} MiB that "
                    "they may: have them download or make less"
                )
            await asyncio.sleep(max(_LOOK_SECONDS, _REST * (loop.time() - began)))

    async def has_containers(self) -> bool:
        """Says whether a container of the build is still there."""
        return bool(await self.engine.ask(self._own))

    def _look(self, client: docker.DockerClient) -> None:
        for container in self._own(client):
            for each in client.api.containers(size=True, filters={"id": container}):
                size = int(each.get("SizeRw") or 0)
                self._written[container] = max(size, self._written.get(container, 0))

    def _own(self, client: docker.DockerClient) -> list[str]:
        """Returns the ids of the build's containers; each of the others is looked at once."""
        there = {str(each["Id"]) for each in client.api.containers(all=True)}
        self._others &= there
        return [each for each in there - self._others if self._is_own(client, each)]

    def _is_own(self, client: docker.DockerClient, container: str) -> bool:
        try:
            says = client.api.inspect_container(container)["HostConfig"]
        except APIError as error:
            if is_gone(error):
                return False
            raise
        if says.get("CpuPeriod") != self.share.period:
            self._others.add(container)
            return False
        return True
