"""Streams over a connection to an engine: what it may say, and what it must not."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from arena.sandbox.attached import AttachedStreams
from arena.sandbox.engine import Engine, EngineError
from tests.test_streams import Heard

HEAD = b"HTTP/1.1 101 UPGRADED\r\nContent-Type: application/vnd.docker.raw-stream\r\n\r\n"
KEPT = 100
Answer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


def frame(kind: int, payload: bytes) -> bytes:
    return bytes([kind, 0, 0, 0]) + len(payload).to_bytes(4, "big") + payload


def saying(*pieces: bytes) -> Answer:
    """Returns an engine that says `pieces`, one after another, once it is asked; then it ends."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0)

    return answer


async def silent(reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
    await reader.read()


@asynccontextmanager
async def engine_that(answer: Answer, directory: Path) -> AsyncIterator[Engine]:
    done: list[asyncio.Task[None]] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        done.append(task)
        await answer(reader, writer)
        writer.close()

    path = directory / "engine.sock"
    server = await asyncio.start_unix_server(serve, path)
    engine = Engine(f"unix://{path}", ask_seconds=1)
    try:
        yield engine
    finally:
        server.close()
        engine.close()
        await asyncio.wait_for(asyncio.gather(*done, return_exceptions=True), 10)


async def heard_of(*pieces: bytes, directory: Path) -> tuple[bytes, bytes, AttachedStreams]:
    """Returns the output and the kept errors of an engine that says `pieces`."""
    async with engine_that(saying(*pieces), directory) as engine:
        streams = await AttachedStreams.open(engine, "c", KEPT)
        heard = Heard()
        streams.attach(heard)
        printed = await heard.all()
        await streams.drain()
        return printed, bytes(streams.printed), streams


@pytest.mark.parametrize("size", [1, 3, 7, 8, 9, 1000])
async def test_frames_may_come_in_any_pieces(size: int, run_directory: Path) -> None:
    said = frame(1, b"one\n") + frame(2, b"a trace\n") + frame(1, b"") + frame(1, b"two\n")
    pieces = [said[at : at + size] for at in range(0, len(said), size)]

    output, errors, streams = await heard_of(
        HEAD + frame(1, b"0\n"), *pieces, directory=run_directory
    )

    assert (output, errors) == (b"0\none\ntwo\n", b"a trace\n")
    assert not streams.is_nonsense


async def test_only_the_end_of_the_errors_is_kept(run_directory: Path) -> None:
    flood = [frame(2, b"x" * 50_000)] * 20

    _, errors, _ = await heard_of(HEAD, *flood, frame(2, b"last"), directory=run_directory)

    assert errors == b"x" * (KEPT - 4) + b"last"


@pytest.mark.parametrize(
    "said",
    [
        b"HTTP/1.1 101 again\r\n\r\n",
        bytes([3, 0, 0, 0, 0, 0, 0, 1, 0]),  # the engine's own errors
        bytes([1, 0, 0, 1, 0, 0, 0, 1, 0]),
        bytes(16),
    ],
)
async def test_what_is_no_frame_ends_the_streams_and_is_known(
    said: bytes, run_directory: Path
) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(HEAD)
        await reader.readexactly(3)  # what the bot is told
        writer.write(frame(1, b"one\n") + said)
        await reader.read()

    async with engine_that(answer, run_directory) as engine:
        streams = await AttachedStreams.open(engine, "c", KEPT)
        heard = Heard()
        streams.attach(heard)
        await streams.write(b"go\n")

        assert await heard.all() == b"one\n"
        assert streams.is_nonsense
        assert streams.are_gone_for()


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (saying(b"HTTP/1.1 500 Oops\r\n\r\n"), "status 500 oops"),
        (saying(b"HTTP/1.1 404 Not Found\r\n\r\n"), "status 404"),
        (saying(b"HTTP/1.1 10"), "closed without an answer"),
        (saying(), "closed without an answer"),
        (saying(b"x" * 20_000), "no answer that could be read"),
        (saying(HEAD + HEAD), "let go again"),
        (silent, "it did not answer in time"),
    ],
)
async def test_an_engine_that_does_not_attach_is_told_of(
    answer: Answer, text: str, run_directory: Path
) -> None:
    async with engine_that(answer, run_directory) as engine:
        with pytest.raises(EngineError, match="the Docker engine does not attach") as raised:
            await AttachedStreams.open(engine, "c", KEPT)

    assert text in str(raised.value)


async def test_an_engine_that_is_not_there_is_told_of(run_directory: Path) -> None:
    engine = Engine(f"unix://{run_directory / 'nothing.sock'}", ask_seconds=1)

    with pytest.raises(EngineError, match="does not attach: no such file"):
        await AttachedStreams.open(engine, "c", KEPT)
    engine.close()
