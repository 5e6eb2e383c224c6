"""Tries a bot as a league would play it: the checks at submission, and recorded decisions again."""

from arena.checking.examine import STARTING, Progress, examine, not_reached
from arena.checking.report import Check, Failure, Outcome, Report

__all__ = [
    "STARTING",
    "Check",
    "Failure",
    "Outcome",
    "Progress",
    "Report",
    "examine",
    "not_reached",
]
