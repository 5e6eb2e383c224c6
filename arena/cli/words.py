"""Phrases that several commands print."""

from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import pairwise

from arena.games import parse_rules
from arena.games.game import Json
from arena.store import Intervention, InterventionKind

NUMBERS = {2: "two", 3: "three", 4: "four"}
"""What numbers of seats are called."""
_UNITS = ((86400, "d"), (3600, "h"), (60, "min"), (1, "s"))

UNSANDBOXED = "unsandboxed: bots ran as plain processes, which nothing keeps apart"


def rules_text(game: str, rules: Json) -> str:
    """Returns the game and what matters most of its rules, which were kept as JSON."""
    return parse_rules(game, rules).summary


def duration_text(seconds: float) -> str:
    """Returns a length of time in its two largest units.

    >>> duration_text(7384)
    '2 h 3 min'
    """
    whole = round(seconds)
    for (unit, name), (smaller, small_name) in pairwise(_UNITS):
        if whole >= unit:
            return f"{whole // unit} {name} {whole % unit // smaller} {small_name}"
    return f"{whole} s"


def moment_text(seconds: float) -> str:
    """Returns a moment to the minute.

    >>> moment_text(1_800_000_000)
    '2027-01-15 08:00 UTC'
    """
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"


def intervention_text(made: Intervention, names: Mapping[str, str]) -> str:
    """Returns what the operator did by hand, when and why."""
    match made.kind:
        case InterventionKind.ANNUL:
            what = f"{made.target} annulled (attempt {made.attempt})"
        case InterventionKind.DISQUALIFY:
            what = f"{names.get(made.target or '', '')} ({made.target}) disqualified"
        case InterventionKind.WITHDRAW:
            what = f"{names.get(made.target or '', '')} ({made.target}) withdrawn"
        case InterventionKind.FREEZE:
            what = "frozen"
    reason = f": {made.reason}" if made.reason else ""
    return f"{what} at {moment_text(made.made_at)}{reason}"


def bytes_text(size: int) -> str:
    """Returns a size in its largest unit.

    >>> bytes_text(1_260_000)
    '1.3 MB'
    """
    for unit, name in ((10**9, "GB"), (10**6, "MB"), (10**3, "kB")):
        if size >= unit:
            return f"{size / unit:.1f} {name}"
    return f"{size} bytes"


def count_text(number: int, noun: str, nouns: str | None = None) -> str:
    """Returns a number of things: "1 match", "2 matches"."""
    return f"{number:,} {noun if number == 1 else nouns or f'{noun}s'}"
