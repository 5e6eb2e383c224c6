"""A client of gRPC with none of its manners: frames of HTTP/2, written by hand."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from arena.sandbox import SOCKET_NAME
from arena.v1 import arena_pb2

_PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
_DATA, _HEADERS, _RESET, _SETTINGS = 0, 1, 3, 4
_INITIAL_WINDOW = 4
_END_HEADERS = 4
_CANCEL = 8
_PLAY = "/arena.v1.ArenaService/Play"


class RawClient:
    """One connection, which reads nothing unless told to."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self._writer = writer

    @classmethod
    @asynccontextmanager
    async def connect(cls, directory: Path, *, window: int = 65_535) -> "AsyncIterator[RawClient]":
        """Connects, and lets the arena send `window` bytes a stream."""
        reader, writer = await asyncio.open_unix_connection(str(directory / SOCKET_NAME))
        settings = _INITIAL_WINDOW.to_bytes(2, "big") + window.to_bytes(4, "big")
        writer.write(_PREFACE + _frame(_SETTINGS, 0, 0, settings))
        try:
            yield cls(reader, writer)
        finally:
            writer.close()

    def open(self, stream: int = 1, path: str = _PLAY) -> None:
        headers = {
            ":method": "POST",
            ":scheme": "http",
            ":path": path,
            ":authority": "arena",
            "te": "trailers",
            "content-type": "application/grpc",
        }
        self._writer.write(_frame(_HEADERS, _END_HEADERS, stream, _packed(headers)))

    def send(self, message: arena_pb2.PlayRequest, stream: int = 1) -> None:
        body = message.SerializeToString()
        self._writer.write(_frame(_DATA, 0, stream, b"\0" + len(body).to_bytes(4, "big") + body))

    def reset(self, stream: int = 1) -> None:
        self._writer.write(_frame(_RESET, 0, stream, _CANCEL.to_bytes(4, "big")))

    async def flush(self) -> None:
        await self._writer.drain()


def _frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    head = len(payload).to_bytes(3, "big") + bytes((kind, flags)) + stream.to_bytes(4, "big")
    return head + payload


def _packed(headers: Mapping[str, str]) -> bytes:
    """Returns `headers` as HPACK without its tables and codes."""
    words = [word.encode() for pair in headers.items() for word in pair]
    fields = [bytes((len(word),)) + word for word in words]
    return b"".join(
        b"\0" + name + text for name, text in zip(fields[::2], fields[1::2], strict=True)
    )
