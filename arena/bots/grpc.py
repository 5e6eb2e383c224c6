"""The gRPC side: a slot is one socket with its own server, for the one bot that may call it.

Who a bot is, is the socket that it calls in on; so a hostile one is ended by stopping one server.
A slot reads its stream in one task for its whole life.
"""

import asyncio
import logging
from pathlib import Path
from typing import Protocol

import grpc
from google.protobuf.message import DecodeError
from grpc import aio

from arena.bots.slot import Listener
from arena.errors import HostError
from arena.v1 import arena_pb2
from arena.wire import MAX_MESSAGE_BYTES, Incoming, Outgoing

SOCKET_NAME = "bot.sock"
SERVICE = arena_pb2.DESCRIPTOR.services_by_name["ArenaService"].full_name
MAX_SOCKET_PATH = 107
"""The longest path of a Unix socket, in bytes."""
MAX_CALLS = 16
"""Calls of any kind that a bot may make; it needs one."""
_KIBIBYTE = 1024
_OPTIONS: tuple[tuple[str, int], ...] = (
    ("grpc.max_concurrent_streams", 1),  # cures HTTP/2 rapid reset
    ("grpc.max_receive_message_length", 16 * MAX_MESSAGE_BYTES),  # above it nothing can be told
    ("grpc.max_metadata_size", 8 * _KIBIBYTE),
    ("grpc.absolute_max_metadata_size", 16 * _KIBIBYTE),
    ("grpc.server_handshake_timeout_ms", 5_000),
    ("grpc.max_connection_idle_ms", 30_000),
    ("grpc.max_allowed_incoming_connections", 8),  # each costs the arena a file
    ("grpc.http2.min_recv_ping_interval_without_data_ms", 1_000),
    ("grpc.http2.max_ping_strikes", 0),  # keepalive of an honest client must not cut it off
    ("grpc.so_reuseport", 0),
)
_log = logging.getLogger(__name__)


class GrpcSlot:
    """One socket, its server, and the stream of its one bot."""

    def __init__(self, directory: Path, listener: Listener) -> None:
        self._path = directory / SOCKET_NAME
        self._listener = listener
        self._server: aio.Server | None = None
        self._context: _Context | None = None
        self._writing = asyncio.Lock()  # gRPC fails a write while another is under way
        self._closing = asyncio.Event()
        self._is_muted = False
        self._calls = 0

    async def open(self) -> None:
        """Serves on `bot.sock` in the slot's directory, which nobody else may use."""
        if len(str(self._path).encode()) > MAX_SOCKET_PATH:
            raise HostError(
                f"the socket path {self._path} is longer than {MAX_SOCKET_PATH} bytes, "
                "set a shorter play.run_directory"
            )
        server = self._server = aio.server(
            handlers=(_Counter(self),),
            options=_OPTIONS,
            compression=grpc.Compression.NoCompression,
        )
        server.add_generic_rpc_handlers((_handler(_Service(self)),))
        server.add_insecure_port(f"unix:{self._path}")
        await server.start()
        self._path.chmod(0o666)  # connecting needs write permission; the directory keeps others out

    async def send(self, message: Outgoing) -> None:
        """Writes `message` after those before it, which takes as long as the bot does not read.

        A stream that is gone, or ends while it is written, is no error.
        """
        async with self._writing:
            context = self._context
            if context is None or self._closing.is_set():
                return
            try:
                await context.write(message)
            except (aio.BaseError, grpc.RpcError, asyncio.InvalidStateError):
                _log.debug("a message was not written: the stream had ended")

    async def close(self) -> None:
        """Ends the stream and the server at once, and removes the socket; safe to repeat."""
        self._closing.set()
        server, self._server = self._server, None
        if server is not None:
            await server.stop(grace=None)
        self._path.unlink(missing_ok=True)

    def mute(self) -> None:
        """Reads nothing more, so that a flood stays where it comes from."""
        self._is_muted = True

    def finish(self) -> None:
        """Ends the stream in good order, once everything that was sent has been written."""
        self._closing.set()

    def find_snag(self) -> str:
        """Returns nothing: gRPC hides what comes before a whole message."""
        return ""

    def count_call(self) -> None:
        """Takes note of a call; each costs the arena time that no bot is charged for."""
        self._calls += 1
        if self._calls == MAX_CALLS + 1:
            self._listener.flooded()

    async def serve(self, context: "_Context") -> None:
        """Reads the stream until it ends or the slot closes it."""
        self._context = context
        reading = asyncio.ensure_future(self._read(context))
        closing = asyncio.ensure_future(self._closing.wait())
        try:
            await asyncio.wait({reading, closing}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            reading.cancel()
            closing.cancel()
            self._context = None
            self._listener.gone()

    async def _read(self, context: "_Context") -> None:
        while True:
            try:
                message = await context.read()
            except _OversizeError as error:
                self._listener.garbled(str(error))
                return
            except DecodeError:
                self._listener.garbled("what came is not a PlayRequest of arena.v1")
                return
            if not isinstance(message, Incoming):  # the end of the stream
                return
            self._listener.received(message)
            if self._is_muted:
                await self._closing.wait()


class _Counter(grpc.GenericRpcHandler):
    """Counts the calls of methods that there are not; serves none."""

    def __init__(self, slot: GrpcSlot) -> None:
        self._slot = slot

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> None:  # noqa: ARG002  # gRPC's interface
        self._slot.count_call()


class _OversizeError(DecodeError):
    """A message above MAX_MESSAGE_BYTES came."""


def _parse(raw: bytes) -> Incoming:
    if len(raw) > MAX_MESSAGE_BYTES:
        raise _OversizeError(
            f"a message of {len(raw)} bytes came, expected at most {MAX_MESSAGE_BYTES}"
        )
    return Incoming.FromString(raw)


def _handler(service: "_Service") -> grpc.GenericRpcHandler:
    """Returns what the generated code would add, but for the limit on messages."""
    play = grpc.stream_stream_rpc_method_handler(
        service.Play,
        request_deserializer=_parse,
        response_serializer=Outgoing.SerializeToString,
    )
    return grpc.method_handlers_generic_handler(SERVICE, {"Play": play})


class _Context(Protocol):
    """What a slot uses of gRPC's side of a stream."""

    async def read(self) -> object: ...

    async def write(self, message: Outgoing) -> None: ...

    async def abort(self, code: grpc.StatusCode, details: str) -> None: ...


class _Service:
    """Lets the first caller play, and nobody after it."""

    def __init__(self, slot: GrpcSlot) -> None:
        self._slot = slot
        self._is_taken = False

    async def Play(self, _requests: object, context: _Context) -> None:  # noqa: N802  # the name is the protocol's
        self._slot.count_call()
        if self._is_taken:
            text = "this bot has called Play before: a bot plays one stream, and never comes back"
            await context.abort(grpc.StatusCode.FAILED_PRECONDITION, text)
        self._is_taken = True
        await self._slot.serve(context)
