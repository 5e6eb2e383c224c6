"""What every slot is, and whom it tells."""

from typing import Protocol

from arena.wire import Incoming, Outgoing


class Listener(Protocol):
    """Whoever a slot tells what comes in; called in the loop, and never waits."""

    def received(self, message: Incoming) -> None: ...

    def garbled(self, reason: str) -> None:
        """Something came that is no message, or was too big for one."""

    def flooded(self) -> None:
        """More calls came than MAX_CALLS; told once."""

    def gone(self) -> None:
        """The stream has ended, in whatever way: the ways cannot be told apart."""


class Slot(Protocol):
    """The arena's end of the conversation with one bot."""

    async def open(self) -> None:
        """Makes what a bot needs before it starts."""

    async def send(self, message: Outgoing) -> None:
        """Writes `message` after those before it, which takes as long as the bot does not read.

        A stream that is gone, or ends while it is written, is no error.
        """

    def mute(self) -> None:
        """Reads nothing more, so that a flood stays where it comes from."""

    def finish(self) -> None:
        """Ends the stream in good order, once everything that was sent has been written."""

    async def close(self) -> None:
        """Ends the stream at once, and leaves nothing behind; safe to repeat."""

    def find_snag(self) -> str:
        """Returns what may be why nothing is heard of the bot, to go on with; empty if unknown."""
        ...
