"""The options of rules by name: what each may be, and the words for what it is not.

Every game has `target`, `max_deals` and `length` among them, and these mean the same in all.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from reprlib import repr as limited
from typing import TypeAlias

from arena.errors import ConfigError
from arena.games.game import Json, JsonValue

CAP = 60
"""The most deals of a match to the usual target (docs/rules/spades.md#s-e3)."""
MOST = 1_000_000
MOST_FIXED_DEALS = 1_000

_TARGET_ONLY = ("target", "max_deals")
_DEALS = re.compile(r"deals:([1-9][0-9]{0,3})", re.ASCII)


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few values."""

    choices: Sequence[object]
    words: str = ""
    """What is said of them, if not just their names."""

    def allows(self, value: object) -> bool:
        return any(type(value) is type(choice) and value == choice for choice in self.choices)

    def __str__(self) -> str:
        if self.words:
            return self.words
        *others, last = map(_plain, self.choices)
        return f"{', '.join(others)} or {last}"


@dataclass(frozen=True, slots=True)
class UpTo:
    """A whole number from 1 to `most`."""

    most: int = MOST

    def allows(self, value: object) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= self.most

    def __str__(self) -> str:
        return f"a whole number from 1 to {self.most}"


class Length:
    """Either the target or a number of deals."""

    def allows(self, value: object) -> bool:
        return value == "target" or 1 <= (fixed_deals(value) or 0) <= MOST_FIXED_DEALS

    def __str__(self) -> str:
        return f"'target' or 'deals:N' with N from 1 to {MOST_FIXED_DEALS}"


BOOL = OneOf((True, False))
Allowed: TypeAlias = "Mapping[str, OneOf | UpTo | Length]"
"""What each option of a game may be, by its name."""


def check_options(
    game: str, allowed: Allowed, given: Mapping[str, object], conflicts: Iterable[str] = ()
) -> None:
    """Raises ConfigError that tells every mistake in `given`, and the `conflicts` behind them."""
    mistakes = [mistake for name in given if (mistake := _mistake(name, allowed, given))]
    mistakes += conflicts
    if mistakes:
        raise ConfigError(f"{game}: " + "; ".join(mistakes))


def _mistake(name: str, allowed: Allowed, given: Mapping[str, object]) -> str | None:
    value = given[name]
    if name not in allowed:
        near = get_close_matches(str(name)[:40], allowed, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"the options are {', '.join(allowed)}"
        return f"there is no option {_short(name)}: {hint}"
    if name in _TARGET_ONLY and fixed_deals(given.get("length")) is not None:
        if value is None:  # as in a record of such a match
            return None
        return (
            f"option {name!r} is {_short(value)}, but it has no meaning "
            f"where 'length' is {given['length']!r}: leave one of them out"
        )
    if allowed[name].allows(value):
        return None
    return f"option {name!r} is {_short(value)}, but it must be {allowed[name]}"


def fixed_deals(length: object) -> int | None:
    """Returns how many deals a match of this length has; None where it goes to the target."""
    found = _DEALS.fullmatch(length) if isinstance(length, str) else None
    return int(found[1]) if found is not None else None


def max_deals_of(options: Mapping[str, object], usual_target: int) -> dict[str, object]:
    """Returns `max_deals` as it follows from the other options, unless it stands there itself.

    It grows with the target, in proportion and rounded up (docs/rules/spades.md#s-e3).
    """
    deals = fixed_deals(options.get("length"))
    if deals is not None:
        return {"max_deals": deals}
    target = options.get("target", usual_target)
    assert isinstance(target, int), "the options were checked"
    cap = min(MOST, max(CAP, -(-CAP * target // usual_target)))
    return {"max_deals": options.get("max_deals", cap)}


def end_text(target: int, deals: int | None) -> str:
    """Returns when a match ends: "to 200", "8 deals"."""
    if deals is None:
        return f"to {target}"
    return "1 deal" if deals == 1 else f"{deals} deals"


def options_to_json(options: Mapping[str, object]) -> Json:
    """Returns every option as it stands in a record; null where `length` leaves it no meaning."""
    idle = () if fixed_deals(options["length"]) is None else _TARGET_ONLY
    plain = {
        name: value.value if isinstance(value, Enum) else value for name, value in options.items()
    }
    return {name: None if name in idle else _json_value(value) for name, value in plain.items()}


def _json_value(value: object) -> JsonValue:
    assert isinstance(value, bool | int | str), "an option is a plain value"
    return value


def _plain(choice: object) -> str:
    """Returns a value as it is typed: 'reset', 50, true."""
    return repr(choice) if isinstance(choice, str) else json.dumps(choice)


def _short(value: object) -> str:
    try:
        return limited(value)
    except ValueError:  # Python prints no number of thousands of digits
        return "a number too long to print"
