"""What is known of a limit, and what it is judged by: facts from a probe, and the world outside.

The facts come from probes inside a sandbox and from the arena outside; a fact that nobody brought
makes a limit *not verified*, never *holds*.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from arena.sandbox.sandbox import Limits

Facts = Mapping[str, object]


class Status(Enum):
    """What is known of a limit."""

    HOLDS = "holds"
    DOES_NOT_HOLD = "does-not-hold"
    NOT_VERIFIED = "not-verified"


@dataclass(frozen=True, slots=True)
class Check:
    """One limit, whether it holds, how that was seen and what to do if it does not."""

    name: str
    status: Status
    detail: str
    advice: str = ""
    cause: str = ""
    """The limit for want of which this one could not be verified, if there is one."""


@dataclass(frozen=True, slots=True)
class Outside:
    """What the arena knows of the machine and of what it asked for."""

    limits: Limits
    """What the probes were given."""
    user: int
    release: str
    """The kernel of the machine, as it calls itself."""
    machine: str
    """What the machine is called."""
    environment: frozenset[str]
    """The names of all variables that a bot may have."""
    private: tuple[str, ...]
    """Paths of the machine that no bot may see."""
    start: float
    """Seconds from a bot's start to its hello, at most."""
    files_needed: int
    """Files that the arena has open if every bot opens all the connections that it may."""
    kept_bytes: int
    """Bytes that are kept of what a bot prints, at most."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What facts a limit must lead to."""

    name: str
    needs: tuple[str, ...]
    holds: Callable[[Facts, Outside], bool]
    seen: str
    """How it was seen, with the facts in braces."""
    advice: str
    is_met_by_own_kernel: bool = False
    """Whether what a bot is let through to harms nobody, if its kernel is not the machine's."""


def judge(rule: Rule, facts: Facts, outside: Outside, missing: str) -> Check:
    """Returns what `facts` say of a limit; `missing` is why some of them may not be there."""
    absent = [name for name in rule.needs if facts.get(name) is None]
    if absent:
        return Check(rule.name, Status.NOT_VERIFIED, missing, rule.advice)
    detail = rule.seen.format_map({name: _shown(name, fact) for name, fact in facts.items()})
    if rule.holds(facts, outside):
        return Check(rule.name, Status.HOLDS, detail)
    if rule.is_met_by_own_kernel and has_own_kernel(facts, outside):
        by_whom = f", by a kernel of the bot's own ({facts['release']})"
        return Check(rule.name, Status.HOLDS, detail + by_whom)
    return Check(rule.name, Status.DOES_NOT_HOLD, detail, rule.advice)


def has_own_kernel(facts: Facts, outside: Outside) -> bool:
    """Tells whether the kernel that a bot sees is not that of the machine."""
    return facts.get("release") not in (None, outside.release)


def number(facts: Facts, name: str) -> float:
    found = facts[name]
    assert isinstance(found, int | float), f"the probe said {name} {found!r}"
    return found


def words(facts: Facts, name: str) -> list[str]:
    found = facts[name]
    return [str(word) for word in found] if isinstance(found, list) else [str(found)]


def _shown(name: str, fact: object) -> str:
    match fact:
        case []:
            return "none"
        case list():
            return ", ".join(map(str, fact))
        case bool():
            return "yes" if fact else "no"
        case float():
            return f"{fact:.2f}"
        case int() if name.endswith(("bytes", "files")):
            return f"{fact:,}"
        case _:
            return str(fact)
