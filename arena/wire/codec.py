"""What the border needs of every game: its rules, its views and its answers as messages."""

from typing import Protocol

from arena.errors import BotError
from arena.games.cards import PACK, Card, Seat
from arena.games.game import Action, Rules, View
from arena.v1 import arena_pb2, cards_pb2

_CARDS = {card.number: card for card in PACK}


class MessageError(BotError):
    """A message that breaks the protocol; the text says how."""


class Codec(Protocol):
    """One game between the rules' words and the protocol's; its name is that of its fields."""

    def fill_rules(self, welcome: arena_pb2.Welcome, rules: Rules) -> None:
        """Writes the rules, every option with its value."""

    def fill_view(
        self, decision: arena_pb2.Decision, view: View, replaced: tuple[bool, ...]
    ) -> None:
        """Writes all that a seat may know, and whom the house plays for.

        The hot path of the arena: fields that hold nothing are not touched.
        """

    def parse_answer(self, move: arena_pb2.Move) -> Action:
        """Returns what a bot answers, legal or not; raises MessageError if it says nothing."""


def seat_to_message(seat: Seat) -> cards_pb2.Seat.ValueType:
    return seat + 1  # type: ignore[return-value]  # SEAT_1 is 1


def parse_card(number: int, match: int) -> Card:
    """Returns the card of an answer for `match`; raises MessageError for any other number."""
    card = _CARDS.get(number)
    if card is None:
        raise MessageError(
            f"the card for match {match} was {number}, "
            "expected the number of a card of the pack, 1 to 52"
        )
    return card
