"""How a bot's life ended, in a verdict and in words."""

from dataclasses import dataclass

from arena.bots import MAX_CALLS
from arena.record import Verdict
from arena.sandbox import Exit

_FILE_TOO_BIG = 25  # SIGXFSZ
_CPU_TIME = 24  # SIGXCPU


@dataclass(frozen=True, slots=True)
class Ending:
    """Why a bot is out of a sitting."""

    verdict: Verdict
    text: str
    exit: Exit | None = None
    cause: str | None = None
    """The positive evidence that it was not the bot's doing: its matches are annulled."""


def ending_of_lost_stream(exit_state: Exit) -> Ending:
    """Returns what a stream that ended without a farewell means.

    The end itself says nothing of how it came about, so the exit decides.
    """
    verdict, text = _lost(exit_state)
    return Ending(verdict, text, exit_state, exit_state.external)


def _lost(exit_state: Exit) -> tuple[Verdict, str]:
    if exit_state.oom:
        return Verdict.OOM, "it was ended for using more memory than its limit"
    if exit_state.signal in (_FILE_TOO_BIG, _CPU_TIME):
        return Verdict.LIMIT, f"signal {exit_state.signal} ended it for exceeding a limit"
    if exit_state.stopped_by_arena:
        text = "it closed its stream without bye, or sent far too large a message, and ran on"
        return Verdict.PROTOCOL, text
    return Verdict.CRASHED, f"it ended in the middle of the sitting, {_how(exit_state)}"


def ending_of_flood() -> Ending:
    """Returns what it means that a bot calls again and again."""
    text = f"it made more than {MAX_CALLS} calls, where one call of Play is all that it needs"
    return Ending(Verdict.FLOOD, text)


def ending_before_hello(exit_state: Exit) -> Ending:
    """Returns what it means that a bot ended before it said hello."""
    verdict = Verdict.OOM if exit_state.oom else Verdict.NO_CONNECT
    text = f"it ended before it said hello, {_how(exit_state)}"
    return Ending(verdict, text, exit_state, exit_state.external)


def _how(exit_state: Exit) -> str:
    if exit_state.code is None:
        return "with an exit code that cannot be known"
    if exit_state.signal is not None:
        return f"with exit code {exit_state.code} (signal {exit_state.signal})"
    return f"with exit code {exit_state.code}"
