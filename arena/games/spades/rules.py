"""The options of Cutthroat Spades, read from names and values, as one frozen value.

A profile gives every option a value, and each may be given another; every option has its place in
every record.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from difflib import get_close_matches
from enum import Enum
from reprlib import repr as limited
from typing import ClassVar, Self

from arena.errors import ConfigError
from arena.games.cards import PACK, Card, Rank, Seat, Suit
from arena.games.game import Json, JsonValue
from arena.games.spades.deal import SpadesDeal
from arena.games.spades.match import SpadesMatch
from arena.games.spades.parse import parse_deal
from arena.games.spades.renege import RenegeRule
from arena.games.spades.scoring import BagRule

TARGET = 200
CAP = 60
"""The most deals of a match to 200 (S-E3)."""
MOST = 1_000_000
MOST_FIXED_DEALS = 1_000

_PACKS: Mapping[int, Sequence[Card]] = {
    2: tuple(  # docs/rules/spades.md#s-d3
        card
        for card in PACK
        if card.rank >= (Rank.FIVE if card.suit is Suit.SPADES else Rank.SEVEN)
    ),
    3: PACK[1:],  # docs/rules/spades.md#sp-2: without the two of clubs
    4: PACK,  # docs/rules/spades.md#s-d4
}
"""The cards by the number of seats."""

_CHOICES: Mapping[str, Sequence[object]] = {
    "profile": ("carry", "reset"),
    "bag_rule": tuple(rule.value for rule in BagRule),
    "failed_nil_bags": (True, False),
    "nil_value": (100, 50),
    "blind_nil": (True, False),
    "minimum_bid": (0, 1),
    "renege": tuple(rule.value for rule in RenegeRule),
    "seats": tuple(_PACKS),
}
"""What an option may be, where it is one of a few."""

_PROFILES: Mapping[str, Mapping[str, object]] = {
    "carry": {},
    "reset": {"bag_rule": "reset", "failed_nil_bags": False, "renege": "fail-bid"},
}
"""What a profile changes of the defaults."""

_SEATS = 3
_TARGET_ONLY = ("target", "max_deals")
_DEALS = re.compile(r"deals:([1-9][0-9]{0,3})", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class SpadesRules:
    """The rules of a match, every option with its value."""

    profile: str = "carry"
    target: int = TARGET
    """The total at which a match may end; without meaning where `length` fixes the deals."""
    bag_rule: BagRule = BagRule.CARRY
    failed_nil_bags: bool = True
    """Whether the tricks of a failed nil are bags."""
    nil_value: int = 100
    blind_nil: bool = False
    """Whether a seat far behind may bid nil before it sees its hand, for twice the value."""
    minimum_bid: int = 0
    renege: RenegeRule = RenegeRule.CORRECT
    max_deals: int = CAP
    """The number of deals after which a match ends at the latest."""
    seats: int = _SEATS
    length: str = "target"
    """Either "target", or "deals:N" for exactly N deals."""

    game: ClassVar[str] = "spades"

    @classmethod
    def parse(cls, options: Mapping[str, object]) -> Self:
        """Raises ConfigError that tells every mistake in `options`."""
        mistakes = [*_mistakes(options), *_conflicts(options)]
        if mistakes:
            raise ConfigError("spades: " + "; ".join(mistakes))
        profile = str(options.get("profile", "carry"))
        values: dict[str, object] = {**_DEFAULTS, **_PROFILES[profile], **options}
        length = str(values["length"])
        target, max_deals = TARGET, _fixed_deals(length)
        if max_deals is None:
            target = _whole_number(values["target"])
            max_deals = _whole_number(options.get("max_deals", _cap(target)))
        return cls(
            profile=profile,
            target=target,
            bag_rule=BagRule(str(values["bag_rule"])),
            failed_nil_bags=values["failed_nil_bags"] is True,
            nil_value=_whole_number(values["nil_value"]),
            blind_nil=values["blind_nil"] is True,
            minimum_bid=int(values["minimum_bid"] == 1),
            renege=RenegeRule(str(values["renege"])),
            max_deals=max_deals,
            seats=_whole_number(values["seats"]),
            length=length,
        )

    @property
    def deals(self) -> int | None:
        """How many deals a match has; None where it is played to the target."""
        return None if self.length == "target" else int(self.length.removeprefix("deals:"))

    @property
    def summary(self) -> str:
        """The game and what matters most of its rules: "spades, carry, to 200"."""
        deals = "1 deal" if self.deals == 1 else f"{self.deals} deals"
        end = f"to {self.target}" if self.deals is None else deals
        seats = "" if self.seats == _SEATS else f", {self.seats} seats"
        return f"{self.game}, {self.profile}, {end}{seats}"

    @property
    def pack(self) -> Sequence[Card]:
        return _PACKS[self.seats]

    def new_match(self, first_dealer: Seat) -> SpadesMatch:
        if first_dealer not in range(self.seats):
            raise ValueError(f"the first dealer is {first_dealer}, expected 0 to {self.seats - 1}")
        return SpadesMatch(self, first_dealer)

    def parse_deal(self, json: Json) -> SpadesDeal:
        return parse_deal(self, json)

    def to_json(self) -> Json:
        """Returns every option by its name; null where `length` leaves it without meaning."""
        idle = () if self.deals is None else _TARGET_ONLY
        options: dict[str, JsonValue] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            plain = value.value if isinstance(value, Enum) else value
            options[field.name] = None if field.name in idle else plain
        return options


_DEFAULTS: Mapping[str, object] = {field.name: field.default for field in fields(SpadesRules)}


def _fixed_deals(length: object) -> int | None:
    found = _DEALS.fullmatch(length) if isinstance(length, str) else None
    return int(found[1]) if found is not None else None


def _cap(target: int) -> int:
    """Returns the default of `max_deals`: in proportion to the target, rounded up (S-E3)."""
    return max(CAP, -(-CAP * target // TARGET))


def _whole_number(value: object) -> int:
    """Raises ValueError unless `value` is an int in the range of `target` and `max_deals`."""
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MOST:
        return value
    raise ValueError(f"a whole number from 1 to {MOST}")


def _mistakes(options: Mapping[str, object]) -> list[str]:
    is_fixed = _fixed_deals(options.get("length")) is not None
    found = []
    for name, value in options.items():
        if name not in _DEFAULTS:
            found.append(_unknown(name))
        elif is_fixed and name in _TARGET_ONLY:
            if value is not None:  # a record of such a match has null here
                found.append(
                    f"option {name!r} is {_short(value)}, but it has no meaning "
                    f"where 'length' is {options['length']!r}: leave one of them out"
                )
        elif (allowed := _other_than(name, value)) is not None:
            found.append(f"option {name!r} is {_short(value)}, but it must be {allowed}")
    return found


def _unknown(name: object) -> str:
    near = get_close_matches(str(name)[:40], _DEFAULTS, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"the options are {', '.join(_DEFAULTS)}"
    return f"there is no option {_short(name)}: {hint}"


def _other_than(name: str, value: object) -> str | None:
    """Returns what the option may be, or None if `value` is that."""
    if name in _TARGET_ONLY:
        try:
            _whole_number(value)
        except ValueError as error:
            return str(error)
        return None
    if name == "length":
        count = _fixed_deals(value)
        if value == "target" or (count is not None and count <= MOST_FIXED_DEALS):
            return None
        return f"'target' or 'deals:N' with N from 1 to {MOST_FIXED_DEALS}"
    choices = _CHOICES[name]
    if any(type(value) is type(choice) and value == choice for choice in choices):
        return None
    *others, last = map(_plain, choices)
    return f"{', '.join(others)} or {last}"


def _conflicts(options: Mapping[str, object]) -> Iterator[str]:
    """Yields what is wrong with options that are right one by one."""
    if options.get("blind_nil") is True and options.get("minimum_bid") == 1:  # S-N1
        yield (
            "options 'blind_nil' and 'minimum_bid' are true and 1, but where 1 is the least bid "
            "there is no nil: set 'blind_nil' to false or 'minimum_bid' to 0"
        )


def _plain(choice: object) -> str:
    """Returns a value as it is typed: 'reset', 50, true."""
    return repr(choice) if isinstance(choice, str) else json.dumps(choice)


def _short(value: object) -> str:
    try:
        return limited(value)
    except ValueError:  # Python prints no number of thousands of digits
        return "a number too long to print"
