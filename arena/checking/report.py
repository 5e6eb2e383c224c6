"""What an examination finds: a check after the other, each with its verdict and what is wrong."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from arena.games.game import JsonValue
from arena.games.sheet import Line


class Outcome(StrEnum):
    """How a check ended."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"
    """It did not come to it, or there is nothing to check; the text says why."""
    ADVICE = "advice"
    """Nothing that a league holds against a bot, but something that its author may want to know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Something that is wrong, with all that an author needs to see why."""

    what: str
    """One sentence."""
    rule: str
    """The rule or the sentence of the protocol that was broken."""
    page: str
    """Where that stands, as in "docs/rules/spades.md#sp-10"."""
    advice: str
    """What to do."""
    sent: str = ""
    """The message that was sent, as far as it belongs here, in lines for people."""
    came: str = ""
    """What came back; empty if nothing did."""
    position: Sequence[Line] = ()
    """The decision as a card player sees it, where it is about one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One check: what was found, and what was wrong."""

    name: str
    outcome: Outcome
    text: str
    """What was found, in a line."""
    failures: Sequence[Failure] = ()
    """The first of what is wrong; of an advice what it is about."""
    count: int = 0
    """How much is wrong in all."""
    figures: Mapping[str, JsonValue] = field(default_factory=dict)
    """What was measured, by names that stay."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """All checks of a bot, in order."""

    checks: Sequence[Check]
    printed: str
    """The end of what the bot wrote."""
    client: str = ""
    """What its program calls itself."""
    seconds: float = 0.0
    """How long it took, the build aside."""

    @property
    def has_passed(self) -> bool:
        return all(check.outcome is not Outcome.FAILED for check in self.checks)

    @property
    def failed(self) -> Sequence[Check]:
        return [check for check in self.checks if check.outcome is Outcome.FAILED]
