"""A board as a duplicate player reads it: the same cards, and what each rotation made of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from arena.cli.deal import ShownDeal, bid_text, number_text, parse_shown_deal, signed
from arena.cli.output import new_table
from arena.cli.replay import Shown, hands_of, place_text


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """A board to be shown: its matches in order of rotation."""

    title: str
    matches: Sequence[Shown]


def traveller(board: ShownBoard) -> Iterator[RenderableType]:
    """Yields the deals of the board with the rotations side by side, then the totals."""
    yield Text(board.title, style="bold")
    played = [[parse_shown_deal(json) for json in shown.record.deals] for shown in board.matches]
    for index in range(max(map(len, played))):
        deals = [deals[index] if index < len(deals) else None for deals in played]
        dealt = next(deal for deal in deals if deal is not None)
        yield Text(f"\nDeal {index + 1}: seat {dealt.dealer + 1} deals", style="bold")
        yield Padding(
            hands_of(dealt, [f"seat {seat + 1}" for seat in range(dealt.seats)]),
            (0, 2),
            expand=False,
        )
        yield Text()
        yield Padding(_deal(board, deals, dealt.seats), (0, 2), expand=False)
    yield Text("\nResult", style="bold")
    yield Padding(_totals(board), (0, 2), expand=False)


def _deal(board: ShownBoard, deals: Sequence[ShownDeal | None], seats: int) -> Table:
    table = _rotations(board, "seat")
    for seat in range(seats):
        cells = [_cell(shown, deal, seat) for shown, deal in zip(board.matches, deals, strict=True)]
        table.add_row(str(seat + 1), *cells)
    return table


def _cell(shown: Shown, deal: ShownDeal | None, seat: int) -> Text:
    """Returns who sat there, its bid and tricks, and what the deal changed for it."""
    if deal is None:
        return Text("over", style="dim")
    change = deal.points[seat] + deal.bag_penalty[seat]
    made = f"{bid_text(deal.bids[seat])}/{deal.taken[seat]}"
    return Text(f"{shown.names[seat]} {made} {signed(change)}")


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
