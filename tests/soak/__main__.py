"""`make soak`: thousands of matches with hostile bots among them, and what grows with them.

One in twenty lives is hostile, in the short form one in four. Ends with 1 if something grows or is
left, if an honest bot is at fault, if a match has not exactly one result, or if the checker finds
something.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from arena.league import League, exported_lines
from arena.store import AttemptState
from tests.checker import check_league, check_record
from tests.soak.deeds import DEEDS
from tests.soak.league import End, Story, image_of_bots, soak, soaked_league
from tests.soak.samples import Sample
from tests.soak.slopes import Limit, slope_of

MATCHES = 5_000
SHORT_MATCHES = 250
MINUTES = 27.0
SHORT_MINUTES = 1.5
SHARE = 0.05
"""Of the lives that are hostile."""
SHORT_SHARE = 0.25
"""More of them, so that many deeds come up."""
LEAST_SAMPLES = 3
GROWING = {
    "files": ("open files of the arena", Limit(0.5, 6.0)),
    "tasks": ("tasks", Limit(0.2, 2.0)),
    "threads": ("threads", Limit(0.5, 6.0)),
    "memory": ("resident memory, MB", Limit(4.0, 30.0)),
    "bytes_per_match": ("growth of the database, bytes a match", Limit(100.0, 3_000.0)),
}
NOTHING = {
    "containers": "containers",
    "shims": "the engine's helpers of containers",
    "sockets": "sockets",
    "directories": "files and directories in the run directory",
}


def main(arguments: Sequence[str]) -> int:
    options = _options(arguments)
    end = End(options.matches, options.minutes * 60)
    with (
        tempfile.TemporaryDirectory(prefix="soak-") as folder,
        image_of_bots() as image,
        soaked_league(Path(folder) / "league", image) as league,
    ):
        story = soak(league, end, options.share)
        found = [*story.wrong, *_findings(league, story)]
    console = Console(width=None if sys.stdout.isatty() else 120)
    _tell(console, story)
    found += _grown(console, story.samples)
    for finding in found:
        console.print(f"WRONG: {finding}", markup=False, soft_wrap=True)
    console.print("the soak holds" if not found else f"the soak FAILED: {len(found)} findings")
    return 1 if found else 0


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("--short", action="store_true", help="the form for every change")
    parser.add_argument("--matches", type=int, help="stop after so many")
    parser.add_argument("--minutes", type=float, help="stop after so long, whatever was played")
    parser.add_argument("--share", type=float, help="of the lives that are hostile")
    options = parser.parse_args(arguments)
    options.share = options.share or (SHORT_SHARE if options.short else SHARE)
    options.matches = options.matches or (SHORT_MATCHES if options.short else MATCHES)
    options.minutes = options.minutes or (SHORT_MINUTES if options.short else MINUTES)
    return options


def _findings(league: League, story: Story) -> Iterator[str]:
    """Yields what is wrong with what was kept."""
    yield from (f"annulled: {cause}" for cause in story.annulled)
    results = [result.fixture.match for result in league.store.results()]
    if len(results) != len(set(results)):
        yield f"{len(results)} results of {len(set(results))} matches"
    for match in results:
        states = [attempt.state for attempt in league.store.attempts(match)]
        if states.count(AttemptState.FINISHED) != 1 or AttemptState.BEGUN in states:
            yield f"{match} has attempts that are {', '.join(states)}"
    if league.store.counts().begun:
        yield f"{league.store.counts().begun} attempts were begun and not ended"
    lines = list(exported_lines(league))
    for line in lines:
        yield from check_record(json.loads(line))
    yield from check_league(lines)


def _tell(console: Console, story: Story) -> None:
    matches = story.samples[-1].matches
    rate = matches / story.seconds
    hostile = sum(story.deeds.values())
    share = hostile / max(1, story.lives)
    console.print(
        f"{matches:,} matches in {story.seconds:.0f} s ({rate:.1f} a second), "
        f"{story.sittings} sittings, {story.lives:,} lives, {hostile} of them hostile ({share:.1%})"
    )
    table = Table()
    for name in ("what hostile lives did", "lives", "what their seats got"):
        table.add_column(name)
    for deed in DEEDS:
        earned = [
            f"{count} {verdict.value}"
            for (of, verdict), count in story.earned.items()
            if of == deed
        ]
        table.add_row(deed, str(story.deeds[deed]), ", ".join(sorted(earned)))
    console.print(table)
    console.print(f"{len(story.overloads)} times of overload were told")
    for text in story.overloads[-3:]:
        console.print(f"  {text}", soft_wrap=True)


def _grown(console: Console, samples: Sequence[Sample]) -> list[str]:
    """Prints how every figure went; returns which do not hold."""
    if len(samples) < LEAST_SAMPLES:
        return [f"only {len(samples)} sittings were played: too few to tell anything"]
    found = []
    table = Table()
    for name in ("between sittings", "first", "last", "a thousand matches", "limit", ""):
        table.add_column(name, justify="left" if name in {"between sittings", ""} else "right")
    matches = [sample.matches for sample in samples]
    for name, (title, limit) in GROWING.items():
        slope = slope_of(matches, [getattr(sample, name) for sample in samples])
        holds = slope.holds(limit)
        table.add_row(
            title,
            f"{slope.first:,.1f}",
            f"{slope.last:,.1f}",
            f"{slope.per_thousand:+.3f} ± {slope.half_width:.3f}",
            f"{limit.slope:g}, {limit.allowance:g} in all",
            "flat" if holds else "GROWS",
        )
        if not holds:
            found.append(f"{title} grow: {slope.first:.1f} to {slope.last:.1f}")
    for name, title in NOTHING.items():
        values = [getattr(sample, name) for sample in samples]
        row = (f"{values[0]:g}", f"{values[-1]:g}", f"{max(values):g} at most", "0 always")
        table.add_row(title, *row, "none" if not any(values) else "LEFT")
        if any(values):
            found.append(f"{title} were left: up to {max(values):g}")
    console.print(table)
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
