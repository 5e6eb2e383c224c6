"""Plays sittings: the one layer that waits for bots."""

from arena.runner.meter import run
from arena.runner.pace import Overload, Pace
from arena.runner.sitting import INTERRUPTED, play_sitting, try_start
from arena.runner.terms import Contestant, Halt, Journal, Played, Terms
from arena.runner.transcript import Said, Transcript, Way

__all__ = [
    "INTERRUPTED",
    "Contestant",
    "Halt",
    "Journal",
    "Overload",
    "Pace",
    "Played",
    "Said",
    "Terms",
    "Transcript",
    "Way",
    "play_sitting",
    "run",
    "try_start",
]
