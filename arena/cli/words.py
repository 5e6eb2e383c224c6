"""Phrases that several commands print."""

from itertools import pairwise

from arena.games.game import Json

_UNITS = ((86400, "d"), (3600, "h"), (60, "min"), (1, "s"))

UNSANDBOXED = "unsandboxed: bots ran as plain processes, which nothing keeps apart"


def rules_text(game: str, rules: Json) -> str:
    """Returns the game and what matters most of its rules: "spades, carry, to 200"."""
    length = str(rules.get("length"))
    deals = length.partition(":")[2]
    end = count_text(int(deals), "deal") if deals else f"to {rules.get('target')}"
    return f"{game}, {rules.get('profile')}, {end}"


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


def count_text(number: int, noun: str, nouns: str | None = None) -> str:
    """Returns a number of things: "1 match", "2 matches"."""
    return f"{number:,} {noun if number == 1 else nouns or f'{noun}s'}"
