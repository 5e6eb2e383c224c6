"""An arena that something happens to: a command in a process of its own, struck at named moments.

The processes are forked from one that has imported everything, since the imports would take longer
than what is tried. Each is the whole arena, from the command line down, and ends as one.
"""

import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from multiprocessing import get_context
from pathlib import Path

from arena.cli import run_command
from arena.deals import Dice
from arena.league import League, Settings
from arena.moments import EVENT, Moment
from arena.sandbox import keeper

SECONDS = 60.0
"""Longer than anything here takes; only a failure waits so long."""
_IMPORTED = [
    "tests.crash.arena",
    "arena.cli.init",
    "arena.cli.submit",
    "arena.cli.run",
    "arena.cli.status",
    "arena.sandbox.docker",
    "alembic.command",
]
_FORKS = get_context("forkserver")
_FORKS.set_forkserver_preload(_IMPORTED)


class Blow(Enum):
    """What happens to an arena."""

    KILL = "kill"
    INTERRUPT = "interrupt"
    TERMINATE = "terminate"
    HANG_UP = "hang up"
    ORPHAN = "orphan"
    """Its bots are killed from outside, with their keepers."""
    RUN = "run"
    """Something is done to the machine: the strike's command is run."""


@dataclass(frozen=True, slots=True)
class Strike:
    """A blow at the `nth` time that a moment comes, of those with that detail if there is one."""

    moment: Moment
    nth: int = 1
    blow: Blow = Blow.KILL
    detail: str = ""
    command: str = ""

    def __str__(self) -> str:
        return (
            f"{self.blow.value}@{self.moment.value}{self.detail and '=' + self.detail}:{self.nth}"
        )


@dataclass(frozen=True, slots=True)
class Ended:
    """How an arena ended."""

    code: int
    """Its exit code, or the negative number of the signal that ended it."""
    printed: str
    struck: tuple[str, ...]
    """The strikes that came about."""
    counts: Mapping[str, int]
    """How often each moment came; empty when it was killed."""

    @property
    def is_killed(self) -> bool:
        return self.code == -signal.SIGKILL


@dataclass
class Arena:
    """A command that runs, with `dice` for the league if it makes one."""

    arguments: tuple[str, ...]
    strikes: Sequence[Strike]
    dice: Dice
    directory: Path
    """Where what it prints and tells is kept."""

    def __post_init__(self) -> None:
        self.directory.mkdir(parents=True, exist_ok=True)
        for name in ("printed", "told"):
            (self.directory / name).write_text("")
        orders = (self.arguments, tuple(self.strikes), self.dice, self.directory)
        self._process = _FORKS.Process(target=_run, args=orders)
        self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process.is_alive()

    def kill_after(self, seconds: float) -> None:
        """Kills it unless it ends within `seconds`."""
        self._process.join(seconds)
        self._process.kill()

    def end(self) -> Ended:
        """Waits until it has ended."""
        self._process.join(SECONDS)
        code = self._process.exitcode
        if code is None:
            self._process.kill()
            raise AssertionError(f"arena {' '.join(self.arguments)} did not end")
        told = (self.directory / "told").read_text().splitlines()
        counted = [line.split()[1:] for line in told if line.startswith("count ")]
        return Ended(
            code,
            (self.directory / "printed").read_text(),
            tuple(line.removeprefix("struck ") for line in told if line.startswith("struck ")),
            {moment: int(number) for moment, number in counted},
        )


@dataclass
class _Watcher:
    """An audit hook that counts moments and strikes at some."""

    strikes: Sequence[Strike]
    told: int
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)

    def __call__(self, event: str, arguments: tuple[object, ...]) -> None:
        if event != EVENT:
            return
        moment, detail = map(str, arguments)
        of_all, of_those = (moment, ""), (moment, detail)
        for which in {of_all, of_those}:
            self.counts[which] += 1
        for strike in self.strikes:
            which = (strike.moment.value, strike.detail)
            if which in (of_all, of_those) and self.counts[which] == strike.nth:
                os.write(self.told, f"struck {strike}\n".encode())
                if strike.blow is Blow.RUN:
                    subprocess.run(["sh", "-c", strike.command], check=True)
                else:
                    _BLOWS[strike.blow]()

    def report(self) -> None:
        for (moment, detail), number in self.counts.items():
            if not detail:
                os.write(self.told, f"count {moment} {number}\n".encode())


def _send(number: signal.Signals) -> None:
    os.kill(os.getpid(), number)


def _orphan() -> None:
    """Kills the keepers of this arena's bots."""
    for process in keeper.processes():
        command = _read(f"/proc/{process}/cmdline")
        parent = re.search(rb"^PPid:\t(\d+)", _read(f"/proc/{process}/status"), re.MULTILINE)
        if parent and int(parent[1]) == os.getpid() and keeper.__file__.encode() in command:
            os.kill(process, signal.SIGKILL)


def _read(path: str) -> bytes:
    """Returns an account of the kernel's, empty when its process is gone."""
    try:
        return Path(path).read_bytes()
    except OSError:
        return b""


_BLOWS = {
    Blow.KILL: lambda: _send(signal.SIGKILL),
    Blow.INTERRUPT: lambda: _send(signal.SIGINT),
    Blow.TERMINATE: lambda: _send(signal.SIGTERM),
    Blow.HANG_UP: lambda: _send(signal.SIGHUP),
    Blow.ORPHAN: _orphan,
}


def _run(
    arguments: tuple[str, ...], strikes: Sequence[Strike], dice: Dice, directory: Path
) -> None:
    """Is the arena: everything that it prints and tells goes to files in `directory`."""
    printed = os.open(directory / "printed", os.O_WRONLY | os.O_APPEND)
    told = os.open(directory / "told", os.O_WRONLY | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(printed, stream)
    os.environ["ARENA_ENTRY_CHECK"] = "start"  # the crashes are those of a league, not of a check
    _fix(dice)
    watcher = _Watcher(strikes, told)
    sys.addaudithook(watcher)
    code = run_command(list(arguments))
    watcher.report()
    sys.exit(code)


def _fix(dice: Dice) -> None:
    """Has `arena init` make its league with `dice`, which the command line cannot ask for."""
    create = League.create

    def create_with_dice(path: Path, settings: Settings, text: str) -> League:
        return create(path, settings, text, dice)

    League.create = create_with_dice  # type: ignore[method-assign,assignment]  # dice are arguments
