"""The options of Cutthroat Spades, read from names and values, as one frozen value.

A profile gives every option a value, and each may be given another; every option has its place in
every record.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import ClassVar, Self

from arena.games.cards import PACK, Card, Rank, Seat, Suit
from arena.games.game import Action, CitedRule, Json, View
from arena.games.options import (
    BOOL,
    CAP,
    Allowed,
    Given,
    Length,
    OneOf,
    UpTo,
    check_options,
    conflict_text,
    end_conflicts,
    end_text,
    fixed_deals,
    max_deals_of,
    options_to_json,
)
from arena.games.sheet import Line
from arena.games.spades.deal import SpadesDeal
from arena.games.spades.match import SpadesMatch
from arena.games.spades.parse import parse_deal
from arena.games.spades.position import (
    guess,
    lines,
    rule_against,
    standings,
    traits,
    traits_of,
)
from arena.games.spades.renege import RenegeRule
from arena.games.spades.scoring import TRICK_POINTS, BagRule
from arena.games.spades.view import SpadesView

TARGET = 200
NIL = 100

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

_ALLOWED: Allowed = {
    "profile": OneOf(("carry", "reset")),
    "target": UpTo(),
    "bag_rule": OneOf(tuple(rule.value for rule in BagRule)),
    "failed_nil_bags": BOOL,
    "nil_value": OneOf((NIL, 50)),
    "blind_nil": BOOL,
    "minimum_bid": OneOf((0, 1)),
    "renege": OneOf(tuple(rule.value for rule in RenegeRule)),
    "max_deals": UpTo(),
    "seats": OneOf(tuple(_PACKS)),
    "length": Length(),
}

_PROFILES: Mapping[str, Mapping[str, object]] = {
    "carry": {},
    "reset": {"bag_rule": "reset", "failed_nil_bags": False, "renege": "fail-bid"},
}
"""What a profile changes of the defaults."""

_SEATS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class SpadesRules:
    """The rules of a match, every option with its value."""

    profile: str = "carry"
    target: int = TARGET
    """The total at which a match may end; without meaning where `length` fixes the deals."""
    bag_rule: BagRule = BagRule.CARRY
    failed_nil_bags: bool = True
    """Whether the tricks of a failed nil are bags."""
    nil_value: int = NIL
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
        check_options("spades", _ALLOWED, options, _conflicts)
        profile = str(options.get("profile", "carry"))
        given = {name: value for name, value in options.items() if value is not None}
        values: dict[str, object] = {**_PROFILES[profile], **given}
        for name, kind in (("bag_rule", BagRule), ("renege", RenegeRule)):
            if name in values:
                values[name] = kind(str(values[name]))
        return cls(**values | max_deals_of(values, TARGET))  # type: ignore[arg-type]  # checked by name

    @property
    def deals(self) -> int | None:
        """How many deals a match has; None where it is played to the target."""
        return fixed_deals(self.length)

    @property
    def summary(self) -> str:
        """The game and what matters most of its rules: "spades, carry, to 200"."""
        seats = "" if self.seats == _SEATS else f", {self.seats} seats"
        return f"{self.game}, {self.profile}, {end_text(self.target, self.deals)}{seats}"

    @property
    def pack(self) -> Sequence[Card]:
        return _PACKS[self.seats]

    def new_match(self, first_dealer: Seat) -> SpadesMatch:
        if first_dealer not in range(self.seats):
            raise ValueError(f"the first dealer is {first_dealer}, expected 0 to {self.seats - 1}")
        return SpadesMatch(self, first_dealer)

    @property
    def traits(self) -> Sequence[str]:
        """What can make a decision hard to get right."""
        return traits(self)

    def standings(self) -> Sequence[SpadesMatch]:
        return [*standings(self)]

    def traits_of(self, view: View) -> Sequence[str]:
        assert isinstance(view, SpadesView), "a view of Spades"
        return traits_of(self, view)

    def guess(self, view: View) -> Action:
        assert isinstance(view, SpadesView), "a view of Spades"
        return guess(view)

    def rule_against(self, view: View, action: Action) -> CitedRule:
        assert isinstance(view, SpadesView), "a view of Spades"
        return rule_against(view, action)

    def position(self, view: View) -> Sequence[Line]:
        assert isinstance(view, SpadesView), "a view of Spades"
        return [*lines(view)]

    def parse_deal(self, json: Json) -> SpadesDeal:
        return parse_deal(self, json)

    def to_json(self) -> Json:
        """Returns every option by its name; null where `length` leaves it without meaning."""
        return options_to_json({each.name: getattr(self, each.name) for each in fields(self)})


def _conflicts(given: Given) -> Iterator[str]:
    """Yields what has no effect among options that are right one by one.

    A value that is the default may stand there: it says what is so anyway.
    """
    seats = given.get("seats", _SEATS)
    assert isinstance(seats, int), "the options were checked"
    hand = len(_PACKS[seats]) // seats
    nil = 2 * NIL if given.get("blind_nil") else NIL
    yield from end_conflicts(given, TARGET, max(TRICK_POINTS * hand, nil))
    profile = str(given.get("profile", "carry"))
    keeps_bags = _PROFILES[profile].get("failed_nil_bags", True)
    usual = {"nil_value": NIL, "failed_nil_bags": keeps_bags, "blind_nil": False}
    changed = [name for name, value in usual.items() if given.get(name, value) != value]
    if given.get("minimum_bid") == 1:  # docs/rules/spades.md#s-n1
        for name in changed:
            why = "where 1 is the least bid there is no nil"
            instead = f"leave {name!r} out or set 'minimum_bid' to 0"
            yield conflict_text(given, "minimum_bid", name, why, instead)
    for name, value in (("length", "deals:1"), ("max_deals", 1)):
        if "blind_nil" in changed and given.get(name) == value:
            why = "nobody is behind in the first deal"
            instead = "leave 'blind_nil' out or play more deals than one"
            yield conflict_text(given, name, "blind_nil", why, instead)
