"""A finished deal as it is shown: read from its record, without the engine."""

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import TypeAdapter
from rich.text import Text

from arena.games.cards import Card, Rank, Suit, parse_cards
from arena.games.game import Json

SUITS_SHOWN = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
"""The suits from left to right, with their symbols."""

_STYLES = {Suit.HEARTS: "red", Suit.DIAMONDS: "red"}


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick: who led, who took it, and the cards by seat."""

    leader: int
    winner: int
    cards: Sequence[Card]


@dataclass(frozen=True, slots=True)
class ShownDeal:
    """The deal of an exported record; lists go by seat."""

    dealer: int
    hands: Sequence[str]
    bids: Sequence[int]
    tricks: Sequence[str]
    taken: Sequence[int]
    points: Sequence[int]
    bag_penalty: Sequence[int]
    scores: Sequence[int]
    bags: Sequence[int]

    @property
    def seats(self) -> int:
        return len(self.hands)

    def plays(self) -> list[Trick]:
        """Returns the tricks in order.

        Who takes one leads the next, and the last is what is left of `taken`: no rule of the game
        is needed here.
        """
        parsed = [_led(text, self.seats) for text in self.tricks]
        winners = [leader for leader, _ in parsed[1:]]
        left = [self.taken[seat] - winners.count(seat) for seat in range(self.seats)]
        winners.append(left.index(max(left)))
        return [
            Trick(leader, winner, cards)
            for (leader, cards), winner in zip(parsed, winners, strict=True)
        ]


_DEAL = TypeAdapter(ShownDeal)


def parse_shown_deal(json: Json) -> ShownDeal:
    """Returns the deal of a record, which comes from our own store."""
    return _DEAL.validate_python(json)


def _led(text: str, seats: int) -> tuple[int, list[Card]]:
    """Returns the leader of "1: AH 2S KH", and its cards by seat."""
    leader, cards = text.split(": ")
    played = parse_cards(cards)
    first = int(leader)
    return first, [played[(seat - first) % seats] for seat in range(seats)]


def card_text(card: Card) -> Text:
    if card.suit is None:
        return Text("joker")
    return Text(f"{_rank(card.rank)}{SUITS_SHOWN[card.suit]}", style=_STYLES.get(card.suit, ""))


def suit_texts(hand: str) -> list[Text]:
    """Returns a hand by suit, spades first, the high cards first; a void is a dash."""
    cards = sorted(parse_cards(hand), key=lambda card: card.rank, reverse=True)
    texts = []
    for suit, symbol in SUITS_SHOWN.items():
        ranks = [_rank(card.rank) for card in cards if card.suit is suit] or ["–"]
        texts.append(Text(" ".join([symbol, *ranks]), style=_STYLES.get(suit, "")))
    return texts


def bid_text(bid: int) -> str:
    return "nil" if bid == 0 else str(bid)


def signed(number: int) -> str:
    """Returns the number with its sign, as scores are written: +52, −40, 0."""
    return f"+{number}" if number > 0 else number_text(number)


def number_text(number: int | str) -> str:
    """Returns the number with a true minus."""
    return str(number).replace("-", "−")


def _rank(rank: Rank) -> str:
    return "10" if rank is Rank.TEN else rank.letter
