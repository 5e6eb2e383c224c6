"""What happened in a match, and its one serialised form.

A record holds the cards themselves and every action, so that it can be played again without the
secret that dealt them. Nothing in it depends on timing; what does (seconds, exit codes, standard
error) is evidence and is kept beside it.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum

from arena.games import parse_rules
from arena.games.cards import Seat
from arena.games.game import Json, JsonValue, Match


class Verdict(StrEnum):
    """How a match ended for a seat: one word, from the side of the bot."""

    OK = "ok"
    RESIGNED = "resigned"
    TIMEOUT = "timeout"
    CRASHED = "crashed"
    OOM = "oom"
    LIMIT = "limit"
    PROTOCOL = "protocol"
    ILLEGAL = "illegal"
    NO_CONNECT = "no-connect"
    FLOOD = "flood"


@dataclass(frozen=True, slots=True)
class Fault:
    """A forfeit, and where in the match it fell."""

    seat: Seat
    verdict: Verdict
    deal: int
    """The deal in play, from 1."""
    decision: int
    """How many actions that deal had seen."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of a fault or a refusal; it may hold seconds, so it is never exported."""

    seat: Seat
    verdict: Verdict
    text: str
    """What happened, in words that the bot's author can act on."""
    deal: int
    decision: int
    forfeited: bool = True
    """False for an illegal answer that was refused and asked again."""
    turn: int | None = None
    """The number of the last turn that was sent to the bot."""
    elapsed: float | None = None
    """The seconds used: charged for that turn so far or, before any turn, since the start."""
    allowed: float | None = None
    """The seconds that it could have used, the bank of the match included."""


class Ender(StrEnum):
    """Who ended a bot's life."""

    ITSELF = "itself"
    ARENA = "arena"
    MEMORY = "memory"
    """The kernel or, with plain processes, the keeper: it used more memory than it may."""
    OUTSIDE = "outside"
    """Somebody who is neither the bot nor the arena."""
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class LifeEnd:
    """How a bot's life in a sitting ended: the evidence that all faults of that life share."""

    ender: Ender
    text: str
    """Why it was over, in words that the bot's author can act on."""
    verdict: Verdict | None = None
    """None for a bot that did nothing wrong."""
    seconds: float | None = None
    """How long it lived; None if it never ran."""
    turns: int = 0
    """The number of the last turn that was sent to it."""
    exit_code: int | None = None
    """128 + n where signal n ended it; None where it cannot be known."""
    oom: bool = False
    cause: str | None = None
    """The positive evidence that its end was not its own doing."""
    stderr: str = ""
    """The end of what it wrote, cleaned of control characters."""


@dataclass(frozen=True, slots=True)
class Record:
    """A finished match; sequences go by seat."""

    game: str
    rules: Json
    first_dealer: Seat
    deals: tuple[Json, ...]
    scores: tuple[int, ...]
    places: tuple[int | None, ...]
    """1 + the number strictly better; None for everyone where all have forfeited."""
    verdicts: tuple[Verdict, ...]
    faults: tuple[Fault, ...]

    @property
    def forfeits(self) -> tuple[bool, ...]:
        return tuple(verdict is not Verdict.OK for verdict in self.verdicts)

    def to_text(self) -> str:
        """Returns the record as one line of JSON with its keys in a fixed order."""
        return json.dumps(self.to_json(), separators=(",", ":"), ensure_ascii=False)

    def to_json(self) -> dict[str, JsonValue]:
        return {
            "game": self.game,
            "rules": self.rules,
            "first_dealer": self.first_dealer,
            "deals": list(self.deals),
            "scores": list(self.scores),
            "places": list(self.places),
            "verdicts": [verdict.value for verdict in self.verdicts],
            "faults": [fault_to_json(fault) for fault in self.faults],
        }

    @classmethod
    def parse(cls, text: str) -> "Record":
        """Returns the record of `to_text`; it comes from our own store, so it is trusted."""
        json_value = json.loads(text)
        return cls(
            game=json_value["game"],
            rules=json_value["rules"],
            first_dealer=json_value["first_dealer"],
            deals=tuple(json_value["deals"]),
            scores=tuple(json_value["scores"]),
            places=tuple(json_value["places"]),
            verdicts=tuple(Verdict(word) for word in json_value["verdicts"]),
            faults=tuple(
                Fault(fault["seat"], Verdict(fault["verdict"]), fault["deal"], fault["decision"])
                for fault in json_value["faults"]
            ),
        )


def fault_to_json(fault: Fault) -> dict[str, JsonValue]:
    return {
        "seat": fault.seat,
        "verdict": fault.verdict.value,
        "deal": fault.deal,
        "decision": fault.decision,
    }


def evidence_to_json(evidence: Evidence) -> dict[str, JsonValue]:
    fields: dict[str, JsonValue] = asdict(evidence)
    return fields | {"verdict": evidence.verdict.value}


def evidence_from_json(fields: Mapping[str, object]) -> Evidence:
    """Returns the evidence of `evidence_to_json`; it comes from our own store."""
    return Evidence(**{**fields, "verdict": Verdict(str(fields["verdict"]))})  # type: ignore[arg-type]  # our own JSON


def replay(record: Record) -> Match:
    """Plays the record again; raises ValueError, naming the deal, where it differs from itself."""
    match = parse_rules(record.game, record.rules).new_match(record.first_dealer)
    for number, recorded in enumerate(record.deals, start=1):
        deal = match.rules.parse_deal(recorded)
        match.start_deal(deal.pack)
        for action in deal.actions:
            if action not in match.legal_actions():
                raise ValueError(f"deal {number}: {action} is not legal")
            match.act(action)
        if len(match.deals) != number or match.deals[-1].to_json() != recorded:
            raise ValueError(f"deal {number}: what was recorded is not what its cards give")
    if not match.is_over:
        raise ValueError(f"the match was not over after deal {len(record.deals)}")
    return match


def final_places(places: Sequence[int], forfeits: Sequence[bool]) -> tuple[int | None, ...]:
    """Returns the places with every seat that forfeited last, and none where all have.

    `places` are those by total, 1 + the number strictly better.
    """
    honest = [place for place, forfeit in zip(places, forfeits, strict=True) if not forfeit]
    if not honest:
        return (None,) * len(places)
    return tuple(
        1 + len(honest) if forfeit else 1 + sum(other < place for other in honest)
        for place, forfeit in zip(places, forfeits, strict=True)
    )
