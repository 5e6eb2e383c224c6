"""What a seat may answer in Euchre besides a card: what it says, and the five cards it keeps."""

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import combinations
from typing import NamedTuple, TypeAlias, overload

from arena.games.cards import Card, Suit, format_cards


class Call(Enum):
    """All that can be said; the text is how it is written in records."""

    PASS = "pass"  # noqa: S105  # what a card player says
    ORDER_UP = "order up"
    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    DECLINE = "decline"
    """The dealer leaves the upcard (EU-6)."""
    NOT_ALONE = "not alone"
    ALONE = "alone"

    # By identity, as cards: a set of calls is in the engine's hot path.
    __hash__ = object.__hash__

    @property
    def text(self) -> str:
        return self.value

    @property
    def suit(self) -> Suit | None:
        """The suit that is named; None where none is."""
        return _SUITS.get(self)


NAMES: dict[Suit, Call] = {suit: Call(suit.letter) for suit in Suit}
"""The call that names each suit."""
_SUITS = {call: suit for suit, call in NAMES.items()}

KEPT = 5
_POOL = 10


class Keep(NamedTuple):
    """The five of ten cards that a maker keeps, by number (EU-10)."""

    cards: tuple[Card, ...]

    @property
    def text(self) -> str:
        return f"keep {format_cards(self.cards)}"


def keep(cards: Sequence[Card]) -> Keep:
    """Returns the answer that keeps `cards`, in whatever order they are given."""
    return Keep(tuple(sorted(cards, key=lambda card: card.number)))


EuchreAction: TypeAlias = Card | Call | Keep

_CHOICES = tuple(combinations(range(_POOL), KEPT))


class AnyFive(Sequence[Keep]):
    """Every way to keep five of ten cards, each made when it is looked at."""

    __slots__ = ("_pool",)

    def __init__(self, pool: Sequence[Card]) -> None:
        self._pool = tuple(sorted(pool, key=lambda card: card.number))

    @property
    def text(self) -> str:
        return f"to keep any five of {format_cards(self._pool)}"

    @overload
    def __getitem__(self, index: int) -> Keep: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Keep]: ...
    def __getitem__(self, index: int | slice) -> Keep | Sequence[Keep]:
        if isinstance(index, slice):
            return [self._keep(choice) for choice in _CHOICES[index]]
        return self._keep(_CHOICES[index])

    def __len__(self) -> int:
        return len(_CHOICES)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Keep):
            return False
        cards = action.cards
        numbers = [card.number for card in cards]
        return (
            len(set(cards)) == len(cards) == KEPT
            and numbers == sorted(numbers)
            and set(cards) <= set(self._pool)
        )

    def __iter__(self) -> Iterator[Keep]:
        return map(self._keep, _CHOICES)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AnyFive) and other._pool == self._pool

    def __hash__(self) -> int:
        return hash(self._pool)

    def _keep(self, choice: Sequence[int]) -> Keep:
        pool = self._pool
        return Keep(tuple([pool[index] for index in choice]))
