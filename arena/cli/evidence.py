"""What is known of a fault and of the life that it fell in, in lines for people."""

from collections.abc import Iterator

from arena.cli.words import count_text
from arena.record import Ender, Evidence, LifeEnd
from arena.sandbox import clean_text

_ENDERS = {
    Ender.ITSELF: "it ended by itself",
    Ender.ARENA: "the arena ended it",
    Ender.MEMORY: "it was killed for using more memory than its limit",
    Ender.OUTSIDE: "it was ended from outside, neither by itself nor by the arena",
    Ender.UNKNOWN: "who ended it is not known",
}


def place_in_match(evidence: Evidence, moment: str) -> str:
    """Returns where in a match something went wrong; `moment` says where in the deal."""
    return f"deal {evidence.deal}, {moment}"


def outcome_text(evidence: Evidence) -> str:
    """Returns what came of something that went wrong."""
    if evidence.forfeited:
        return "forfeit"
    return "charged by the rules" if evidence.charged else "refused and asked again"


def evidence_lines(evidence: Evidence) -> Iterator[str]:
    """Yields what happened, then the turn and the time that it took."""
    yield clean_text(evidence.text.encode(), len(evidence.text.encode()))
    facts = [] if evidence.turn is None else [f"turn {evidence.turn}"]
    if evidence.elapsed is not None:
        allowed = "" if evidence.allowed is None else f" of {evidence.allowed:.3f} s allowed"
        facts.append(f"{evidence.elapsed:.3f} s used{allowed}")
    if facts:
        yield ", ".join(facts)


def life_lines(end: LifeEnd) -> Iterator[str]:
    """Yields how a life ended, then the end of what the bot wrote."""
    yield _summary(end)
    if end.cause is not None:
        yield f"the evidence: {clean_text(end.cause.encode())}"
    if end.stderr:
        yield "the end of what it wrote:"
        for line in end.stderr.splitlines():
            yield f"| {line}"
    else:
        yield "it wrote nothing"


def _summary(end: LifeEnd) -> str:
    if end.seconds is None:
        return "it never ran"
    lived = f"after {end.seconds:.1f} s and {count_text(end.turns, 'turn')}"
    facts = [f"{_ENDERS[end.ender]}, {lived}"]
    if end.exit_code is not None:
        facts.append(f"exit code {end.exit_code}")
    if end.oom:
        facts.append("out of memory")
    return ", ".join(facts)
