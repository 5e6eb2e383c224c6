"""The standard input and output of a bot that speaks by them, as the arena's loop holds them.

They are held until they are closed: the end of the bot closes nothing here, so that what it printed
at last is still read.
"""

import asyncio
import os
from typing import Protocol

CHUNK = 64 * 1024
"""Bytes that are read at once, which is what a pipe holds."""


class Sink(Protocol):
    """Whoever reads what a bot prints; called in the loop, and never waits."""

    def fed(self, data: bytes) -> None: ...

    def ended(self) -> None:
        """No process of the bot can print any more; told once."""


class Streams(Protocol):
    """Both streams; what comes before a sink is attached waits for it."""

    def attach(self, sink: Sink) -> None: ...

    def pause(self) -> None:
        """Reads nothing for a moment."""

    def resume(self) -> None: ...

    def mute(self) -> None:
        """Has the sink told of nothing more, and keeps a flood where it comes from."""

    async def write(self, data: bytes) -> None:
        """Returns once all of it is out of the arena's hands, or nobody can read it any more."""

    def end_input(self) -> None:
        """Ends the bot's input after what is still to be written."""

    def close(self) -> None:
        """Ends both at once; safe to repeat."""


class Output:
    """What a bot prints, on its way to the sink."""

    def __init__(self) -> None:
        self._sink: Sink | None = None
        self._waiting = bytearray()
        self._has_ended = False

    def attach(self, sink: Sink) -> None:
        self._sink = sink
        if self._waiting:
            sink.fed(bytes(self._waiting))
            self._waiting.clear()
        if self._has_ended:
            sink.ended()

    @property
    def is_held(self) -> bool:
        """Whether something waits for a sink, so that no more should be read."""
        return bool(self._waiting)

    def feed(self, data: bytes) -> None:
        if self._sink is None:
            self._waiting += data
        else:
            self._sink.fed(data)

    def end(self) -> None:
        if not self._has_ended:
            self._has_ended = True
            if self._sink is not None:
                self._sink.ended()


class Flow:
    """Whether what was written is out of the arena's hands."""

    def __init__(self) -> None:
        self._is_clear = asyncio.Event()
        self._is_clear.set()

    def pause(self) -> None:
        self._is_clear.clear()

    def resume(self) -> None:
        self._is_clear.set()

    async def wait(self) -> None:
        await self._is_clear.wait()


class _Printed(asyncio.Protocol):
    """The end of the pipe that the bot prints into."""

    def __init__(self) -> None:
        self.output = Output()
        self.transport: asyncio.ReadTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.ReadTransport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.output.feed(data)
        if self.output.is_held and self.transport is not None:
            self.transport.pause_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self.output.end()


class _Fed(asyncio.BaseProtocol):
    """The end of the pipe that the bot reads from."""

    def __init__(self) -> None:
        self.flow = Flow()

    def pause_writing(self) -> None:
        self.flow.pause()

    def resume_writing(self) -> None:
        self.flow.resume()

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self.flow.resume()


class Pipes:
    """Two pipes; the bot's ends of them are `theirs` until `let_go`."""

    def __init__(
        self,
        theirs: tuple[int, ...],
        printed: tuple[asyncio.ReadTransport, _Printed],
        fed: tuple[asyncio.WriteTransport, _Fed],
    ) -> None:
        self.theirs = theirs
        """What becomes the bot's standard input and output."""
        self._read, self._printed = printed
        self._write, self._fed = fed
        self._is_muted = False
        self._write.set_write_buffer_limits(high=0)

    @classmethod
    async def open(cls) -> "Pipes":
        """Raises OSError if the arena may not open as many files."""
        loop = asyncio.get_running_loop()
        to_bot, to_bot_write = os.pipe()
        try:
            from_bot, from_bot_write = os.pipe()
        except OSError:
            os.close(to_bot)
            os.close(to_bot_write)
            raise
        reading, writing = os.fdopen(from_bot, "rb", 0), os.fdopen(to_bot_write, "wb", 0)
        printed = await loop.connect_read_pipe(_Printed, reading)
        fed = await loop.connect_write_pipe(_Fed, writing)
        return cls((to_bot, from_bot_write), printed, fed)

    def let_go(self) -> None:
        """Closes the bot's ends, once it has them or will never have them; safe to repeat."""
        theirs, self.theirs = self.theirs, ()
        for descriptor in theirs:
            os.close(descriptor)

    def attach(self, sink: Sink) -> None:
        self.resume()
        self._printed.output.attach(sink)

    def pause(self) -> None:
        if not self._read.is_closing():
            self._read.pause_reading()

    def resume(self) -> None:
        if not self._is_muted and not self._read.is_closing():
            self._read.resume_reading()

    def mute(self) -> None:
        self._is_muted = True
        if not self._read.is_closing():
            self._read.pause_reading()

    async def write(self, data: bytes) -> None:
        if not self._write.is_closing():
            self._write.write(data)
            await self._fed.flow.wait()

    def end_input(self) -> None:
        if not self._write.is_closing():
            self._write.write_eof()

    def close(self) -> None:
        if not self._read.is_closing():
            self._read.close()
        # What is to end after what is still to be written has not ended yet.
        if not self._write.is_closing() or self._write.get_write_buffer_size():
            self._write.abort()
        self.let_go()
