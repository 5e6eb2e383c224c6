"""What a case is: one folder with a bot and a `case.toml`, read strictly."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import TypeVar

from arena.clock import Clock
from arena.record import Verdict
from arena.sandbox import Limits
from tests.hostile.suite.disturbance import Disturbance
from tests.hostile.suite.needs import known as known_needs

HOSTILE = Path(__file__).parents[1]
CASE_FILE = "case.toml"
_TIMED_REPEATS = 3
Section = TypeVar("Section", Clock, Limits)


class Kind(StrEnum):
    """The kinds of attack."""

    CONTAINER = "container"
    CARDS = "cards"
    PROTOCOL = "protocol"
    TIME = "time"
    ARENA = "arena"


class Sandboxes(StrEnum):
    """Which sandboxes a case is played in."""

    DOCKER = "docker"
    PROCESS = "process"


class Sitting(StrEnum):
    """What is played."""

    MATCH = "match"
    """One match: the hostile bot in one seat, honest bots in the others."""
    PARTNERS = "partners"
    """One match of two hostile bots and an honest one: they try to reach each other."""
    TABLES = "tables"
    """Eight matches at once, each of another meeting: every bot has eight tables."""
    MEETING = "meeting"
    """Two boards in three rotations, in as many sittings as the schedule wants."""


@dataclass(frozen=True, slots=True)
class Case:
    """One attack: what it is, what must become of it, and how it is played."""

    name: str
    kind: Kind
    covers: tuple[str, ...]
    """Phrases of `phrases.toml`."""
    text: str
    """What is tried and why it must fail, in one sentence."""
    verdicts: tuple[Verdict, ...]
    """The expected verdict first, then those that are as good."""
    why: str = ""
    """Why other verdicts are as good; needed where there are any."""
    proof: str = ""
    """What the bot must have printed, or the evidence must say, so that the attack took place."""
    evidence: str = ""
    """What the evidence of the fault must say."""
    differ: str = ""
    """What must never be printed twice, in one life or in several: a pattern with a group."""
    sandboxes: tuple[Sandboxes, ...] = (Sandboxes.DOCKER,)
    needs: tuple[str, ...] = ()
    """Names of `needs.py` that the host must meet; else the case is not verified."""
    seconds: float = 40.0
    """The longest that one playing of it may take."""
    repeats: int = 1
    sitting: Sitting = Sitting.MATCH
    deals: int = 1
    disturb: Disturbance | None = None
    """What the host's side does in mid-match."""
    annulled: str = ""
    """What the cause must say for which the match is annulled, before it is played again."""
    bot: str = ""
    """Where the program is, below the folder of all cases; by default `bot.py` of the case."""
    protocol: str = "grpc"
    """How the bot speaks: `grpc`, or `stdio` for lines by its standard streams."""
    arguments: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()
    """It is played once with each of these as the bot's last argument; `{form}` in proof and
    evidence stands for it."""
    dockerfile: tuple[str, ...] = ()
    """Lines added to the image's Dockerfile; then the image itself says what is started."""
    clock: Clock = field(default_factory=lambda: Clock(start=15.0, per_decision=1.0, bank=2.0))
    limits: Limits = field(default_factory=Limits)

    @property
    def program(self) -> str:
        return self.bot or f"{self.name}/bot.py"


def read_cases(names: Sequence[str] = ()) -> list[Case]:
    """Returns the named cases, or all; raises ValueError with every mistake in words."""
    known = sorted(path.parent.name for path in HOSTILE.glob(f"*/{CASE_FILE}"))
    if unknown := sorted({*names} - {*known}):
        raise ValueError(f"there is no case {', '.join(unknown)} in {HOSTILE.name}/")
    return [read_case(HOSTILE / name) for name in names or known]


def read_case(folder: Path) -> Case:
    """Returns the case of a folder; raises ValueError that says what is wrong with it."""
    document = tomllib.loads((folder / CASE_FILE).read_text(encoding="utf-8"))
    try:
        return _case(folder.name, document)
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{folder.name}/{CASE_FILE}: {error!r}") from None


def forms_of(case: Case) -> list[Case]:
    """Returns what is played of a case: itself, or each of its forms."""
    return [
        replace(
            case,
            name=f"{case.name}[{form}]",
            bot=case.program,
            arguments=(*case.arguments, form),
            proof=case.proof.replace("{form}", form),
            evidence=case.evidence.replace("{form}", form),
        )
        for form in case.forms
    ] or [case]


@cache
def phrases() -> dict[Kind, tuple[str, ...]]:
    """Returns every kind of attack and fault that has to be covered, by kind."""
    document = tomllib.loads((HOSTILE / "phrases.toml").read_text(encoding="utf-8"))
    return {Kind(kind): tuple(each) for kind, each in document.items()}


def _case(name: str, given: Mapping[str, object]) -> Case:
    known = {each.name for each in fields(Case)} - {"name", "verdicts"} | {"verdict", "allowed"}
    if unknown := sorted(given.keys() - known):
        raise ValueError(f"unknown {', '.join(unknown)}")
    kind = Kind(_text(given, "kind"))
    default = _TIMED_REPEATS if kind is Kind.TIME else 1
    case = Case(
        name=name,
        kind=kind,
        covers=_texts(given, "covers"),
        text=_text(given, "text"),
        verdicts=tuple(map(Verdict, (_text(given, "verdict"), *_texts(given, "allowed")))),
        why=_text(given, "why", ""),
        proof=_text(given, "proof", ""),
        evidence=_text(given, "evidence", ""),
        differ=_text(given, "differ", ""),
        sandboxes=tuple(map(Sandboxes, _texts(given, "sandboxes", ("docker",)))),
        needs=_texts(given, "needs"),
        seconds=_number(given, "seconds", 40.0),
        repeats=int(_number(given, "repeats", default)),
        sitting=Sitting(_text(given, "sitting", "match")),
        deals=int(_number(given, "deals", 1)),
        disturb=Disturbance(_text(given, "disturb")) if "disturb" in given else None,
        annulled=_text(given, "annulled", ""),
        bot=_text(given, "bot", ""),
        protocol=_text(given, "protocol", "grpc"),
        arguments=_texts(given, "arguments"),
        forms=_texts(given, "forms"),
        dockerfile=_texts(given, "dockerfile"),
        clock=_section(Clock(start=15.0, per_decision=1.0, bank=2.0), given, "clock"),
        limits=_section(Limits(), given, "limits"),
    )
    _check(case)
    return case


def _check(case: Case) -> None:
    if not case.covers or not set(case.covers) <= set(phrases()[case.kind]):
        raise ValueError(f"covers {case.covers}, expected phrases of {case.kind} in phrases.toml")
    if len(case.verdicts) > 1 and not case.why:
        raise ValueError("other verdicts are allowed, and why they are as good is not said")
    if not case.proof and not case.evidence:
        raise ValueError("nothing shows that the attack took place: give proof or evidence")
    if case.annulled and (case.kind is not Kind.ARENA or case.disturb is None):
        raise ValueError("annulled is for kind arena with something that disturbs the match")
    if not (HOSTILE / case.program).is_file():
        raise ValueError(f"there is no {case.program}")
    if unknown := {*case.needs} - known_needs():
        raise ValueError(f"needs {', '.join(sorted(unknown))}, which suite/needs.py does not know")
    if case.protocol not in {"grpc", "stdio"}:
        raise ValueError(f"protocol is {case.protocol!r}, expected 'grpc' or 'stdio'")
    if case.forms and case.dockerfile:
        raise ValueError("a case with its own image is started by that image, without forms")
    if case.dockerfile and Sandboxes.PROCESS in case.sandboxes:
        raise ValueError("a case with its own image cannot be played as processes")


def _text(given: Mapping[str, object], key: str, default: str | None = None) -> str:
    value = given.get(key, default)
    if not isinstance(value, str):
        raise TypeError(f"{key} is {value!r}, expected a text")
    return value


def _texts(given: Mapping[str, object], key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
    value = given.get(key, list(default))
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise TypeError(f"{key} is {value!r}, expected a list of texts")
    return tuple(value)


def _number(given: Mapping[str, object], key: str, default: float) -> float:
    value = given.get(key, default)
    if not isinstance(value, int | float) or isinstance(value, bool) or value <= 0:
        raise TypeError(f"{key} is {value!r}, expected a number above 0")
    return value


def _section(usual: Section, given: Mapping[str, object], key: str) -> Section:
    """Returns the usual values but for those that the case gives."""
    table = given.get(key, {})
    if not isinstance(table, dict) or table.keys() - {each.name for each in fields(usual)}:
        raise TypeError(f"{key} is {table!r}, expected some of what {type(usual).__name__} has")
    return replace(usual, **table)
