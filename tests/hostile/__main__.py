"""`make hostile`: plays every hostile case as a real match, in each seat, and says what held.

Ends with 1 if something did not hold. A case whose needs this host does not meet is *not verified*.
"""

import sys
import time
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from zlib import crc32

import click
from rich.console import Console

from tests.hostile.suite.bots import images_in
from tests.hostile.suite.case import Case, Kind, Sandboxes, forms_of, read_cases
from tests.hostile.suite.playing import SEATS, Outcome, play
from tests.hostile.suite.report import line_of, show, summary, to_json


def _values(words: type[StrEnum]) -> list[str]:
    return [word.value for word in words]


@click.command()
@click.argument("names", nargs=-1, metavar="[CASE]…")
@click.option("--kind", type=click.Choice(_values(Kind)), help="Only cases of one kind.")
@click.option("--sandbox", type=click.Choice(_values(Sandboxes)), help="Only in one sandbox.")
@click.option("--seat", type=click.IntRange(1, SEATS), multiple=True, help="By default all three.")
@click.option(
    "--rotate",
    metavar="TEXT",
    help="One seat and one sandbox for each case, by this text and the case's name.",
)
@click.option("--repeat", type=click.IntRange(1), help="How often each is played in each seat.")
@click.option(
    "--again",
    is_flag=True,
    help="For a noisy machine: play a case that failed once more, unless something got out.",
)
@click.option("--json", "file", type=click.Path(path_type=Path), help="Where to write outcomes.")
def main(  # noqa: PLR0913, PLR0917  # what can be asked for
    names: tuple[str, ...],
    kind: str | None,
    sandbox: str | None,
    seat: tuple[int, ...],
    rotate: str | None,
    repeat: int | None,
    file: Path | None,
    *,
    again: bool,
) -> None:
    """Play hostile cases; all of them unless some are named."""
    try:
        cases = [case for case in read_cases(names) if kind in (None, case.kind)]
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    plan = [
        (case, where, each)
        for whole in cases
        for case in forms_of(whole)
        for where in _sandboxes(case, sandbox, rotate)
        for each in _seats(case, seat, rotate)
        for _ in range(repeat or case.repeats)
    ]
    begun = time.monotonic()
    outcomes = []
    console = Console(width=None if sys.stdout.isatty() else 150)
    for outcome in _played(plan, is_again=again):
        console.print(line_of(outcome), soft_wrap=True)
        outcomes.append(outcome)
    show(console, outcomes)
    if file is not None:
        file.write_text(to_json(outcomes) + "\n", encoding="utf-8")
    console.print(summary(outcomes, time.monotonic() - begun))
    sys.exit(any(outcome.problems for outcome in outcomes) or not outcomes)


def _sandboxes(case: Case, chosen: str | None, rotate: str | None) -> list[Sandboxes]:
    if rotate is not None and chosen is None:
        return [case.sandboxes[_turn(rotate, case) // SEATS % len(case.sandboxes)]]
    return [each for each in case.sandboxes if chosen in (None, each)]


def _seats(case: Case, chosen: Sequence[int], rotate: str | None) -> list[int]:
    if rotate is not None:
        return [_turn(rotate, case) % SEATS]
    return [each - 1 for each in chosen] or list(range(SEATS))


def _turn(rotate: str, case: Case) -> int:
    return crc32(f"{rotate} {case.name}".encode())


def _played(plan: Sequence[tuple[Case, Sandboxes, int]], *, is_again: bool) -> Iterator[Outcome]:
    with TemporaryDirectory(prefix="arena-h-") as name:
        directory = Path(name)
        directory.chmod(0o711)
        with images_in(directory) as images:
            for number, (case, sandbox, seat) in enumerate(plan):
                outcome = play(case, sandbox, seat, _fresh(directory, str(number)), images)
                if is_again and outcome.problems and not outcome.is_breach:
                    first = outcome.problems
                    place = _fresh(directory, f"{number}-again")
                    outcome = play(case, sandbox, seat, place, images)
                    outcome.first = first
                yield outcome


def _fresh(directory: Path, name: str) -> Path:
    place = directory / name
    place.mkdir(mode=0o711)
    return place


if __name__ == "__main__":
    main()
