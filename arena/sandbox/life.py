"""One bot in its container, from start to end, and the evidence of who ended it.

A bot cannot cause an event of the engine but `die` and `oom`. So whatever else happened to its
container was done from outside, and the life is ended at once: nothing that it does afterwards
counts. An end that was told in order, with nothing from outside before it, is the bot's own; where
the engine was not heard for a while, it is asked what it remembers, and if it does not remember the
whole life, its silence is the evidence.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable, Coroutine, Mapping, MutableMapping

import docker
from docker.errors import APIError

from arena.errors import ArenaError, SandboxError
from arena.moments import Moment, reached
from arena.sandbox.attached import AttachedStreams
from arena.sandbox.engine import Engine, EngineError, explain, is_conflict, is_gone
from arena.sandbox.events import Event, past_events
from arena.sandbox.sandbox import Exit, Launch, clean_text

_END_SECONDS = 45.0
_LOOK_SECONDS = 1.0
"""How long an end may be without an event before the engine is asked."""
_NAMING_SECONDS = 0.3
"""How long a deed from outside may go on, so that the whole of it is named."""
_LOG_LINES = 200
_KILL = "9"
_KILLED = 128 + 9
_CUT_SECONDS = 0.9
"""How long the streams of a container have to be gone before it is killed, so that it is plain that
it ran without them. The streams of a bot that ends go a moment before the engine tells of it."""
_DEEDS = {
    "pause": "paused",
    "stop": "stopped",
    "restart": "restarted",
    "update": "given other limits",
    "exec_start": "entered by exec",
    "extract-to-dir": "written to",
    "destroy": "removed",
}
"""What is done to a container from outside, and what it is called; a kill has its signal too."""
_ENDS = frozenset({"die", "destroy"})
_DEAD = frozenset({"exited", "dead", "removing", "created"})


class DockerLife:
    """One bot in its container.

    `lives` has it until it has ended, and `left` its container if that could not be removed.
    """

    def __init__(
        self,
        launch: Launch,
        engine: Engine,
        container: str,
        lives: MutableMapping[str, "DockerLife"],
        left: set[str],
    ) -> None:
        self.started_at = 0.0
        self.streams: AttachedStreams | None = None
        self.container = container
        """The container's id."""
        self.image = str(launch.image)
        self._launch, self._engine = launch, engine
        self._lives, self._left = lives, left
        self._has_died = asyncio.Event()
        self._is_told = False  # its end came as an event, after all that came before it
        self._has_gap = False  # for a while events were not heard
        self._is_oom = self._is_removing = self._is_attached = False
        self._was_cut = False  # off from its streams, when it was killed
        self._deeds: dict[str, None] = {}
        self._heard: set[Event] = set()
        self._kills = 0  # asked for by the arena; each try that may have killed counts
        self._killed = 0  # told by the engine
        self._was_killed = False
        self._killing = asyncio.Lock()
        self._ending: asyncio.Task[Exit] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._failure: SandboxError | None = None
        lives[container] = self

    async def open_streams(self) -> None:
        """Attaches to the streams of a bot that speaks by them, before it starts."""
        if self._launch.socket_directory is None:
            kept = self._launch.limits.stderr_bytes
            self.streams = await AttachedStreams.open(self._engine, self.container, kept)

    def abandon(self) -> None:
        """Lets go of what could not be started."""
        self._lives.pop(self.container, None)
        if self.streams is not None:
            self.streams.abort()

    def check_streams(self) -> None:
        """Raises EngineError if the streams have ended although nothing has started."""
        if self.streams is not None and self.streams.are_gone_for():
            raise EngineError("the Docker engine let go of streams that nobody used yet")

    def begin(self) -> None:
        """Takes note that the program runs."""
        self.started_at = time.monotonic()
        self._ending = asyncio.ensure_future(self._end())
        if self._deeds:
            self._do(self._cut_short())

    async def wait(self) -> Exit:
        if self._ending is None:
            raise SandboxError(f"slot {self._launch.slot} was never started")
        await asyncio.wait({self._ending})
        if self._failure is not None:
            raise self._failure
        return self._ending.result()

    async def stop(self) -> Exit:
        if self._failure is None and not self._has_died.is_set():
            try:
                await self._kill()
                await self._see_it_die()
            except SandboxError as error:
                if not self._has_died.is_set():
                    self._give_up(error)
        return await self.wait()

    async def find_disturbance(self) -> str | None:
        if self._deeds or self._has_died.is_set():
            return self._told_deeds()
        state = await self._engine.ask(_state_of(self.container))
        await self._recall()
        if not state and not self._is_removing:
            return "its container was removed from outside"
        if state.get("Paused") is True and not self._deeds:
            return "its container is paused"
        return self._told_deeds()

    # --- what the engine tells -------------------------------------------------------------------

    def hear(self, event: Event) -> None:
        """Takes note of what the engine says, once; what the arena did itself is no deed."""
        if event.action == "oom":
            self._is_oom = True
        elif event.action == "kill":
            self._hear_kill(event)
        elif event.action == "attach":
            self._hear_attach(event)
        elif event.action in _DEEDS and not (event.action == "destroy" and self._is_removing):
            self._note(_DEEDS[event.action])
        if event.action in _ENDS:
            self._is_told = True
            self._has_died.set()

    def _hear_kill(self, event: Event) -> None:
        if event in self._heard:
            return
        self._heard.add(event)
        if event.signal == _KILL and self._killed < self._kills:
            self._killed += 1
        else:
            self._note(f"sent signal {event.signal}")

    def _hear_attach(self, event: Event) -> None:
        """Takes note of whoever attaches besides the arena, and could speak for the bot."""
        if self._launch.socket_directory is None and event not in self._heard:
            self._heard.add(event)
            if self._is_attached:
                self._note("attached to")
            self._is_attached = True

    def _note(self, deed: str) -> None:
        """Keeps a deed from outside, and ends the life: what it does from now on is not its own."""
        self._deeds[deed] = None
        if self._ending is not None and not self._has_died.is_set() and not self._kills:
            self._do(self._cut_short())

    async def _cut_short(self) -> None:
        with contextlib.suppress(ArenaError):  # whoever stops it tries again
            await self._kill()

    def lose_track(self) -> None:
        """Takes note that the engine is not heard any more."""
        self._has_gap = True

    def look_again(self) -> None:
        """Finds out what happened while the engine was not heard."""
        self._do(self._look())

    async def _look(self) -> None:
        with contextlib.suppress(ArenaError):
            if await self._is_dead():
                self._has_died.set()
                return
            await self._recall()
            self._has_gap = False

    def _do(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- its end ---------------------------------------------------------------------------------

    async def _kill(self) -> None:
        """Has the engine kill it, if it runs; a try whose answer was lost may have done it too."""

        def kill(client: docker.DockerClient) -> bool:
            self._kills += 1
            try:
                client.api.kill(self.container)
            except APIError as error:
                if is_gone(error) or is_conflict(error):
                    self._kills -= 1  # this one killed nothing: a kill that is told is another's
                    return False
                raise
            return True

        if self.streams is not None:
            self.streams.mute()
        async with self._killing:
            if self._was_killed or self._has_died.is_set():
                return
            is_cut = self.streams is not None and self.streams.are_gone_for(_CUT_SECONDS)
            self._was_killed = await self._engine.ask(kill)
            self._was_cut = self._was_killed and is_cut

    async def _see_it_die(self) -> None:
        """Returns once it is dead; the engine is asked when it says nothing."""
        deadline = time.monotonic() + _END_SECONDS
        while not self._has_died.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._has_died.wait(), _LOOK_SECONDS)
                return
            if await self._is_dead():
                self._has_died.set()
            elif time.monotonic() < deadline:
                await self._kill()  # again, if the engine said that there was nothing to kill
            else:
                raise EngineError(
                    f"container {self.container[:12]} cannot be killed; see arena doctor"
                )

    async def _is_dead(self) -> bool:
        state = await self._engine.ask(_state_of(self.container))
        return not state or state.get("Status") in _DEAD

    def _give_up(self, error: SandboxError) -> None:
        """Leaves it to the next sweep, which finds it by its name and labels."""
        self._failure = error
        self._left.add(self.container)
        self.abandon()
        for task in (*self._tasks, *([self._ending] if self._ending else [])):
            task.cancel()

    async def _end(self) -> Exit:
        """Returns how it ended, with what can be had of the engine then."""
        await self._has_died.wait()
        reached(Moment.BOT_ENDED)
        state, printed, unknown = dict[str, object](), b"", None
        if self.streams is not None:
            await self.streams.drain()
            printed = bytes(self.streams.printed)
        try:
            state = {**await self._engine.ask(_state_of(self.container))}
            if self.streams is None:
                printed = await self._engine.ask(_printed_by(self.container))
        except EngineError as error:
            unknown = f"the engine did not say how its container ended: {error.words or error}"
        is_sure = unknown is None or bool(state)
        if self._is_cut_off(state.get("ExitCode")):
            self._deeds["cut off from the arena"] = None
        external = await self._evidence(is_gone=is_sure and not state)
        await self._remove()
        code = state.get("ExitCode")
        return Exit(
            code=code if isinstance(code, int) else None,
            oom=self._is_oom or state.get("OOMKilled") is True,
            stopped_by_arena=self._was_killed or self._killed > 0,
            stderr=clean_text(printed, self._launch.limits.stderr_bytes),
            external=external if is_sure else external or unknown,
        )

    def _is_cut_off(self, code: object) -> bool:
        """Says whether its streams were lost while it ran, which it cannot bring about.

        Its first process, which is not its own, holds them for as long as the container lives.
        """
        is_nonsense = self.streams is not None and self.streams.is_nonsense
        return is_nonsense or (self._was_cut and code == _KILLED)

    async def _evidence(self, *, is_gone: bool) -> str | None:
        """Returns what shows that something outside ended it, in words; None if it did itself."""
        if self._is_told and not self._has_gap and not self._deeds and not is_gone:
            return None
        if self._deeds:
            await asyncio.sleep(_NAMING_SECONDS)
        try:
            is_whole = await self._recall()
        except EngineError as error:
            is_whole, why = False, f", and cannot be asked: {error.words or error}"
        else:
            why = ", and does not remember the whole of it"
        if is_gone:
            self._deeds["removed"] = None
        if self._deeds or is_whole or (self._is_told and not self._has_gap):
            return self._told_deeds()
        return f"the engine was not heard for a part of its life{why}"

    async def _recall(self) -> bool:
        """Hears what the engine remembers; says whether that goes back to the start."""
        past = await self._engine.run(
            lambda: past_events(self._engine, self.container, time.time())
        )
        for event in past:
            self.hear(event)
        return any(event.action == "start" for event in past)

    def _told_deeds(self) -> str | None:
        if not self._deeds:
            return None
        return f"its container was {' and '.join(self._deeds)} from outside"

    async def _remove(self) -> None:
        """Removes the container; one that cannot be is left to the next sweep."""
        self._is_removing = True
        try:
            await self._engine.ask(removal(self.container))
            reached(Moment.BOT_REMOVED)
        except EngineError:
            self._left.add(self.container)
        finally:
            self._lives.pop(self.container, None)


def removal(container: str) -> Callable[[docker.DockerClient], None]:
    """Returns a call that removes it, with whatever still runs and its volumes."""

    def remove(client: docker.DockerClient) -> None:
        try:
            client.api.remove_container(container, v=True, force=True)
        except APIError as error:
            is_going = is_conflict(error) and "in progress" in explain(error)
            if not is_gone(error) and not is_going:
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
