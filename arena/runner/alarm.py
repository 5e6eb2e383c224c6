"""Waiting by the time that bots are charged: an alarm, and waits with a limit.

The loop's own time goes on while the arena is stalled or busy, so a timer alone would find a bot
late that had no time at all.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable

from arena.runner.meter import charged_time

_LEAST = 0.001
"""Seconds: charged time is never ahead of the loop's, and may fall behind it for ever so little."""


class Alarm:
    """Calls `ring` once the charged time is what it was set to; moved far more often than it rings.

    A turn is answered thousands of times before its time is out. So a timer that is early is left
    alone: when it ends, it is set again to what is due by then.
    """

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._loop = asyncio.get_running_loop()
        self._time = charged_time()
        self._due: float | None = None
        self._timer: asyncio.TimerHandle | None = None

    def set(self, wait: float) -> None:
        """Sets it to ring in `wait` seconds, in place of what it was set to."""
        self._due = self._time() + wait
        at = self._loop.time() + wait
        timer = self._timer
        if timer is None:
            self._timer = self._loop.call_at(at, self._wake)
        elif timer.when() > at:
            timer.cancel()
            self._timer = self._loop.call_at(at, self._wake)

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
        left = self._due - self._time()
        if left > 0:
            self._timer = self._loop.call_later(max(_LEAST, left), self._wake)
            return
        self._due = None
        self._ring()


async def pause(seconds: float) -> None:
    """Waits for `seconds` of charged time."""
    never = asyncio.get_running_loop().create_future()
    await first_of((never,), seconds)


async def first_of(awaited: Iterable[Awaitable[object]], seconds: float) -> None:
    """Waits until one of the futures `awaited` is done, or for `seconds` of charged time."""
    time = charged_time()
    end = time() + seconds
    futures = [asyncio.ensure_future(each) for each in awaited]
    while not any(future.done() for future in futures) and (left := end - time()) > 0:
        await asyncio.wait(futures, timeout=max(_LEAST, left), return_when=asyncio.FIRST_COMPLETED)


async def finish(work: Coroutine[None, None, None], seconds: float) -> None:
    """Does `work`; raises TimeoutError if that takes longer than `seconds` of charged time."""
    task = asyncio.ensure_future(work)
    try:
        await first_of((task,), seconds)
    finally:
        is_late = not task.done()
        task.cancel()
        await asyncio.wait({task})
    if is_late:
        raise TimeoutError
    task.result()
