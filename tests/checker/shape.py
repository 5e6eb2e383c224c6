"""From JSON to plain values: which keys there are, and of what kind; no rule of the game."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

FORMAT = "arena-record/1"
OTHERS = ("arena-league/1", "arena-meeting/1", "arena-standings/1", "arena-end/1")
"""What else stands in an export; `arena verify` looks at it."""
SEATS = 3
"""What a record is read with whose own number of seats is none."""
TABLES = (2, 3, 4)
MATCH = re.compile(r"(?P<board>(?P<meeting>m[1-9][0-9]*)\.b[1-9][0-9]*)\.r(?P<rotation>[1-4])")
TRICK = re.compile(r"([0-3]):((?: \S\S)+)")
COMMITMENT = re.compile(r"[0-9a-f]{64}")  # SHA-256
TARGET = "target"
LENGTH = re.compile(r"target|deals:[1-9][0-9]*")
VERDICTS = frozenset(
    {
        *("ok", "resigned", "timeout", "crashed", "oom", "limit"),
        *("protocol", "illegal", "no-connect", "flood"),
    }
)


@dataclass(frozen=True, slots=True)
class Options:
    """The rules of a match, every option by its name."""

    profile: str
    target: int
    """0, in the record null, where `length` fixes the number of deals; so is `max_deals`."""
    bag_rule: str
    failed_nil_bags: bool
    nil_value: int
    blind_nil: bool
    minimum_bid: int
    renege: str
    max_deals: int
    seats: int
    length: str


@dataclass(frozen=True, slots=True)
class Trick:
    leader: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal as recorded; every list but `tricks` goes by seat."""

    dealer: int
    hands: tuple[tuple[str, ...], ...]
    bids: tuple[int, ...]
    tricks: tuple[Trick, ...]
    taken: tuple[int, ...]
    points: tuple[int, ...]
    bag_penalty: tuple[int, ...]
    scores: tuple[int, ...]
    bags: tuple[int, ...]
    blind: tuple[str | None, ...]
    """What a seat answered, None for one that was not asked; empty where there is no blind nil."""
    reneges: tuple[int | None, ...]
    """The number, from 0, of the action in which a seat reneged; empty where that is corrected."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Where a seat forfeited: before action `decision` (from 0) of deal `deal` (from 1)."""

    seat: int
    verdict: str
    deal: int
    decision: int


class Dealt(Protocol):
    """What the deals of every game have."""

    @property
    def dealer(self) -> int: ...
    @property
    def hands(self) -> tuple[tuple[str, ...], ...]: ...


OptionsT_co = TypeVar("OptionsT_co", covariant=True)
DealT_co = TypeVar("DealT_co", bound=Dealt, covariant=True)


@dataclass(frozen=True, slots=True)
class Record(Generic[OptionsT_co, DealT_co]):
    match: str
    meeting: str
    board: str
    rotation: int
    options: OptionsT_co
    commitment: str
    entrants: tuple[tuple[str, int], ...]
    first_dealer: int
    scores: tuple[int, ...]
    deals: tuple[DealT_co, ...]
    places: tuple[int | None, ...]
    verdicts: tuple[str, ...]
    faults: tuple[Fault, ...]


class Keys:
    """Reads one JSON object and notes each key that is missing, unknown or of the wrong kind.

    A value that cannot be used is noted and replaced by an empty one, so that one reading names
    every mistake.
    """

    def __init__(self, value: object, where: str, found: list[str], seats: int = SEATS) -> None:
        self.seats = seats
        self._where = where
        self._found = found
        self._values = dict(value) if isinstance(value, Mapping) else {}
        self._missing: set[str] = set()
        if not isinstance(value, Mapping):
            self._note(f"{value!r} is not an object")

    def _note(self, text: str) -> None:
        self._found.append(f"{self._where}: {text}")

    def has(self, key: str) -> bool:
        return key in self._values

    def take(self, key: str) -> object:
        if key not in self._values:
            self._note(f"key {key!r} is missing")
            self._missing.add(key)
        return self._values.pop(key, None)

    def wrong(self, key: str, value: object, expected: str) -> None:
        if key not in self._missing:  # that has been noted already
            self._note(f"{key} is {value!r}, expected {expected}")

    def end(self) -> None:
        for key in self._values:
            self._note(f"key {key!r} is unknown")

    def text(self, key: str) -> str:
        value = self.take(key)
        if isinstance(value, str):
            return value
        self.wrong(key, value, "text")
        return ""

    def flag(self, key: str) -> bool:
        value = self.take(key)
        if not isinstance(value, bool):
            self.wrong(key, value, "true or false")
        return value is True

    def number(self, key: str) -> int:
        value = self.take(key)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        self.wrong(key, value, "a whole number")
        return 0

    def nothing(self, key: str) -> int:
        value = self.take(key)
        if value is not None:
            self.wrong(key, value, "null, since 'length' leaves it without meaning")
        return 0

    def items(self, key: str) -> list[object]:
        value = self.take(key)
        if isinstance(value, list):
            return value
        self.wrong(key, value, "a list")
        return []

    def by_seat(self, key: str) -> list[object]:
        values = self.items(key)
        if len(values) != self.seats:
            self.wrong(key, values, f"a list of {self.seats}")
        return values

    def numbers(self, key: str) -> tuple[int, ...]:
        values = self.by_seat(key)
        good = tuple(v for v in values if isinstance(v, int) and not isinstance(v, bool))
        if len(good) != len(values):
            self.wrong(key, values, "whole numbers")
        return good

    def words(self, key: str) -> tuple[str | None, ...]:
        values = self.by_seat(key)
        good = tuple(value for value in values if value is None or isinstance(value, str))
        if len(good) != len(values):
            self.wrong(key, values, "texts or null")
        return good

    def numbers_or_none(self, key: str) -> tuple[int | None, ...]:
        values = self.by_seat(key)
        good = tuple(
            value
            for value in values
            if value is None or (isinstance(value, int) and not isinstance(value, bool))
        )
        if len(good) != len(values):
            self.wrong(key, values, "whole numbers or null")
        return good

    def texts(self, key: str) -> tuple[str, ...]:
        values = self.by_seat(key)
        good = tuple(value for value in values if isinstance(value, str))
        if len(good) != len(values):
            self.wrong(key, values, "texts")
        return good


def parse_line(line: str) -> dict[str, object] | None:
    """Returns the JSON object on `line`, None for anything else; a doubled key is no object."""
    try:
        value: object = json.loads(line, object_pairs_hook=_object, parse_constant=_refuse)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def is_record(line: str) -> bool:
    """Says whether `line` is no other line of an export: those have a format of their own."""
    value = parse_line(line)
    return value is None or value.get("format") not in OTHERS


def record_lines(export: str) -> list[str]:
    """Returns the lines of an export that are records, or ought to be."""
    # Names may hold what splitlines splits at.
    return [line for line in export.split("\n") if line and is_record(line)]


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len(dict(pairs)) != len(pairs):
        raise ValueError("a key stands twice")
    return dict(pairs)


def _refuse(name: str) -> object:
    raise ValueError(f"{name} is not JSON")


def parse_record(value: Mapping[str, object]) -> tuple[Record[Options, Deal], list[str]]:
    """Returns the record and what is wrong with its shape; with findings it is not to be used."""
    record, found = read_record(value, "spades", _options, _deals)
    return record, found + list(_extras(record))


def _extras(record: Record[Options, Deal]) -> Iterator[str]:
    """Yields every deal that has what its rules know nothing of, or has it not."""
    options = record.options
    for number, deal in enumerate(record.deals, start=1):
        for key, values, is_there in (
            ("blind", deal.blind, options.blind_nil),
            ("reneges", deal.reneges, options.renege == "fail-bid"),
        ):
            if bool(values) != is_there:
                rule = "these rules have it" if is_there else "these rules have none"
                yield f"deal {number}: {key} is {list(values)}, and {rule}"


def read_record(
    value: Mapping[str, object],
    game: str,
    options: Callable[[Keys], OptionsT_co],
    deals: Callable[[Keys, list[str]], Iterator[DealT_co]],
) -> tuple[Record[OptionsT_co, DealT_co], list[str]]:
    """Returns the record of `game` and what is wrong with its shape."""
    found: list[str] = []
    keys = Keys(value, "record", found)
    for key, expected in (("format", FORMAT), ("game", game)):
        text = keys.text(key)
        if text != expected:
            keys.wrong(key, text, repr(expected))
    rules = Keys(keys.take("rules"), "rules", found)
    read = options(rules)
    keys.seats = rules.seats
    record = Record(
        match=keys.text("match"),
        meeting=keys.text("meeting"),
        board=keys.text("board"),
        rotation=keys.number("rotation"),
        options=read,
        commitment=keys.text("commitment"),
        entrants=tuple(_entrants(keys, found)),
        first_dealer=keys.number("first_dealer"),
        scores=keys.numbers("scores"),
        deals=tuple(deals(keys, found)),
        places=keys.numbers_or_none("places"),
        verdicts=keys.texts("verdicts"),
        faults=tuple(_faults(keys, found)),
    )
    keys.end()
    return record, found + list(_names(record))


def _names(record: Record[object, Dealt]) -> Iterator[str]:
    """Yields what is wrong with the names of the match, and with its open words."""
    name = MATCH.fullmatch(record.match)
    if name is None:
        yield f"match {record.match!r} is no match id such as 'm12.b1.r2'"
    elif name["board"] != record.board or name["meeting"] != record.meeting:
        yield f"match {record.match} is not of board {record.board!r}, meeting {record.meeting!r}"
    elif int(name["rotation"]) > len(record.entrants):
        yield f"match {record.match} is no rotation of a table of {len(record.entrants)}"
    elif int(name["rotation"]) != record.rotation:
        yield f"match {record.match} has rotation {record.rotation}"
    if COMMITMENT.fullmatch(record.commitment) is None:
        yield f"commitment {record.commitment!r} is not 64 hex digits"
    for seat, verdict in enumerate(record.verdicts):
        if verdict not in VERDICTS:
            yield f"the verdict {verdict!r} of seat {seat} is no verdict"
    if len(set(record.entrants)) != len(record.entrants):
        yield "one entrant sits in two seats"


def _options(keys: Keys) -> Options:
    length = keys.text("length")
    number = keys.number if length == TARGET else keys.nothing
    options = Options(
        profile=keys.text("profile"),
        target=number("target"),
        bag_rule=keys.text("bag_rule"),
        failed_nil_bags=keys.flag("failed_nil_bags"),
        nil_value=keys.number("nil_value"),
        blind_nil=keys.flag("blind_nil"),
        minimum_bid=keys.number("minimum_bid"),
        renege=keys.text("renege"),
        max_deals=number("max_deals"),
        seats=keys.number("seats"),
        length=length,
    )
    keys.end()
    keys.seats = options.seats if options.seats in TABLES else SEATS
    for key, value, known in (
        ("profile", options.profile, ("carry", "reset")),
        ("bag_rule", options.bag_rule, ("carry", "reset", "none")),
        ("nil_value", options.nil_value, (100, 50)),
        ("minimum_bid", options.minimum_bid, (0, 1)),
        ("renege", options.renege, ("correct", "fail-bid")),
        ("seats", options.seats, TABLES),
    ):
        if value not in known:
            keys.wrong(key, value, " or ".join(map(repr, known)))
    if length == TARGET and (options.target < 1 or options.max_deals < 1):
        keys.wrong("target, max_deals", (options.target, options.max_deals), "numbers above 0")
    if options.blind_nil and options.minimum_bid:  # S-N1
        keys.wrong("blind_nil, minimum_bid", (True, 1), "no blind nil where nil cannot be bid")
    if LENGTH.fullmatch(length) is None:
        keys.wrong("length", length, "'target' or 'deals:N'")
    return options


def _entrants(keys: Keys, found: list[str]) -> Iterator[tuple[str, int]]:
    for seat, value in enumerate(keys.by_seat("seats")):
        inner = Keys(value, f"seat {seat}", found)
        inner.text("id")
        name, revision = inner.text("entrant"), inner.number("revision")
        inner.end()
        if not name or revision < 1:
            inner.wrong("entrant, revision", (name, revision), "a name and a number from 1")
        yield name, revision


def _deals(keys: Keys, found: list[str]) -> Iterator[Deal]:
    for number, value in enumerate(keys.items("deals"), start=1):
        inner = Keys(value, f"deal {number}", found, keys.seats)
        yield Deal(
            dealer=inner.number("dealer"),
            hands=tuple(tuple(hand.split(" ")) for hand in inner.texts("hands")),
            bids=inner.numbers("bids"),
            tricks=tuple(_tricks(inner)),
            taken=inner.numbers("taken"),
            points=inner.numbers("points"),
            bag_penalty=inner.numbers("bag_penalty"),
            scores=inner.numbers("scores"),
            bags=inner.numbers("bags"),
            blind=inner.words("blind") if inner.has("blind") else (),
            reneges=inner.numbers_or_none("reneges") if inner.has("reneges") else (),
        )
        inner.end()


def _tricks(keys: Keys) -> Iterator[Trick]:
    for number, value in enumerate(keys.items("tricks"), start=1):
        match = TRICK.fullmatch(value) if isinstance(value, str) else None
        cards = match[2].split() if match is not None else []
        if match is None or len(cards) != keys.seats:
            keys.wrong(f"trick {number}", value, "the leader's seat and cards, as in '1: AH 2S KH'")
        else:
            yield Trick(int(match[1]), tuple(cards))


def _faults(keys: Keys, found: list[str]) -> Iterator[Fault]:
    for number, value in enumerate(keys.items("faults"), start=1):
        inner = Keys(value, f"fault {number}", found)
        yield Fault(
            seat=inner.number("seat"),
            verdict=inner.text("verdict"),
            deal=inner.number("deal"),
            decision=inner.number("decision"),
        )
        inner.end()
