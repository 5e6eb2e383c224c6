"""Who meets whom, in which order, and in which sittings their matches are played.

A schedule is data: it follows from the entrants' ids and a seed, has ids and a total, and never
changes once it stands; whoever comes late is appended. Nothing here knows of results, or waits.
"""

from arena.schedule.fixtures import Fixture, Sitting, fixtures, sittings
from arena.schedule.meetings import (
    MOST_MEETINGS,
    TRIO,
    Kind,
    Meeting,
    balanced,
    default_kind,
    extend,
    full,
    full_limit,
    gauntlet,
    meeting_count,
)

__all__ = [
    "MOST_MEETINGS",
    "TRIO",
    "Fixture",
    "Kind",
    "Meeting",
    "Sitting",
    "balanced",
    "default_kind",
    "extend",
    "fixtures",
    "full",
    "full_limit",
    "gauntlet",
    "meeting_count",
    "sittings",
]
