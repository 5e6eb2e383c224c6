"""A board as a duplicate player reads it: the same cards, and what each rotation made of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from arena.cli import deal
from arena.cli.output import new_table
from arena.cli.shown import Shown, place_text
from arena.games.sheet import DealSheet, number_text
from arena.record import sheets_of


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """A board to be shown: its matches in order of rotation."""

    title: str
    matches: Sequence[Shown]


def traveller(board: ShownBoard) -> Iterator[RenderableType]:
    """Yields the deals of the board with the rotations side by side, then the totals."""
    yield Text(board.title, style="bold")
    rotations = [sheets_of(shown.record) for shown in board.matches]
    for number, sheets in enumerate(zip_longest(*rotations), start=1):
        sheet = next(sheet for sheet in sheets if sheet is not None)
        seats = [f"seat {seat + 1}" for seat in range(len(sheet.outcome))]
        yield Text(f"\nDeal {number}: {seats[sheet.dealer]} deals", style="bold")
        yield deal.dealt(sheet, seats)
        yield Text()
        yield Padding(_deal(board, sheets), (0, 2), expand=False)
    yield Text("\nResult", style="bold")
    yield Padding(_totals(board), (0, 2), expand=False)


def _deal(board: ShownBoard, sheets: Sequence[DealSheet | None]) -> Table:
    table = _rotations(board, "seat")
    for seat in range(len(board.matches[0].names)):
        cells = [
            _cell(shown, sheet, seat) for shown, sheet in zip(board.matches, sheets, strict=True)
        ]
        table.add_row(str(seat + 1), *cells)
    return table


def _cell(shown: Shown, sheet: DealSheet | None, seat: int) -> Text:
    """Returns who sat there, and what became of the deal for it."""
    if sheet is None:
        return Text("over", style="dim")
    return Text(" ").join([Text(shown.names[seat]), deal.phrase_text(sheet.outcome[seat])])


def _totals(board: ShownBoard) -> Table:
    table = _rotations(board, "entrant")
    table.add_column("sum of places", justify="right", overflow="fold")
    table.add_column("sum of scores", justify="right", overflow="fold")
    first = board.matches[0]
    for entrant, name in zip(first.entrants, first.names, strict=True):
        seats = [shown.entrants.index(entrant) for shown in board.matches]
        pairs = [(shown.record, seat) for shown, seat in zip(board.matches, seats, strict=True)]
        places = [record.places[seat] for record, seat in pairs]
        scores = [record.scores[seat] for record, seat in pairs]
        cells = [
            f"{place_text(place)} ({number_text(score)})"
            for place, score in zip(places, scores, strict=True)
        ]
        counted = [place for place in places if place is not None]
        table.add_row(Text(name), *cells, str(sum(counted)), number_text(sum(scores)))
    return table


def _rotations(board: ShownBoard, first: str) -> Table:
    table = new_table()
    table.add_column(first, overflow="fold")
    for rotation in range(1, len(board.matches) + 1):
        table.add_column(f"rotation {rotation}", overflow="fold")
    return table
