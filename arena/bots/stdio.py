"""A bot that speaks by its standard streams: a slot that writes and reads one message a line.

Lines are handed over one in each round of the loop, and nothing is read while some wait. So a bot
that prints without end is served like everybody else until it is muted.
"""

import asyncio
from typing import Protocol

from arena import wire
from arena.bots.slot import Listener
from arena.wire import MAX_MESSAGE_BYTES, Outgoing


class Streams(Protocol):
    """What a slot uses of its bot's standard input and output; see `arena.sandbox`."""

    def attach(self, sink: "StdioSlot") -> None: ...

    def pause(self) -> None: ...

    def resume(self) -> None: ...

    def mute(self) -> None: ...

    async def write(self, data: bytes) -> None: ...

    def end_input(self) -> None: ...

    def close(self) -> None: ...


class StdioSlot:
    """The lines of one bot, from when its streams are attached."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._streams: Streams | None = None
        self._writing = asyncio.Lock()
        self._unread = bytearray()
        self._searched = 0  # of what is unread: so far there is no newline
        self._blank = 0  # spaces and empty lines since the last message, which it is as long as
        self._has_heard = self._is_muted = self._has_ended = False
        self._is_handing = False

    async def open(self) -> None:
        """Does nothing: the sandbox makes a bot's streams."""

    def attach(self, streams: Streams) -> None:
        """Takes the bot's streams, once it has started."""
        self._streams = streams
        streams.attach(self)

    async def send(self, message: Outgoing) -> None:
        """Writes `message` after those before it, which takes as long as the bot does not read.

        A stream that is gone, or ends while it is written, is no error.
        """
        line = wire.message_to_line(message)
        async with self._writing:
            if self._streams is not None:
                await self._streams.write(line)

    def mute(self) -> None:
        """Reads nothing more, so that a flood stays where it comes from."""
        self._is_muted = True
        self._unread.clear()
        if self._streams is not None:
            self._streams.mute()

    def finish(self) -> None:
        """Ends the bot's input, once everything that was sent has been written."""
        if self._streams is not None:
            self._streams.end_input()

    async def close(self) -> None:
        """Ends both streams at once; safe to repeat."""
        self.mute()
        if self._streams is not None:
            self._streams.close()

    def find_snag(self) -> str:
        """Returns what may be why nothing is heard of the bot: half a line, or nothing at all."""
        if self._unread:
            return (
                f"; {len(self._unread)} bytes had come without the newline that ends a message: "
                "print one, and flush"
            )
        if not self._has_heard:
            return "; nothing had come on its standard output: is it flushed after each message?"
        return ""

    # --- what the streams tell -------------------------------------------------------------------

    def fed(self, data: bytes) -> None:
        """Takes what the bot has printed."""
        if self._is_muted:
            return
        self._has_heard = True
        self._unread += data
        if not self._is_handing:
            self._hand_over()

    def ended(self) -> None:
        """Takes note that nothing more will come; half a line at the end is no message."""
        self._has_ended = True
        if not self._is_handing:
            self._hand_over()

    def _hand_over(self) -> None:
        """Hands over one line, and the next one in the next round of the loop."""
        self._is_handing = False
        if self._is_muted:
            return
        line = self._take_line()
        if self._blank + (len(self._unread) if line is None else len(line)) > MAX_MESSAGE_BYTES:
            self._refuse(wire.too_long())
        elif line is not None:
            self._blank = 0
            self._hand(line)
            self._go_on()
        elif self._has_ended:
            self._listener.gone()
        elif self._streams is not None:
            self._streams.resume()

    def _take_line(self) -> bytes | None:
        """Returns the next line that is not empty; None while there is none."""
        unread = self._unread
        if unread[:1].isspace():
            blank = len(unread) - len(unread.lstrip())
            del unread[:blank]
            self._blank += blank
        end = unread.find(b"\n", self._searched)
        if end < 0:
            self._searched = len(unread)
            return None
        line = bytes(unread[:end])
        del unread[: end + 1]
        self._searched = 0
        return line

    def _go_on(self) -> None:
        """Reads on if all is handed over, else goes on with that."""
        if self._is_muted or self._streams is None:
            return
        if not self._unread and not self._has_ended:
            self._streams.resume()
            return
        self._is_handing = True
        self._streams.pause()
        asyncio.get_running_loop().call_soon(self._hand_over)

    def _hand(self, line: bytes) -> None:
        try:
            message = wire.line_to_message(line)
        except wire.MessageError as error:
            self._refuse(error)
            return
        self._listener.received(message)

    def _refuse(self, error: wire.MessageError) -> None:
        self.mute()
        self._listener.garbled(str(error))
