"""High Card, a game so small that nothing but the interface is in it; for two to four seats.

The house rules: the aces to nines are dealt out, each seat in turn plays any card it holds, the
highest rank takes the trick, the first of equals, and leads the next. A trick is a point.
It stands for any game that is added: it knows nothing of the arena outside `arena.games`.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import asdict, dataclass
from typing import ClassVar, NamedTuple, Self

from arena.errors import ConfigError
from arena.games.cards import PACK, Card, Rank, Seat, format_cards, parse_cards
from arena.games.game import Action, Breach, CitedRule, Json, View
from arena.games.sheet import DealSheet, Hand, Line, Row, Trick

_PACK = tuple(card for card in PACK if card.rank >= Rank.NINE)
_OPTIONS = {"seats": range(2, 5), "deals": range(1, 10)}


@dataclass(frozen=True, slots=True, kw_only=True)
class HighCardRules:
    """The rules, every option with its value."""

    seats: int = 3
    deals: int = 2
    """How many deals a match has."""

    game: ClassVar[str] = "highcard"
    pack: ClassVar[Sequence[Card]] = _PACK

    @classmethod
    def parse(cls, options: Mapping[str, object]) -> Self:
        """Raises ConfigError that tells every mistake in `options`."""
        mistakes = [
            f"option {name!r} is {value!r}, but it must be a whole number from "
            f"{_OPTIONS[name][0]} to {_OPTIONS[name][-1]}"
            if name in _OPTIONS
            else f"there is no option {name!r}: the options are {', '.join(_OPTIONS)}"
            for name, value in options.items()
            if name not in _OPTIONS or type(value) is not int or value not in _OPTIONS[name]
        ]
        if mistakes:
            raise ConfigError("highcard: " + "; ".join(mistakes))
        return cls(**options)  # type: ignore[arg-type]  # all of them are numbers

    @property
    def summary(self) -> str:
        return f"highcard, {self.deals} deals"

    def new_match(self, first_dealer: Seat) -> "HighCardMatch":
        return HighCardMatch(self, first_dealer)

    @property
    def traits(self) -> Sequence[str]:
        return ("last to play", "one card is left")

    def standings(self) -> Sequence["HighCardMatch"]:
        return [self.new_match(Seat(0))]

    def traits_of(self, view: View) -> Sequence[str]:
        assert isinstance(view, HighCardView), "a view of High Card"
        is_last = len(view.played) % self.seats == self.seats - 1
        tests = (is_last, len(view.hand) == 1)
        return [trait for trait, is_so in zip(self.traits, tests, strict=True) if is_so]

    def guess(self, view: View) -> Action:
        return view.legal[0]

    def rule_against(self, view: View, action: Action) -> CitedRule:  # noqa: ARG002  # the interface
        return CitedRule("H-1", "each seat in turn plays any card it holds")

    def position(self, view: View) -> Sequence[Line]:
        assert isinstance(view, HighCardView), "a view of High Card"
        on_table = view.played[len(view.played) // self.seats * self.seats :]
        return [Line("hand", view.hand), Line("on the table", on_table or ("nothing: it leads",))]

    def parse_deal(self, json: Json) -> "HighCardDeal":
        """Raises ValueError for anything but what a deal gives."""
        match json:
            case {
                "dealer": int(dealer),
                "hands": [*hands],
                "tricks": [*tricks],
                "scores": [*scores],
            }:
                held = [parse_cards(str(hand)) for hand in hands]
                played = [card for trick in tricks for card in parse_cards(str(trick))]
                totals = tuple(score for score in scores if type(score) is int)
            case _:
                raise ValueError("a deal of highcard has a dealer, hands, tricks and scores")
        if {len(held), len(totals)} != {self.seats} or not 0 <= dealer < self.seats:
            raise ValueError(f"a deal of highcard has {self.seats} seats here")
        again = self.new_match(Seat(dealer))
        around = [held[(dealer + turn) % self.seats] for turn in range(1, self.seats + 1)]
        again.start_deal([card for cards in zip(*around, strict=True) for card in cards])
        for card in played:
            again.act(card)
        if not again.deals:
            raise ValueError("the deal is not finished")
        return again.deals[0]._replace(scores=totals)

    def to_json(self) -> Json:
        return asdict(self)


class HighCardView(NamedTuple):
    """All that a seat may know when it has to answer."""

    seat: Seat
    dealer: Seat
    hand: tuple[Card, ...]
    played: tuple[Card, ...]
    """Every card of this deal in order of play."""
    leaders: tuple[Seat, ...]
    scores: tuple[int, ...]
    legal: Sequence[Action]


class HighCardDeal(NamedTuple):
    """A finished deal."""

    dealer: Seat
    pack: Sequence[Card]
    actions: Sequence[Card]
    leaders: tuple[Seat, ...]
    """Who led each trick; last, who took the last one."""
    scores: tuple[int, ...]
    """Totals after the deal."""

    def to_json(self) -> Json:
        return {
            "dealer": self.dealer,
            "hands": [format_cards(self._hand(seat)) for seat in range(len(self.scores))],
            "tricks": [format_cards(trick) for trick in self._tricks()],
            "scores": list(self.scores),
        }

    def sheet(self) -> DealSheet:
        seats = [Seat(seat) for seat in range(len(self.scores))]
        taken = [str(self.leaders[1:].count(seat)) for seat in seats]
        return DealSheet(
            dealer=self.dealer,
            hands=[Hand(seat, self._hand(seat)) for seat in seats],
            tricks=[self._trick(number) for number in range(len(self.leaders) - 1)],
            results=[
                Row("taken", tuple((number,) for number in taken)),
                Row("score", tuple((str(score),) for score in self.scores)),
            ],
            outcome=[(f"took {number}",) for number in taken],
            moments=[f"in trick {1 + at // len(seats)}" for at in range(len(self.actions))],
        )

    def _hand(self, seat: int) -> tuple[Card, ...]:
        seats = len(self.scores)
        return tuple(self.pack[(seat - self.dealer - 1) % seats :: seats])

    def _tricks(self) -> list[Sequence[Card]]:
        seats = len(self.scores)
        return [self.actions[at : at + seats] for at in range(0, len(self.actions), seats)]

    def _trick(self, number: int) -> Trick:
        seats, (leader, winner) = len(self.scores), self.leaders[number : number + 2]
        cards = self._tricks()[number]
        by_seat = tuple(cards[(seat - leader) % seats] for seat in range(seats))
        return Trick(leader, winner, by_seat)


class HighCardMatch:
    """One match in progress."""

    def __init__(self, rules: HighCardRules, first_dealer: Seat) -> None:
        self.rules = rules
        self.seat: Seat | None = None
        self.dealer = first_dealer
        self.deal_number = 0
        self.scores: tuple[int, ...] = (0,) * rules.seats
        self.deals: tuple[HighCardDeal, ...] = ()
        self._pack: tuple[Card, ...] = ()
        self._hands: tuple[tuple[Card, ...], ...] = ((),) * rules.seats
        self._played: tuple[Card, ...] = ()
        self._leaders: tuple[Seat, ...] = ()

    @property
    def decision_number(self) -> int:
        return len(self._played)

    @property
    def is_over(self) -> bool:
        return len(self.deals) == self.rules.deals

    def start_deal(self, pack: Sequence[Card]) -> None:
        if self.seat is not None or self.is_over:
            raise ValueError("a deal starts where no deal is in play and the match goes on")
        if len(pack) != len(_PACK) or set(pack) != set(_PACK):
            raise ValueError("these cards are not the pack")
        if self.deal_number:
            self.dealer = self._left(self.dealer)
        self.deal_number += 1
        self.seat = self._left(self.dealer)
        seats = self.rules.seats
        self._pack, self._played, self._leaders = tuple(pack), (), (self.seat,)
        first = self.dealer + 1
        self._hands = tuple(self._pack[(seat - first) % seats :: seats] for seat in range(seats))

    def legal_actions(self) -> Sequence[Action]:
        return () if self.seat is None else self._hands[self.seat]

    def act(self, action: Action) -> None:
        if self.seat is None or action not in self._hands[self.seat]:
            raise ValueError(f"{action.text} is not a legal action")
        assert isinstance(action, Card), "hands are of cards"
        self._hands = tuple(
            tuple(card for card in hand if card is not action) for hand in self._hands
        )
        self._played = (*self._played, action)
        self.seat = self._left(self.seat)
        if len(self._played) % self.rules.seats == 0:
            self._end_trick()

    def breach(self, _action: Action) -> Breach | None:
        return None

    def house_action(self) -> Action:
        return min(self.legal_actions(), key=_PACK.index)

    def view(self, seat: Seat) -> HighCardView:
        legal = self.legal_actions() if seat == self.seat else ()
        hand = self._hands[seat]
        return HighCardView(
            seat, self.dealer, hand, self._played, self._leaders, self.scores, legal
        )

    def places(self) -> tuple[int, ...]:
        return tuple(1 + sum(other > score for other in self.scores) for score in self.scores)

    def copy(self) -> Self:
        return copy(self)  # all that it holds are values

    def _left(self, seat: Seat) -> Seat:
        return Seat((seat + 1) % self.rules.seats)

    def _end_trick(self) -> None:
        seats, leader = self.rules.seats, self._leaders[-1]
        trick = self._played[-seats:]
        turn = max(range(seats), key=lambda place: (trick[place].rank, -place))
        self.seat = Seat((leader + turn) % seats)
        self._leaders = (*self._leaders, self.seat)
        if not self._hands[self.seat]:
            taken = [self._leaders[1:].count(Seat(seat)) for seat in range(seats)]
            self.scores = tuple(map(sum, zip(self.scores, taken, strict=True)))
            self.seat = None
            deal = HighCardDeal(self.dealer, self._pack, self._played, self._leaders, self.scores)
            self.deals = (*self.deals, deal)
