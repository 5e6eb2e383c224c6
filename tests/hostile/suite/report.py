"""The table of cases, verdicts and times."""

import json
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tests.hostile.suite.playing import Outcome

_STYLES = {
    "passed": "green",
    "second time": "yellow",
    "not verified": "yellow",
    "FAILED": "bold red",
}


def word_of(outcome: Outcome) -> str:
    if outcome.unverified is not None:
        return "not verified"
    if not outcome.is_passed:
        return "FAILED"
    return "second time" if outcome.first else "passed"


def line_of(outcome: Outcome) -> Text:
    """Returns a line that is printed when a case has just been played."""
    word = word_of(outcome)
    text = Text(f"{outcome.case.name:32} {outcome.sandbox:8} seat {outcome.seat + 1} ")
    text.append(f"{word:13}", _STYLES[word]).append(f"{outcome.seconds:5.1f} s  ")
    text.append(outcome.unverified or "; ".join(outcome.problems) or str(outcome.verdict))
    if outcome.first:
        text.append(f"; the first time: {'; '.join(outcome.first)}")
    return text


def show(console: Console, outcomes: Sequence[Outcome]) -> None:
    """Prints a row for each case and sandbox, and what did not pass in full."""
    table = Table(title="Hostile cases", title_justify="left")
    for name in ("case", "kind", "sandbox"):
        table.add_column(name, no_wrap=True)
    table.add_column("verdicts")
    table.add_column("played", justify="right")
    table.add_column("longest", justify="right")
    table.add_column("outcome")
    for name, sandbox in dict.fromkeys((each.case.name, each.sandbox) for each in outcomes):
        group = [each for each in outcomes if (each.case.name, each.sandbox) == (name, sandbox)]
        words = dict.fromkeys(map(word_of, group))
        verdicts = dict.fromkeys(str(each.verdict or "–") for each in group)
        table.add_row(
            name,
            group[0].case.kind,
            sandbox,
            ", ".join(verdicts),
            str(len(group)),
            f"{max(each.seconds for each in group):.1f} s",
            Text(", ".join(words), _STYLES[max(words, key=list(_STYLES).index)]),
        )
    console.print(table)
    for outcome in outcomes:
        if not outcome.is_passed or outcome.first:
            console.print(line_of(outcome), soft_wrap=True)


def summary(outcomes: Sequence[Outcome], seconds: float) -> str:
    cases = len({outcome.case.name.partition("[")[0] for outcome in outcomes})
    words = [word_of(outcome) for outcome in outcomes]
    return (
        f"{cases} cases, {len(outcomes)} playings in {seconds:.0f} s: {words.count('passed')} "
        f"passed, {words.count('second time')} passed at the second time, "
        f"{words.count('FAILED')} failed, {words.count('not verified')} not verified"
    )


def to_json(outcomes: Sequence[Outcome]) -> str:
    """Returns all outcomes as JSON, for whoever wants to compare runs."""
    return json.dumps(
        [
            {
                "case": outcome.case.name,
                "kind": outcome.case.kind,
                "sandbox": outcome.sandbox,
                "seat": outcome.seat + 1,
                "verdict": outcome.verdict,
                "seconds": round(outcome.seconds, 3),
                "outcome": word_of(outcome),
                "problems": outcome.problems
                or ([outcome.unverified] if outcome.unverified else []),
            }
            for outcome in outcomes
        ],
        indent=1,
    )
