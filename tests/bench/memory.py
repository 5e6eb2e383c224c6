"""The memory of `arena run` after 500 and after 5,000 matches of one deal, with process bots."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.exchange import stored_bot
from tests.bench.measure import Row

ENTRANTS = 10
BOARDS = 14
"""120 meetings of 14 boards in three rotations are 5,040 matches."""
EARLY, LATE = 500, 5_000
FLOOR = 20.0
KIB_PER_MB = 1000**2 / 1024
LOOK_SECONDS = 0.05


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="bench-") as folder, stored_bot() as bot:
        league = Path(folder) / "league"
        _make(league, bot, Path(folder))
        early, late, elapsed = _watch(league)
    growth = late - early
    return [
        Row(f"arena after {EARLY:,} matches", early, "MB"),
        Row(f"arena after {LATE:,} matches", late, "MB"),
        Row("growth", growth, "MB", floor=f"< {FLOOR:.0f} MB", met=growth < FLOOR),
        Row(f"matches of one deal, {ENTRANTS} entrants, starts included", LATE / elapsed, "/s"),
    ]


def _make(league: Path, bot: Path, folder: Path) -> None:
    options = ["--sandbox", "process", "--boards", str(BOARDS), "--rule", "max_deals=1"]
    _arena("init", str(league), *options)
    for number in range(ENTRANTS):
        copy = folder / f"bot-{number}"
        shutil.copytree(bot, copy)
        manifest = copy / "bot.toml"
        manifest.write_text(manifest.read_text().replace('"first"', f'"first {number}"', 1))
        _arena("submit", "--league", str(league), str(copy))


def _arena(*arguments: str) -> None:
    quick = {**os.environ, "ARENA_ENTRY_CHECK": "start"}
    command = [sys.executable, "-m", "arena", *arguments]
    subprocess.run(command, check=True, capture_output=True, env=quick)


def _watch(league: Path) -> tuple[float, float, float]:
    """Returns the megabytes of `arena run` at both counts, and the seconds to the second."""
    command = [sys.executable, "-m", "arena", "run", "--league", str(league)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    started = time.perf_counter()
    try:
        sizes = [_size_at(count, league, process) for count in (EARLY, LATE)]
        return sizes[0], sizes[1], time.perf_counter() - started
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate()


def _size_at(count: int, league: Path, process: subprocess.Popen[bytes]) -> float:
    """Returns the resident megabytes of the process once the league has `count` results."""
    database = sqlite3.connect(f"file:{league / 'league.db'}?mode=ro", uri=True)
    try:
        while database.execute("SELECT count(*) FROM results").fetchone()[0] < count:
            if process.poll() is not None:
                raise RuntimeError(f"arena run ended before it had played {count} matches")
            time.sleep(LOOK_SECONDS)
    finally:
        database.close()
    status = Path(f"/proc/{process.pid}/status").read_text()
    kib = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:"))
    return kib / KIB_PER_MB
