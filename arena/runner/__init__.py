"""Plays sittings: the one layer that waits for bots."""

from arena.runner.meter import run
from arena.runner.pace import Overload, Pace
from arena.runner.sitting import INTERRUPTED, play_sitting, try_start
from arena.runner.terms import Contestant, Halt, Journal, Played, Terms

__all__ = [
    "INTERRUPTED",
    "Contestant",
    "Halt",
    "Journal",
    "Overload",
    "Pace",
    "Played",
    "Terms",
    "play_sitting",
    "run",
    "try_start",
]
