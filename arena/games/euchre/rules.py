"""The options of three-handed Euchre, read from names and values, as one frozen value."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from difflib import get_close_matches
from reprlib import repr as short
from typing import ClassVar, Self

from arena.errors import ConfigError
from arena.games.cards import JOKER, PACK, Card, Rank, Seat
from arena.games.euchre.deal import EuchreDeal
from arena.games.euchre.match import EuchreMatch
from arena.games.euchre.parse import parse_deal
from arena.games.euchre.scoring import MARCH_POINTS, SEATS
from arena.games.game import Json, JsonValue

TARGET = 10
CAP = 60
"""The most deals that are played of a match to 10."""
MOST = 1_000_000
MOST_MARCH = 1_000
MOST_FIXED_DEALS = 1_000
LEADS = ("maker-left", "defender-left", "dealer-left")

_SHORT = tuple(card for card in PACK if card.rank >= Rank.NINE)
_PACKS: Mapping[int, tuple[Card, ...]] = {
    24: _SHORT,  # docs/rules/euchre.md#eu-2
    32: tuple(card for card in PACK if card.rank >= Rank.SEVEN),  # docs/rules/euchre.md#e-d1
    25: (*_SHORT, JOKER),  # docs/rules/euchre.md#e-d2
}
_TARGET_ONLY = ("target", "max_deals")
_DEALS = re.compile(r"deals:([1-9][0-9]{0,3})", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class EuchreRules:
    """The rules of a match, every option with its value."""

    deck: int = 24
    """The number of cards."""
    target: int = TARGET
    """The total at which a match may end; without meaning where `length` fixes the deals."""
    stick_the_dealer: bool = False
    rename_turned_down: bool = False
    both_alone_lead: str = "maker-left"
    lone_march: int = MARCH_POINTS
    """The points of a maker who has declared alone for all five tricks."""
    max_deals: int = CAP
    """The number of played deals after which a match ends at the latest."""
    seats: int = SEATS
    length: str = "target"
    """Either "target", or "deals:N" for exactly N played deals."""

    game: ClassVar[str] = "euchre"

    @classmethod
    def parse(cls, options: Mapping[str, object]) -> Self:
        """Raises ConfigError that tells every mistake in `options`."""
        mistakes = [*_mistakes(options)]
        if mistakes:
            raise ConfigError("euchre: " + "; ".join(mistakes))
        given = {name: value for name, value in options.items() if value is not None}
        deals = _fixed_deals(given.get("length"))
        if deals is not None:
            given["max_deals"] = deals
        elif "max_deals" not in given:
            given["max_deals"] = _cap(_whole_number(given.get("target", TARGET), MOST))
        return cls(**given)  # type: ignore[arg-type]  # each value was checked by its name

    @property
    def deals(self) -> int | None:
        """How many deals are played in a match; None where it is played to the target."""
        return None if self.length == "target" else int(self.length.removeprefix("deals:"))

    @property
    def summary(self) -> str:
        """The game and what matters most of its rules: "euchre, 24 cards, to 10"."""
        deals = "1 deal" if self.deals == 1 else f"{self.deals} deals"
        end = f"to {self.target}" if self.deals is None else deals
        return f"{self.game}, {self.deck} cards, {end}"

    @property
    def pack(self) -> Sequence[Card]:
        return _PACKS[self.deck]

    def new_match(self, first_dealer: Seat) -> EuchreMatch:
        return EuchreMatch(self, first_dealer)

    def parse_deal(self, json: Json) -> EuchreDeal:
        return parse_deal(self, json)

    def to_json(self) -> Json:
        """Returns every option by its name; null where `length` leaves it without meaning."""
        idle = () if self.deals is None else _TARGET_ONLY
        options: dict[str, JsonValue] = {}
        for field in fields(self):
            options[field.name] = None if field.name in idle else getattr(self, field.name)
        return options


_DEFAULTS: Mapping[str, object] = {field.name: field.default for field in fields(EuchreRules)}
_MOST = {"target": MOST, "max_deals": MOST, "lone_march": MOST_MARCH}
_ONE_OF: Mapping[str, tuple[Sequence[int | str], str]] = {
    "deck": (tuple(_PACKS), "24, 32 or 25 cards"),
    "stick_the_dealer": ((True, False), "true or false"),
    "rename_turned_down": ((True, False), "true or false"),
    "both_alone_lead": (LEADS, ", ".join(map(repr, LEADS[:-1])) + f" or {LEADS[-1]!r}"),
    "seats": ((SEATS,), f"{SEATS}: this Euchre is for three players only"),
}


def _fixed_deals(length: object) -> int | None:
    found = _DEALS.fullmatch(length) if isinstance(length, str) else None
    return int(found[1]) if found is not None else None


def _cap(target: int) -> int:
    """Returns the default of `max_deals`: in proportion to the target, as far as it may be."""
    return min(MOST, max(CAP, -(-CAP * target // TARGET)))


def _whole_number(value: object, most: int) -> int:
    """Raises ValueError unless `value` is an int from 1 to `most`."""
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= most:
        return value
    raise ValueError(f"a whole number from 1 to {most}")


def _mistakes(options: Mapping[str, object]) -> list[str]:
    is_fixed = _fixed_deals(options.get("length")) is not None
    found = []
    for name, value in options.items():
        if name not in _DEFAULTS:
            found.append(_unknown(name))
        elif is_fixed and name in _TARGET_ONLY:
            if value is not None:  # a record of such a match has null here
                found.append(
                    f"option {name!r} is {short(value)}, but it has no meaning "
                    f"where 'length' is {options['length']!r}: leave one of them out"
                )
        elif (allowed := _other_than(name, value)) is not None:
            found.append(f"option {name!r} is {short(value)}, but it must be {allowed}")
    return found


def _unknown(name: object) -> str:
    near = get_close_matches(str(name)[:40], _DEFAULTS, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"the options are {', '.join(_DEFAULTS)}"
    return f"there is no option {short(name)}: {hint}"


def _other_than(name: str, value: object) -> str | None:
    """Returns what the option may be, or None if `value` is that."""
    if name in _MOST:
        try:
            _whole_number(value, _MOST[name])
        except ValueError as error:
            return str(error)
        return None
    if name == "length":
        count = _fixed_deals(value)
        if value == "target" or (count is not None and count <= MOST_FIXED_DEALS):
            return None
        return f"'target' or 'deals:N' with N from 1 to {MOST_FIXED_DEALS}"
    choices, words = _ONE_OF[name]
    is_one = any(type(value) is type(choice) and value == choice for choice in choices)
    return None if is_one else words
