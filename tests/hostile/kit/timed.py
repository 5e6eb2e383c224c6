"""A player that takes its time, and keeps account of what that costs."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from hostile import Player, breach, did

from arena.v1.arena_pb2 import Goodbye, Turn


class Span(Protocol):
    """A duration of the protocol."""

    seconds: int
    nanos: int


class Timed(Player):
    """Answers its first `slow` turns after `pause` seconds; says at the end what its bank lost."""

    slow = 4

    def __init__(self) -> None:
        super().__init__()
        self.begun = 0.0
        """When the turn came."""
        self.banks: dict[int, list[float]] = {}
        """What was left of each match's bank, as it was told with each decision."""

    def is_slow(self, turn: Turn) -> bool:
        """Says whether it takes its time over a turn."""
        return turn.number <= self.slow

    def pause(self, budget: float) -> float:
        """Returns how long a turn with this budget is thought about, in seconds."""
        return budget

    def on_turn(self, turn: Turn) -> None:
        self.begun = time.monotonic()
        for decision in turn.decisions:
            told = self.banks.setdefault(decision.match, [])
            told.append(seconds_of(decision.bank))
            if told[-1] > told[0] or told[-1] > min(told):
                breach(f"a bank has grown: {told}")
        if self.is_slow(turn):
            self.think(self.begun + self.pause(seconds_of(turn.budget)))

    def think(self, until: float) -> None:
        """Lets the time pass until a moment."""
        sleep_until(until)

    def on_goodbye(self, goodbye: Goodbye) -> None:
        del goodbye
        lost = [told[0] - told[-1] for told in self.banks.values()]
        did(f"lost {min(lost):.3f} to {max(lost):.3f} s of {len(lost)} banks")


class Late(Timed):
    """Is late by `late` seconds, again and again, until every bank has paid `price`.

    On a machine that is busy the arena charges a bot less than the bot itself has waited.
    """

    late = 0.1
    price = 0.2

    def is_slow(self, turn: Turn) -> bool:
        told = [self.banks[decision.match] for decision in turn.decisions]
        return any(each[0] - each[-1] < self.price for each in told)

    def pause(self, budget: float) -> float:
        return budget + self.late


def seconds_of(span: Span) -> float:
    return span.seconds + span.nanos / 1e9


def sleep_until(moment: float) -> None:
    while (left := moment - time.monotonic()) > 0:
        time.sleep(left)


def age() -> float:
    """Returns the seconds since this process began, which the system counts in hundredths."""
    words = Path("/proc/self/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    begun = int(words[19])  # field 22, counted from the one after the name
    return time.clock_gettime(time.CLOCK_BOOTTIME) - begun / 100


def burn(until: Callable[[], bool]) -> None:
    """Uses a processor."""
    while not until():
        sum(range(10_000))
