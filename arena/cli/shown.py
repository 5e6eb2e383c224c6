"""A match as a card player reads it: the hands, the play trick by trick, the scores, the faults."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from arena.cli import deal
from arena.cli.evidence import evidence_lines, life_lines, outcome_text, place_in_match
from arena.cli.output import new_table
from arena.games.sheet import DealSheet, number_text
from arena.record import Evidence, Fault, LifeEnd, Record, Verdict, find_moment, sheets_of

_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th"}


@dataclass(frozen=True, slots=True)
class Shown:
    """A match to be shown."""

    title: str
    entrants: Sequence[str]
    """The ids of those who played, by seat."""
    names: Sequence[str]
    """What they are called, by seat."""
    record: Record
    evidence: Sequence[Evidence]
    lives: Sequence[LifeEnd | None]
    """How the lives ended in which they played, by seat; None where that is not kept."""


def replay(shown: Shown) -> Iterator[RenderableType]:
    """Yields the match from its first deal to its final scores."""
    yield Text(shown.title, style="bold")
    for number, sheet in enumerate(sheets_of(shown.record), start=1):
        yield Text(f"\nDeal {number}: {shown.names[sheet.dealer]} deals", style="bold")
        yield from _deal(sheet, shown.names)
        for fault in shown.record.faults:
            if fault.deal == number:
                yield _forfeit(fault, sheet, shown.names)
    yield from result(shown)


def result(shown: Shown) -> Iterator[RenderableType]:
    """Yields the final scores, and the faults with their evidence."""
    yield Text("\nResult", style="bold")
    yield Padding(_final(shown), (0, 2), expand=False)
    if shown.evidence:
        yield Text("\nFaults", style="bold")
    yield from _faults(shown)


def _deal(sheet: DealSheet, names: Sequence[str]) -> Iterator[RenderableType]:
    yield deal.dealt(sheet, names)
    if sheet.calls:
        yield Text()
        yield deal.calls(sheet, names)
    if sheet.tricks:
        yield Text()
        yield deal.play(sheet, names)


def place_text(place: int | None) -> str:
    return "none" if place is None else _ORDINALS.get(place, f"{place}th")


def _forfeit(fault: Fault, sheet: DealSheet, names: Sequence[str]) -> RenderableType:
    words = (
        f"{names[fault.seat]} forfeits {sheet.moment(fault.decision)} ({fault.verdict.value}): "
        "the house plays its cards from there on"
    )
    return _indented(words, 2, "yellow")


def _indented(words: str, margin: int, style: str = "") -> RenderableType:
    """Returns words whose further lines keep the margin of the first."""
    return Padding(Text(words, style=style), (0, 0, 0, margin), expand=False)


def _final(shown: Shown) -> Table:
    record = shown.record
    table = new_table()
    for title in ("seat", "entrant", "place", "score", "verdict"):
        table.add_column(title, justify="right" if title == "score" else "left", overflow="fold")
    for seat, name in enumerate(shown.names):
        table.add_row(
            str(seat + 1),
            Text(name),
            place_text(record.places[seat]),
            number_text(record.scores[seat]),
            _verdict(record.verdicts[seat]),
        )
    return table


def _verdict(verdict: Verdict) -> Text:
    return Text(verdict.value, style="" if verdict is Verdict.OK else "yellow")


def _faults(shown: Shown) -> Iterator[RenderableType]:
    """Yields the faults in their order, each seat's life after the last one of it."""
    last = {evidence.seat: index for index, evidence in enumerate(shown.evidence)}
    for index, evidence in enumerate(shown.evidence):
        outcome = outcome_text(evidence)
        where = place_in_match(evidence, find_moment(shown.record, evidence))
        name = shown.names[evidence.seat]
        yield _indented(f"{name}: {evidence.verdict.value}, {where} ({outcome})", 2, "yellow")
        for line in evidence_lines(evidence):
            yield _indented(line, 4)
        if last[evidence.seat] == index:
            for line in _life(shown.lives[evidence.seat]):
                yield _indented(line, 4)


def _life(end: LifeEnd | None) -> Iterable[str]:
    return life_lines(end) if end else ("how its life ended is not known yet, or was not kept",)
