"""Medians of interleaved runs, and the table in which they stand beside their floors."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median

from rich.console import Console
from rich.table import Table
from rich.text import Text

ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Row:
    """One figure."""

    what: str
    value: float
    unit: str
    beside: str = ""
    """What the ratio is taken to."""
    ratio: float | None = None
    floor: str = ""
    """What was promised, in words; empty where nothing was."""
    met: bool = True
    spread: tuple[float, float] | None = None
    """The least and the greatest of the runs, in the same unit."""


@dataclass(frozen=True, slots=True)
class Sample:
    """The runs of one subject."""

    runs: tuple[float, ...]

    @property
    def median(self) -> float:
        return median(self.runs)

    @property
    def spread(self) -> tuple[float, float]:
        return min(self.runs), max(self.runs)


def interleaved(
    subjects: Mapping[str, Callable[[], float]], rounds: int = ROUNDS
) -> dict[str, Sample]:
    """Runs every subject once a round, so that whatever else the machine does hits all alike.

    A first round is not counted: it fills caches.
    """
    for run in subjects.values():
        run()
    runs: dict[str, list[float]] = {name: [] for name in subjects}
    for _ in range(rounds):
        for name, run in subjects.items():
            runs[name].append(run())
    return {name: Sample(tuple(values)) for name, values in runs.items()}


def rate(work: Callable[[], int]) -> float:
    """Returns how many a second `work` does; it returns how many it did."""
    started = time.perf_counter()
    count = work()
    return count / (time.perf_counter() - started)


def seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def show(console: Console, title: str, rows: list[Row]) -> None:
    """Prints `rows`; a floor that is not met says so."""
    table = Table(title=title, title_justify="left", title_style="bold")
    table.add_column("what")
    table.add_column("median", justify="right")
    table.add_column("least – greatest", justify="right")
    table.add_column("unit")
    table.add_column("ratio", justify="right")
    table.add_column("floor")
    for row in rows:
        table.add_row(
            row.what,
            _figure(row.value),
            "" if row.spread is None else " – ".join(map(_figure, row.spread)),
            row.unit,
            "" if row.ratio is None else f"{row.ratio:.2f} × {row.beside}",
            _verdict(row),
        )
    console.print(table)


def _verdict(row: Row) -> Text:
    if not row.floor:
        return Text()
    return Text(f"{row.floor}: met") if row.met else Text(f"{row.floor}: NOT MET", style="bold red")


def _figure(value: float) -> str:
    for least, digits in ((100, 0), (10, 1), (1, 2)):
        if abs(value) >= least:
            return f"{value:,.{digits}f}"
    return f"{value:.4f}"
