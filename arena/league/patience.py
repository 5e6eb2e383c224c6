"""What a league does about faults of ours: it waits, tries others first, and stops in the end.

An engine that was restarted is back in a minute, so the pauses between sittings that bring nothing
grow to that. If one entrant's bot is what the engine fails at, those who have not failed are played
first and by themselves, so that one cannot stop the league for all.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby

from arena.errors import ArenaError, DisturbedError, SandboxError
from arena.league.settings import ScheduleSettings
from arena.runner import Halt
from arena.schedule import Fixture, Sitting, sittings

PAUSES = (1.0, 5.0, 15.0, 30.0, 60.0)
"""Seconds to wait after the first, second, … sitting in a row that brought no result."""

TRIES = len(PAUSES) + 1
"""Sittings in a row that may bring no result before the league stops."""

_CLOSER_LOOK = 2
"""Sittings in a row without a result after which one meeting at a time is tried."""

Wait = Callable[[float, Halt], Awaitable[None]]
"""Lets so many seconds pass, or fewer if somebody asks for a halt."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a sitting brought."""

    fixtures: Sequence[Fixture]
    """What was to be played."""
    played: frozenset[str]
    """The matches of it that have a result now."""
    cause: str | None = None
    """What of ours, or of the machine's, failed in it."""
    error: SandboxError | None = None
    """The same, where it was raised."""


class Patience:
    """How much of it is left, and with whom."""

    def __init__(self) -> None:
        self._fruitless = 0
        self._setbacks: Counter[str] = Counter()  # of meetings, and of entrants since a result

    def take(self, outcome: Outcome) -> float:
        """Takes note of a sitting; returns the seconds to wait before the next.

        Raises an error that says what to see to when no patience is left.
        """
        for fixture in outcome.fixtures:
            if fixture.match in outcome.played:
                for entrant in fixture.seating:
                    self._setbacks.pop(entrant, None)
        if outcome.cause is not None:
            left = [each for each in outcome.fixtures if each.match not in outcome.played]
            self._setbacks.update({entrant for fixture in left for entrant in fixture.seating})
            self._setbacks.update({fixture.meeting for fixture in left})
        if outcome.played:
            self._fruitless = 0
            return 0.0
        self._fruitless += 1
        if self._fruitless == TRIES:
            raise _stuck(outcome)
        return PAUSES[self._fruitless - 1]

    def plan(self, missing: Iterable[Fixture], settings: ScheduleSettings) -> Iterator[Sitting]:
        """Yields `missing`, given in schedule order, as sittings: first those without setbacks."""
        is_closer = self._fruitless >= _CLOSER_LOOK
        meetings = 1 if is_closer else settings.meetings_per_sitting
        for _, alike in groupby(sorted(missing, key=self._hope), key=self._hope):
            yield from sittings(alike, settings.bots_per_sitting, meetings)

    def _hope(self, fixture: Fixture) -> tuple[int, int]:
        setbacks = self._setbacks
        return setbacks[fixture.meeting], sum(setbacks[entrant] for entrant in fixture.seating)


async def wait_or_halt(seconds: float, halt: Halt) -> None:
    """Lets time pass, until somebody asks for a halt."""
    woken = asyncio.Event()
    halt.listen(woken.set)
    if not halt.is_requested:
        with suppress(TimeoutError):
            await asyncio.wait_for(woken.wait(), seconds)


def _stuck(outcome: Outcome) -> ArenaError:
    if outcome.cause is None:
        return ArenaError(
            f"{TRIES} sittings in a row brought no result, though nothing failed: this is a "
            "mistake of the arena, please report it"
        )
    text = (
        f"{TRIES} sittings in a row brought no result, the last one because of this: "
        f"{outcome.cause}; see to that and run again, nothing is lost"
    )
    is_ours = outcome.error is not None and not isinstance(outcome.error, DisturbedError)
    return SandboxError(text) if is_ours else DisturbedError(text)
