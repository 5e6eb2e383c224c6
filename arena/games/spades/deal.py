"""A finished deal of Cutthroat Spades: enough to play it again, and to print it."""

from collections.abc import Sequence
from typing import NamedTuple

from arena.games.cards import Card, Seat, format_cards
from arena.games.game import Action, Bid, Json


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

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The cards of each seat in the order in which it got them."""
        seats = len(self.bids)
        first = self.dealer + 1  # docs/rules/spades.md#sp-5
        return tuple(self.pack[(seat - first) % seats :: seats] for seat in range(seats))

    @property
    def actions(self) -> Sequence[Action]:
        """Every action in order, bids first."""
        seats = len(self.bids)
        first = self.dealer + 1  # docs/rules/spades.md#sp-6
        bids = [Bid(self.bids[(first + turn) % seats]) for turn in range(seats)]
        return (*bids, *self.played)

    @property
    def tricks(self) -> tuple[tuple[Card, ...], ...]:
        """The tricks, each in order of play."""
        seats = len(self.bids)
        return tuple(self.played[at : at + seats] for at in range(0, len(self.played), seats))

    def to_json(self) -> Json:
        """Returns the deal as it stands in an exported record."""
        return {
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
