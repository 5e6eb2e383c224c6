"""The table of languages, for people, for a page, and for programs."""

import json
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tests.languages.trial import Outcome

_STYLES = {"passed": "green", "not verified": "yellow", "FAILED": "bold red"}
_COLUMNS = (
    ("language", "left"),
    ("protocol", "left"),
    ("lines", "right"),
    ("build", "right"),
    ("image", "right"),
    ("start", "right"),
    ("1 table", "right"),
    ("32 tables", "right"),
    ("records equal", "right"),
    ("check", "left"),
    ("new bot", "left"),
    ("verdict", "left"),
)


def row_of(outcome: Outcome) -> list[str]:
    """Returns the cells of a sample's row; what was not found out is left empty."""
    if outcome.unverified is not None:
        return [outcome.language, *[""] * (len(_COLUMNS) - 2), outcome.verdict]
    return [
        outcome.language,
        outcome.protocol,
        f"{outcome.lines}",
        f"{outcome.build_seconds:.0f} s",
        f"{outcome.image_bytes / 1e6:.0f} MB",
        f"{outcome.start_seconds:.2f} s",
        _rate(outcome.one_table),
        _rate(outcome.batch),
        "reference" if outcome.equal is None else f"{outcome.equal} of {outcome.matches}",
        outcome.check,
        outcome.starter,
        outcome.verdict,
    ]


def _rate(rate: float | None) -> str:
    return "" if rate is None else f"{rate:,.0f}/s"


def show(console: Console, outcomes: Sequence[Outcome]) -> None:
    """Prints the table, then what went wrong in full."""
    table = Table(title="Samples by language", title_justify="left")
    for name, side in _COLUMNS:
        table.add_column(name, justify="right" if side == "right" else "left", no_wrap=True)
    for outcome in outcomes:
        *cells, verdict = row_of(outcome)
        table.add_row(*cells, Text(verdict, _STYLES[verdict]))
    console.print(table)
    for outcome in outcomes:
        if outcome.unverified is not None:
            console.print(f"{outcome.language} is not verified: {outcome.unverified}", markup=False)
        for problem in outcome.problems:
            console.print(f"{outcome.language}: {problem}", markup=False, soft_wrap=True)


def summary(outcomes: Sequence[Outcome], seconds: float) -> str:
    verdicts = [outcome.verdict for outcome in outcomes]
    unverified = [each.language for each in outcomes if each.unverified is not None]
    return (
        f"{len(outcomes)} languages in {seconds:.0f} s: {verdicts.count('passed')} passed, "
        f"{verdicts.count('FAILED')} failed, {len(unverified)} not verified"
        + (f" ({', '.join(unverified)})" if unverified else "")
    )


def to_json(outcomes: Sequence[Outcome]) -> str:
    """Returns the rows by the names of the columns, for whoever compares runs."""
    names = [name for name, _ in _COLUMNS]
    rows = [dict(zip(names, row_of(outcome), strict=True)) for outcome in outcomes]
    return json.dumps(rows, indent=2, ensure_ascii=False)
