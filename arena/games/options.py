"""The options of rules by name: what each may be, and the words for what it is not.

Every game has `target`, `max_deals` and `length` among them, and these mean the same in all.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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


Given: TypeAlias = Mapping[str, object]
"""Options by name, each of which is right by itself."""


def check_options(
    game: str,
    allowed: Allowed,
    given: Mapping[str, object],
    conflicts: Callable[[Given], Iterable[str]],
) -> None:
    """Raises ConfigError that tells every mistake in `given`.

    `conflicts` tells of those options that are right one by one what does not go together.
    """
    told = {name: _mistake(name, allowed, given) for name in given}
    mistakes = [mistake for mistake in told.values() if mistake]
    mistakes += conflicts({name: given[name] for name in given if not told[name]})
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


def end_conflicts(given: Given, usual_target: int, best: int) -> Iterator[str]:
    """Yields that a target has no effect, as the deals are too few for it.

    `best` is the most that a deal can bring a seat. A target that is the usual one may stand there.
    """
    target, deals = given.get("target"), given.get("max_deals")
    if not isinstance(target, int) or not isinstance(deals, int) or target == usual_target:
        return
    if deals == 1:
        why = "one deal ends the match whatever its scores"
    elif target > deals * best:
        why = f"nobody can come to {target} in {deals} deals"
    else:
        return
    instead = f"leave 'target' out or set 'length' to 'deals:{deals}'"
    yield conflict_text(given, "max_deals", "target", why, instead)


def conflict_text(given: Given, one: str, other: str, why: str, instead: str) -> str:
    """Returns what is told of two options of which one leaves the other without effect."""
    values = f"{_plain(given[one])} and {_plain(given[other])}"
    return f"options {one!r} and {other!r} are {values}, but {why}: {instead}"


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
