"""Bots in Docker containers, one fresh container for each life.

A container is made, looked at, started, watched and removed, each by a call that may be repeated:
its name follows from league and slot, so an earlier try is found and never taken for another's.
The engine's events say when it ended and whether somebody else had a hand in it.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable, Mapping

import docker
from docker.errors import APIError
from docker.models.containers import Container

from arena.errors import ArenaError, BotError, HostError, SandboxError
from arena.moments import Moment, reached
from arena.sandbox.container import BOT_USER, Wanted, create
from arena.sandbox.engine import Engine, explain, is_conflict, is_gone
from arena.sandbox.events import Event, Events
from arena.sandbox.sandbox import Exit, Launch, admit_group, awaited_start, clean_text, shown

_STARTS_AT_ONCE = 2
_END_SECONDS = 45.0
_LOG_LINES = 200
_BOTS_FAULTS = ("exec:", "chdir", "to rootfs at", "no command specified", "invalid mount")
_INTERFERENCE = {"kill": "signalled", "pause": "paused", "destroy": "removed", "stop": "stopped"}


class DockerSandbox:
    """Runs bots in containers named and labelled for `league`, an opaque id.

    `runtime` is the engine's name for what runs containers, as in `runsc`; by default its choice.
    """

    name = "docker"

    def __init__(
        self,
        league: str,
        *,
        engine: Engine | None = None,
        runtime: str = "",
        starts_at_once: int = _STARTS_AT_ONCE,
    ) -> None:
        self._league = league
        self._runtime = runtime
        self._engine = engine or Engine()
        self._starting = asyncio.Semaphore(starts_at_once)
        self._lives: dict[str, DockerLife] = {}
        self._events: Events | None = None
        self._opening = asyncio.Lock()

    async def start(self, launch: Launch) -> "DockerLife":
        """Returns once the program runs; what a cancelled start began is ended."""
        return await awaited_start(self._start(launch))

    async def sweep(self) -> list[str]:
        """Removes the containers that a killed arena of this league left."""
        left = await self._engine.ask(self._list)
        strays = [container for container in left if container.id not in self._lives]
        for container in strays:
            await self._engine.ask(_removal(str(container.id)))
        return [f"container {container.name}" for container in strays]

    async def close(self) -> None:
        try:
            await asyncio.gather(*(life.stop() for life in [*self._lives.values()]))
        finally:
            if self._events is not None:
                self._events.close()
            self._engine.close()

    async def _start(self, launch: Launch) -> "DockerLife":
        await self._listen()
        async with self._starting:
            admit_group(launch.socket_directory, BOT_USER)
            container = await self._make(launch)
            reached(Moment.CONTAINER_CREATED)
            life = DockerLife(launch, self._engine, str(container.id), self._lives)
            try:
                await self._engine.ask(lambda _client: container.start())
            except (APIError, ArenaError) as error:
                self._lives.pop(life.container, None)
                await self._engine.ask(_removal(life.container))
                raise _fault(launch, error) from None
            life.begin()
            return life

    async def _make(self, launch: Launch) -> Container:
        if launch.image is None or not launch.image.startswith("sha256:"):
            raise SandboxError(f"slot {launch.slot} names no image by its id: {launch.image!r}")
        labels = {
            **{f"arena.{key}": value for key, value in launch.labels.items()},
            "arena.league": self._league,
            "arena.slot": launch.slot,
        }
        name = f"arena-{self._league}-{launch.slot}"
        try:
            image = await self._engine.ask(lambda client: client.images.get(str(launch.image)))
            wanted = Wanted(launch, name, labels, image.attrs["Config"] or {}, self._runtime)
            return await self._engine.ask(lambda client: _create_anew(client, wanted))
        except APIError as error:
            raise _fault(launch, error) from None

    async def _listen(self) -> None:
        async with self._opening:
            if self._events is None:
                await self._engine.ask(lambda client: client.ping())
                label = f"arena.league={self._league}"
                events = Events(self._engine, label, self._hear, self._catch_up)
                await events.open()
                self._events = events

    def _hear(self, event: Event) -> None:
        life = self._lives.get(event.container)
        if life is not None:
            life.hear(event)

    def _catch_up(self) -> None:
        for life in [*self._lives.values()]:
            life.look_again()

    def _list(self, client: docker.DockerClient) -> list[Container]:
        """Returns this league's containers: both label and name must say so."""
        labelled = client.containers.list(
            all=True, filters={"label": f"arena.league={self._league}"}, ignore_removed=True
        )
        return [each for each in labelled if str(each.name).startswith(f"arena-{self._league}-")]


class DockerLife:
    """One bot in its container."""

    def __init__(
        self, launch: Launch, engine: Engine, container: str, lives: "dict[str, DockerLife]"
    ) -> None:
        self.started_at = 0.0
        self.container = container
        """The container's id."""
        self._launch, self._engine, self._lives = launch, engine, lives
        self._has_died = asyncio.Event()
        self._is_oom = self._is_stopping = self._was_stopped = False
        self._external: str | None = None
        self._ending: asyncio.Task[Exit] | None = None
        self._looking: asyncio.Task[None] | None = None
        lives[container] = self

    def begin(self) -> None:
        """Takes note that the program runs."""
        self.started_at = time.monotonic()
        self._ending = asyncio.ensure_future(self._end())

    async def wait(self) -> Exit:
        if self._ending is None:
            raise SandboxError(f"slot {self._launch.slot} was never started")
        return await asyncio.shield(self._ending)

    async def stop(self) -> Exit:
        if not self._has_died.is_set() and not self._is_stopping:
            await self._kill()
        try:
            return await asyncio.wait_for(self.wait(), _END_SECONDS)
        except TimeoutError:
            raise SandboxError(
                f"container {self.container[:12]} cannot be killed; see arena doctor"
            ) from None

    async def _kill(self) -> None:
        self._is_stopping = True
        try:
            self._was_stopped = await self._engine.ask(_killing(self.container))
        except APIError as error:
            self._is_stopping = False
            raise SandboxError(f"the engine could not kill a bot: {explain(error)}") from None
        except BaseException:
            self._is_stopping = False
            raise
        if not self._was_stopped:
            self._has_died.set()

    def hear(self, event: Event) -> None:
        """Takes note of what the engine says; what the arena did itself is no interference."""
        if event.action == "oom":
            self._is_oom = True
        is_foreign = event.action == "pause" or not self._is_stopping
        if event.action in _INTERFERENCE and is_foreign and not self._has_died.is_set():
            by_signal = f" with signal {event.signal}" if event.signal else ""
            done = _INTERFERENCE[event.action]
            self._external = self._external or f"its container was {done} from outside{by_signal}"
        if event.action in ("die", "destroy"):
            self._has_died.set()

    def look_again(self) -> None:
        """Finds out whether it ended while the engine told nothing."""
        self._looking = asyncio.ensure_future(self._look())

    async def _look(self) -> None:
        with contextlib.suppress(SandboxError):
            state = await self._engine.ask(_state_of(self.container))
            if state.get("Status") not in ("running", "paused") and not self._has_died.is_set():
                if not self._is_stopping:
                    self._external = "the engine broke off and had ended it when it came back"
                self._has_died.set()

    async def _end(self) -> Exit:
        await self._has_died.wait()
        reached(Moment.BOT_ENDED)
        try:
            state = await self._engine.ask(_state_of(self.container))
            printed = await self._engine.ask(_printed_by(self.container))
            await self._engine.ask(_removal(self.container))
            reached(Moment.BOT_REMOVED)
        except APIError as error:
            raise SandboxError(f"the engine failed at a bot's end: {explain(error)}") from None
        finally:
            self._lives.pop(self.container, None)
        code = state.get("ExitCode")
        return Exit(
            code=code if isinstance(code, int) else None,
            oom=self._is_oom or state.get("OOMKilled") is True,
            stopped_by_arena=self._was_stopped,
            stderr=clean_text(printed, self._launch.limits.stderr_bytes),
            external=self._external,
        )


def _create_anew(client: docker.DockerClient, wanted: Wanted) -> Container:
    """Makes a container, in place of one that an earlier try of the same left."""
    try:
        return create(client, wanted)
    except APIError as error:
        if not is_conflict(error):
            raise
    earlier = client.containers.get(wanted.name)
    if any(earlier.labels.get(key) != value for key, value in wanted.labels.items()):
        raise SandboxError(f"the container name {wanted.name!r} is taken by somebody else")
    earlier.remove(force=True, v=True)
    return create(client, wanted)


def _killing(container: str) -> Callable[[docker.DockerClient], bool]:
    """Returns a call that kills it; the call's answer is whether it ran until then."""

    def kill(client: docker.DockerClient) -> bool:
        try:
            client.api.kill(container)
        except APIError as error:
            if is_gone(error) or is_conflict(error):
                return False
            raise
        return True

    return kill


def _removal(container: str) -> Callable[[docker.DockerClient], None]:
    """Returns a call that removes it, with whatever still runs and its volumes."""

    def remove(client: docker.DockerClient) -> None:
        try:
            client.api.remove_container(container, v=True, force=True)
        except APIError as error:
            if not is_gone(error) and not is_conflict(error):
                raise

    return remove


def _state_of(container: str) -> Callable[[docker.DockerClient], Mapping[str, object]]:
    """Returns a call for the engine's account of it, empty when it is gone."""

    def state(client: docker.DockerClient) -> Mapping[str, object]:
        try:
            found: Mapping[str, object] = client.api.inspect_container(container)["State"]
        except APIError as error:
            if is_gone(error):
                return {}
            raise
        return found

    return state


def _printed_by(container: str) -> Callable[[docker.DockerClient], bytes]:
    """Returns a call for the end of what it printed."""

    def printed(client: docker.DockerClient) -> bytes:
        try:
            return client.api.logs(container, tail=_LOG_LINES)
        except APIError as error:
            if is_gone(error) or is_conflict(error):
                return b""
            raise

    return printed


def _fault(launch: Launch, error: BaseException) -> BaseException:
    """Says whose fault it is that a container could not be made or started."""
    if not isinstance(error, APIError):
        return error
    words = explain(error)
    if "runtime" in words.lower() and "unknown" in words.lower():
        return HostError(
            f"the engine has no such runtime ({words}): register it in the engine's daemon.json, "
            "or choose another with play.runtime in league.toml or ARENA_PLAY_RUNTIME"
        )
    if any(fault in words.lower() for fault in _BOTS_FAULTS):
        what = shown(launch.command) or "what the image starts"
        text = clean_text(words.encode())
        return BotError(f"cannot start {what!r} in its image: {text}; check its Dockerfile")
    return SandboxError(f"the engine could not start slot {launch.slot}: {words}")
