"""Records of Euchre from JSON to plain values: which keys there are, and of what kind."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tests.checker.shape import LENGTH, SEATS, TARGET, Keys, Record, Trick, read_record

TRICK = re.compile(r"([0-2]):((?: \S\S){2,3})")


@dataclass(frozen=True, slots=True)
class EuchreOptions:
    """The rules of a match, every option by its name."""

    deck: int
    target: int
    """0, in the record null, where `length` fixes the number of deals; so is `max_deals`."""
    stick_the_dealer: bool
    rename_turned_down: bool
    both_alone_lead: str
    lone_march: int
    max_deals: int
    seats: int
    length: str


@dataclass(frozen=True, slots=True)
class Played:
    """What a deal has that was not passed out; lists but `kept` and `tricks` go by seat."""

    maker: int
    trump: str
    swap: str | None
    alone: tuple[bool | None, ...]
    kept: tuple[str, ...] | None
    tricks: tuple[Trick, ...]
    taken: tuple[int, ...]
    points: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EuchreDeal:
    """One deal as recorded."""

    dealer: int
    hands: tuple[tuple[str, ...], ...]
    dummy: tuple[str, ...]
    upcard: str
    stock: tuple[str, ...]
    joker_suit: str | None
    calls: tuple[str, ...]
    played: Played | None
    """None for a redeal."""


EuchreRecord = Record[EuchreOptions, EuchreDeal]


def parse_euchre(value: Mapping[str, object]) -> tuple[EuchreRecord, list[str]]:
    """Returns the record and what is wrong with its shape; with findings it is not to be used."""
    return read_record(value, "euchre", _options, _deals)


def _options(keys: Keys) -> EuchreOptions:
    length = keys.text("length")
    number = keys.number if length == TARGET else keys.nothing
    options = EuchreOptions(
        deck=keys.number("deck"),
        target=number("target"),
        stick_the_dealer=keys.flag("stick_the_dealer"),
        rename_turned_down=keys.flag("rename_turned_down"),
        both_alone_lead=keys.text("both_alone_lead"),
        lone_march=keys.number("lone_march"),
        max_deals=number("max_deals"),
        seats=keys.number("seats"),
        length=length,
    )
    keys.end()
    leads = ("maker-left", "defender-left", "dealer-left")
    if options.deck not in (24, 25, 32):
        keys.wrong("deck", options.deck, "24, 25 or 32")
    if options.both_alone_lead not in leads:
        keys.wrong("both_alone_lead", options.both_alone_lead, " or ".join(leads))
    if options.seats != SEATS:
        keys.wrong("seats", options.seats, str(SEATS))
    if LENGTH.fullmatch(length) is None:
        keys.wrong("length", length, "'target' or 'deals:N'")
    numbers = [options.lone_march]
    numbers += [options.target, options.max_deals] if length == TARGET else []
    if min(numbers) < 1:
        keys.wrong("lone_march, target, max_deals", numbers, "numbers above 0")
    return options


def _deals(keys: Keys, found: list[str]) -> Iterator[EuchreDeal]:
    for number, value in enumerate(keys.items("deals"), start=1):
        inner = Keys(value, f"deal {number}", found)
        is_played = isinstance(value, Mapping) and "tricks" in value
        yield EuchreDeal(
            dealer=inner.number("dealer"),
            hands=tuple(tuple(hand.split(" ")) for hand in inner.texts("hands")),
            dummy=tuple(inner.text("dummy").split(" ")),
            upcard=inner.text("upcard"),
            stock=tuple(inner.text("stock").split(" ")),
            joker_suit=_text_or_none(inner, "joker_suit"),
            calls=tuple(_texts(inner, "calls")),
            played=_played(inner) if is_played else None,
        )
        inner.end()


def _played(keys: Keys) -> Played:
    kept = _text_or_none(keys, "kept")
    return Played(
        maker=keys.number("maker"),
        trump=keys.text("trump"),
        swap=_text_or_none(keys, "swap"),
        alone=tuple(_alone(keys)),
        kept=None if kept is None else tuple(kept.split(" ")),
        tricks=tuple(_tricks(keys)),
        taken=keys.numbers("taken"),
        points=keys.numbers("points"),
        scores=keys.numbers("scores"),
    )


def _text_or_none(keys: Keys, key: str) -> str | None:
    value = keys.take(key)
    if value is None or isinstance(value, str):
        return value
    keys.wrong(key, value, "text or null")
    return None


def _texts(keys: Keys, key: str) -> Iterator[str]:
    for value in keys.items(key):
        if isinstance(value, str):
            yield value
        else:
            keys.wrong(key, value, "text")


def _alone(keys: Keys) -> Iterator[bool | None]:
    for value in keys.by_seat("alone"):
        if value is None or isinstance(value, bool):
            yield value
        else:
            keys.wrong("alone", value, "true, false or null")


def _tricks(keys: Keys) -> Iterator[Trick]:
    for number, value in enumerate(keys.items("tricks"), start=1):
        match = TRICK.fullmatch(value) if isinstance(value, str) else None
        if match is None:
            keys.wrong(f"trick {number}", value, "the leader's seat and cards, as in '1: AH TH'")
        else:
            yield Trick(int(match[1]), tuple(match[2].split()))
