"""What the arena and a bot say to each other, for whoever wants to read along."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from arena import wire


class Way(Enum):
    """Which way a message went."""

    TO_BOT = "to the bot"
    FROM_BOT = "from the bot"


@dataclass(frozen=True, slots=True)
class Said:
    """One message, as it was sent or as it came in."""

    entrant: str
    way: Way
    at: float
    """The moment at which it was about to be written, or was read, on the monotonic clock."""
    what: wire.Readable | str
    """The message; or, where what came was no message, what was wrong with it."""

    @property
    def text(self) -> str:
        """The message for people: one line, or a short block of lines; safe to print."""
        return self.what if isinstance(self.what, str) else wire.message_text(self.what)


Transcript: TypeAlias = Callable[[Said], None]
"""Called in the loop, and never waits or raises; no bot is charged for the time that it takes."""
