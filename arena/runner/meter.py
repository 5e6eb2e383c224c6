"""An event loop that knows how long it was idle, so that bots do not pay for the arena's own work.

A bot's time runs from the write of a turn to the read of its answer, less the time that the arena
itself was busy in between. The loop is busy whenever it does not wait in its selector, so the time
to charge is the growth of its idle time.
"""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from time import monotonic as _now
from typing import TypeVar

Result = TypeVar("Result")


class _MeteredSelector(selectors.DefaultSelector):
    """Adds up the seconds spent waiting."""

    def __init__(self) -> None:
        super().__init__()
        self.idle = 0.0
        self._select = super().select  # looked up once: it is called for every event

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        begun = _now()
        events = self._select(timeout)
        self.idle += _now() - begun
        return events


class MeteredLoop(asyncio.SelectorEventLoop):
    """The loop that bots are timed in."""

    def __init__(self) -> None:
        self._meter = _MeteredSelector()
        super().__init__(self._meter)

    @property
    def idle(self) -> float:
        """The seconds that the loop has waited since it was made."""
        return self._meter.idle


def charged_time() -> Callable[[], float]:
    """Returns the stopwatch that bots are charged by, in seconds from any moment.

    In a loop that was not made by `run` the arena's own work counts too.
    """
    loop = asyncio.get_running_loop()
    if isinstance(loop, MeteredLoop):
        return lambda: loop.idle
    return loop.time


def run(main: Callable[[], Coroutine[None, None, Result]]) -> Result:
    """Runs `main` in a metered loop to its end."""
    with asyncio.Runner(loop_factory=MeteredLoop) as runner:
        return runner.run(main())
