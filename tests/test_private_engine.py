"""An engine that is restarted, killed and stopped while a match is played, and the match's end.

Where the bots go on over their sockets, the result counts; where the engine took them with it, the
match is annulled and played again.
"""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from arena.clock import Clock
from arena.errors import ArenaError
from tests.containers import Last
from tests.operators import Meddler
from tests.private_engine import PrivateEngine, private_engine, private_engine_problem

pytestmark = [pytest.mark.docker, pytest.mark.slow]

STOPPED_SECONDS = 90.0 if os.environ.get("ARENA_ALL_FAULTS") == "1" else 4.0
"""How long an engine is stopped; longer than every limit of the arena with the variable set."""

DISK = "size=600m"


@contextmanager
def engine_with(image: str, *flags: str) -> Iterator[PrivateEngine]:
    """Gives an engine that has `image`, on a disk of its own that can be filled."""
    problem = private_engine_problem()
    if problem is not None and os.environ.get("ARENA_REQUIRE_DOCKER") == "1":
        pytest.fail(f"ARENA_REQUIRE_DOCKER=1, but {problem}", pytrace=False)
    if problem is not None:
        pytest.skip(problem)
    with TemporaryDirectory(prefix="arena-", ignore_cleanup_errors=True) as name:
        directory = Path(name, "engine")
        (directory / "data").mkdir(parents=True)
        disk = ("mount", "-t", "tmpfs", "-o", DISK, "tmpfs", str(directory / "data"))
        subprocess.run(disk, check=True)
        with private_engine(directory, *flags) as started:
            started.load(image)
            yield started


@pytest.fixture(scope="module")
def engine(scripted_image: str) -> Iterator[PrivateEngine]:
    with engine_with(scripted_image) as started:
        yield started


@pytest.fixture
def lasting(scripted_image: str) -> Iterator[PrivateEngine]:
    """An engine whose containers live on without it."""
    with engine_with(scripted_image, "--live-restore") as started:
        yield started


@pytest.fixture
def last(
    tmp_path: Path, run_directory: Path, scripted_image: str, engine: PrivateEngine
) -> Iterator[Last]:
    with last_match(tmp_path, run_directory, scripted_image, engine) as made:
        yield made


@contextmanager
def last_match(directory: Path, rooms: Path, image: str, engine: PrivateEngine) -> Iterator[Last]:
    made = Last.make(directory, rooms, image, engine.url)
    made.direct = engine.url
    made.flags = {"e2": ["--slow", "0.1"]}
    made.on_wait = engine.come_back
    yield made
    made.league.close()


def test_a_restart_in_good_order_annuls_and_the_match_is_played_again(
    last: Last, engine: PrivateEngine
) -> None:
    _harm(last, lambda: engine.restart(signal.SIGTERM))

    _check_annulled(last)


def test_an_engine_that_is_killed_and_comes_back_annuls_what_it_took_with_it(
    last: Last, engine: PrivateEngine
) -> None:
    """It ends the containers that it finds running when it starts."""
    last.flags = {"e2": ["--slow", "4"]}  # so that the match lasts until the engine is back

    def hurry() -> None:
        engine.come_back()
        last.flags = {}

    last.clock = Clock(start=20.0, per_decision=10.0, bank=10.0, grace=0.3)
    last.on_wait = hurry
    _harm(last, lambda: engine.restart(signal.SIGKILL))

    _check_annulled(last)


def test_a_match_that_ends_while_the_engine_is_dead_counts(
    last: Last, engine: PrivateEngine
) -> None:
    """It comes back when the match is over; what it still has of it is removed then."""
    ended = threading.Event()

    def kill() -> None:
        engine.end(signal.SIGKILL)
        ended.set()
        while not last.has_result():
            time.sleep(0.05)
        engine.start()

    last.ask_seconds = 30
    _harm(last, kill)

    assert ended.is_set()
    assert last.attempts() == [("finished", None)]
    assert last.verdicts() == ("ok", "ok", "ok")


def test_an_engine_that_is_stopped_for_a_while_costs_only_time(
    last: Last, engine: PrivateEngine
) -> None:
    def stop() -> None:
        engine.send(signal.SIGSTOP)
        time.sleep(STOPPED_SECONDS)
        engine.send(signal.SIGCONT)

    last.ask_seconds = 60
    _harm(last, stop)

    assert last.attempts() == [("finished", None)]
    assert last.verdicts() == ("ok", "ok", "ok")


def test_a_containerd_that_is_killed_costs_no_bot_anything(
    last: Last, engine: PrivateEngine
) -> None:
    _harm(last, engine.kill_containerd)

    assert last.attempts()[-1] == ("finished", None)
    assert last.verdicts() == ("ok", "ok", "ok")


def test_containers_that_outlive_their_engine_play_on(
    tmp_path: Path, run_directory: Path, scripted_image: str, lasting: PrivateEngine
) -> None:
    with last_match(tmp_path, run_directory, scripted_image, lasting) as last:
        _harm(last, lambda: lasting.restart(signal.SIGTERM))

        assert last.attempts() == [("finished", None)]
        assert last.verdicts() == ("ok", "ok", "ok")


def test_an_image_that_somebody_removes_stops_the_league_in_words(
    last: Last, engine: PrivateEngine
) -> None:
    engine.remove(last.image)

    with pytest.raises(ArenaError, match="image") as caught:
        last.play()

    assert last.image[:19] in str(caught.value)
    assert {state for state, _ in last.attempts()} <= {"annulled"}
    engine.load(last.image)
    last.play()
    assert last.attempts()[-1] == ("finished", None)
    assert last.verdicts() == ("ok", "ok", "ok")


def test_an_engine_whose_disk_is_full_stops_the_league_in_words(
    last: Last, engine: PrivateEngine
) -> None:
    with engine.full_disk(), pytest.raises(ArenaError, match="no space left on device"):
        last.play()

    assert {state for state, _ in last.attempts()} <= {"annulled"}
    last.play()
    assert last.attempts()[-1] == ("finished", None)
    assert last.verdicts() == ("ok", "ok", "ok")


def _harm(last: Last, deed: Callable[[], object]) -> None:
    """Plays, with a deed done to the engine in mid-match."""
    with Meddler(last.league.made.id, lambda _: deed(), last.direct) as meddler:
        last.play(meddler.finish)
    assert meddler.is_done


def _check_annulled(last: Last) -> None:
    (first, cause), *_, end = last.attempts()
    assert first == "annulled"
    assert cause is not None
    assert "was disturbed" in cause
    assert end == ("finished", None)
    assert last.verdicts() == ("ok", "ok", "ok")
