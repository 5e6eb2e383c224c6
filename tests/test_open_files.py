"""The arena looks at its own limit of open files before it plays."""

import subprocess
import sys

from arena.league.files import PER_BOT, SPARE

PROGRAM = """
import resource
from arena.errors import ArenaError
from arena.league.files import ensure_files
try:
    ensure_files(12)
except ArenaError as error:
    print(error.exit_code, error)
else:
    print(*resource.getrlimit(resource.RLIMIT_NOFILE))
"""
NEEDED = SPARE + 12 * PER_BOT


def told(soft: int, hard: int) -> str:
    """Returns what the program says where the limits are these."""
    shell = 'ulimit -S -n "$1" && ulimit -H -n "$2" && exec "$3" -c "$4"'
    arguments = ["bash", "-c", shell, "bash", str(soft), str(hard), sys.executable, PROGRAM]
    return subprocess.run(arguments, check=True, capture_output=True, text=True).stdout


def test_a_limit_that_is_enough_is_left_alone() -> None:
    assert told(1024, 4096) == "1024 4096\n"


def test_a_low_limit_is_raised_as_far_as_is_needed() -> None:
    soft, hard = map(int, told(64, 4096).split())

    assert NEEDED < soft < 2 * NEEDED
    assert hard == 4096


def test_a_limit_that_cannot_be_raised_stops_a_run_and_says_what_to_do() -> None:
    said = told(64, 128)

    assert said.startswith("4 a sitting of 12 bots may need ")
    assert "and the arena may have 128: raise the limit with `ulimit -n " in said
