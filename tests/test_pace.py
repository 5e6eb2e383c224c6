"""How many bots may think at once: fewer in an overload, and all of them again in calm."""

import asyncio
import json
from pathlib import Path

import pytest

from arena.cli.progress import progress_text
from arena.league.outlook import OVERLOAD
from arena.league.playing import Progress, overload_text
from arena.runner import Overload, Pace, run
from arena.runner.pace import PERIOD, _Strain
from arena.store import Store
from tests.in_memory import AtTables, make_known_league, new_league, play_out
from tests.stalls import STALL, staller
from tests.test_cli_leagues import arena

SECOND = 1.0
MUCH, LITTLE = 0.5, 0.05


class Told:
    """What a pace says."""

    def __init__(self, jobs: int) -> None:
        self.changes: list[int] = []
        self.ended: list[Overload] = []
        self.pace = Pace(jobs, on_change=self._change, on_end=self.ended.append)

    def _change(self) -> None:
        self.changes.append(self.pace.limit)

    def look(self, *lags: float) -> None:
        for lag in lags:
            self.pace.look(SECOND, lag)


def test_on_a_calm_machine_all_bots_think() -> None:
    told = Told(4)

    told.look(*[LITTLE] * 20)
    told.pace.finish()

    assert (told.pace.limit, told.changes, told.ended) == (4, [], [])


def test_a_short_lag_is_no_overload() -> None:
    told = Told(4)

    told.look(*[MUCH, LITTLE] * 20)

    assert told.pace.overload is None
    assert told.changes == []


def test_in_an_overload_fewer_and_fewer_bots_think_down_to_one() -> None:
    told = Told(8)

    told.look(*[MUCH] * 10)

    assert told.changes == [4, 2, 1]
    assert told.pace.limit == 1
    assert told.ended == []


def test_in_calm_they_think_again_one_by_one_and_then_it_is_over() -> None:
    told = Told(4)

    told.look(*[MUCH] * 3)
    assert told.pace.limit == 1
    told.look(*[LITTLE] * 6)
    assert told.changes == [2, 1, 2, 3, 4]
    assert told.ended == []
    told.look(*[LITTLE] * 10)

    (ended,) = told.ended
    assert told.pace.overload is None
    assert (ended.fewest, ended.jobs) == (1, 4)
    assert ended.lag == pytest.approx(2 * MUCH + 16 * LITTLE)
    assert ended.seconds == pytest.approx(18 * SECOND)
    assert ended.longest == MUCH
    assert ended.since < ended.until


def test_a_machine_that_is_neither_calm_nor_overfull_changes_nothing() -> None:
    told = Told(2)

    told.look(*[MUCH] * 2, *[0.2] * 50)

    assert told.pace.limit == 1
    assert told.changes == [1]


def test_a_single_bot_at_a_time_is_told_of_too() -> None:
    told = Told(1)

    told.look(*[MUCH] * 5)
    told.pace.finish()

    assert told.pace.limit == 1
    assert [ended.fewest for ended in told.ended] == [1]


async def test_permits_are_withheld_as_they_come_back_and_granted_in_calm() -> None:
    """Whoever thinks already is not interrupted."""
    told = Told(2)
    pace = told.pace
    await pace.acquire()
    await pace.acquire()
    told.look(*[MUCH] * 2)
    third = asyncio.ensure_future(pace.acquire())

    pace.release()
    await asyncio.sleep(0)
    assert not third.done()
    pace.release()
    await asyncio.wait_for(third, SECOND)
    fourth = asyncio.ensure_future(pace.acquire())
    await asyncio.sleep(0)
    assert not fourth.done()
    told.look(*[LITTLE] * 2)
    await asyncio.wait_for(fourth, SECOND)


async def test_a_permit_is_granted_before_the_one_that_was_to_be_withheld_is_back() -> None:
    told = Told(2)
    await told.pace.acquire()
    await told.pace.acquire()

    told.look(*[MUCH] * 2, *[LITTLE] * 2)
    for _ in range(2):
        told.pace.release()

    assert told.pace.limit == 2
    for _ in range(2):
        await asyncio.wait_for(told.pace.acquire(), SECOND)


def test_a_stop_of_the_arena_is_lag_whether_it_waited_or_worked() -> None:
    async def main() -> None:
        strain = _Strain()
        with staller():
            await asyncio.sleep(PERIOD)
        passed, lag = strain.growth()
        assert passed >= STALL
        assert lag >= STALL / 2
        with staller() as stopping:
            while stopping.poll() is None:  # it works, and is stopped at that
                sum(range(10_000))
            await asyncio.sleep(PERIOD)
        passed, lag = strain.growth()
        assert lag >= STALL / 2

    run(main)


# What a league makes of it.


class Strained(AtTables):
    """Plays as if the machine were overloaded for a while, and then calm."""

    async def __call__(self, fixtures, contestants, sandbox, terms, journal, halt) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001, PLR0913, PLR0917  # the interface of an executor
        assert terms.pace is not None
        for lag in (MUCH, MUCH, MUCH):
            terms.pace.look(SECOND, lag)
        await super().__call__(fixtures, contestants, sandbox, terms, journal, halt)


def test_an_overload_is_told_while_it_goes_on_and_kept_when_it_is_over(tmp_path: Path) -> None:
    with new_league(tmp_path) as league:
        told = play_out(league, Strained())
        notes = [note for note in league.store.notes() if note.kind == OVERLOAD]

    assert told[0].slowed_to == 0
    assert told[-2].slowed_to == 1
    assert told[-1].slowed_to == 0
    (note,) = notes
    assert "1 of 2 bots thought at once" in note.text


def test_what_is_kept_says_from_when_to_when_and_how_much() -> None:
    overload = Overload(1.8e9, 1.8e9 + 12, 12.0, 5.5, 4.25, 1, 8, 0.5)

    assert overload_text(overload) == (
        "2027-01-15T08:00:00+00:00 to 2027-01-15T08:00:12+00:00: for 5.5 s of 12.0 s of play the "
        "machine did not let the arena run, up to 4.2 s at a time; 1 of 8 bots thought at "
        "once; something waited for a processor 50% of the time"
    )


def test_status_shows_the_latest_times_of_overload_and_its_json_all_of_them(tmp_path: Path) -> None:
    league = tmp_path / "league"
    make_known_league(league, ("ann", "bob", "cid"))
    texts = [f"time {number}: for 2.0 s of 3.0 s of play" for number in range(1, 5)]
    with Store.open_exclusive(league, command="test") as store:
        store.add_note("accepted", "something else")
        for text in texts:
            store.add_note(OVERLOAD, text)

    shown = arena("status", "--league", league)

    assert [text in shown for text in texts] == [False, True, True, True]
    assert json.loads(arena("status", "--league", league, "--json"))["overloads"] == texts


@pytest.mark.parametrize(
    ("slowed_to", "words"),
    [
        (0, "30 of 90 matches, 2.0 a second, 30 s left"),
        (1, "slowed down: the machine is overloaded, 1 bot thinks at once"),
        (2, "slowed down: the machine is overloaded, 2 bots think at once"),
    ],
)
def test_the_line_of_progress_tells_of_it(slowed_to: int, words: str) -> None:
    assert words in progress_text(Progress(30, 60, 0, slowed_to), 15.0)
