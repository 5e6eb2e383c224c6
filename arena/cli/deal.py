"""The sheet of a finished deal in print: cards and suits by their signs, red ones in red.

Nothing here knows of any game: what stands on the sheet is what the game has put there.
"""

from collections.abc import Sequence

from rich.console import Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from arena.cli.output import GAP, new_table, output
from arena.games.cards import Card, Rank, Seat, Suit
from arena.games.sheet import DealSheet, Line, Phrase, Row, Trick

INDENT = 2
WIDEST_NAME = 24
"""How wide a name may make a column; the rest of it goes below."""

_Rows = Sequence[Sequence[Text]]

_SIGNS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
"""The suits from left to right, with their signs."""
_STYLES = {Suit.HEARTS: "red", Suit.DIAMONDS: "red"}


def dealt(sheet: DealSheet, names: Sequence[str]) -> Padding:
    """Returns the hands one below the other, suit by suit, and what else was dealt."""
    has_joker = any(card.suit is None for hand in sheet.hands for card in hand.cards)
    table = _grid(len(_SIGNS) + has_joker)
    for hand in sheet.hands:
        table.add_row(_title(hand.owner, names), *_suits(hand.cards))
    parts = [table]
    if sheet.dealt:
        parts.append(_lines(sheet.dealt, names))
    return _indented(*parts)


def calls(sheet: DealSheet, names: Sequence[str]) -> Padding:
    """Returns what was said and done before the play, a line for each in order."""
    return _indented(_lines(sheet.calls, names))


def play(sheet: DealSheet, names: Sequence[str]) -> Padding:
    """Returns a table with a column for each seat: the tricks between what led and what came."""
    tricks = [_trick(number, trick) for number, trick in enumerate(sheet.tricks, start=1)]
    parts = [[_row(row) for row in sheet.opening], tricks, [_row(row) for row in sheet.results]]
    table = new_table()
    titles, columns = _widths(parts, tricks, len(names))
    table.add_column("", overflow="fold", max_width=titles)
    for name in names:
        table.add_column(Text(name), overflow="fold", justify="right", max_width=columns)
    for part in parts:
        for cells in part:
            table.add_row(*cells, end_section=cells is part[-1])
    return _indented(table)


def _widths(parts: Sequence[_Rows], tricks: _Rows, seats: int) -> tuple[int, int]:
    """Returns how wide titles and seats may be: names and titles are folded, and never a card."""
    titles = max(len(row[0]) for part in parts for row in part)
    least = max((len(cell) for row in tricks for cell in row[1:]), default=1)
    left = output().width - INDENT - GAP * seats
    if left - titles < seats * least:
        titles = max((len(row[0]) for row in tricks), default=titles)
    return titles, max(least, min(WIDEST_NAME, (left - titles) // seats))


def phrase_text(phrase: Phrase) -> Text:
    """Returns words, cards and suits with a blank between any two of them."""
    return Text(" ").join(map(_piece, phrase))


def card_text(card: Card) -> Text:
    if card.suit is None:
        return Text("joker")
    return Text(f"{_rank(card.rank)}{_SIGNS[card.suit]}", style=_STYLES.get(card.suit, ""))


def _piece(piece: str | Card | Suit) -> Text:
    if isinstance(piece, Card):
        return card_text(piece)
    if isinstance(piece, Suit):
        return Text(_SIGNS[piece], style=_STYLES.get(piece, ""))
    return Text(piece)


def _suits(hand: Sequence[Card]) -> list[Text]:
    """Returns a hand by suit, spades first, the high cards first; a void is a dash.

    The joker, which is of no suit, comes last.
    """
    cards = sorted(hand, key=lambda card: card.rank, reverse=True)
    texts = []
    for suit, sign in _SIGNS.items():
        ranks = [_rank(card.rank) for card in cards if card.suit is suit] or ["–"]
        texts.append(Text(" ".join([sign, *ranks]), style=_STYLES.get(suit, "")))
    return texts + [card_text(card) for card in cards if card.suit is None]


def _rank(rank: Rank) -> str:
    return "10" if rank is Rank.TEN else rank.letter


def _row(row: Row) -> list[Text]:
    return [Text(row.title), *map(phrase_text, row.cells)]


def _trick(number: int, trick: Trick) -> list[Text]:
    cells = [_played(trick, Seat(seat)) for seat in range(len(trick.cards))]
    return [Text(f"trick {number}"), *cells]


def _played(trick: Trick, seat: Seat) -> Text:
    """Returns a seat's card: an arrow for the lead, a star for the card that takes the trick."""
    card = trick.cards[seat]
    if card is None:
        return Text("– ")
    lead = "▸" if seat == trick.leader else ""
    taken = "*" if seat == trick.winner else " "
    return Text.assemble(lead, card_text(card), taken)


def _lines(lines: Sequence[Line], names: Sequence[str]) -> Table:
    table = _grid(1)
    for line in lines:
        table.add_row(_title(line.title, names), phrase_text(line.words))
    return table


def _title(owner: Seat | str, names: Sequence[str]) -> Text:
    return Text(owner if isinstance(owner, str) else names[owner])


def _grid(columns: int) -> Table:
    """Returns an empty grid: a column of names, and more beside it."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(overflow="fold", max_width=WIDEST_NAME)
    for _ in range(columns):
        table.add_column(overflow="fold")
    return table


def _indented(*parts: Table) -> Padding:
    return Padding(parts[0] if len(parts) == 1 else Group(*parts), (0, 0, 0, INDENT), expand=False)
