"""What an operator does to a container in the middle of a match, through the engine's plain API.

Each deed annuls the match, is named in the cause, and costs nobody anything; the match is played
again. None of it can be feigned from inside.
"""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from docker.models.containers import Container

from arena.clock import Clock
from tests.containers import Last
from tests.engine_proxy import Fault, Proxy, Rule, proxy_before
from tests.operators import Meddler

pytestmark = [pytest.mark.docker, pytest.mark.slow]

SHORT = Clock(start=20.0, per_decision=0.2, bank=1.0, grace=0.3)
"""A stopped or paused bot loses its match after some two seconds."""


@pytest.fixture
def proxy(run_directory: Path) -> Iterator[Proxy]:
    with proxy_before("/var/run/docker.sock", run_directory / "engine.sock") as opened:
        yield opened


@pytest.fixture
def last(tmp_path: Path, run_directory: Path, scripted_image: str, proxy: Proxy) -> Iterator[Last]:
    rooms = run_directory / "run"
    rooms.mkdir(mode=0o711)
    made = Last.make(tmp_path, rooms, scripted_image, proxy.url)
    made.flags = {"e2": ["--slow", "0.1"]}  # long enough for somebody to meddle
    yield made
    made.league.close()


def _stop(container: Container) -> None:
    container.stop(timeout=1)


def _restart(container: Container) -> None:
    container.restart(timeout=1)


def _remove(container: Container) -> None:
    container.remove(force=True)


def _terminate(container: Container) -> None:
    container.kill("SIGTERM")


def _poke(container: Container) -> None:
    container.kill("SIGCONT")


def _limit(container: Container) -> None:
    container.update(mem_limit=200 * 1024 * 1024, memswap_limit=200 * 1024 * 1024)


def _enter(container: Container) -> None:
    container.exec_run("true")


def _nap(container: Container) -> None:
    container.pause()
    container.unpause()


DEEDS: list[tuple[Callable[[Container], object], str]] = [
    (Container.kill, "sent signal 9"),
    (_terminate, "sent signal 15"),
    (_poke, "sent signal 18"),
    (_stop, "stopped"),
    (_restart, "sent signal"),
    (_remove, "removed"),
    (Container.pause, "paused"),
    (_nap, "paused"),
    (_limit, "given other limits"),
    (_enter, "entered by exec"),
]


@pytest.mark.parametrize(("deed", "words"), DEEDS)
def test_a_deed_from_outside_annuls_the_match_and_is_named(
    deed: Callable[[Container], object], words: str, last: Last
) -> None:
    with Meddler(last.league.made.id, deed) as meddler:
        last.play(meddler.finish)

    assert meddler.is_done
    (first, cause), *_, end = last.attempts()
    assert first == "annulled"
    assert cause is not None
    assert cause.startswith("the bot of e2 was disturbed: its container was ")
    assert words in cause
    assert end == ("finished", None)
    assert last.verdicts() == ("ok", "ok", "ok")


@pytest.mark.parametrize("deed", [Container.pause, Container.kill, _remove])
def test_a_deed_is_found_although_no_event_tells_of_it(
    deed: Callable[[Container], object], last: Last, proxy: Proxy
) -> None:
    """The stream of events is open and says nothing: the engine is asked before a verdict."""
    proxy.fail(Rule("events", Fault.MUTE, times=10**9))
    last.clock = SHORT
    with Meddler(last.league.made.id, deed) as meddler:
        last.play(meddler.finish)

    assert meddler.is_done
    assert [state for state, _ in last.attempts()] == ["annulled", "finished"]
    assert last.verdicts() == ("ok", "ok", "ok")


FEINTS = {
    "--kill-self": {"crashed"},
    "--stop-self": {"timeout"},
    "--stall": {"timeout"},
    "--kill-first": {"timeout", "crashed"},
    "--crash 137": {"crashed"},
    "--crash 143": {"crashed"},
}
"""What a bot does from inside that looks like a deed from outside, and what it gets."""

STREAMS = (Fault.MUTE, Fault.CUT)


@pytest.mark.parametrize(
    ("feint", "stream"),
    [
        *((feint, None) for feint in FEINTS),
        *((feint, each) for feint in ("--kill-self", "--stop-self") for each in STREAMS),
    ],
)
def test_no_bot_can_feign_a_deed(
    feint: str, stream: Fault | None, last: Last, proxy: Proxy
) -> None:
    """Whether the engine's events come, never come, or break off again and again."""
    if stream is not None:
        proxy.fail(Rule("events", stream, times=10**9))
    last.clock = SHORT
    last.flags = {"e2": [*feint.split(), "--at", "card"]}

    last.play()

    assert [state for state, _ in last.attempts()] == ["finished"]
    seat = last.seat_of("e2")
    assert last.verdicts()[seat] in FEINTS[feint]
    assert [each for place, each in enumerate(last.verdicts()) if place != seat] == ["ok", "ok"]


def test_a_kill_past_the_engine_cannot_be_told_from_the_bots_own(last: Last) -> None:
    """As measured: the exit code is 137 both ways, and nothing else says who did it."""

    def kill_first(container: Container) -> None:
        container.reload()
        os.kill(container.attrs["State"]["Pid"], signal.SIGKILL)

    with Meddler(last.league.made.id, kill_first) as meddler:
        last.play(meddler.finish)

    assert meddler.is_done
    assert [state for state, _ in last.attempts()] == ["finished"]
    assert last.verdicts()[last.seat_of("e2")] == "crashed"
