"""How a bot's life ended, in a verdict and in words that its author can act on.

Three limits of time are told apart everywhere: the *start limit* runs until a bot has said hello,
the *decision limit* is what a turn may take for nothing, and the *bank* of a match pays for more.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.bots import MAX_CALLS
from arena.record import Ender, LifeEnd, Verdict
from arena.sandbox import Exit
from arena.wire import Farewell

_FILE = re.compile(r"\w[\w.-]*(/[\w.-]+)*\.[a-z]{1,4}", re.ASCII)
"""What is taken for the path of a file in the bot's folder, as in "dist/bot.js"."""
_FILE_TOO_BIG = 25  # SIGXFSZ
_CPU_TIME = 24  # SIGXCPU
_KILLED = 128 + 9  # SIGKILL, which is how the arena ends a bot
_TOO_MUCH_MEMORY = "it was ended for using more memory than its limit"
_OR_THE_LIKE = ", or let its deadline pass, or broke HTTP/2, or sent far too large a message"


@dataclass(frozen=True, slots=True)
class Ending:
    """Why a bot is out of a sitting."""

    verdict: Verdict
    text: str
    exit: Exit | None = None
    cause: str | None = None
    """The positive evidence that it was not the bot's doing: its matches are annulled."""
    elapsed: float | None = None
    """The seconds from its start, where the start limit is what counts."""
    allowed: float | None = None
    """The start limit, likewise."""
    is_early_end: bool = False
    """Whether its stream ended before hello: if it ended by itself as well, its exit tells more."""


def ending_of_lost_stream(exit_state: Exit) -> Ending:
    """Returns what a stream that ended without a farewell means.

    The end itself says nothing of how it came about, so the exit decides.
    """
    verdict, text = _lost(exit_state)
    return Ending(verdict, text, exit_state, exit_state.external)


def _lost(exit_state: Exit) -> tuple[Verdict, str]:
    if exit_state.oom:
        return Verdict.OOM, _TOO_MUCH_MEMORY
    if exit_state.signal in (_FILE_TOO_BIG, _CPU_TIME):
        return Verdict.LIMIT, f"signal {exit_state.signal} ended it for exceeding a limit"
    if exit_state.stopped_by_arena:
        return Verdict.PROTOCOL, f"it closed its stream without bye{_OR_THE_LIKE}, and ran on"
    return Verdict.CRASHED, f"it ended in the middle of the sitting, {_how(exit_state)}"


def ending_of_flood() -> Ending:
    """Returns what it means that a bot calls again and again."""
    text = f"it made more than {MAX_CALLS} calls, where one call of Play is all that it needs"
    return Ending(Verdict.FLOOD, text)


def ending_of_farewell(farewell: Farewell) -> Ending:
    """Returns what it means that a bot has said bye."""
    reason = f": {farewell.reason}" if farewell.reason else ""
    return Ending(Verdict.RESIGNED, f"it said bye{reason}")


def ending_before_hello(
    exit_state: Exit, elapsed: float | None, limit: float | None, snag: str = ""
) -> Ending:
    """Returns what it means that a bot ended before it said hello; `snag` may be why."""
    if exit_state.oom:
        verdict, text = Verdict.OOM, f"{_TOO_MUCH_MEMORY}, before it said hello"
    else:
        verdict = Verdict.NO_CONNECT
        text = f"it ended before it said hello, {_how(exit_state)}{snag}"
    return Ending(verdict, text, exit_state, exit_state.external, elapsed, limit)


def snag_of_missing(command: Sequence[str], folder: Path) -> str:
    """Returns what may be wrong with a program's arguments: one names a file that is not there."""
    for word in command[1:]:
        if _FILE.fullmatch(word) and not (folder / word).exists():
            return f"; there is no {word!r} in its folder: build the bot, or mend its command"
    return ""


def ending_of_early_end(elapsed: float, limit: float) -> Ending:
    """Returns what it means that a bot runs on when its stream has ended without a hello."""
    text = f"it closed its stream before it said hello{_OR_THE_LIKE}, and ran on"
    return Ending(Verdict.NO_CONNECT, text, elapsed=elapsed, allowed=limit, is_early_end=True)


def ending_without_hello(elapsed: float, limit: float, snag: str = "") -> Ending:
    """Returns what it means that a bot runs and has not said hello; `snag` may be why."""
    text = f"it did not say hello within the start limit of {limit:g} s{snag}"
    return Ending(Verdict.NO_CONNECT, text, elapsed=elapsed, allowed=limit)


def ending_of_unread_welcome(elapsed: float, limit: float) -> Ending:
    """Returns what it means that a bot says hello and does not read on."""
    text = f"it said hello, but did not read its welcome within another start limit of {limit:g} s"
    return Ending(Verdict.NO_CONNECT, text, elapsed=elapsed, allowed=limit)


def ending_of_timeout(
    turn: int, decisions: int, budget: float, bank: float, snag: str = ""
) -> Ending:
    """Returns what to tell of a match whose bank could not pay for a turn; `snag` may be why."""
    asked = "1 decision" if decisions == 1 else f"{decisions} decisions"
    left = f"had {bank:.3f} s left" if bank > 0 else "was empty"
    text = (
        f"it did not answer turn {turn} ({asked}) in time: the decision limit gives "
        f"{budget:.3f} s for this turn, and the bank of this match {left}{snag}"
    )
    return Ending(Verdict.TIMEOUT, text)


def ending_of_hanging(turn: int, grace: float, snag: str = "") -> Ending:
    """Returns what it means that a bot goes on with a turn that has cost all that it could."""
    text = (
        f"it still had not answered turn {turn} when the grace of {grace:g} s was over, which "
        f"began when the banks of all matches in it were used up{snag}"
    )
    return Ending(Verdict.TIMEOUT, text)


def ending_of_unread_turn(turn: int) -> Ending:
    """Returns what it means that a bot answers what it does not read."""
    return Ending(Verdict.PROTOCOL, f"it answered turn {turn} without reading it")


def ender_of(exit_state: Exit) -> Ender:
    """Returns who ended a life."""
    if exit_state.external is not None:
        return Ender.OUTSIDE
    if exit_state.oom:
        return Ender.MEMORY
    if exit_state.stopped_by_arena and exit_state.code in (None, _KILLED):
        return Ender.ARENA  # with another code it ended in the moment in which it was killed
    return Ender.UNKNOWN if exit_state.code is None else Ender.ITSELF


def end_of_life(
    exit_state: Exit | None, ending: Ending | None, seconds: float | None, turns: int, text: str
) -> LifeEnd:
    """Returns what is kept of a life: of its `ending` or, in `text`, of its dismissal.

    Without an exit it never ran.
    """
    exit_state = exit_state or Exit(code=None)
    cause = ending.cause if ending else exit_state.external
    return LifeEnd(
        ender=ender_of(exit_state),
        text=ending.text if ending else text,
        verdict=ending.verdict if ending and cause is None else None,
        seconds=seconds,
        turns=turns,
        exit_code=exit_state.code,
        oom=exit_state.oom,
        cause=cause,
        stderr=exit_state.stderr,
    )


def end_of_our_failure(cause: str, seconds: float | None, turns: int) -> LifeEnd:
    """Returns what is kept of a life that could not be started, or ended, for a fault of ours."""
    started = "ended" if seconds is not None else "started"
    text = f"it could not be {started}, by no fault of its own"
    return LifeEnd(Ender.UNKNOWN, text, seconds=seconds, turns=turns, cause=cause)


def _how(exit_state: Exit) -> str:
    if exit_state.code is None:
        return "with an exit code that cannot be known"
    if exit_state.signal is not None:
        return f"with exit code {exit_state.code} (signal {exit_state.signal})"
    return f"with exit code {exit_state.code}"
