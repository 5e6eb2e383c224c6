"""What a sitting is played on, and whom the runner tells of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from arena.clock import Clock
from arena.deals import Dice
from arena.games.game import Rules
from arena.record import Evidence, LifeEnd, Record
from arena.runner.pace import Pace
from arena.runner.transcript import Transcript
from arena.sandbox import Limits
from arena.schedule import Fixture
from arena.table import Onlooker


@dataclass(frozen=True, slots=True)
class Contestant:
    """What to start for an entrant."""

    entrant: str
    command: tuple[str, ...]
    folder: Path | None
    """The stored copy of the submission, for a process."""
    image: str | None
    """The image by its id, for Docker."""
    is_stdio: bool = False
    """Whether it speaks by its standard streams, a JSON message a line; else by gRPC."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What all the matches of a sitting share."""

    rules: Rules
    clock: Clock
    dice: Dice
    limits: Limits
    jobs: int
    """How many bots may have a turn outstanding at once."""
    tables: int
    """How many tables a bot is given at once, at most."""
    run_directory: Path
    """Where sockets and private folders live; its path has to be short."""
    league: str
    pace: Pace | None = None
    """The permits of a run of several sittings; None for a sitting by itself, which has its own."""
    transcript: Transcript | None = None
    """Whom to tell of every message, both ways, of every bot; None for nobody, at no cost."""
    onlooker: Onlooker | None = None
    """Who watches every table; for a match by itself, since hands are told as they stand."""


@dataclass(frozen=True, slots=True)
class Played:
    """A match that counts."""

    match: str
    record: Record
    evidence: tuple[Evidence, ...]
    overdrawn: tuple[float, ...] = ()
    """The seconds that each seat has taken from its bank."""


class Journal(Protocol):
    """Whoever keeps what happens; the runner goes on only when a call has returned."""

    def begin(self, fixtures: Sequence[Fixture]) -> None:
        """Keeps that these matches are about to be played; no card has been shown."""

    def finish(self, played: Played) -> None:
        """Keeps a result for good."""

    def annul(self, match: str, cause: str) -> None:
        """Keeps that an attempt does not count; the match is played again by fresh bots."""

    def ended(self, entrant: str, end: LifeEnd) -> None:
        """Keeps how a bot's life ended; every bot has one in a sitting, at most."""


class Halt:
    """A person's wish to stop: asked once, matches in play finish; asked twice, nothing does."""

    def __init__(self) -> None:
        self._requests = 0
        self._wake: Callable[[], None] | None = None

    def request(self) -> None:
        self._requests += 1
        if self._wake is not None:
            self._wake()

    def listen(self, wake: Callable[[], None]) -> None:
        """Has `wake` called at each request, in place of whoever listened before."""
        self._wake = wake

    @property
    def is_requested(self) -> bool:
        return self._requests > 0

    @property
    def is_immediate(self) -> bool:
        return self._requests > 1
