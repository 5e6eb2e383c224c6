"""The values that go into the store and come out of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from arena.games.game import JsonValue
from arena.record import LifeEnd
from arena.schedule import Fixture

FOREVER = 253_402_300_800.0
"""The first moment, in Unix time, that no calendar of ours has: its year has five digits."""


def is_moment(value: object) -> bool:
    """Says whether a value is a Unix time at which an arena can have done something."""
    return isinstance(value, int | float) and 0 <= value < FOREVER


@dataclass(frozen=True, slots=True)
class NewLeague:
    """What `arena init` decides, for good."""

    id: str
    """16 hexadecimal digits."""
    name: str
    game: str
    rules: Mapping[str, JsonValue]
    commitment: str
    """SHA-256 of the league's secret, in hexadecimal."""
    settings: Mapping[str, JsonValue]
    arena: str
    """The version of the arena that made the league."""


@dataclass(frozen=True, slots=True)
class League:
    """A league as it was made."""

    id: str
    name: str
    game: str
    rules: Mapping[str, JsonValue]
    commitment: str
    settings: Mapping[str, JsonValue]
    arena: str
    created_at: float
    """Unix time."""


class SandboxKind(StrEnum):
    """How the bots of an entrant or a sitting are kept apart."""

    DOCKER = "docker"
    PROCESS = "process"


@dataclass(frozen=True, slots=True)
class NewEntrant:
    """A submission that has passed admission."""

    name: str
    author: str | None
    sandbox: SandboxKind
    image: str | None
    """The image by digest; None for a process."""
    digest: str
    """SHA-256 of the stored folder, in hexadecimal."""
    command: tuple[str, ...]
    manifest: Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Entrant:
    """One revision of a bot in a league; its content never changes."""

    id: str
    """`e1`, `e2`, … in order of admission."""
    name: str
    revision: int
    author: str | None
    sandbox: SandboxKind
    image: str | None
    digest: str
    command: tuple[str, ...]
    manifest: Mapping[str, JsonValue]
    admitted_at: float


@dataclass(frozen=True, slots=True)
class StoredSitting:
    """A set of fixtures played in one life of each bot in it."""

    id: str
    sandbox: SandboxKind
    arena: str
    started_at: float
    ended_at: float | None
    cause: str | None
    """Why it ended early; None if it did not."""


class AttemptState(StrEnum):
    """What became of an attempt at a match."""

    BEGUN = "begun"
    FINISHED = "finished"
    ANNULLED = "annulled"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class Attempt:
    """One try at playing a match: recorded before the first card is dealt."""

    match: str
    number: int
    """1 for the first try."""
    sitting: str
    state: AttemptState
    cause: str | None
    """Why it was annulled or interrupted."""
    begun_at: float
    ended_at: float | None


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended, by seat in the order of the fixture's seating."""

    fixture: Fixture
    places: tuple[int, ...]
    """Empty if the match awards no places."""
    scores: tuple[int, ...]
    verdicts: tuple[str, ...]
    deals: int
    """How many deals were played."""


@dataclass(frozen=True, slots=True)
class StoredLife:
    """A bot's life in a sitting, kept once it was over."""

    sitting: str
    entrant: str
    started_at: float | None
    """None if it never ran."""
    ended_at: float
    end: LifeEnd


@dataclass(frozen=True, slots=True)
class StoredEvidence:
    """The faults and refusals of an attempt that came to its end."""

    match: str
    attempt: int
    sitting: str
    seating: tuple[str, ...]
    ended_at: float
    record: str
    """JSON text."""
    evidence: str
    """JSON text."""
    is_annulled: bool
    """Whether the operator has annulled the result."""


class InterventionKind(StrEnum):
    """What an operator may do to a league by hand."""

    ANNUL = "annul"
    DISQUALIFY = "disqualify"
    FREEZE = "freeze"
    WITHDRAW = "withdraw"


@dataclass(frozen=True, slots=True)
class Intervention:
    """Something that the operator did by hand, and whether it still stands."""

    number: int
    """From 1, in the order in which they were made; undoing one has a number too."""
    kind: InterventionKind
    target: str | None
    """The match that was annulled, or the entrant that was disqualified or withdrawn."""
    attempt: int | None
    """Which attempt at the match had the result that was annulled."""
    reason: str | None
    made_at: float
    undone_at: float | None = None
    """None while it stands."""
    undone_because: str | None = None


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The state of a fold over the results of the first meetings of the schedule."""

    fold: str
    """Which fold, with every parameter that its state depends on."""
    prefix: int
    """How many meetings from the first are in it, without a gap."""
    state: str
    """JSON text that only the fold understands."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something that the operator was told or has accepted."""

    kind: str
    text: str
    noted_at: float


@dataclass(frozen=True, slots=True)
class Counts:
    """How far a league is."""

    entrants: int
    meetings: int
    results: int
    begun: int
    annulled: int
    """Attempts that do not count, by faults of ours."""
    annulled_by_hand: int
    """Results that the operator has annulled."""
    interrupted: int


@dataclass(frozen=True, slots=True)
class Closing:
    """How a league was closed: nothing of it changes from there on."""

    closed_at: float
    secret: str
    """In hexadecimal."""
    seal: str
    """SHA-256 of all that was stored then, in hexadecimal."""
