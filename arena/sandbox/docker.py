"""Bots in Docker containers, one fresh container for each life.

A container is made, looked at, started, watched and removed, each by a call that may be repeated:
its name follows from league and slot, so an earlier try is found and never taken for another's.
The engine's events say when it ended and whether somebody else had a hand in it.
"""

import asyncio
import contextlib
import re
from dataclasses import replace
from http import HTTPStatus

import docker
from docker.errors import APIError
from docker.models.containers import Container

from arena.errors import ArenaError, BotError, HostError, SandboxError
from arena.moments import Moment, reached
from arena.sandbox.container import Wanted, create
from arena.sandbox.cores import Cores
from arena.sandbox.engine import Engine, EngineError, is_conflict, is_gone
from arena.sandbox.events import Event, Events
from arena.sandbox.life import DockerLife, removal
from arena.sandbox.pages import drop_pages, layers_of
from arena.sandbox.sandbox import Launch, admit_group, awaited_start, clean_text, shown
from arena.sandbox.users import User, reserve_user

_STARTS_AT_ONCE = 2
_ATTACHES = 4
_ATTACH_SECONDS = 0.1
_BOTS_FAULTS = re.compile(
    r"no command specified"
    r"|invalid mount path"  # of a volume that the image declares
    r"|invalid specification: destination"  # the root as a volume
    r"|unable to find user"  # in a list of users that is no file
    r"|too many links in"  # where the list of users should be
    # Where a link has the socket's directory mounted over the root. A disk of the engine's own that
    # cannot be written fails earlier, when the container is made.
    r"|mkdir /\S+/merged/\S*: read-only file system"
    r"|OCI runtime create failed: .*("
    r"chdir to cwd \(.*\) set in config\.json failed"
    r"|error mounting .* to rootfs at"
    r"|error creating device nodes"  # below a volume on /dev
    r"|error during container init: open /proc/sys/\S+: no such file"  # below a volume on /proc
    r'|exec: "/sbin/docker-init"'
    r"|argument list too long)",  # of variables that the image sets
    re.IGNORECASE,
)
"""What the engine says of an image that cannot run; it says much else that is not the bot's."""
_NO_RUNTIME = re.compile(r"unknown (or invalid )?runtime", re.IGNORECASE)


class DockerSandbox:
    """Runs bots in containers named and labelled for `league`, an opaque id.

    `runtime` is the engine's name for what runs containers, as in `runsc`; by default its choice.
    Of `cores` each life is lent one; by default a life may use what its limits say.
    """

    name = "docker"

    def __init__(
        self,
        league: str,
        *,
        engine: Engine | None = None,
        runtime: str = "",
        cores: Cores | None = None,
        starts_at_once: int = _STARTS_AT_ONCE,
    ) -> None:
        self._league = league
        self._runtime = runtime
        self._cores = cores
        self._lent: set[asyncio.Task[None]] = set()
        self._engine = engine or Engine()
        self._starting = asyncio.Semaphore(starts_at_once)
        self._lives: dict[str, DockerLife] = {}
        self._users: dict[str, User] = {}
        self._layers: dict[str, tuple[str, ...]] = {}
        self._events: Events | None = None
        self._opening = asyncio.Lock()
        self._is_heard = False
        self._left: set[str] = set()

    async def start(self, launch: Launch) -> DockerLife:
        """Returns once the program runs; what a cancelled start began is ended."""
        return await awaited_start(self._start(launch))

    async def sweep(self) -> list[str]:
        """Removes the containers of this league that nobody uses any more.

        A killed arena leaves such, and an engine that failed when one was to be removed.
        """
        left = await self._engine.ask(self._list)
        self._left.clear()
        strays = {each: name for each, name in left.items() if each not in self._lives}
        for container in strays:
            self._left.add(container)
            await self._engine.ask(removal(container))
            self._left.discard(container)
        return [f"container {name}" for name in strays.values()]

    async def close(self) -> None:
        """Stops every life that still runs; raises SandboxError if something had to be left."""
        try:
            stops = (life.stop() for life in [*self._lives.values()])
            ended = await asyncio.gather(*stops, return_exceptions=True)
            if self._left:
                await self._sweep_last()
            for outcome in ended:
                if isinstance(outcome, BaseException) and not isinstance(outcome, SandboxError):
                    raise outcome
        finally:
            self._left.clear()
            self._let_go_users()
            if self._events is not None:
                self._events.close()
            self._engine.close()

    async def _sweep_last(self) -> None:
        try:
            await self.sweep()
        except EngineError as error:
            raise EngineError(
                f"{error}; containers may be left in it, which the next run removes", error.words
            ) from None

    async def _start(self, launch: Launch) -> DockerLife:
        await self._listen()
        async with self._starting:
            if self._cores is None:
                return await self._begin(launch)
            return await self._begin_on(self._cores, launch)

    async def _begin_on(self, cores: Cores, launch: Launch) -> DockerLife:
        """Starts a life that has one of `cores` to its end."""
        core = cores.lend()
        try:
            limits = replace(launch.limits, cpuset=str(core))
            life = await self._begin(replace(launch, limits=limits))
        except BaseException:
            cores.give_back(core)
            raise
        task = asyncio.ensure_future(_hold(life))
        self._lent.add(task)
        task.add_done_callback(self._lent.discard)
        task.add_done_callback(lambda _: cores.give_back(core))
        return life

    async def _begin(self, launch: Launch) -> DockerLife:
        user = await asyncio.to_thread(reserve_user)
        try:
            life = await self._start_as(user, launch)
        except BaseException:
            user.release()
            raise
        self._let_go_users()
        self._users[life.container] = user
        if not self._is_heard:
            life.lose_track()
        life.begin()
        return life

    async def _start_as(self, user: User, launch: Launch) -> DockerLife:
        if launch.socket_directory is not None:
            admit_group(launch.socket_directory, user.number)
        wanted = self._wanted(launch, user)
        life: DockerLife | None = None
        try:
            life = await self._made(launch, wanted)
            container = life.container
            life.check_streams()
            await self._engine.ask(lambda client: client.api.start(container))
        except ArenaError as error:
            if life is not None:
                life.abandon()
            await self._discard(wanted)
            raise _fault(launch, error) from None
        return life

    async def _made(self, launch: Launch, wanted: Wanted) -> DockerLife:
        """Returns a life whose container is made, and attached to if its bot has no socket.

        One that was attached to once may not get any input from a second time, so where the
        engine stutters another is made in its place.
        """
        attempts = 0
        while True:
            container = str((await self._make(wanted)).id)
            reached(Moment.CONTAINER_CREATED)
            life = DockerLife(launch, self._engine, container, self._lives, self._left)
            attempts += 1
            try:
                await life.open_streams()
            except EngineError:
                life.abandon()
                if attempts == _ATTACHES:
                    raise
                await asyncio.sleep(_ATTACH_SECONDS * attempts)
            else:
                return life

    def _let_go_users(self) -> None:
        """Lets others have the users of lives that have ended and left nothing."""
        for container in self._users.keys() - self._lives.keys() - self._left:
            self._users.pop(container).release()

    def _wanted(self, launch: Launch, user: User) -> Wanted:
        if launch.image is None or not launch.image.startswith("sha256:"):
            raise SandboxError(f"slot {launch.slot} names no image by its id: {launch.image!r}")
        labels = {
            **{f"arena.{key}": value for key, value in launch.labels.items()},
            "arena.league": self._league,
            "arena.slot": launch.slot,
        }
        name = f"arena-{self._league}-{launch.slot}"
        return Wanted(launch, name, labels, {}, user.number, self._runtime)

    async def _make(self, wanted: Wanted) -> Container:
        image = str(wanted.launch.image)

        def make(client: docker.DockerClient) -> Container:
            says = client.images.get(image).attrs
            self._forget(image, layers_of(says))
            return _create_anew(client, replace(wanted, image=says["Config"] or {}))

        return await self._engine.ask(make)

    def _forget(self, image: str, layers: tuple[str, ...]) -> None:
        """Drops what earlier lives have read of an image, but for what running ones share."""
        self._layers[image] = layers
        running = {life.image for life in [*self._lives.values()]}
        shared = {layer for each in running for layer in self._layers.get(each, ())}
        drop_pages([layer for layer in layers if layer not in shared])

    async def _discard(self, wanted: Wanted) -> None:
        """Removes what a start that failed has made; what cannot be removed is swept later."""
        try:
            await self._engine.ask(lambda client: _remove_own(client, wanted))
        except ArenaError:
            self._left.add(wanted.name)

    async def _listen(self) -> None:
        async with self._opening:
            if self._events is None:
                label = f"arena.league={self._league}"
                heard = (self._hear, self._lose_track, self._catch_up)
                events = Events(self._engine, label, *heard)
                await events.open()
                self._events, self._is_heard = events, True

    def _hear(self, event: Event) -> None:
        life = self._lives.get(event.container)
        if life is not None:
            life.hear(event)

    def _lose_track(self) -> None:
        self._is_heard = False
        for life in self._lives.values():
            life.lose_track()

    def _catch_up(self) -> None:
        self._is_heard = True
        for life in self._lives.values():
            life.look_again()

    def _list(self, client: docker.DockerClient) -> dict[str, str]:
        """Returns this league's containers and their names: labels and name must say the same."""
        labelled = client.api.containers(
            all=True, filters={"label": f"arena.league={self._league}"}
        )
        own = {}
        for each in labelled:
            name = f"arena-{self._league}-{(each['Labels'] or {}).get('arena.slot')}"
            if f"/{name}" in (each["Names"] or ()):
                own[str(each["Id"])] = name
        return own


async def _hold(life: DockerLife) -> None:
    """Waits for the end of a life, whatever it is."""
    with contextlib.suppress(ArenaError):
        await life.wait()


def _create_anew(client: docker.DockerClient, wanted: Wanted) -> Container:
    """Makes a container, in place of one that an earlier try of the same left."""
    try:
        return create(client, wanted)
    except APIError as error:
        if not is_conflict(error):
            raise
    if not _remove_own(client, wanted):
        raise SandboxError(f"the container name {wanted.name!r} is taken by somebody else")
    return create(client, wanted)


def _remove_own(client: docker.DockerClient, wanted: Wanted) -> bool:
    """Removes the container of that name; says whether it was this slot's, or is gone."""
    try:
        earlier = client.api.inspect_container(wanted.name)
    except APIError as error:
        if is_gone(error):
            return True
        raise
    labels = earlier["Config"]["Labels"] or {}
    if any(labels.get(key) != value for key, value in wanted.labels.items()):
        return False
    removal(str(earlier["Id"]))(client)
    return True


def _fault(launch: Launch, error: ArenaError) -> ArenaError:
    """Says whose fault it is that a container could not be made or started."""
    if not isinstance(error, EngineError):
        return error
    words = error.words
    # The engine's words for a socket directory that somebody has removed are those for an image
    # that has something else in its place.
    is_here = launch.socket_directory is None or launch.socket_directory.is_dir()
    if is_here and error.status is not None and _BOTS_FAULTS.search(words):
        what = shown(launch.command) or "what the image starts"
        text = clean_text(words.encode())
        return BotError(f"cannot start {what!r} in its image: {text}; check its Dockerfile")
    if _NO_RUNTIME.search(words):
        return HostError(
            f"the engine has no such runtime ({words}): register it in the engine's daemon.json, "
            "or choose another with play.runtime in league.toml or ARENA_PLAY_RUNTIME"
        )
    if error.status == HTTPStatus.NOT_FOUND and "image" in words.lower():
        return EngineError(f"the engine has no image {launch.image}; load it from a copy", words)
    return EngineError(f"the engine could not start slot {launch.slot}: {words}", words)
