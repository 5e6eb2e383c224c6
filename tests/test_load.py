"""Honest bots on short clocks, 64 tables and more at once, on a machine with too much to do.

Nothing here measures: what counts is that nobody loses a match by what is no fault of a bot.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from arena.clock import Clock
from arena.config import settings_text
from arena.league import League, ScheduleSettings
from arena.league.outlook import OVERLOAD
from arena.league.settings import ScheduleKind
from arena.store import Counts, NewEntrant, SandboxKind, Store
from arena.submissions import store_copy
from tests.bots import bot_folder
from tests.in_memory import new_settings
from tests.soak.league import image_of_bots
from tests.stalls import staller

pytestmark = pytest.mark.slow

BOTS = 7
BOARDS = 10
TABLES = 70
"""Seven meetings let every pair of seven bots meet: a rotation of their boards is one sitting."""
MATCHES = 3 * TABLES
CLOCK = Clock(start=20.0, per_decision=0.05, bank=0.25, grace=0.5)
COMMAND = ("python3", "scripted_bot.py", "--tables", "64")
PATIENCE = 240.0
"""Seconds; only a failure takes so long."""
FACTOR = 10.0
"""By which a burning bot may slow a league down: the two that may think at once, the processor
that it may use, and what the machine does besides."""


@dataclass(frozen=True)
class Outcome:
    """What became of a league."""

    counts: Counts
    verdicts: Mapping[tuple[str, ...], int]
    overloads: Sequence[str]
    seconds: float


@pytest.fixture(params=["process", pytest.param("docker", marks=pytest.mark.docker)])
def kind(request: pytest.FixtureRequest) -> SandboxKind:
    return SandboxKind(request.param)


def test_honest_bots_lose_no_match_while_a_processor_burns(kind: SandboxKind) -> None:
    with new_league(kind, BOTS, deals=2) as league, burner():
        outcome = play_out(league)

    assert outcome.counts.annulled == 0
    assert outcome.verdicts == {("ok",) * 3: MATCHES}


def test_honest_bots_lose_no_match_while_the_arena_is_stopped_again_and_again(
    kind: SandboxKind,
) -> None:
    """For most of the time; it is told as an overload, with fewer bots that think at once."""
    with new_league(kind, BOTS, deals=2) as league, burner():
        outcome = play_out(league, stall=0.5)

    assert outcome.counts.annulled == 0
    assert outcome.verdicts == {("ok",) * 3: MATCHES}
    assert outcome.overloads
    assert all("1 of 2 bots thought at once" in text for text in outcome.overloads)


@pytest.mark.docker
def test_a_bot_that_burns_while_others_think_annuls_nothing_and_slows_down_little() -> None:
    outcomes = []
    for children in ("0", "100"):
        with new_league(SandboxKind.DOCKER, 3, 4, ponder=children) as league:
            outcomes.append(play_out(league))

    for outcome in outcomes:
        assert (outcome.counts.annulled, outcome.counts.begun) == (0, 0)
        assert sum(outcome.verdicts.values()) == 3 * BOARDS
        assert all(verdicts.count("ok") >= 2 for verdicts in outcome.verdicts)
    calm, burning = outcomes
    assert burning.seconds < FACTOR * calm.seconds


@contextmanager
def new_league(kind: SandboxKind, bots: int, deals: int, *, ponder: str = "0") -> Iterator[Path]:
    """Makes a league of bots alike, the first of which leaves so many children that burn."""
    usual = new_settings(BOARDS, length=f"deals:{deals}")
    settings = replace(
        usual,
        clock=CLOCK,
        schedule=ScheduleSettings(kind=ScheduleKind.BALANCED, boards=BOARDS),
        play=replace(usual.play, sandbox=kind, jobs=2, tables=64),
    )
    with TemporaryDirectory(prefix="arena-") as name, images(kind) as image:
        path = Path(name) / "league"
        with League.create(path, settings, settings_text(settings)) as league:
            folder = bot_folder(Path(name), "scripted")
            digest = store_copy(folder, league.directory.submissions).digest
            for number in range(bots):
                command = (*COMMAND, "--ponder", "0" if number else ponder)
                bot = f"bot {number + 1}"
                league.add_entrant(NewEntrant(bot, None, kind, image, digest, command, {}))
        yield path


@contextmanager
def images(kind: SandboxKind) -> Iterator[str | None]:
    if kind is SandboxKind.PROCESS:
        yield None
        return
    with image_of_bots() as image:
        yield image


def play_out(league: Path, *, stall: float = 0.0) -> Outcome:
    """Runs an arena of its own to the end; with `stall` it is stopped again and again for that."""
    begun = time.monotonic()
    command = [sys.executable, "-m", "arena", "run", "--league", str(league)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as arena:
        stalling = staller(0.25, stall, 1000, arena.pid) if stall else None
        try:
            _, told = arena.communicate(timeout=PATIENCE)
        finally:
            arena.kill()
            if stalling is not None:
                stalling.kill()
                stalling.wait()
    assert arena.returncode == 0, told
    with Store.open(league) as store:
        verdicts: dict[tuple[str, ...], int] = {}
        for result in store.results():
            verdicts[result.verdicts] = verdicts.get(result.verdicts, 0) + 1
        notes = [note.text for note in store.notes() if note.kind == OVERLOAD]
        return Outcome(store.counts(), verdicts, notes, time.monotonic() - begun)


@contextmanager
def burner() -> Iterator[None]:
    """Keeps one processor busy with a process that is no less important than any other."""
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as process:
        os.sched_setaffinity(process.pid, {min(os.sched_getaffinity(0))})
        try:
            yield
        finally:
            process.kill()
