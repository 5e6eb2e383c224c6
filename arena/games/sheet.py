"""A finished deal as people are shown it: one page for every game, which each game fills in.

What belongs here: what was dealt, said, played and scored, in the words of card players. What never
does: how wide a page is, colours, and the signs of suits; whoever prints a page knows those.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from arena.games.cards import Card, Seat, Suit

Phrase: TypeAlias = "tuple[str | Card | Suit, ...]"
"""Words, cards and suits, with a blank between any two of them."""


class Hand(NamedTuple):
    """Cards that were dealt to a seat, or to what its name says, as in "dummy"."""

    owner: Seat | str
    cards: tuple[Card, ...]


class Line(NamedTuple):
    """A line of words: what a seat said or did, or what a title says, as in "upcard"."""

    title: Seat | str
    words: Phrase


class Row(NamedTuple):
    """A row of a table with a column for each seat."""

    title: str
    cells: tuple[Phrase, ...]


class Trick(NamedTuple):
    """A trick: who led it, who took it, and the cards by seat."""

    leader: Seat
    winner: Seat
    cards: tuple[Card | None, ...]
    """None for a seat that sits out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealSheet:
    """A finished deal for people; it may have ended without a trick."""

    dealer: Seat
    hands: Sequence[Hand]
    """What was dealt, the seats first."""
    dealt: Sequence[Line] = field(default=())
    """What else was dealt, as an upcard: the same whoever sits where."""
    calls: Sequence[Line] = field(default=())
    """What was said and done before the play, in order, where rows cannot show that."""
    opening: Sequence[Row] = field(default=())
    """Rows above the tricks."""
    tricks: Sequence[Trick]
    results: Sequence[Row]
    """Rows below the tricks."""
    outcome: Sequence[Phrase]
    """What became of the deal, in a few words for each seat."""
    moments: Sequence[str]
    """Where in the deal each action fell, in order, as in "in trick 3"."""

    def moment(self, decision: int) -> str:
        """Returns where in the deal an action falls by its number, counted from 0."""
        return self.moments[decision] if decision < len(self.moments) else "at its end"


def signed(number: int) -> str:
    """Returns a number with its sign, as scores are written.

    >>> signed(52), signed(-40), signed(0)
    ('+52', '−40', '0')
    """
    return f"+{number}" if number > 0 else number_text(number)


def number_text(number: int | str) -> str:
    """Returns a number with a true minus.

    >>> number_text(-40)
    '−40'
    """
    return str(number).replace("-", "−")
