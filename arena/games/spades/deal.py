"""A finished deal of Cutthroat Spades: enough to play it again, and to print it."""

from collections.abc import Sequence
from typing import NamedTuple

from arena.games.cards import Card, Seat, format_cards
from arena.games.game import Action, Bid, Charged, Json, JsonValue
from arena.games.sheet import DealSheet
from arena.games.spades.blind import Blind, BlindNil
from arena.games.spades.sheet import sheet_of


class SpadesDeal(NamedTuple):
    """What was dealt, done and scored; lists go by seat unless they say otherwise."""

    dealer: Seat
    pack: tuple[Card, ...]
    """The cards in the order in which they were dealt, the first to the dealer's left."""
    bids: tuple[int, ...]
    played: tuple[Card, ...]
    """Every card in order of play."""
    leaders: tuple[Seat, ...]
    """The leader of each trick."""
    taken: tuple[int, ...]
    points: tuple[int, ...]
    """Without the penalty."""
    bag_penalty: tuple[int, ...]
    """0, or below it."""
    scores: tuple[int, ...]
    """Totals after the deal."""
    bags: tuple[int, ...]
    """Bags towards the next penalty, after the deal."""
    blind: tuple[Blind, ...] = ()
    """How each seat stood to blind nil, and what it answered; empty where the rules have none."""
    reneges: tuple[int | None, ...] = ()
    """The number, from 0, of the action in which each seat reneged; empty where the rules do not
    charge that."""

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The cards of each seat in the order in which it got them."""
        seats = len(self.bids)
        first = self.dealer + 1  # docs/rules/spades.md#sp-5
        return tuple(self.pack[(seat - first) % seats :: seats] for seat in range(seats))

    @property
    def actions(self) -> Sequence[Action]:
        """Every action in order, answers to blind nil and bids first."""
        seats = len(self.bids)
        first = self.dealer + 1  # docs/rules/spades.md#sp-6
        actions: list[Action] = []
        for turn in range(seats):
            actions += self._promise(Seat((first + turn) % seats))
        start = len(actions)
        actions += self.played
        for number in self.reneges:
            if number is not None:
                actions[number] = Charged(self.played[number - start])
        return tuple(actions)

    def _promise(self, seat: Seat) -> Sequence[Action]:
        """Returns what a seat said before the play."""
        bid = Bid(self.bids[seat])
        match self.blind[seat] if self.blind else Blind.CLOSED:
            case Blind.TAKEN:
                return (BlindNil.YES,)
            case Blind.DECLINED:
                return (BlindNil.NO, bid)
            case Blind.CLOSED:
                return (bid,)
            case Blind.OPEN:
                raise AssertionError("a finished deal with a question that was never answered")

    @property
    def tricks(self) -> tuple[tuple[Card, ...], ...]:
        """The tricks, each in order of play."""
        seats = len(self.bids)
        return tuple(self.played[at : at + seats] for at in range(0, len(self.played), seats))

    def to_json(self) -> Json:
        """Returns the deal as it stands in an exported record."""
        json: dict[str, JsonValue] = {
            "dealer": self.dealer,
            "hands": [format_cards(hand) for hand in self.hands],
            "bids": list(self.bids),
            "tricks": [
                f"{leader}: {format_cards(cards)}"
                for leader, cards in zip(self.leaders, self.tricks, strict=True)
            ],
            "taken": list(self.taken),
            "points": list(self.points),
            "bag_penalty": list(self.bag_penalty),
            "scores": list(self.scores),
            "bags": list(self.bags),
        }
        if self.blind:
            json["blind"] = [blind.value for blind in self.blind]
        if self.reneges:
            json["reneges"] = list(self.reneges)
        return json

    def sheet(self) -> DealSheet:
        """Returns the deal as people are shown it."""
        return sheet_of(self)
