"""The options of three-handed Euchre, read from names and values, as one frozen value."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import ClassVar, Self

from arena.games.cards import JOKER, PACK, Card, Rank, Seat
from arena.games.euchre.deal import EuchreDeal
from arena.games.euchre.match import EuchreMatch
from arena.games.euchre.parse import parse_deal
from arena.games.euchre.position import (
    guess,
    lines,
    rule_against,
    standings,
    traits,
    traits_of,
)
from arena.games.euchre.scoring import LONE_SWEEP_POINTS, MARCH_POINTS, SEATS
from arena.games.euchre.view import EuchreView
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
    end_conflicts,
    end_text,
    fixed_deals,
    max_deals_of,
    options_to_json,
)
from arena.games.sheet import Line

TARGET = 10
MOST_MARCH = 1_000
LEADS = ("maker-left", "defender-left", "dealer-left")

_SHORT = tuple(card for card in PACK if card.rank >= Rank.NINE)
_PACKS: Mapping[int, tuple[Card, ...]] = {
    24: _SHORT,  # docs/rules/euchre.md#eu-2
    32: tuple(card for card in PACK if card.rank >= Rank.SEVEN),  # docs/rules/euchre.md#e-d1
    25: (*_SHORT, JOKER),  # docs/rules/euchre.md#e-d2
}
_ALLOWED: Allowed = {
    "deck": OneOf(tuple(_PACKS), "24, 32 or 25 cards"),
    "target": UpTo(),
    "stick_the_dealer": BOOL,
    "rename_turned_down": BOOL,
    "both_alone_lead": OneOf(LEADS),
    "lone_march": UpTo(MOST_MARCH),
    "max_deals": UpTo(),
    "seats": OneOf((SEATS,), f"{SEATS}: this Euchre is for three players only"),
    "length": Length(),
}


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
        check_options("euchre", _ALLOWED, options, _conflicts)
        given = {name: value for name, value in options.items() if value is not None}
        return cls(**given | max_deals_of(given, TARGET))  # type: ignore[arg-type]  # checked by name

    @property
    def deals(self) -> int | None:
        """How many deals are played in a match; None where it is played to the target."""
        return fixed_deals(self.length)

    @property
    def summary(self) -> str:
        """The game and what matters most of its rules: "euchre, 24 cards, to 10"."""
        return f"{self.game}, {self.deck} cards, {end_text(self.target, self.deals)}"

    @property
    def pack(self) -> Sequence[Card]:
        return _PACKS[self.deck]

    def new_match(self, first_dealer: Seat) -> EuchreMatch:
        if first_dealer not in range(self.seats):
            raise ValueError(f"the first dealer is {first_dealer}, expected 0 to {self.seats - 1}")
        return EuchreMatch(self, first_dealer)

    @property
    def traits(self) -> Sequence[str]:
        """What can make a decision hard to get right."""
        return traits(self)

    def standings(self) -> Sequence[EuchreMatch]:
        return [*standings(self)]

    def traits_of(self, view: View) -> Sequence[str]:
        assert isinstance(view, EuchreView), "a view of Euchre"
        return traits_of(self, view)

    def guess(self, view: View) -> Action:
        assert isinstance(view, EuchreView), "a view of Euchre"
        return guess(view)

    def rule_against(self, view: View, action: Action) -> CitedRule:
        assert isinstance(view, EuchreView), "a view of Euchre"
        return rule_against(view, action)

    def position(self, view: View) -> Sequence[Line]:
        assert isinstance(view, EuchreView), "a view of Euchre"
        return [*lines(view)]

    def parse_deal(self, json: Json) -> EuchreDeal:
        return parse_deal(self, json)

    def to_json(self) -> Json:
        """Returns every option by its name; null where `length` leaves it without meaning."""
        return options_to_json({each.name: getattr(self, each.name) for each in fields(self)})


def _conflicts(given: Given) -> Iterator[str]:
    """Yields what has no effect among options that are right one by one."""
    march = given.get("lone_march", MARCH_POINTS)
    assert isinstance(march, int), "the options were checked"
    yield from end_conflicts(given, TARGET, max(march, MARCH_POINTS, LONE_SWEEP_POINTS))
