"""Matches whose time is out, while it is asked whether something outside was to blame.

A verdict of time cannot be taken back, and the news that somebody has paused a bot may come late.
So whoever can know is asked first; the match stands still meanwhile, and nobody pays for that.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from arena.record import Verdict
from arena.runner.ending import Ending
from arena.runner.seated import LastTurn, Seated


@dataclass(frozen=True, slots=True)
class Late:
    """One such match."""

    seated: Seated
    ending: Ending
    """What is to be told of it if nothing was to blame."""
    last: LastTurn | None
    """The turn in which its time was out."""


class LateMatches:
    """The late matches of one bot.

    `find_cause` asks what disturbed it. If nothing did, they are forfeited, and `moved` is told
    which tables move on by that; else `lose` is told that the bot is out, and why.
    """

    def __init__(
        self,
        find_cause: Callable[[], Awaitable[str | None]],
        moved: Callable[[Seated], None],
        lose: Callable[[Ending], None],
    ) -> None:
        self._find_cause, self._moved, self._lose = find_cause, moved, lose
        self._waiting: list[Late] = []
        self._asking: asyncio.Task[None] | None = None
        self.cause: str | None = None
        """What was found to disturb the bot."""

    def add(self, late: Late) -> "asyncio.Task[None] | None":
        """Takes in a match; returns what is to be waited for, if it is new."""
        late.seated.is_late = True
        self._waiting.append(late)
        if self._asking is not None and not self._asking.done():
            return None
        self._asking = asyncio.ensure_future(self._ask())
        return self._asking

    async def settle(self) -> None:
        """Returns once nothing is open; what fails is raised to whoever `add` gave it to."""
        if self._asking is not None:
            await asyncio.wait({self._asking})

    async def _ask(self) -> None:
        while self._waiting and self.cause is None:
            waiting, self._waiting = self._waiting, []
            self.cause = cause = await self._find_cause()
            if cause is not None:
                text = "its time was out while something outside disturbed it"
                self._lose(Ending(Verdict.TIMEOUT, text, cause=cause))
                return
            for late in waiting:
                if late.seated.forfeit(late.ending, late.last):
                    self._moved(late.seated)
