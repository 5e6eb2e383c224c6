"""What the engine says that happened to the arena's containers, as it happens or afterwards.

docker-py gives its stream of events no time to open in and turns a broken one into a quiet end, so
the requests are made here: a stream has to open in time, and its end is told.
"""

import asyncio
import contextlib
import json
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPResponse
from urllib.parse import urlencode

from arena.sandbox.engine import Engine, EngineError, reason_of

_AGAIN_SECONDS = 0.5
_OPEN_SECONDS = 20.0
_TRY_SECONDS = 6.0
_JOIN_SECONDS = 1.0
_LINE_BYTES = 1024 * 1024
_NANO = 1_000_000_000
_NO_EVENTS = (OSError, HTTPException, ValueError, AttributeError)
"""What comes of a stream that does not open, breaks, or holds half a line."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened to one container."""

    container: str
    action: str
    """In the engine's words: `die`, `kill`, `oom`, `pause`, `destroy` and others."""
    signal: str
    """The number of the signal of a `kill`; empty for others."""
    at: int
    """When, in nanoseconds of the engine's clock: what is told twice has the same."""


class Events:
    """A thread that listens to the engine and tells the event loop.

    `hear` gets each event; `lose` is called when the stream has ended, and `catch_up` when it is
    open again: what happened in between may never be told.
    """

    def __init__(
        self,
        engine: Engine,
        label: str,
        hear: Callable[[Event], None],
        lose: Callable[[], None],
        catch_up: Callable[[], None],
    ) -> None:
        self._engine, self._label = engine, label
        self._hear, self._lose, self._catch_up = hear, lose, catch_up
        self._loop = asyncio.get_running_loop()
        self._connection: _Connection | None = None
        self._since: int | None = None
        self._opened, self._closed = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._listen, name="docker-events", daemon=True)

    async def open(self) -> None:
        """Returns once the engine is being listened to; raises EngineError if it is not."""
        self._thread.start()
        if not await self._engine.run(lambda: self._opened.wait(_OPEN_SECONDS)):
            self.close()
            raise EngineError("the Docker engine tells no events; restart it, or see its log")

    def close(self) -> None:
        self._closed.set()
        if self._connection is not None:
            self._connection.cut()
        self._thread.join(_JOIN_SECONDS)

    def _listen(self) -> None:
        while not self._closed.is_set():
            with contextlib.suppress(*_NO_EVENTS):
                self._stream()
            if self._opened.is_set() and not self._closed.is_set():
                self._tell(self._lose)
            self._closed.wait(_AGAIN_SECONDS)

    def _stream(self) -> None:
        """Opens a stream and passes it on to its end."""
        is_again = self._opened.is_set()
        seconds = min(_TRY_SECONDS, self._engine.ask_seconds)
        self._connection = connection = _Connection(self._engine.socket, seconds)
        with contextlib.closing(connection):
            since = {} if self._since is None else {"since": str(self._since)}
            response = _ask(connection, "label", self._label, since)
            connection.wait_for_ever()
            self._opened.set()
            if is_again:
                self._tell(self._catch_up)
            for event in _events(response):
                self._since = event.at // _NANO
                self._tell(partial(self._hear, event))

    def _tell(self, call: Callable[[], None]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody listens any more
            self._loop.call_soon_threadsafe(call)


def past_events(engine: Engine, container: str, now: float) -> list[Event]:
    """Returns what the engine still knows to have happened to a container, oldest first.

    It remembers a few hundred events of all its containers, and none from before its own start.
    `now` is the time of day. Raises EngineError if it does not tell.
    """
    connection = _Connection(engine.socket, float(engine.ask_seconds))
    try:
        with contextlib.closing(connection):
            moments = {"since": "0", "until": f"{now:.9f}"}
            return [*_events(_ask(connection, "container", container, moments))]
    except _NO_EVENTS as error:
        reason = reason_of(error)
        raise EngineError(f"the Docker engine tells no events: {reason}", reason) from None


class _Connection(HTTPConnection):
    """One connection to the engine's socket."""

    def __init__(self, path: str, seconds: float) -> None:
        super().__init__("localhost", timeout=seconds)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)

    def wait_for_ever(self) -> None:
        """Lets the next word take as long as it will."""
        if self.sock is not None:
            self.sock.settimeout(None)

    def cut(self) -> None:
        """Has whoever reads from it come to an end."""
        with contextlib.suppress(OSError, AttributeError):
            self.sock.shutdown(socket.SHUT_RDWR)


def _ask(
    connection: _Connection, name: str, value: str, moments: Mapping[str, str]
) -> HTTPResponse:
    """Asks for the events of containers whose `name` is `value`."""
    filters = json.dumps({"type": {"container": True}, name: {value: True}})
    connection.request("GET", "/events?" + urlencode({"filters": filters, **moments}))
    response = connection.getresponse()
    if response.status != HTTPStatus.OK:
        raise HTTPException(f"status {response.status}")
    return response


def _events(response: HTTPResponse) -> Iterator[Event]:
    while line := response.readline(_LINE_BYTES):
        event = _event(json.loads(line))
        if event is not None:
            yield event


def _event(word: object) -> Event | None:
    """Returns an event as the engine tells it; None if it is none."""
    actor = word.get("Actor") if isinstance(word, dict) else None
    if not isinstance(word, dict) or not isinstance(actor, dict):
        return None
    attributes = actor.get("Attributes") or {}
    return Event(
        container=str(actor.get("ID", "")),
        action=str(word.get("Action", "")).partition(":")[0],
        signal=str(attributes.get("signal", "")),
        at=int(str(word.get("timeNano", 0))),
    )
