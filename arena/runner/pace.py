"""How many bots may think at once: fewer while the machine does not let the arena run.

What counts is the arena's own lag alone, which is measured from outside the bots: how slow or busy
they are says nothing. Where the arena should have run for a good part of two seconds and was not
let, half as many bots think at once, down to one; in calm, one more every few seconds.
So a bot that keeps the arena from a processor slows a league down by no more than the number of
bots that may think at once.
"""

import asyncio
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from arena.runner.meter import charged_time, loop_lag

PERIOD = 1.0
"""Seconds from one look to the next."""
TOO_MUCH = 0.25
"""Of the time in which the arena should have run and did not: from here it is overloaded."""
CALM = 0.1
"""Up to here the machine has room for more."""
_SURE_SECONDS = 2.0
"""Of too much lag before it is called an overload: a start of something takes less."""
_HELD = 0.4
"""Of the time without a stroke of work, nor a wait: stops of the arena, or a disk that hangs."""
_RISE_SECONDS = 2.0
"""Of calm before one more bot may think."""
_END_SECONDS = 10.0
"""Of calm, with all bots thinking again, before it is called over."""
_NANO = 1e-9
_MICRO = 1e-6


@dataclass(frozen=True, slots=True)
class Overload:
    """A time in which the machine did not let the arena run as it should."""

    since: float
    """Seconds since 1970, as `until`."""
    until: float
    seconds: float
    """Of play in it."""
    lag: float
    """The seconds of it in which the arena should have run and did not."""
    longest: float
    """The most of that between two looks."""
    fewest: int
    """How few bots were let think at once."""
    jobs: int
    """How many may otherwise."""
    pressure: float | None = None
    """The share of it in which something waited for a processor, as the system counts; None where
    it does not. Bots bring it about too, so it is told and nothing follows from it."""


class Pace:
    """The permits to think; the limit of how many are out moves between one and `jobs`."""

    def __init__(
        self,
        jobs: int,
        *,
        on_change: Callable[[], None] = lambda: None,
        on_end: Callable[[Overload], None] = lambda _: None,
    ) -> None:
        self.jobs = jobs
        self.overload: Overload | None = None
        """What goes on now; None while nothing does."""
        self._on_change = on_change
        self._on_end = on_end
        self._permits = asyncio.Semaphore(jobs)
        self._withheld = 0
        self._to_withhold = 0
        self._strained = 0.0
        self._calm = 0.0
        self._before: tuple[float, float] | None = None

    @property
    def limit(self) -> int:
        """How many bots may think at once now."""
        return self.jobs - self._withheld

    async def acquire(self) -> None:
        await self._permits.acquire()

    def release(self) -> None:
        """Gives a permit back; where fewer bots are to think it is kept."""
        if self._to_withhold:
            self._to_withhold -= 1
        else:
            self._permits.release()

    async def attend(self) -> None:
        """Looks at the machine for as long as a sitting is played; to be cancelled."""
        strain = _Strain()
        while True:
            await asyncio.sleep(PERIOD)
            self.look(*strain.growth())

    def look(self, seconds: float, lag: float) -> None:
        """Draws the conclusion from the last `seconds`, `lag` of which the arena was kept waiting.

        Calls what was given for a change, and for an end.
        """
        before = (self.limit, self.overload is None)
        self._strained = self._strained + seconds if lag >= TOO_MUCH * seconds else 0.0
        if self._strained >= _SURE_SECONDS:
            self._slow_down(seconds, lag)
        elif self.overload is not None:
            self._recover(seconds, lag)
        if (self.limit, self.overload is None) != before:
            self._on_change()

    def finish(self) -> None:
        """Ends what goes on: nothing more is played."""
        ended, self.overload = self.overload, None
        if ended is not None:
            self._on_end(replace(ended, pressure=self._pressure()))

    def _slow_down(self, seconds: float, lag: float) -> None:
        self._calm = 0.0
        if self.overload is None:
            self._before = _pressure_seconds()
            began = time.time() - seconds
            self.overload = Overload(began, began, 0.0, 0.0, 0.0, self.jobs, self.jobs)
        self._withhold(self.limit - max(1, self.limit // 2))
        self._extend(seconds, lag)

    def _recover(self, seconds: float, lag: float) -> None:
        self._calm = self._calm + seconds if lag <= CALM * seconds else 0.0
        self._extend(seconds, lag)
        if self._withheld and self._calm >= _RISE_SECONDS:
            self._calm = 0.0
            self._grant()
        elif not self._withheld and self._calm >= _END_SECONDS:
            self.finish()

    def _extend(self, seconds: float, lag: float) -> None:
        so_far = self.overload
        assert so_far is not None, "only what goes on is extended"
        self.overload = replace(
            so_far,
            until=time.time(),
            seconds=so_far.seconds + seconds,
            lag=so_far.lag + lag,
            longest=max(so_far.longest, lag),
            fewest=min(so_far.fewest, self.limit),
        )

    def _withhold(self, count: int) -> None:
        """Takes permits away, each when it is given back: nobody who thinks is interrupted."""
        self._withheld += count
        self._to_withhold += count

    def _grant(self) -> None:
        self._withheld -= 1
        if self._to_withhold:
            self._to_withhold -= 1
        else:
            self._permits.release()

    def _pressure(self) -> float | None:
        """Returns the pressure since the overload began."""
        now, before = _pressure_seconds(), self._before
        if now is None or before is None or now[0] <= before[0]:
            return None
        return min(1.0, (now[1] - before[1]) / (now[0] - before[0]))


class _Strain:
    """How long the loop, in whose thread it is made, was kept from running since the last look."""

    def __init__(self) -> None:
        self._lag = loop_lag()
        self._idle = charged_time()
        self._queue = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat")
        self._before = self._now()

    def _now(self) -> tuple[float, float, float, float, float]:
        clock = time.monotonic(), time.thread_time(), self._idle()
        return *clock, self._lag(), self._queued()

    def growth(self) -> tuple[float, float]:
        """Returns the seconds since the last look, and those of them that were lag."""
        before, self._before = self._before, self._now()
        passed, worked, idle, late, queued = (
            now - then for now, then in zip(self._before, before, strict=True)
        )
        # The one counts late waits of any cause, the other has their reason.
        lag = max(late, queued)
        held = passed - worked - idle
        return passed, max(lag, held) if held >= _HELD * passed else lag

    def _queued(self) -> float:
        """Returns the seconds that this thread was ready and had no processor, where that is told.

        The second of the three numbers, in nanoseconds.
        """
        try:
            return int(self._queue.read_text().split()[1]) * _NANO
        except (OSError, IndexError, ValueError):
            return 0.0


def _pressure_seconds() -> tuple[float, float] | None:
    """Returns the time, and the seconds up to it in which something waited for a processor."""
    try:
        words = Path("/proc/pressure/cpu").read_text(encoding="ascii").split()
    except OSError:
        return None
    totals = [word.removeprefix("total=") for word in words if word.startswith("total=")]
    if not totals or not totals[0].isdigit():
        return None
    return time.monotonic(), int(totals[0]) * _MICRO
