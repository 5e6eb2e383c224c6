"""What an examination has found, for the author of the bot."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from arena.checking import Check, Failure, Outcome, Report
from arena.cli.deal import phrase_text
from arena.cli.output import new_table
from arena.cli.words import count_text

_STYLES = {
    Outcome.PASSED: "green",
    Outcome.FAILED: "bold red",
    Outcome.SKIPPED: "dim",
    Outcome.ADVICE: "yellow",
}
_SHOWN = 2
"""Failures of one check that are shown in full."""
_LINES = 12
"""Lines of a message that are shown."""


def findings(name: str, limits: str, report: Report) -> Iterator[RenderableType]:
    """Yields a table of the checks, then what is wrong, then what it comes to."""
    yield Text(f"{name}: {limits}", style="bold")
    yield _table(report)
    for check in report.failed:
        yield from _wrong(check)
    if report.failed and report.printed:
        yield Text("\nThe end of what the bot wrote", style="bold")
        yield quoted(report.printed, is_end=True)
    yield _verdict(name, report)


def _table(report: Report) -> Padding:
    table = new_table()
    table.add_column("check", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    table.add_column("what was found", overflow="fold")
    for check in report.checks:
        verdict = Text(check.outcome.value, style=_STYLES[check.outcome])
        table.add_row(check.name, verdict, Text(_first_line(check.text)))
    return Padding(table, (1, 0, 0, 0), expand=False)


def _first_line(text: str) -> str:
    return text.partition("\n")[0].rstrip(":")


def _wrong(check: Check) -> Iterator[RenderableType]:
    for failure in check.failures[:_SHOWN]:
        yield Text.assemble("\n", (f"{check.name}: ", "bold red"), (failure.what, "bold"))
        yield from _failure(failure)
    more = check.count - min(len(check.failures), _SHOWN)
    if more > 0:
        yield f"\n… and {more:,} more in {check.name}; --json tells of the first few."


def _failure(failure: Failure) -> Iterator[RenderableType]:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for line in failure.position:
        table.add_row(str(line.title), phrase_text(line.words))
    if failure.sent:
        table.add_row("sent", quoted(failure.sent))
        table.add_row("came back", quoted(failure.came) if failure.came else Text("nothing"))
    table.add_row("rule", Text(failure.rule))
    table.add_row("", Text(failure.page, style="dim"))
    table.add_row("what to do", Text(failure.advice))
    yield Padding(table, (0, 0, 0, 2), expand=False)


def quoted(text: str, *, is_end: bool = False) -> RenderableType:
    """Returns a message behind a bar, its beginning or its end if it is long."""
    lines = text.splitlines()
    more = len(lines) - _LINES
    shown = lines[-_LINES:] if is_end else lines[:_LINES]
    if more > 0:
        cut = f"… {count_text(more, 'line')} more"
        shown = [cut, *shown] if is_end else [*shown, cut]
    return Group(*(Text.assemble(("│ ", "dim"), line) for line in shown))


def _verdict(name: str, report: Report) -> RenderableType:
    return f"\n{name} {outcome_text(report)}."


def outcome_text(report: Report) -> str:
    """Returns how many checks a bot has passed or failed, and how long they took."""
    counted = [check for check in report.checks if check.outcome is not Outcome.SKIPPED]
    took = f"in {report.seconds:.1f} s, the build aside"
    if report.has_passed:
        return f"has passed {count_text(len(counted), 'check')} {took}"
    return f"has failed {count_text(len(report.failed), 'check')} of {len(counted)} {took}"
