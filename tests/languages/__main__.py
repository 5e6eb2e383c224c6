"""`make languages`: builds every language's plumb, and has all of them play the same boards.

Ends with 1 if one does not play as the reference, is not built by its own fault, or fails
`arena check`. What cannot be built on this machine is *not verified*.
"""

import sys
import time
from pathlib import Path

import click
from rich.console import Console

from arena.sandbox.engine import find_engine_problem
from arena.store import SandboxKind
from tests.languages.report import row_of, show, summary, to_json
from tests.languages.sample import find_samples
from tests.languages.trial import Outcome, try_sample


@click.command()
@click.argument("names", nargs=-1, metavar="[LANGUAGE]…")
@click.option(
    "--sandbox",
    type=click.Choice([kind.value for kind in SandboxKind]),
    default=SandboxKind.DOCKER.value,
    help="Where they play; in process only those that were built in place can.",
)
@click.option("--json", "file", type=click.Path(path_type=Path), help="Where to write the table.")
def main(names: tuple[str, ...], sandbox: str, file: Path | None) -> None:
    """Try the samples of these languages, by default of all; the reference always plays."""
    reference, *others = find_samples()
    unknown = sorted({*names} - {sample.language for sample in (reference, *others)})
    if unknown:
        known = ", ".join(sample.language for sample in (reference, *others))
        raise click.UsageError(f"there is no sample in {unknown[0]!r}: name some of {known}")
    kind = SandboxKind(sandbox)
    problem = find_engine_problem() if kind is SandboxKind.DOCKER else None
    if problem is not None:
        raise click.ClickException(problem)
    console = Console(width=None if sys.stdout.isatty() else 150)
    begun = time.monotonic()
    outcomes = [_said(console, try_sample(reference, None, kind))]
    expected = outcomes[0].sheets
    if outcomes[0].has_played:
        asked = [sample for sample in others if not names or sample.language in names]
        outcomes += [_said(console, try_sample(sample, expected, kind)) for sample in asked]
    show(console, outcomes)
    if file is not None:
        file.write_text(to_json(outcomes) + "\n", encoding="utf-8")
    console.print(summary(outcomes, time.monotonic() - begun))
    verdicts = {outcome.verdict for outcome in outcomes}
    sys.exit("FAILED" in verdicts or "passed" not in verdicts)


def _said(console: Console, outcome: Outcome) -> Outcome:
    """Prints a line when a sample has been tried, so that a long run shows where it is."""
    console.print(" ".join(cell for cell in row_of(outcome) if cell), soft_wrap=True)
    return outcome


if __name__ == "__main__":
    main()
