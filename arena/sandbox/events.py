"""What the engine says that happened to the arena's containers, as it happens."""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import requests
from docker.errors import DockerException

from arena.errors import HostError
from arena.sandbox.engine import Engine

if TYPE_CHECKING:  # the type takes parameters only in its stubs
    from docker.types import CancellableStream

_AGAIN_SECONDS = 0.5
_OPEN_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened to one container."""

    container: str
    action: str
    """In the engine's words: `die`, `kill`, `oom`, `pause`, `destroy` and others."""
    signal: str
    """The number of the signal of a `kill`; empty for others."""


class Events:
    """A thread that listens to the engine and tells the event loop.

    `hear` gets each event; `catch_up` is called when the stream had broken and is open again,
    or could not be opened: then events may be missing.
    """

    def __init__(
        self,
        engine: Engine,
        label: str,
        hear: Callable[[Event], None],
        catch_up: Callable[[], None],
    ) -> None:
        self._engine, self._label = engine, label
        self._hear, self._catch_up = hear, catch_up
        self._loop = asyncio.get_running_loop()
        self._stream: CancellableStream[dict[str, object]] | None = None
        self._since: int | None = None
        self._opened, self._closed = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._listen, name="docker-events", daemon=True)

    async def open(self) -> None:
        """Returns once the engine is being listened to."""
        self._thread.start()
        if not await self._engine.run(lambda: self._opened.wait(_OPEN_SECONDS)):
            self.close()
            raise HostError("the Docker engine tells no events; restart it, or see its log")

    def close(self) -> None:
        self._closed.set()
        if self._stream is not None:
            with contextlib.suppress(OSError, AttributeError):
                self._stream.close()

    def _listen(self) -> None:
        is_first = True
        while not self._closed.is_set():
            with contextlib.suppress(DockerException, requests.RequestException, HostError):
                self._stream = self._engine.client().api.events(
                    since=self._since,
                    filters={"type": "container", "label": self._label},
                    decode=True,
                )
                self._opened.set()
                if not is_first:
                    self._tell(self._catch_up)
                is_first = False
                self._pass_on(self._stream)
            self._closed.wait(_AGAIN_SECONDS)

    def _pass_on(self, stream: Iterable[Mapping[str, object]]) -> None:
        with contextlib.suppress(ValueError, AttributeError):  # a half-read line, a closed socket
            for word in stream:
                event = _event(word)
                self._since = int(str(word.get("time", 0))) or self._since
                self._tell(partial(self._hear, event))

    def _tell(self, call: Callable[[], None]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody listens any more
            self._loop.call_soon_threadsafe(call)


def _event(word: Mapping[str, object]) -> Event:
    actor = word.get("Actor")
    actor = actor if isinstance(actor, dict) else {}
    attributes = actor.get("Attributes") or {}
    return Event(
        container=str(actor.get("ID", "")),
        action=str(word.get("Action", "")).partition(":")[0],
        signal=str(attributes.get("signal", "")),
    )
