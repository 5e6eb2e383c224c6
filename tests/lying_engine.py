"""An engine that leaves limits out and says that it gave them: a proxy before the real one."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from http.client import HTTPResponse
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from arena.sandbox import DEFAULT_URL

Words = dict[str, object]
Change = Callable[[Words], None]
"""Takes something out of the limits that are asked of the engine for a container."""

_CREATE = re.compile(rb"POST [^ ]*/containers/create[^ ]* ")
_INSPECT = re.compile(rb"GET [^ ]*/containers/([0-9a-f]+)/json ")
_LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)
_CONNECTION = re.compile(rb"\r\n(?:connection|content-length): [^\r]*", re.IGNORECASE)
_HEAD_BYTES = 1 << 20


@asynccontextmanager
async def lying_engine(directory: Path, change: Change) -> AsyncIterator[str]:
    """Gives the address of an engine that makes containers with what `change` leaves."""
    lies = _Lies(change)
    path = directory / "lying.sock"
    server = await asyncio.start_unix_server(lies.hear, path, limit=_HEAD_BYTES)
    try:
        yield f"unix://{path}"
    finally:
        server.close()
        await asyncio.gather(*lies.hearing, return_exceptions=True)
        path.unlink()


class _Lies:
    """Remembers what was asked for, and tells it in place of what was given."""

    def __init__(self, change: Change) -> None:
        self._change = change
        self._asked: dict[str, Words] = {}
        self.hearing: list[asyncio.Task[None]] = []

    async def hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answers one request, and closes."""
        task = asyncio.current_task()
        assert task is not None
        self.hearing.append(task)
        with suppress(OSError, asyncio.IncompleteReadError):
            head = await reader.readuntil(b"\r\n\r\n")
            length = _LENGTH.search(head)
            body = await reader.readexactly(int(length[1])) if length else b""
            if _CREATE.match(head):
                writer.write(await self._create(head, body))
            elif found := _INSPECT.match(head):
                writer.write(await self._inspect(head, found[1].decode()))
            else:
                await _pass_on(head, body, reader, writer)
            await writer.drain()
        writer.close()

    async def _create(self, head: bytes, body: bytes) -> bytes:
        asked, given = json.loads(body), json.loads(body)
        self._change(given["HostConfig"])
        status, answer = await _answer(head, json.dumps(given).encode())
        if "Id" in answer:
            self._asked[str(answer["Id"])] = asked["HostConfig"]
        return _http(status, answer)

    async def _inspect(self, head: bytes, container: str) -> bytes:
        status, answer = await _answer(head, b"")
        host = answer.get("HostConfig")
        if isinstance(host, dict) and container in self._asked:
            host.update(self._asked[container])
            answer["NetworkSettings"] = {}
        return _http(status, answer)


async def _pass_on(
    head: bytes, body: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Sends a request on, and its answer back as it comes, until either side has enough."""
    answers, asking = await _ask(head, body)

    async def copy() -> None:
        while part := await answers.read(65_536):
            writer.write(part)
            await writer.drain()

    copying = asyncio.ensure_future(copy())
    leaving = asyncio.ensure_future(reader.read())
    await asyncio.wait({copying, leaving}, return_when=asyncio.FIRST_COMPLETED)
    for task in (copying, leaving):
        task.cancel()
    asking.close()
    await asking.wait_closed()


async def _answer(head: bytes, body: bytes) -> tuple[int, Words]:
    """Returns the status and the content of what the engine answers."""
    answers, asking = await _ask(head, body)
    response = HTTPResponse(_Socket(await answers.read()))  # type: ignore[arg-type]  # all that it asks of one
    response.begin()
    asking.close()
    await asking.wait_closed()
    return response.status, json.loads(response.read())


async def _ask(head: bytes, body: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    answers, asking = await asyncio.open_unix_connection(DEFAULT_URL.removeprefix("unix://"))
    line, rest = _CONNECTION.sub(b"", head).split(b"\r\n", 1)
    ending = b"Connection: close\r\nContent-Length: %d\r\n" % len(body)
    asking.write(line + b"\r\n" + ending + rest + body)
    await asking.drain()
    return answers, asking


def _http(status: int, answer: Words) -> bytes:
    content = json.dumps(answer).encode()
    head = (
        f"HTTP/1.1 {status} Told\r\nContent-Type: application/json\r\n"
        f"Connection: close\r\nContent-Length: {len(content)}\r\n\r\n"
    )
    return head.encode() + content


class _Socket:
    """As much of a socket as reading an answer needs."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def makefile(self, _mode: str) -> BinaryIO:
        return BytesIO(self._content)
