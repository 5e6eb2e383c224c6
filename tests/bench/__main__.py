"""`make bench`: what the arena costs, each figure beside its floor (docs/operating.md).

It always ends well: a floor that is not met is printed as such.
"""

import importlib
import sys

from rich.console import Console

from tests.bench.measure import show

PARTS = {
    "play": "decisions, beside a bare gRPC exchange of the same messages",
    "engine": "random deals of each game",
    "ratings": "one update a board",
    "lines": "decisions of bots without gRPC, beside those with it",
    "starts": "a bot started, greeted and dismissed",
    "command": "the command line",
    "standings": "the table of a long league",
    "memory": "of a long league",
}


def main(names: list[str]) -> None:
    console = Console(width=None if sys.stdout.isatty() else 130)
    unknown = sorted(set(names) - PARTS.keys())
    if unknown:
        raise SystemExit(f"no benchmark {unknown[0]!r}: name some of {', '.join(PARTS)}")
    for name in names or PARTS:
        part = importlib.import_module(f"tests.bench.{name}")
        show(console, f"{name}: {PARTS[name]}", part.rows())


main(sys.argv[1:])
