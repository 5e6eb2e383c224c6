"""Which arenas are struck, and when: every moment at its first and at a middle time, and more.

A case is a command of a league's life with the strikes of each try at it. Each try but the last has
to be killed by the strike that it names, or the case has failed.
"""

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.moments import Moment
from tests.crash.arena import Blow, Ended, Strike
from tests.crash.judging import faults_of
from tests.crash.leagues import Ground, Outcome, state_of

INIT, SUBMIT, RUN, REVEAL = 0, 3, 4, 5
"""The commands that are struck, by their place in a league's life; the last bot is handed in."""
_NAMES = {INIT: "init", SUBMIT: "submit", RUN: "run", REVEAL: "reveal"}
_TWICE = (
    Moment.LOCK_TAKEN,
    Moment.COMMIT_DUE,
    Moment.CRASH_SETTLED,
    Moment.SWEPT,
    Moment.SITTING_BEGUN,
    Moment.BOT_STARTED,
    Moment.INTENT_STORED,
    Moment.RESULT_STORED,
    Moment.SLOT_REMOVED,
)
"""Where the recovery from a crash is struck as well."""
_IN_CONTAINERS = (
    Moment.SWEPT,
    Moment.SLOT_OPENED,
    Moment.CONTAINER_CREATED,
    Moment.BOT_STARTED,
    Moment.BOT_GREETED,
    Moment.INTENT_STORED,
    Moment.IN_DEAL,
    Moment.RESULT_STORED,
    Moment.GOODBYE_SAID,
    Moment.BOT_ENDED,
    Moment.BOT_REMOVED,
    Moment.SLOT_REMOVED,
    Moment.SITTING_CLOSED,
)
"""What may be different when bots are containers."""
CONTAINERS_ALONE = frozenset({Moment.IMAGE_BUILT, Moment.CONTAINER_CREATED})
"""What comes only when bots are containers."""


@dataclass(frozen=True, slots=True)
class Case:
    """A command, and what strikes it: one row for each try that is killed."""

    command: int
    tries: tuple[tuple[Strike, ...], ...] = ()
    seconds: float = 0.0
    """Instead of a strike: when it is killed, wherever it is then."""

    @property
    def moments(self) -> frozenset[Moment]:
        return frozenset(strike.moment for strikes in self.tries for strike in strikes[-1:])

    def __str__(self) -> str:
        if not self.tries:
            return f"{_NAMES[self.command]}: kill after {self.seconds:.2f} s"
        told = (" ".join(map(str, strikes)) for strikes in self.tries)
        return f"{_NAMES[self.command]}: {', then '.join(told)}"


def kill(moment: Moment, nth: int = 1, detail: str = "") -> Strike:
    return Strike(moment, nth, Blow.KILL, detail)


Counts = Mapping[int, Mapping[str, int]]
"""How often each moment comes in each command that nothing strikes."""


def named_cases(counts: Counts) -> Iterator[Case]:
    """Yields each moment of each command at its first time, and in a run at a middle one."""
    for command, times in counts.items():
        for moment, number in times.items():
            yield Case(command, ((kill(Moment(moment)),),))
            if command == RUN and number > 1:
                yield Case(command, ((kill(Moment(moment), number // 2 + 1),),))
    yield from special_cases()


def special_cases() -> Iterator[Case]:
    """Yields what does not come by itself: a board is complete, an attempt is given up."""
    yield Case(RUN, ((kill(Moment.RESULT_STORED, detail="m1.b1.r3"),),))
    halted = (
        Strike(Moment.DEAL_BEGUN, 1, Blow.INTERRUPT),
        Strike(Moment.DEAL_BEGUN, 2, Blow.INTERRUPT),
        kill(Moment.ATTEMPT_INTERRUPTED),
    )
    yield Case(RUN, (halted,))
    yield Case(RUN, ((Strike(Moment.IN_DEAL, 1, Blow.ORPHAN), kill(Moment.ATTEMPT_ANNULLED)),))


def double_cases() -> Iterator[Case]:
    """Yields crashes in the recovery from a crash."""
    for moment in _TWICE:
        yield Case(RUN, ((kill(Moment.IN_DEAL, 2),), (kill(moment),)))
    yield Case(INIT, ((kill(Moment.SECRET_WRITTEN),), (kill(Moment.SETTINGS_WRITTEN),)))
    yield Case(SUBMIT, ((kill(Moment.COPY_STAGED),), (kill(Moment.COPY_STORED),)))


def random_cases(number: int, seconds: float, seed: int) -> Iterator[Case]:
    """Yields kills of a run at random times within `seconds`."""
    dice = random.Random(seed)
    for _ in range(number):
        yield Case(RUN, seconds=dice.uniform(0.0, seconds))


def container_cases() -> Iterator[Case]:
    for moment in _IN_CONTAINERS:
        yield Case(RUN, ((kill(moment),),))
    for moment in (Moment.IMAGE_BUILT, Moment.BOT_STARTED, Moment.TRIAL_PASSED):
        yield Case(SUBMIT, ((kill(moment),),))


def count_moments(ground: Ground) -> Counts:
    """Returns how often each moment comes in each command."""
    counts = {}
    for command in (INIT, SUBMIT, RUN, REVEAL):
        league = ground.fresh(command)
        counts[command] = ground.carried_out(*ground.commands(league)[command]).counts
    return counts


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a case."""

    case: Case
    faults: Sequence[str]
    seconds: float


def try_out(ground: Ground, case: Case, expected: Outcome) -> Verdict:
    """Carries out a case, and the league's life from there to its end."""
    begun = time.monotonic()
    league = ground.fresh(case.command)
    commands = ground.commands(league)
    faults: list[str] = []
    states = []
    for strikes in case.tries:
        ended = ground.arena(*commands[case.command], strikes=strikes)
        faults += _unlike(ended, strikes)
        states.append(state_of(league))
    if not case.tries:
        struck = ground.begin(*commands[case.command])
        struck.kill_after(case.seconds)
        if not struck.end().is_killed:
            faults.append("it ended before it was killed")
        states.append(state_of(league))
    faults += _go_on(ground, league, case.command)
    if not faults:
        faults += faults_of(league, states, expected)
    return Verdict(case, faults, time.monotonic() - begun)


def _unlike(ended: Ended, strikes: Sequence[Strike]) -> list[str]:
    """Says where an arena did not end as it had to."""
    missing = [str(strike) for strike in strikes if str(strike) not in ended.struck]
    if missing:
        return [f"never came: {', '.join(missing)}; it ended with {ended.code}: {ended.printed}"]
    return [] if ended.is_killed else [f"it ended with {ended.code}, not by SIGKILL"]


def _go_on(ground: Ground, league: Path, command: int) -> list[str]:
    """Types the struck command again, and all that comes after it; returns what goes wrong."""
    last = max(command, RUN)
    for number, arguments in enumerate(ground.commands(league)[command : last + 1], command):
        ended = ground.arena(*arguments)
        is_done = number == command and _was_done(ended)
        if ended.code != 0 and not is_done:
            return [f"{arguments[0]} afterwards ended with {ended.code}: {ended.printed}"]
    return []


def _was_done(ended: Ended) -> bool:
    """Says whether a command was refused because the killed one had done it all."""
    return "holds a league already" in ended.printed or "is revision 1 of " in ended.printed
