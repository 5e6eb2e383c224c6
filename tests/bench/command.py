"""How long the command line takes to say something."""

import subprocess
import sys

from tests.bench.measure import Row, interleaved, seconds

FLOOR = 0.3


def rows() -> list[Row]:
    samples = interleaved(
        {
            "python": lambda: seconds(lambda: _run("-c", "pass")),
            "help": lambda: seconds(lambda: _run("-m", "arena", "--help")),
        }
    )
    python, shown = samples["python"], samples["help"]
    return [
        Row("python that does nothing", python.median, "s", spread=python.spread),
        Row(
            "arena --help",
            shown.median,
            "s",
            floor=f"< {FLOOR} s",
            met=shown.median < FLOOR,
            spread=shown.spread,
        ),
    ]


def _run(*arguments: str) -> None:
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
