"""A slot: one socket, one stream, and every way in which what comes is no message."""

import asyncio
import socket
import stat
from contextlib import suppress
from pathlib import Path

import grpc
import pytest
from grpc import aio

from arena.bots import SOCKET_NAME, GrpcSlot
from arena.errors import HostError
from arena.v1 import arena_pb2, arena_pb2_grpc
from arena.wire import MAX_MESSAGE_BYTES, Incoming, Reason, goodbye_to_message

PLAY = "/arena.v1.ArenaService/Play"
RawStream = aio.StreamStreamCall[bytes, bytes]
RawCall = aio.UnaryUnaryMultiCallable[bytes, bytes]


class Heard:
    """A listener that keeps what it is told."""

    def __init__(self) -> None:
        self.messages: list[Incoming] = []
        self.garbage: list[str] = []
        self.ended = asyncio.Event()
        self.came = asyncio.Event()

    def received(self, message: Incoming) -> None:
        self.messages.append(message)
        self.came.set()

    def garbled(self, reason: str) -> None:
        self.garbage.append(reason)
        self.came.set()

    def flooded(self) -> None:
        self.garbage.append("flooded")
        self.came.set()

    def gone(self) -> None:
        self.ended.set()


def hello() -> Incoming:
    return Incoming(hello=arena_pb2.Hello(protocol="arena.v1", games=["spades"]))


def address(directory: Path) -> str:
    return f"unix:{directory / SOCKET_NAME}"


async def test_a_message_is_handed_over_and_one_is_sent_back(run_directory: Path) -> None:
    heard = Heard()
    slot = GrpcSlot(run_directory, heard)
    await slot.open()
    async with aio.insecure_channel(address(run_directory)) as channel:
        stream = arena_pb2_grpc.ArenaServiceStub(channel).Play()
        await stream.write(hello())
        await heard.came.wait()
        await slot.send(goodbye_to_message(Reason.FINISHED, "done"))
        answer = await stream.read()
        slot.finish()
        assert await stream.read() is aio.EOF
    await heard.ended.wait()
    await slot.close()

    assert heard.messages == [hello()]
    assert isinstance(answer, arena_pb2.PlayResponse)
    assert answer.goodbye.text == "done"
    assert not (run_directory / SOCKET_NAME).exists()


async def test_anyone_who_may_enter_the_directory_may_connect(run_directory: Path) -> None:
    slot = GrpcSlot(run_directory, Heard())
    await slot.open()
    mode = (run_directory / SOCKET_NAME).stat().st_mode
    await slot.close()

    assert stat.S_IMODE(mode) == 0o666


async def test_closing_twice_or_before_opening_is_no_error(run_directory: Path) -> None:
    slot = GrpcSlot(run_directory, Heard())
    await slot.close()
    await slot.send(goodbye_to_message(Reason.FINISHED, "to nobody"))
    await slot.close()


async def test_a_path_too_long_for_a_socket_is_told(run_directory: Path) -> None:
    directory = run_directory / ("d" * 110)
    with pytest.raises(HostError, match=r"set a shorter play\.run_directory"):
        await GrpcSlot(directory, Heard()).open()


@pytest.mark.parametrize(
    "garbage",
    [
        b"\xff\xff\xff\xff",  # no protobuf at all
        b"\x0a\x05ab",  # a field that is cut short
        b"\x0a\x03\x0a\x01\xff",  # a string that is not UTF-8
    ],
)
async def test_bytes_that_are_no_message_are_told(run_directory: Path, garbage: bytes) -> None:
    heard = Heard()
    slot = GrpcSlot(run_directory, heard)
    await slot.open()
    async with aio.insecure_channel(address(run_directory)) as channel:
        stream: RawStream = channel.stream_stream(PLAY)()
        await stream.write(garbage)
        await heard.came.wait()
    await heard.ended.wait()
    await slot.close()

    assert heard.garbage == ["what came is not a PlayRequest of arena.v1"]
    assert heard.messages == []


async def test_a_message_above_the_limit_is_told(run_directory: Path) -> None:
    heard = Heard()
    slot = GrpcSlot(run_directory, heard)
    await slot.open()
    async with aio.insecure_channel(address(run_directory)) as channel:
        stream: RawStream = channel.stream_stream(PLAY)()
        await stream.write(b"\x00" * (MAX_MESSAGE_BYTES + 1))
        await heard.came.wait()
    await heard.ended.wait()
    await slot.close()

    assert heard.garbage == ["a message of 262145 bytes came, expected at most 262144"]
    assert heard.messages == []


async def test_a_message_far_above_the_limit_ends_the_stream_unread(run_directory: Path) -> None:
    heard = Heard()
    slot = GrpcSlot(run_directory, heard)
    await slot.open()
    async with aio.insecure_channel(address(run_directory)) as channel:
        stream: RawStream = channel.stream_stream(PLAY)()
        with suppress(grpc.RpcError):
            await stream.write(b"\x00" * (16 * MAX_MESSAGE_BYTES + 1))
        await heard.ended.wait()
    await slot.close()

    assert heard.garbage == []
    assert heard.messages == []


@pytest.mark.parametrize(
    "raw",
    [
        b"GET / HTTP/1.1\r\nHost: arena\r\n\r\n",  # HTTP/1
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 64,  # TLS
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\xff" * 64,  # HTTP/2, then frames of nothing
        b"",  # says nothing and hangs up
    ],
)
async def test_a_connection_that_is_not_grpc_never_reaches_the_listener(
    run_directory: Path, raw: bytes
) -> None:
    heard = Heard()
    slot = GrpcSlot(run_directory, heard)
    await slot.open()
    with socket.socket(socket.AF_UNIX) as client:
        client.setblocking(False)  # the name of the thing says it
        loop = asyncio.get_running_loop()
        await loop.sock_connect(client, str(run_directory / SOCKET_NAME))
        await loop.sock_sendall(client, raw)
    async with aio.insecure_channel(address(run_directory)) as channel:
        stream = arena_pb2_grpc.ArenaServiceStub(channel).Play()
        await stream.write(hello())
        await heard.came.wait()  # the slot still serves
    await slot.close()

    assert heard.messages == [hello()]
    assert heard.garbage == []


async def test_an_unknown_method_is_refused(run_directory: Path) -> None:
    slot = GrpcSlot(run_directory, Heard())
    await slot.open()
    async with aio.insecure_channel(address(run_directory)) as channel:
        cheat: RawCall = channel.unary_unary("/arena.v1.ArenaService/Cheat")
        with pytest.raises(aio.AioRpcError) as caught:
            await cheat(b"")
    await slot.close()

    assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED
