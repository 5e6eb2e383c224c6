"""The standard streams of a bot in a container, over one connection to the engine.

The engine is asked to attach before the container starts. Then the connection belongs to the bot:
what is written is its input, and what comes are frames of its output and of its errors. Nothing of
either is kept by the engine, so the end of its errors is kept here.
"""

import asyncio
import contextlib
import errno
import struct
from urllib.parse import urlencode

from arena.sandbox.engine import Engine, EngineError, reason_of
from arena.sandbox.streams import Flow, Output, Sink

_OPEN_SECONDS = 20.0
_DRAIN_SECONDS = 2.0
_HEAD_BYTES = 16 * 1024
_WAY = {"stream": "1", "stdin": "1", "stdout": "1", "stderr": "1"}
_FRAME = struct.Struct(">LL")
_OUTPUT, _ERRORS = 1 << 24, 2 << 24
_KINDS = (_OUTPUT, _ERRORS)
"""The first four bytes of a frame; three of them are zero."""
_OPENED = ("101 ", "200 ")
_COST = 64
"""A frame costs the arena as much time as so many bytes."""
_REST_COST = 64 * 1024
_COSTS_A_SECOND = 16 * 1024 * 1024
"""As much of what is no message is read in a second, so that a flood is the bot's own trouble."""


class AttachedStreams(asyncio.Protocol):
    """The streams of one container; `printed` is the end of its errors."""

    def __init__(self, kept: int) -> None:
        self.printed = bytearray()
        self.is_nonsense = False
        """Whether the engine said what is no frame."""
        self._ended_at: float | None = None
        self._kept = kept
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._opened: asyncio.Future[None] = self._loop.create_future()
        self._ended = asyncio.Event()
        self._output, self._flow = Output(), Flow()
        self._head = bytearray()  # of the answer, then of each frame
        self._is_output = False
        self._left = 0  # of the frame
        self._is_paused = self._is_resting = self._is_muted = self._is_input_ended = False
        self._spent = 0

    @classmethod
    async def open(cls, engine: Engine, container: str, kept: int) -> "AttachedStreams":
        """Attaches to a container that has not started; raises EngineError if that fails."""
        streams, is_attached = cls(kept), False
        seconds = min(_OPEN_SECONDS, engine.ask_seconds)
        try:
            async with asyncio.timeout(seconds):
                await streams._loop.create_unix_connection(lambda: streams, engine.socket)
                streams._ask(container)
                await streams._opened
            await asyncio.sleep(0)  # what came with the answer is known then
            if streams.is_nonsense or streams.are_gone_for():
                raise _no_answer("it let go again")
        except OSError as error:  # a time-out is one
            is_late = isinstance(error, TimeoutError)
            reason = "it did not answer in time" if is_late else reason_of(error)
            raise EngineError(f"the Docker engine does not attach: {reason}", reason) from None
        else:
            is_attached = True
            return streams
        finally:
            if not is_attached:
                streams.abort()

    def _ask(self, container: str) -> None:
        assert self._transport is not None
        self._transport.set_write_buffer_limits(high=0)
        head = (
            f"POST /containers/{container}/attach?{urlencode(_WAY)} HTTP/1.1",
            "Host: localhost",
            "Connection: Upgrade",
            "Upgrade: tcp",
            "Content-Length: 0",
        )
        self._transport.write("\r\n".join((*head, "", "")).encode("ascii"))

    # --- what the slot and the life do -----------------------------------------------------------

    def attach(self, sink: Sink) -> None:
        self.resume()
        self._output.attach(sink)

    def pause(self) -> None:
        self._is_paused = True
        self._apply()

    def resume(self) -> None:
        self._is_paused = False
        self._apply()

    def mute(self) -> None:
        """Reads on and forgets it: an engine whose words are not read cannot end the container."""
        self._is_muted = True
        self.resume()

    async def write(self, data: bytes) -> None:
        if self._is_open and self._transport is not None:
            self._transport.write(data)
            await self._flow.wait()

    def end_input(self) -> None:
        if self._is_open and self._transport is not None:
            self._is_input_ended = True
            self._transport.write_eof()

    @property
    def _is_open(self) -> bool:
        """Whether something may be written."""
        transport = self._transport
        return transport is not None and not (self._is_input_ended or transport.is_closing())

    def close(self) -> None:
        """Ends the bot's input, and hears nothing more; its errors are kept up to its end."""
        self.end_input()
        self.mute()

    def are_gone_for(self, seconds: float = 0.0) -> bool:
        """Says whether the connection ended, as long ago at least."""
        return self._ended_at is not None and self._loop.time() - self._ended_at >= seconds

    async def drain(self) -> None:
        """Reads what a bot that has ended has still printed, and ends the connection."""
        self.resume()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._ended.wait(), _DRAIN_SECONDS)
        self.abort()

    def abort(self) -> None:
        """Ends the connection at once; safe to repeat."""
        if self._transport is not None:
            self._transport.abort()

    # --- what the engine says --------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def pause_writing(self) -> None:
        self._flow.pause()

    def resume_writing(self) -> None:
        self._flow.resume()

    def eof_received(self) -> None:
        """Takes the end of what is printed for that of the connection."""

    def connection_lost(self, exc: Exception | None) -> None:
        self._ended_at = self._loop.time()
        if not self._opened.done():
            self._opened.set_exception(exc or _no_answer("closed without an answer"))
        self._flow.resume()
        self._ended.set()
        self._output.end()

    def data_received(self, data: bytes) -> None:
        if not self._opened.done():
            data = self._read_answer(data)
        output, errors, frames = self._sorted(data)
        if errors or self._is_muted:
            self.printed += errors
            del self.printed[: -self._kept]
            self._spend(len(errors) + _COST * frames + len(output) * self._is_muted)
        if output and not self._is_muted:
            self._output.feed(output)
            if self._output.is_held:
                self.pause()

    def _read_answer(self, data: bytes) -> bytes:
        """Reads the engine's answer; returns what comes after it."""
        self._head += data
        head, end, rest = bytes(self._head).partition(b"\r\n\r\n")
        if not end:
            if len(self._head) > _HEAD_BYTES:
                self._opened.set_exception(_no_answer("no answer that could be read"))
            return b""
        self._head.clear()
        _, _, status = head.partition(b"\r\n")[0].decode("latin-1").partition(" ")
        if status.startswith(_OPENED):
            self._opened.set_result(None)
            return rest
        self._opened.set_exception(_no_answer(f"status {status[:80]}"))
        return b""

    def _sorted(self, data: bytes) -> tuple[bytes, bytes, int]:
        """Returns the output and the errors in what came, and how many frames they were in."""
        output, errors = bytearray(), bytearray()
        at = frames = 0
        while at < len(data):
            if self._left:
                piece = data[at : at + self._left]
                (output if self._is_output else errors).extend(piece)
                self._left -= len(piece)
            else:
                piece = data[at : at + _FRAME.size - len(self._head)]
                self._head += piece
                if len(self._head) == _FRAME.size:
                    kind, self._left = _FRAME.unpack(self._head)
                    self._head.clear()
                    frames += 1
                    if kind not in _KINDS:
                        self._give_up()
                        break
                    self._is_output = kind == _OUTPUT
            at += len(piece)
        return bytes(output), bytes(errors), frames

    def _give_up(self) -> None:
        self.is_nonsense = True
        self._left = 0
        self.abort()

    def _spend(self, cost: int) -> None:
        """Rests for as long as what was read of errors was worth, once that was much."""
        self._spent += cost
        if self._spent < _REST_COST or self._is_resting:
            return
        self._is_resting = True
        self._loop.call_later(self._spent / _COSTS_A_SECOND, self._rested)
        self._spent = 0
        self._apply()

    def _rested(self) -> None:
        self._is_resting = False
        self._apply()

    def _apply(self) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        if self._is_paused or self._is_resting:
            self._transport.pause_reading()
        else:
            self._transport.resume_reading()


def _no_answer(text: str) -> OSError:
    return ConnectionError(errno.EPROTO, text)
