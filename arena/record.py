"""What happened in a match, and its one serialised form.

A record holds the cards themselves and every action, so that it can be played again without the
secret that dealt them. Nothing in it depends on timing; what does (seconds, exit codes, standard
error) is evidence and is kept beside it.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from reprlib import repr as short

from arena.errors import ConfigError
from arena.games import parse_rules
from arena.games.cards import Seat
from arena.games.game import Action, Charged, Deal, Json, JsonValue, Match, Rules
from arena.games.sheet import DealSheet


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

    @property
    def at(self) -> tuple[int, int]:
        return self.deal, self.decision

    @property
    def is_by_answer(self) -> bool:
        """Whether it can only have fallen where the seat itself was due."""
        return self.verdict is Verdict.ILLEGAL


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
    charged: bool = False
    """Whether the rules have charged an illegal answer, so that it was not asked again."""

    @property
    def tells_cards(self) -> bool:
        """Whether its text may name cards that a seat held: those that were legal, or played."""
        return self.verdict is Verdict.ILLEGAL and not self.charged


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

    @property
    def deals_played(self) -> int:
        """How many deals were scored; one that all passed out has no scores."""
        return sum("scores" in deal for deal in self.deals)

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


class Replay:
    """A recorded match that is played again, deal by deal, and must come out as it was recorded."""

    def __init__(self, rules: Rules, first_dealer: Seat, faults: Sequence[Fault] = ()) -> None:
        self._rules = rules
        self._faults = {fault.seat: fault for fault in faults}
        self.match = rules.new_match(first_dealer)
        self.deals: list[Json] = []
        """The deals as they came out."""

    @property
    def is_over(self) -> bool:
        """Whether no deal follows: the match is over, or by now all have forfeited."""
        match = self.match
        if match.is_over or len(self._faults) < self._rules.seats:
            return match.is_over
        return match.deal_number >= max(fault.deal for fault in self._faults.values())

    def play(self, recorded: Json) -> Deal:
        """Plays the deal that comes next; raises ValueError where it differs from `recorded`."""
        match = self.match
        deal = self._rules.parse_deal(recorded)
        match.start_deal(deal.pack)
        self._check_faults(len(deal.actions))
        for action in deal.actions:
            if self._faults or isinstance(action, Charged):
                self._check_forfeits(action)
            match.act(action)
        if match.seat is not None or not match.deals:
            raise ValueError("it was not played to its end")
        if (played := match.deals[-1].to_json()) != recorded:
            raise ValueError(difference(recorded, played))
        self.deals.append(played)
        return deal

    def _check_faults(self, actions: int) -> None:
        """Raises ValueError if a seat forfeited at an action that this deal does not have."""
        for seat, fault in self._faults.items():
            if fault.deal == self.match.deal_number and not 0 <= fault.decision < actions:
                raise ValueError(f"seat {seat} forfeits at action {fault.decision} of {actions}")

    def _check_forfeits(self, action: Action) -> None:
        """Raises ValueError unless `action` and the forfeits that are recorded fit together."""
        match = self.match
        seat, now = match.seat, (match.deal_number, match.decision_number)
        if seat is None:
            return
        faults = self._faults.values()
        illegal = [each.seat for each in faults if each.at == now and each.is_by_answer]
        if illegal and illegal != [seat]:
            raise ValueError(f"seat {illegal[0]} forfeits by an answer that seat {seat} owes")
        if isinstance(action, Charged) and (breach := match.breach(action)):
            if breach.is_forfeit != bool(illegal):
                fit = "costs it the match" if breach.is_forfeit else "does not cost it the match"
                raise ValueError(f"seat {seat} plays {action.text}, which {fit}")
            if illegal:
                return
        own = self._faults.get(seat)
        if own is not None and now >= own.at and action != (house := match.house_action()):
            told = f"seat {seat}, which the house plays, answers {action.text!r}"
            raise ValueError(f"{told}, expected {house.text!r}")


def replay(record: Record) -> Match:
    """Plays the record again; raises ValueError, naming the deal, where it differs from itself."""
    again = Replay(parse_rules(record.game, record.rules), record.first_dealer, record.faults)
    for number, recorded in enumerate(record.deals, start=1):
        if again.is_over:
            raise ValueError(f"the match was over after deal {number - 1}")
        try:
            again.play(recorded)
        except ValueError as error:
            raise ValueError(f"deal {number}: {error}") from None
    if not again.is_over:
        raise ValueError(f"the match was not over after deal {len(record.deals)}")
    return again.match


@dataclass(frozen=True, slots=True)
class Answered:
    """A decision of a recorded match, and what was answered."""

    match: Match
    """The match before the answer."""
    action: Action
    replaced: tuple[Fault, ...]
    """The forfeits of other seats up to here."""


def answered_by(record: Record, seat: Seat) -> Iterator[Answered]:
    """Yields what a seat itself was asked, in order; from its forfeit on the house answers.

    Raises ValueError as `replay` does.
    """
    replay(record)
    own = min((fault.at for fault in record.faults if fault.seat == seat), default=None)
    rules = parse_rules(record.game, record.rules)
    match = rules.new_match(record.first_dealer)
    for recorded in record.deals:
        deal = rules.parse_deal(recorded)
        match.start_deal(deal.pack)
        for action in deal.actions:
            now = (match.deal_number, match.decision_number)
            if own is not None and now >= own:
                return
            if match.seat == seat:
                replaced = tuple(fault for fault in record.faults if fault.at <= now)
                yield Answered(match.copy(), action, replaced)
            match.act(action)


def difference(recorded: JsonValue, played: JsonValue, where: str = "") -> str:
    """Returns the first place in which two JSON values differ, in words; empty if there is none."""
    match recorded, played:
        case dict(), dict() if list(recorded) == list(played):
            for name in played:
                if told := difference(recorded[name], played[name], f"{where}.{name}"):
                    return told
            return ""
        case list(), list() if len(recorded) == len(played):
            for number, (one, other) in enumerate(zip(recorded, played, strict=True)):
                if told := difference(one, other, f"{where}.{number}"):
                    return told
            return ""
        case _:
            is_same = recorded == played and type(recorded) is type(played)
            name = where.removeprefix(".")
            return "" if is_same else f"{name} is {short(recorded)}, expected {short(played)}"


def sheets_of(record: Record) -> Iterator[DealSheet]:
    """Yields the deals as people are shown them; raises ConfigError for one that is none."""
    rules = parse_rules(record.game, record.rules)
    for number, json_value in enumerate(record.deals, start=1):
        try:
            deal = rules.parse_deal(json_value)
        except ValueError as error:
            raise ConfigError(
                f"the record of deal {number} was changed since it was played: {error}"
            ) from None
        yield deal.sheet()


def find_moment(record: Record, evidence: Evidence) -> str:
    """Returns where in its deal something went wrong, as in "in trick 3".

    A record that is none gives the number of the action alone.
    """
    try:
        dealt = record.deals[evidence.deal - 1]
        rules = parse_rules(record.game, record.rules)
        return rules.parse_deal(dealt).sheet().moment(evidence.decision)
    except (ValueError, IndexError):
        return f"at action {evidence.decision + 1}"


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
