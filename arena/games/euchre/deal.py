"""A finished deal of Euchre: enough to play it again, and to print it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from arena.games.cards import Card, Seat, Suit, format_cards
from arena.games.euchre.actions import Call, Keep
from arena.games.euchre.scoring import SEATS, left, sitting_out
from arena.games.euchre.sheet import sheet_of
from arena.games.game import Action, Json, JsonValue
from arena.games.sheet import DealSheet

HAND = 5
UPCARD_AT = HAND * (SEATS + 1)
"""Where the upcard lies in the pack: after three hands and the dummy."""


class EuchreDeal(NamedTuple):
    """What was dealt, done and scored; lists go by seat unless they say otherwise."""

    dealer: Seat
    pack: tuple[Card, ...]
    """The cards in the order in which they were dealt, the first to the dealer's left."""
    joker_suit: Call | None
    """The suit that a turned-up joker stood for; None where another card was turned up."""
    calls: tuple[Call, ...]
    """The bidding in order from the dealer's left."""
    swap: Card | Call | None = None
    """What the dealer put down for the upcard, or DECLINE; None where it was not ordered up."""
    alone: tuple[Call | None, ...] = ()
    """ALONE or NOT_ALONE; None where a seat was not asked."""
    kept: Keep | None = None
    """What the maker kept of ten cards; None where he was alone."""
    played: tuple[Card, ...] = ()
    """Every card in order of play."""
    leaders: tuple[Seat, ...] = ()
    """The leader of each trick."""
    taken: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    """Totals after the deal."""

    @property
    def is_redeal(self) -> bool:
        """Whether all passed twice, so that nothing follows the calls (EU-8)."""
        return self.calls[-1] is Call.PASS

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The cards that each seat was dealt, in that order."""
        hands = [self.pack[at : UPCARD_AT : SEATS + 1] for at in (0, 1, 3)]  # E-D0
        return tuple(hands[(seat - self.dealer - 1) % SEATS] for seat in range(SEATS))

    @property
    def dummy(self) -> tuple[Card, ...]:
        return self.pack[2 : UPCARD_AT : SEATS + 1]

    @property
    def upcard(self) -> Card:
        return self.pack[UPCARD_AT]

    @property
    def stock(self) -> tuple[Card, ...]:
        """What lies hidden under the upcard, in order."""
        return self.pack[UPCARD_AT + 1 :]

    @property
    def maker(self) -> Seat:
        """Who made trump; has no meaning for a redeal."""
        return Seat((self.dealer + len(self.calls)) % SEATS)

    @property
    def upcard_suit(self) -> Suit | None:
        return self.joker_suit.suit if self.joker_suit is not None else self.upcard.suit

    @property
    def trump(self) -> Suit | None:
        """The trump suit; None for a redeal."""
        last = self.calls[-1]
        return self.upcard_suit if last is Call.ORDER_UP else last.suit

    @property
    def lone_defender(self) -> Seat | None:
        alone = [Seat(seat) for seat, said in enumerate(self.alone) if said is Call.ALONE]
        return next((seat for seat in alone if seat != self.maker), None)

    @property
    def actions(self) -> Sequence[Action]:
        """Every action in order."""
        return tuple(self._actions())

    def _actions(self) -> Iterator[Action]:
        """Yields the actions in the order of a deal (docs/rules/euchre.md#e-p4)."""
        if self.joker_suit is not None:
            yield self.joker_suit
        yield from self.calls
        if self.swap is not None:
            yield self.swap
        if self.alone:
            yield from self._answers_about_alone()
        if self.kept is not None:
            yield self.kept
        yield from self.played

    def _answers_about_alone(self) -> Iterator[Action]:
        first = left(self.dealer)
        around = (first, left(first), self.dealer)
        for seat in (self.maker, *(seat for seat in around if seat != self.maker)):
            said = self.alone[seat]
            if said is not None:
                yield said

    @property
    def tricks(self) -> tuple[tuple[Card, ...], ...]:
        """The tricks, each in order of play: of two cards where a seat sits out."""
        size = SEATS if sitting_out(self.maker, self.lone_defender) is None else SEATS - 1
        return tuple(self.played[at : at + size] for at in range(0, len(self.played), size))

    def to_json(self) -> Json:
        """Returns the deal as it stands in an exported record; a redeal ends with its calls."""
        dealt: dict[str, JsonValue] = {
            "dealer": self.dealer,
            "hands": [format_cards(hand) for hand in self.hands],
            "dummy": format_cards(self.dummy),
            "upcard": self.upcard.text,
            "stock": format_cards(self.stock),
            "joker_suit": None if self.joker_suit is None else self.joker_suit.text,
            "calls": [call.text for call in self.calls],
        }
        return dealt if self.is_redeal else dealt | self._play_to_json()

    def sheet(self) -> DealSheet:
        """Returns the deal as people are shown it."""
        return sheet_of(self)

    def _play_to_json(self) -> dict[str, JsonValue]:
        trump = self.trump
        assert trump is not None, "a deal that is played has a trump suit"
        return {
            "maker": self.maker,
            "trump": trump.letter,
            "swap": None if self.swap is None else self.swap.text,
            "alone": [None if said is None else said is Call.ALONE for said in self.alone],
            "kept": None if self.kept is None else format_cards(self.kept.cards),
            "tricks": [
                f"{leader}: {format_cards(cards)}"
                for leader, cards in zip(self.leaders, self.tricks, strict=True)
            ],
            "taken": list(self.taken),
            "points": list(self.points),
            "scores": list(self.scores),
        }
