"""A proxy before the socket of a Docker engine that fails, as engines do, at calls it is told of.

It runs in a thread of its own, so it goes on while a test's loop is busy, and understands just
enough of HTTP to know one call from the next and to pass on answers that have no end.
"""

import asyncio
import re
import select
import threading
from collections.abc import AsyncGenerator, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

_T = TypeVar("_T")
_LIMIT = 16 * 1024 * 1024
_CHUNK = 65_536
_LOOK_SECONDS = 0.1


class Fault(StrEnum):
    """What becomes of a call."""

    SLOW = "answered slowly"
    UNAVAILABLE = "answered 503"
    BROKEN = "answered 500"
    MISSING = "answered 404"
    CONFLICT = "answered 409"
    HALF = "half answered, then closed"
    SILENT = "never answered"
    CLOSED = "closed without an answer"
    LOST = "carried out, the answer lost"
    TWICE = "answered twice"
    MUTE = "answered, then nothing more comes"
    CUT = "answered, then broken off"


_STATUS = {
    Fault.UNAVAILABLE: "503 Service Unavailable",
    Fault.BROKEN: "500 Internal Server Error",
    Fault.MISSING: "404 Not Found",
    Fault.CONFLICT: "409 Conflict",
}

_ID = r"/containers/[^/?]+"
_END = r"(\?| )"
CALLS = {
    "version": r"GET /version ",
    "info": rf"GET \S*/info{_END}",
    "image": rf"GET \S*/images/[^/]+/json{_END}",
    "create": rf"POST \S*/containers/create{_END}",
    "inspect": rf"GET \S*{_ID}/json{_END}",
    "start": rf"POST \S*{_ID}/start{_END}",
    "events": r"GET /events\?\S*label",
    "memory": r"GET /events\?\S*until",
    "attach": rf"POST \S*{_ID}/attach{_END}",
    "kill": rf"POST \S*{_ID}/kill{_END}",
    "logs": rf"GET \S*{_ID}/logs{_END}",
    "remove": rf"DELETE \S*{_ID}{_END}",
    "list": rf"GET \S*/containers/json{_END}",
}
"""The calls that the arena makes to run bots, by what each is for."""


@dataclass
class Rule:
    """A fault of one call: not of its first `skip` times, then `times` times."""

    call: str
    fault: Fault
    times: int = 1
    skip: int = 0
    seconds: float = 1.0
    """How long a slow answer takes."""
    hits: int = 0
    """How often it has struck."""

    def strikes(self, line: str) -> bool:
        """Says whether the call in a request's first line is one to fail, and counts it."""
        if not re.match(CALLS[self.call], line):
            return False
        self.skip -= 1
        if self.skip >= 0 or self.hits >= self.times:
            return False
        self.hits += 1
        return True


@dataclass
class Proxy:
    """The proxy, with the calls that came through it."""

    path: Path
    engine: str
    rules: list[Rule] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    _connections: set["asyncio.Task[None]"] = field(default_factory=set)
    _server: asyncio.Server | None = None
    _loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.new_event_loop)

    @property
    def url(self) -> str:
        return f"unix://{self.path}"

    def fail(self, rule: Rule) -> Rule:
        """Fails calls by `rule` from now on."""
        self.rules.append(rule)
        return rule

    def heal(self) -> None:
        """Fails nothing more."""
        self.rules.clear()

    def down(self) -> None:
        """Breaks every connection, and refuses new ones."""
        self._do(self._down())

    def up(self) -> None:
        """Accepts connections again."""
        self._do(self._up())

    def wait_for(self, call: str, times: int = 1) -> None:
        """Returns once `call` has come `times` times."""
        done = threading.Event()
        while sum(bool(re.match(CALLS[call], line)) for line in [*self.calls]) < times:
            done.wait(0.01)

    def _do(self, work: Coroutine[None, None, _T]) -> _T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(10.0)

    async def _up(self) -> None:
        self.path.unlink(missing_ok=True)
        self._server = await asyncio.start_unix_server(self._accept, self.path, limit=_LIMIT)

    async def _down(self) -> None:
        if self._server is not None:
            self._server.close()
        for task in [*self._connections]:
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        upstream: asyncio.StreamWriter | None = None
        try:
            answers, upstream = await asyncio.open_unix_connection(self.engine, limit=_LIMIT)
            await self._serve(_Side(reader, writer), _Side(answers, upstream))
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            self._connections.discard(task)
            for each in (writer, upstream):
                if each is not None:
                    each.close()

    async def _serve(self, client: "_Side", engine: "_Side") -> None:
        while True:
            head = await client.head()
            line = head.partition("\r\n")[0]
            self.calls.append(line)
            body = b"".join([piece async for piece in client.body(head, has_end=True)])
            rule = next((rule for rule in self.rules if rule.strikes(line)), None)
            fault = rule.fault if rule else None
            if fault is Fault.CLOSED:
                return
            if fault is Fault.SILENT:
                await client.reader.read()
                return
            if fault in _STATUS:
                text = f'{{"message": "the test says: {fault}"}}'
                await client.send(_answer(_STATUS[fault], text))
                continue
            if rule and fault is Fault.SLOW:
                await asyncio.sleep(rule.seconds)
            await engine.send(head.encode("latin-1") + body)
            if fault in (None, Fault.SLOW) and re.match(CALLS["attach"], line):
                await _hold_together(client, engine)
                return
            if not await _pass_on(client, engine, fault, is_head=line.startswith("HEAD ")):
                return


@dataclass
class _Side:
    """One of the two connections that a proxy holds together."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def head(self) -> str:
        return (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")

    async def body(self, head: str, *, has_end: bool) -> AsyncGenerator[bytes, None]:
        """Yields what follows a head, as it comes; without a length it ends with the connection."""
        lower = head.lower()
        if "transfer-encoding: chunked" in lower:
            while True:
                size = await self.reader.readuntil(b"\r\n")
                yield size + await self.reader.readexactly(int(size, 16) + 2)
                if int(size, 16) == 0:
                    return
        elif found := re.search(r"\r\ncontent-length: *(\d+)", lower):
            yield await self.reader.readexactly(int(found[1]))
        elif not has_end:
            while piece := await self.reader.read(_CHUNK):
                yield piece

    async def send(self, raw: bytes) -> None:
        self.writer.write(raw)
        await self.writer.drain()


def _answer(status: str, text: str) -> bytes:
    head = f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(text)}"
    return f"{head}\r\n\r\n{text}".encode()


async def _pass_on(client: _Side, engine: _Side, fault: Fault | None, *, is_head: bool) -> bool:
    """Passes an answer on as `fault` says; returns whether the connection goes on."""
    head = await engine.head()
    is_empty = is_head or head[9:12] in {"204", "304"} or head[9:10] == "1"
    pieces = engine.body("" if is_empty else head, has_end=is_empty)
    match fault:
        case Fault.LOST:
            await _whole(pieces, client)
            return False
        case Fault.HALF:
            whole = head.encode("latin-1") + await _whole(pieces, client)
            await client.send(whole[: len(whole) // 2])
            return False
        case Fault.TWICE:
            whole = head.encode("latin-1") + await _whole(pieces, client)
            await client.send(whole + whole)
            return True
        case Fault.MUTE | Fault.CUT:
            await client.send(head.encode("latin-1"))
            if fault is Fault.MUTE:
                await client.reader.read()
            return False
        case _:
            await client.send(head.encode("latin-1"))
            while piece := await _next(pieces, client):
                await client.send(piece)
            return "\r\nconnection: close" not in head.lower() and not client.reader.at_eof()


async def _hold_together(client: _Side, engine: _Side) -> None:
    """Passes on whatever either side says, until the engine has said all or the client is gone.

    A client that has only ended what it says still listens.
    """
    asking = asyncio.ensure_future(_say_on(client, engine))
    answering = asyncio.ensure_future(_say_on(engine, client))
    try:
        while not answering.done() and not _is_gone(client):
            await asyncio.wait({answering}, timeout=_LOOK_SECONDS)
    finally:
        for each in (asking, answering):
            each.cancel()
        await asyncio.gather(asking, answering, return_exceptions=True)


async def _say_on(source: _Side, target: _Side) -> None:
    while piece := await source.reader.read(_CHUNK):
        await target.send(piece)
    target.writer.write_eof()


def _is_gone(side: _Side) -> bool:
    """Tells whether the other end is closed, and not only its way here."""
    poll = select.poll()
    poll.register(side.writer.get_extra_info("socket"), 0)  # a hang-up is always told
    return bool(poll.poll(0))


async def _whole(pieces: AsyncGenerator[bytes, None], client: _Side) -> bytes:
    whole = b""
    while piece := await _next(pieces, client):
        whole += piece
    return whole


async def _next(pieces: AsyncGenerator[bytes, None], client: _Side) -> bytes:
    """Returns the next piece; nothing at the end, or once the client has gone."""
    coming = asyncio.ensure_future(anext(pieces, b""))
    while not coming.done() and not client.reader.at_eof():
        await asyncio.wait({coming}, timeout=_LOOK_SECONDS)
    if not coming.done():
        coming.cancel()
        await asyncio.wait({coming})
        return b""
    return coming.result()


@contextmanager
def proxy_before(engine: str, path: Path) -> Iterator[Proxy]:
    """Gives a proxy at `path` before the engine's socket, and ends it."""
    proxy = Proxy(path, engine)
    thread = threading.Thread(target=proxy._loop.run_forever, name="engine-proxy")
    thread.start()
    try:
        proxy.up()
        yield proxy
    finally:
        proxy.down()
        proxy._loop.call_soon_threadsafe(proxy._loop.stop)
        thread.join()
        proxy._loop.close()
