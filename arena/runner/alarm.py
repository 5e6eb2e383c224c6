"""An alarm that is moved far more often than it rings."""

import asyncio
from collections.abc import Callable


class Alarm:
    """Calls `ring` once the loop's time is what it was set to.

    A turn is answered thousands of times before its time is out. So a timer that is early is left
    alone: when it ends, it is set again to what is due by then.
    """

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._loop = asyncio.get_running_loop()
        self._due: float | None = None
        self._timer: asyncio.TimerHandle | None = None

    def set(self, wait: float) -> None:
        """Sets it to ring in `wait` seconds, in place of what it was set to."""
        self._due = due = self._loop.time() + wait
        timer = self._timer
        if timer is None:
            self._timer = self._loop.call_at(due, self._wake)
        elif timer.when() > due:
            timer.cancel()
            self._timer = self._loop.call_at(due, self._wake)

    def stop(self) -> None:
        """Has it not ring until it is set again."""
        self._due = None

    def cancel(self) -> None:
        """Stops it and lets go of its timer."""
        self._due = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wake(self) -> None:
        self._timer = None
        if self._due is None:
            return
        if self._due > self._loop.time():
            self._timer = self._loop.call_at(self._due, self._wake)
            return
        self._due = None
        self._ring()
