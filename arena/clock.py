"""The time that a bot has, as plain arithmetic: what time it is, is passed in.

A turn of n new decisions may take n × `per_decision`. What it takes above that is its overrun, and
is charged in full to the bank of every match in the turn; a match whose bank cannot pay is
forfeited alone. So a batch never costs a bot more than the same decisions one by one.
"""

from dataclasses import dataclass

_YEAR = 31_536_000.0


@dataclass(frozen=True, slots=True)
class Clock:
    """The limits of a league's clock, in seconds."""

    start: float = 20.0
    """From the start of a bot's process to its `Hello`."""
    per_decision: float = 0.1
    bank: float = 10.0
    """The reserve of each match and seat, from its first decision to its last."""
    grace: float = 1.0
    """How long a bot may go on with a turn that has cost it every match in it, before it is
    stopped; and how long it has to end after `Goodbye`."""

    @classmethod
    def without_limits(cls) -> "Clock":
        """Returns a clock that ends nobody: each of its limits is a year."""
        return cls(start=_YEAR, per_decision=_YEAR, bank=_YEAR, grace=_YEAR)

    def budget(self, decisions: int) -> float:
        """Returns the seconds that a turn of `decisions` new decisions may take for nothing."""
        return decisions * self.per_decision


@dataclass(frozen=True, slots=True)
class Bank:
    """What is left of the reserve of one match and seat, in seconds; below 0 it has run out."""

    left: float

    def after(self, overrun: float) -> "Bank":
        """Returns the bank after a turn with `overrun` seconds above its budget, 0 or more."""
        return Bank(self.left - overrun) if overrun > 0 else self

    @property
    def is_empty(self) -> bool:
        return self.left < 0
