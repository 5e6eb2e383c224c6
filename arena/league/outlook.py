"""How far a league is, and how long the rest may take."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from arena.league.league import League
from arena.league.standing import benched_entrants, missing_fixtures
from arena.schedule import sittings
from arena.store import LOCK, Counts, Note, find_live_holder

EXAMINED = "examined-limits"
ACCEPTED = "accepted-limit"
"""The kind of the notes that tell which limit an operator has accepted not to hold, as JSON."""

OVERLOAD = "overload"
"""The kind of the notes that tell of times when the machine was overloaded."""

ASSUMED_SECONDS = 1.0
"""What a match is taken to last where none has been played yet."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What has been played of a league and what has not."""

    counts: Counts
    matches: int
    """Of the whole schedule."""
    missing: int
    """Matches that are still to be played."""
    dropped: int
    """Matches that are not played because somebody is benched."""
    boards: int
    """Of the whole schedule."""
    sittings: int
    """That the missing matches are cut into."""
    seconds_per_match: float | None
    """As measured so far; None before the first match."""
    benched: Mapping[str, str]
    """Who is benched, and the last meeting of each that counts."""
    is_unsandboxed: bool
    has_schedule: bool

    @property
    def seconds_left(self) -> float:
        """How long the missing matches may take."""
        return self.missing * (self.seconds_per_match or ASSUMED_SECONDS)


def outlook_of(league: League) -> Outlook:
    store, schedule = league.store, league.settings.schedule
    counts = store.counts()
    benched = benched_entrants(league)
    matches = counts.meetings * schedule.boards * league.seats
    missing = list(missing_fixtures(league, benched))
    cut = sittings(missing, schedule.bots_per_sitting, schedule.meetings_per_sitting)
    return Outlook(
        counts=counts,
        matches=matches,
        missing=len(missing),
        dropped=matches - counts.results - len(missing),
        boards=counts.meetings * schedule.boards,
        sittings=len(cut),
        seconds_per_match=_seconds_per_match(league),
        benched=benched,
        is_unsandboxed=store.is_unsandboxed(),
        has_schedule=counts.meetings > 0,
    )


def find_player(league: League) -> str | None:
    """Returns who holds the league now, in words; None if nobody does."""
    return find_live_holder(league.directory.path / LOCK)


def _seconds_per_match(league: League) -> float | None:
    """Returns the time of the sittings that have ended, starts included, for each of their results.

    A sitting that still plays, or was killed, has results and no length.
    """
    lengths = [
        max(0.0, sitting.ended_at - sitting.started_at)  # a clock may have been set back
        for sitting in league.store.sittings()
        if sitting.ended_at is not None
    ]
    results = league.store.results_of_ended_sittings()
    return sum(lengths) / results if results and any(lengths) else None


def accepted_limits(notes: Iterable[Note]) -> tuple[str, ...]:
    """Returns the limits that an operator has accepted not to hold, in order of acceptance."""
    words = (json.loads(note.text) for note in notes if note.kind == ACCEPTED)
    return tuple(dict.fromkeys(str(word["limit"]) for word in words))
