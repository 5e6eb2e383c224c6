"""What the operator decides about a league, as frozen values; `arena.config` reads them."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from arena.clock import Clock
from arena.games.game import Rules
from arena.sandbox import DEFAULT_URL, Limits
from arena.sandbox.sandbox import MIB
from arena.schedule import TRIO, Kind, default_kind
from arena.store import SandboxKind


class ScheduleKind(StrEnum):
    """Which entrants meet."""

    AUTO = "auto"
    FULL = "full"
    BALANCED = "balanced"

    def of(self, entrants: int, seats: int) -> Kind:
        """Returns the kind of schedule for so many entrants at tables of so many seats."""
        return default_kind(entrants, seats) if self is ScheduleKind.AUTO else Kind(self.value)


class BuildNetwork(StrEnum):
    """What the commands of a Dockerfile may reach while an image is built."""

    BRIDGE = "bridge"
    NONE = "none"
    HOST = "host"


class Pin(StrEnum):
    """Whether each bot is held to one processor."""

    AUTO = "auto"
    ON = "on"
    OFF = "off"


def _cores() -> int:
    return len(os.sched_getaffinity(0))


@dataclass(frozen=True, slots=True)
class ScheduleSettings:
    """Who meets whom, and how much of it is played in one life of the bots."""

    kind: ScheduleKind = ScheduleKind.AUTO
    boards: int = 2
    """Boards of a meeting."""
    bots_per_sitting: int = 12
    meetings_per_sitting: int = 32


def seat_mistakes(schedule: ScheduleSettings, seats: int) -> Mapping[str, str]:
    """Returns what of a schedule cannot be where tables have so many seats, by its key."""
    mistakes = {}
    if schedule.kind is ScheduleKind.BALANCED and seats != TRIO:
        mistakes["kind"] = (
            f"is {schedule.kind.value!r}, which there is for three seats alone, and these rules "
            f"have {seats}: choose {ScheduleKind.FULL.value!r}"
        )
    if schedule.bots_per_sitting < seats:
        mistakes["bots_per_sitting"] = (
            f"is {schedule.bots_per_sitting}, expected a whole number from {seats}"
        )
    return mistakes


class EntryCheck(StrEnum):
    """What a bot has to stand before it is an entrant."""

    FULL = "full"
    """All that `arena check` tries."""
    START = "start"
    """That it starts and says hello."""


@dataclass(frozen=True, slots=True)
class EntrySettings:
    """Who may enter."""

    check: EntryCheck = EntryCheck.FULL

    one_entrant_per_author: bool = False
    """Whether an author, who then has to be named, may have one name in the league, at most."""


@dataclass(frozen=True, slots=True)
class PlaySettings:
    """How matches are played on this machine."""

    sandbox: SandboxKind = SandboxKind.DOCKER
    jobs: int = field(default_factory=_cores)
    """Bots that think at once."""
    tables: int = 32
    """Tables that a bot is given at once, at most."""
    engine: str = DEFAULT_URL
    """The address of the Docker engine, which has to be a local one."""
    runtime: str = ""
    """What the engine calls what runs containers, as in `runsc`; empty for its own choice."""
    probe_image: str = "python:3.11-slim"
    """An image with python3 in it, in which the limits of this machine are tried."""
    pin: Pin = Pin.AUTO
    """Whether each bot is held to one processor, in Docker."""
    build_network: BuildNetwork = BuildNetwork.BRIDGE
    build_seconds: int = 600
    """How long building an image may take."""
    build_memory: int = 2048 * MIB
    """Bytes that each command of a build may use, swap included."""
    build_cpus: float = 2.0
    """Processor seconds a second of each command of a build."""
    build_disk: int = 4096 * MIB
    """Bytes that all commands of a build may write."""
    build_context: int = 64 * MIB
    """Bytes of a bot's folder that is to be built."""
    image_size: int = 2048 * MIB
    """Bytes of an image, built or ready."""
    run_directory: str = ""
    """Where the sockets of a run live; empty for a fresh directory of the system's."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that league.toml and the environment say."""

    name: str
    rules: Rules
    schedule: ScheduleSettings = field(default_factory=ScheduleSettings)
    play: PlaySettings = field(default_factory=PlaySettings)
    clock: Clock = field(default_factory=Clock)
    limits: Limits = field(default_factory=Limits)
    entry: EntrySettings = field(default_factory=EntrySettings)
