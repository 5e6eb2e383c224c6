"""Ctrl-C once and twice, a request to end, and a terminal that is closed, at several moments."""

import os
import pty
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from arena.moments import Moment
from arena.store import SandboxKind, Store
from tests.crash.arena import SECONDS, Blow, Strike
from tests.crash.cases import RUN
from tests.crash.judging import faults_of, remains
from tests.crash.leagues import Ground, Outcome, open_ground, outcome_of, state_of

pytestmark = pytest.mark.slow
INTERRUPTED = 130


@pytest.fixture(scope="module")
def ground() -> Iterator[Ground]:
    with open_ground(SandboxKind.PROCESS) as ground:
        yield ground


@pytest.fixture(scope="module")
def expected(ground: Ground) -> Outcome:
    return outcome_of(ground.fresh(RUN + 1))


@pytest.mark.parametrize(
    ("moment", "blow"),
    [
        (Moment.KEPT_CHECKED, Blow.INTERRUPT),  # before the first sitting
        (Moment.BOT_STARTED, Blow.INTERRUPT),
        (Moment.IN_DEAL, Blow.INTERRUPT),
        (Moment.RESULT_STORED, Blow.INTERRUPT),
        (Moment.SITTING_CLOSED, Blow.INTERRUPT),
        (Moment.DEAL_BEGUN, Blow.TERMINATE),
        (Moment.IN_DEAL, Blow.HANG_UP),
    ],
)
def test_asked_once_the_matches_in_play_are_finished(
    ground: Ground, expected: Outcome, moment: Moment, blow: Blow
) -> None:
    league = ground.fresh(RUN)

    ended = ground.arena("run", "--league", str(league), strikes=[Strike(moment, 1, blow)])
    state, left = state_of(league), remains(league)
    with Store.open(league) as store:
        counts = store.counts()
    ground.carried_out("run", "--league", str(league))

    assert ended.struck
    assert ended.code == INTERRUPTED
    assert "Finishing the matches in play" in ended.printed
    assert (counts.begun, counts.interrupted, counts.annulled) == (0, 0, 0)
    assert counts.results < len(expected.export.splitlines())
    assert left == []
    assert faults_of(league, [state], expected) == []


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ((Moment.BOT_GREETED, 1), (Moment.SLOT_REMOVED, 1)),  # while bots start
        ((Moment.IN_DEAL, 1), (Moment.IN_DEAL, 2)),
        ((Moment.IN_DEAL, 1), (Moment.GOODBYE_SAID, 1)),  # once they have been let go
        ((Moment.GOODBYE_SAID, 1), (Moment.GOODBYE_SAID, 2)),
    ],
)
def test_asked_twice_all_is_ended_at_once(
    ground: Ground, expected: Outcome, first: tuple[Moment, int], second: tuple[Moment, int]
) -> None:
    league = ground.fresh(RUN)
    twice = [Strike(moment, nth, Blow.INTERRUPT) for moment, nth in (first, second)]

    ended = ground.arena("run", "--league", str(league), strikes=twice)
    state, left = state_of(league), remains(league)
    ground.carried_out("run", "--league", str(league))

    assert len(ended.struck) == 2
    assert ended.code == INTERRUPTED
    assert "Stopping at once" in ended.printed
    assert state.begun == frozenset()
    assert left == []
    assert faults_of(league, [state], expected) == []


def test_a_terminal_that_is_closed_ends_a_run_in_good_order(
    ground: Ground, expected: Outcome
) -> None:
    league = ground.fresh(RUN)
    ours, theirs = pty.openpty()
    running = subprocess.Popen(
        ["setsid", "--ctty", sys.executable, "-m", "arena", "run", "--league", league],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    _wait_for_play(ground, running)

    os.close(ours)
    code = running.wait(SECONDS)
    state, left = state_of(league), remains(league)
    ground.carried_out("run", "--league", str(league))

    assert code == INTERRUPTED
    assert state.begun == frozenset()
    assert left == []
    assert faults_of(league, [state], expected) == []


def test_a_run_that_ignores_hang_ups_goes_on(ground: Ground, expected: Outcome) -> None:
    league = ground.fresh(RUN)
    script = 'trap "" HUP; exec "$0" -m arena run --league "$1"'
    running = subprocess.Popen(["sh", "-c", script, sys.executable, league])
    _wait_for_play(ground, running)

    running.send_signal(signal.SIGHUP)

    assert running.wait(SECONDS) == 0
    assert faults_of(league, [], expected) == []


def _wait_for_play(ground: Ground, running: subprocess.Popen[bytes]) -> None:
    league = ground.directory / "league"
    while not state_of(league).begun:
        assert running.poll() is None, "the run ended early"
