"""What the tests of sandboxes share: a sandbox, a socket that hears its bots, and short bots."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import docker
import pytest

from arena.sandbox import DEFAULT_URL, SOCKET_NAME, Exit, Launch, Life, Limits
from arena.sandbox.docker import DockerSandbox
from arena.sandbox.process import ProcessSandbox
from tests.conftest import BASE_IMAGE

SECONDS = 60.0
"""Longer than anything here takes; only a failure waits so long."""

TELL = """
import ctypes, os, signal, socket, sys, threading, time
arena = socket.socket(socket.AF_UNIX)
arena.connect(os.environ["ARENA_SOCKET"].removeprefix("unix://"))
def tell(*words):
    arena.sendall((" ".join(map(str, words)) + "\\n").encode())
def attempt(action):
    try:
        action()
    except OSError as error:
        return error.strerror
    return "done"
"""

FOREVER = 'tell("up"); time.sleep(1000)'

SANDBOXES = ["process", pytest.param("docker", marks=pytest.mark.docker)]

DAEMON = """
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        {daemon}
        tell("up")
        time.sleep(1000)
    os._exit(0)
"""


@dataclass
class Wire:
    """One connection of a bot: what it tells, and when it is gone."""

    lines: asyncio.Queue[str] = field(default_factory=asyncio.Queue)

    async def word(self) -> str:
        """Returns the next line, empty when every process that held the connection is gone."""
        return await asyncio.wait_for(self.lines.get(), SECONDS)

    async def words(self) -> list[str]:
        """Returns all lines until the end."""
        words = []
        while word := await self.word():
            words.append(word)
        return words


@dataclass
class Place:
    """A sandbox with a socket for one slot at a time."""

    sandbox: ProcessSandbox | DockerSandbox
    directory: Path
    image: str | None = None
    client: docker.DockerClient | None = None
    wires: asyncio.Queue[Wire] = field(default_factory=asyncio.Queue)
    _hearing: set[asyncio.Task[None]] = field(default_factory=set)
    _servers: list[asyncio.Server] = field(default_factory=list)

    @property
    def is_docker(self) -> bool:
        return self.sandbox.name == "docker"

    async def launch(
        self,
        source: str,
        *,
        limits: Limits | None = None,
        command: tuple[str, ...] | None = None,
        image: str | None = None,
        slot: str = "",
    ) -> Launch:
        """Makes a slot, listens on its socket and returns the launch of a Python bot."""
        slot = slot or secrets.token_hex(4)
        sockets, folder = self.directory / slot, self.directory / "folder"
        sockets.mkdir()
        folder.mkdir(exist_ok=True)
        (folder / "bot.py").write_text(TELL + source)
        self._servers.append(await asyncio.start_unix_server(self._heard, sockets / SOCKET_NAME))
        (sockets / SOCKET_NAME).chmod(0o666)
        return Launch(
            slot=slot,
            socket_directory=sockets,
            command=("python3", "-c", TELL + source) if command is None else command,
            folder=folder,
            image=image or self.image,
            limits=limits or Limits(),
            labels={"run": "test"},
        )

    async def start(self, source: str, *, limits: Limits | None = None) -> Life:
        return await self.sandbox.start(await self.launch(source, limits=limits))

    async def end(self, source: str, *, limits: Limits | None = None) -> Exit:
        """Starts a bot and returns how it ended by itself."""
        life = await self.start(source, limits=limits)
        return await asyncio.wait_for(life.wait(), SECONDS)

    async def told(self, source: str, *, limits: Limits | None = None) -> list[str]:
        """Returns all that a bot tells until it ends."""
        ended = await self.end(source, limits=limits)
        assert ended.code == 0, ended
        return await (await self.wire()).words()

    async def wire(self) -> Wire:
        return await asyncio.wait_for(self.wires.get(), SECONDS)

    async def _heard(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._hearing.add(task)
        wire = Wire()
        self.wires.put_nowait(wire)
        async for line in reader:
            wire.lines.put_nowait(line.decode().strip())
        wire.lines.put_nowait("")
        writer.close()
        await writer.wait_closed()

    async def hang_up(self) -> None:
        """Closes all sockets; the bots are gone."""
        for server in self._servers:
            server.close()
        self._servers.clear()
        await asyncio.wait_for(asyncio.gather(*self._hearing), SECONDS)
        self._hearing.clear()

    async def close(self) -> None:
        await self.sandbox.close()
        await self.hang_up()


async def until_up(place: Place, source: str = FOREVER) -> Life:
    """Starts a bot and returns once it has said that it is up."""
    life = await place.start(source)
    assert await (await place.wire()).word() == "up"
    return life


@asynccontextmanager
async def open_place(kind: str, directory: Path) -> AsyncIterator[Place]:
    """Yields a place of that kind; afterwards nothing of its bots may be left."""
    league = secrets.token_hex(8)
    client = docker.DockerClient(base_url=DEFAULT_URL) if kind == "docker" else None
    try:
        place = Place(new_sandbox(kind, directory, league), directory, client=client)
        if client is not None:
            place.image = client.images.get(BASE_IMAGE).id
        try:
            yield place
        finally:
            await place.close()
        assert remains(kind, directory, league, client) == []
    finally:
        if client is not None:
            client.close()


def new_sandbox(kind: str, directory: Path, league: str) -> ProcessSandbox | DockerSandbox:
    return DockerSandbox(league) if kind == "docker" else ProcessSandbox(directory / "lives")


def remains(
    kind: str, directory: Path, league: str, client: docker.DockerClient | None
) -> list[str]:
    """Returns what is left of bots: containers, or directories of lives."""
    if client is not None:
        left = client.containers.list(all=True, filters={"label": f"arena.league={league}"})
        return [str(container.name) for container in left]
    return [path.name for path in (directory / "lives").glob("*")] if kind == "process" else []
