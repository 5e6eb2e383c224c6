"""What a person sees while matches are played: how far, how fast, how long still."""

import time
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, TextColumn
from rich.progress import Progress as Bar

from arena.cli.words import count_text, duration_text
from arena.league.playing import Progress

_SECONDS_BETWEEN_LINES = 5.0


class Reporter:
    """Tells the progress of a run: as a bar on a terminal, else as a line now and then."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._begun = time.monotonic()
        self._told = self._begun
        self._bar = Bar(
            BarColumn(),
            TextColumn("{task.description}", markup=False),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task("starting the bots", total=None)
        self.last = Progress(0, 0, 0)
        self.was_slowed = False
        """Whether the machine was overloaded at some time of the run."""

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._bar.stop()

    @property
    def seconds(self) -> float:
        """How long the run has taken so far."""
        return time.monotonic() - self._begun

    def __call__(self, progress: Progress) -> None:
        self.last = progress
        self.was_slowed = self.was_slowed or bool(progress.slowed_to)
        if progress.setback:
            self._console.print(progress.setback, soft_wrap=True, markup=False)
        text = progress_text(progress, self.seconds)
        total = progress.played + progress.missing
        self._bar.update(self._task, description=text, completed=progress.played, total=total)
        now = time.monotonic()
        if not self._console.is_terminal and now - self._told >= _SECONDS_BETWEEN_LINES:
            self._told = now
            self._console.print(text, soft_wrap=True)


def progress_text(progress: Progress, seconds: float) -> str:
    """Returns how far a run is after `seconds`.

    >>> progress_text(Progress(played=30, missing=60, annulled=0), 15.0)
    '30 of 90 matches, 2.0 a second, 30 s left'
    """
    total = progress.played + progress.missing
    text = f"{progress.played:,} of {count_text(total, 'match', 'matches')}"
    if progress.annulled:
        text += f", {count_text(progress.annulled, 'attempt')} annulled"
    if progress.slowed_to:
        text += f", slowed down: the machine is overloaded, {_thinking(progress.slowed_to)} at once"
    if not progress.played or seconds <= 0:
        return f"{text}, the bots are starting"
    left = duration_text(progress.missing * seconds / progress.played)
    return f"{text}, {rate_text(progress.played, seconds)}, {left} left"


def _thinking(bots: int) -> str:
    return "1 bot thinks" if bots == 1 else f"{bots} bots think"


def rate_text(matches: int, seconds: float) -> str:
    """Returns how fast matches were played.

    >>> rate_text(3, 60.0)
    '3.0 a minute'
    """
    rate = matches / max(seconds, 0.001)
    return f"{rate:.1f} a second" if rate >= 1 else f"{rate * 60:.1f} a minute"
