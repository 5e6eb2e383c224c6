"""Plays a bot: `python3 kit bot.py`, started by the arena."""

import sys
from pathlib import Path

from arena_bot import play

if len(sys.argv) != 2:  # noqa: PLR2004  # the program and its one argument
    raise SystemExit("usage: python3 kit bot.py (one file, which defines `choose`)")
play(Path(sys.argv[1]))
