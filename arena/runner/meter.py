"""An event loop that knows how long it was idle, so that bots do not pay for what is ours.

A bot's time runs from the write of a turn to the read of its answer, less the time that the arena
itself was busy in between, and less the time that the arena should have run and did not. The loop
is busy whenever it does not wait in its selector. It never waits for longer than a heartbeat at
once; a wait that ends later than was asked is the machine's doing, or of whoever has stopped the
arena, so what came on top is lag: it is added up, and charged to nobody.
"""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from time import monotonic as _now
from typing import TypeVar

Result = TypeVar("Result")

HEARTBEAT = 0.01
"""Seconds: the most that a bot pays for one stall of the arena, however long that is."""
_USUAL = 0.001
"""Seconds by which a wait may end late on any machine."""


class _MeteredSelector(selectors.DefaultSelector):
    """Adds up the seconds spent waiting, and those that waits took longer than they should."""

    def __init__(self) -> None:
        super().__init__()
        self.idle = 0.0
        self.lag = 0.0
        self._select = super().select  # looked up once: it is called for every event

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is not None and timeout <= 0:
            return self._select(timeout)
        begun = now = _now()
        while True:
            left = HEARTBEAT if timeout is None else begun + timeout - now
            asked = min(left, HEARTBEAT)
            events = self._select(asked)
            ended = _now()
            took = ended - now
            if took > asked:
                self._note(took - asked)
                took = asked
            self.idle += took
            now = ended
            if events or (timeout is not None and now >= begun + timeout):
                return events

    def _note(self, late: float) -> None:
        if late > _USUAL:
            self.lag += late


class MeteredLoop(asyncio.SelectorEventLoop):
    """The loop that bots are timed in."""

    def __init__(self) -> None:
        self._meter = _MeteredSelector()
        super().__init__(self._meter)

    @property
    def idle(self) -> float:
        """The seconds that the loop has waited since it was made, without its lag."""
        return self._meter.idle

    @property
    def lag(self) -> float:
        """The seconds in which the loop should have run since it was made, and was not let."""
        return self._meter.lag


def charged_time() -> Callable[[], float]:
    """Returns the stopwatch that bots are charged by, in seconds from any moment.

    In a loop that was not made by `run` the arena's own work and its lag count too.
    """
    loop = asyncio.get_running_loop()
    if isinstance(loop, MeteredLoop):
        return lambda: loop.idle
    return loop.time


def loop_lag() -> Callable[[], float]:
    """Returns what tells the seconds in which the loop should have run and was not let.

    A loop that was not made by `run` does not know, and tells of none.
    """
    loop = asyncio.get_running_loop()
    if isinstance(loop, MeteredLoop):
        return lambda: loop.lag
    return lambda: 0.0


def run(main: Callable[[], Coroutine[None, None, Result]]) -> Result:
    """Runs `main` in a metered loop to its end."""
    with asyncio.Runner(loop_factory=MeteredLoop) as runner:
        return runner.run(main())
