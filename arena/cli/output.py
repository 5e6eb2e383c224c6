"""Where everything that a command prints goes through: two consoles, and tables in three forms.

Names that people typed are never read as markup, emoji codes or links: both consoles have all of
that switched off, and colours are given as styles.
"""

import csv
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

import click
from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from arena.games.game import JsonValue

_ENDLESS = 100_000
"""The width where nobody has a window: nothing is wrapped or cut in a pipe or a file."""
GAP = 2
"""Blanks between two columns."""
_LEAST_TEXT = 12
"""The width below which a column of texts is not pressed, if it needs as much."""


class Form(Enum):
    """How a table is printed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"


class _Console(Console):
    """A console that leaves a reader who went away to the caller."""

    def on_broken_pipe(self) -> None:
        raise  # noqa: PLE0704  # rich calls it while it handles the BrokenPipeError


def output() -> Console:
    """Returns the console for results."""
    return _console(is_error=False)


def messages() -> Console:
    """Returns the console for progress and remarks, so that results can be piped on."""
    return _console(is_error=True)


def _console(*, is_error: bool) -> Console:
    console = _Console(stderr=is_error, markup=False, emoji=False, highlight=False)
    if not console.is_terminal and "COLUMNS" not in console._environ:  # noqa: SLF001  # rich has no public word for it
        console.width = _ENDLESS
    return console


Row: TypeAlias = Mapping[str, JsonValue]


def _plain(value: JsonValue) -> str:
    return "" if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name for programs, its title for people."""

    key: str
    title: str
    is_number: bool = False
    is_lead: bool = False
    """Says whose row it is: where a table is too wide, each of its parts begins with these."""
    text: Callable[[Row], str] | None = None
    """What a person reads in a row, if not the bare value."""

    def text_in(self, row: Row) -> str:
        return self.text(row) if self.text else _plain(row[self.key])


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table before it is printed: rows hold full values by the keys of the columns."""

    columns: Sequence[Column]
    rows: Sequence[Row]
    extra: Sequence[str] = field(default=())
    """Keys of the rows that only programs read."""

    @property
    def keys(self) -> list[str]:
        return [column.key for column in self.columns] + list(self.extra)


def show(*parts: RenderableType, on: Console | None = None) -> None:
    """Prints for people; lines of text are never broken, and end in no blanks in a pipe.

    It prints on the console for results, unless it is told which.
    """
    console = on or output()
    if console.is_terminal:
        _print(console, parts)
        return
    with console.capture() as captured:
        _print(console, parts)
    for line in captured.get().splitlines():
        click.echo(line.rstrip(), err=console.stderr)


def _print(console: Console, parts: Sequence[RenderableType]) -> None:
    for part in parts:
        console.print(part, soft_wrap=isinstance(part, str))


def print_sheet(sheet: Sheet, form: Form) -> None:
    match form:
        case Form.TABLE:
            show(*tables_of(sheet, output().width))
        case Form.JSON:
            print_json([{key: row[key] for key in sheet.keys} for row in sheet.rows])
        case Form.CSV:
            writer = csv.writer(sys.stdout, lineterminator="\n")
            writer.writerow(sheet.keys)
            writer.writerows([_plain(row[key]) for key in sheet.keys] for row in sheet.rows)


def print_json(value: JsonValue) -> None:
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def tables_of(sheet: Sheet, width: int) -> Iterator[RenderableType]:
    """Yields the sheet as a table, or as several below each other if it is wider than `width`.

    Numbers are never cut and names never vanish: each part begins with the leading columns.
    """
    lead = [column for column in sheet.columns if column.is_lead]
    others = [column for column in sheet.columns if not column.is_lead]
    part = list(lead)
    is_first = True
    for column in others:
        if len(part) > len(lead) and _least_width(sheet, [*part, column]) > width:
            yield from _part(sheet, part, is_first=is_first)
            part, is_first = list(lead), False
        part.append(column)
    yield from _part(sheet, part, is_first=is_first)


def _least_width(sheet: Sheet, columns: Sequence[Column]) -> int:
    return sum(_column_width(sheet, column) for column in columns) + GAP * (len(columns) - 1)


def _column_width(sheet: Sheet, column: Column) -> int:
    """Returns how wide a column has to be: all of a number, enough of a text."""
    texts = [column.title, *(column.text_in(row) for row in sheet.rows)]
    longest = max(map(cell_len, texts))
    return longest if column.is_number else min(longest, _LEAST_TEXT)


def _part(sheet: Sheet, columns: Sequence[Column], *, is_first: bool) -> Iterator[RenderableType]:
    if not is_first:
        yield Text()
    table = new_table()
    for column in columns:
        table.add_column(
            Text(column.title),
            justify="right" if column.is_number else "left",
            no_wrap=column.is_number,
            overflow="fold",
        )
    for row in sheet.rows:
        table.add_row(*(Text(column.text_in(row)) for column in columns))
    yield table


def new_table() -> Table:
    """Returns an empty table that looks like all the others."""
    return Table(
        box=SIMPLE_HEAD, pad_edge=False, collapse_padding=True, show_edge=False, header_style="bold"
    )


def form_of(*, as_json: bool, as_csv: bool) -> Form:
    """Returns the form that was asked for; raises UsageError for both at once."""
    if as_json and as_csv:
        raise click.UsageError("--json and --csv exclude each other: choose one")
    return Form.JSON if as_json else Form.CSV if as_csv else Form.TABLE
