"""What the decisions of all games show alike, and what makes any of them hard."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from arena.games.cards import Card, Seat
from arena.games.sheet import Line, number_text


class Seen(Protocol):
    """What a seat sees of a deal in any game."""

    @property
    def seat(self) -> Seat: ...
    @property
    def dealer(self) -> Seat: ...
    @property
    def deal_number(self) -> int: ...
    @property
    def leaders(self) -> Sequence[Seat]: ...
    @property
    def scores(self) -> Sequence[int]: ...


class Lasting(Protocol):
    """Rules by which a match ends after so many deals, or once somebody has the target."""

    @property
    def deals(self) -> int | None: ...
    @property
    def target(self) -> int: ...


def seat_line(view: Seen) -> Line:
    """Returns who is asked, and in which deal."""
    return Line("seat", (f"{view.seat + 1}, in deal {view.deal_number} by seat {view.dealer + 1}",))


def table_line(view: Seen, on_table: Sequence[Card]) -> Line:
    """Returns the trick in play."""
    led = f"(seat {view.leaders[-1] + 1} led)"
    return Line("on the table", (*on_table, led) if on_table else ("nothing: it leads",))


def line_by_seat(title: str, texts: Iterable[str]) -> Line:
    """Returns a text for each seat, the first one's first."""
    return Line(title, (", ".join(f"seat {seat} {text}" for seat, text in enumerate(texts, 1)),))


def totals_line(view: Seen) -> Line:
    """Returns the totals before the deal."""
    return line_by_seat("totals", map(number_text, view.scores))


def is_overtime(rules: Lasting, view: Seen) -> bool:
    """Says whether somebody has the target, with the match still undecided."""
    return rules.deals is None and max(view.scores) >= rules.target
