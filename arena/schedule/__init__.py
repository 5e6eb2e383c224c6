"""Which trios meet, in which order, and in which sittings their matches are played.

A schedule is data: it follows from the entrants' ids and a seed, has ids and a total, and never
changes once it stands; whoever comes late is appended. Nothing here knows of results, or waits.
"""

from arena.schedule.fixtures import ROTATIONS, Fixture, Sitting, fixtures, sittings
from arena.schedule.meetings import (
    FULL_LIMIT,
    Kind,
    Meeting,
    balanced,
    default_kind,
    extend,
    full,
    gauntlet,
    meeting_count,
)

__all__ = [
    "FULL_LIMIT",
    "ROTATIONS",
    "Fixture",
    "Kind",
    "Meeting",
    "Sitting",
    "balanced",
    "default_kind",
    "extend",
    "fixtures",
    "full",
    "gauntlet",
    "meeting_count",
    "sittings",
]
