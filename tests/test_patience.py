"""What a league does about faults of ours: it waits, tries others first, and stops in the end."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from arena.errors import DisturbedError, SandboxError
from arena.league.patience import PAUSES, TRIES, Outcome, Patience, wait_or_halt
from arena.runner import Contestant, Halt, Journal, Terms
from arena.sandbox import Sandbox
from arena.schedule import Fixture
from tests.in_memory import AtTables, new_league, play_out

FIXTURE = Fixture("m1.b1.r1", "m1", "m1.b1", 1, 1, ("e1", "e2", "e3"))


@dataclass
class Breaking(AtTables):
    """Fails, in every sitting that needs the bot of one entrant, for that bot or for all."""

    breaker: str = "e1"
    is_contagious: bool = False
    tried: list[frozenset[str]] = field(default_factory=list)

    async def __call__(  # noqa: PLR0913, PLR0917  # the interface of an executor
        self,
        fixtures: Sequence[Fixture],
        contestants: Mapping[str, Contestant],
        sandbox: Sandbox,
        terms: Terms,
        journal: Journal,
        halt: Halt,
    ) -> None:
        hit = [each for each in fixtures if self.breaker in each.seating]
        self.tried.append(frozenset(each for fixture in fixtures for each in fixture.seating))
        if not (hit and self.is_contagious):
            fine = [fixture for fixture in fixtures if fixture not in hit]
            await super().__call__(fine, contestants, sandbox, terms, journal, halt)
        if hit:
            raise DisturbedError(f"the bot of {self.breaker} cannot be run: the engine hung")


@pytest.mark.parametrize("is_contagious", [False, True])
def test_one_bot_that_the_engine_fails_at_does_not_stop_the_others(
    tmp_path: Path, *, is_contagious: bool
) -> None:
    """Whether only its own matches fail or all of its sitting: every other match is played."""
    executor = Breaking(is_contagious=is_contagious)
    with new_league(tmp_path, ("ann", "bob", "cid", "dan", "eve")) as league:
        with pytest.raises(DisturbedError, match="the bot of e1 cannot be run") as raised:
            play_out(league, executor)

        with_it = [each for each in league.fixtures() if "e1" in each.seating]
        without = [each for each in league.fixtures() if "e1" not in each.seating]
        assert {*league.store.missing(league.fixtures())} == {*with_it}
        assert league.store.counts().results == len(without)
        assert raised.value.exit_code == 4
        assert executor.waited[-len(PAUSES) :] == [*PAUSES]

        play_out(league)
        assert league.store.counts().results == len(with_it) + len(without)


def test_an_engine_that_comes_back_in_time_costs_nothing_but_time(tmp_path: Path) -> None:
    executor = AtTables(failures=["the engine hung"] * (TRIES - 1))
    with new_league(tmp_path) as league:
        told = play_out(league, executor)

        assert league.store.counts().results == 6
        assert executor.waited == [*PAUSES]
        setbacks = [progress.setback for progress in told if progress.setback]
        assert setbacks == [f"the engine hung; trying again in {each:g} s" for each in PAUSES]


def test_a_result_renews_the_patience() -> None:
    patience, lost = Patience(), Outcome([FIXTURE], frozenset(), "the engine hung")

    for _ in range(3):
        waited = [patience.take(lost) for _ in PAUSES]
        assert waited == [*PAUSES]
        assert patience.take(Outcome([FIXTURE], frozenset({FIXTURE.match}))) == 0.0


@pytest.mark.parametrize(
    ("error", "exit_code"),
    [
        (None, 4),  # attempts were annulled, on evidence from outside
        (DisturbedError("the engine hung"), 4),
        (SandboxError("the arena cannot do it"), 1),
    ],
)
def test_the_exit_code_says_who_has_to_see_to_it(
    error: SandboxError | None, exit_code: int
) -> None:
    patience, lost = Patience(), Outcome([FIXTURE], frozenset(), "it failed", error)
    for _ in PAUSES:
        patience.take(lost)

    with pytest.raises(SandboxError, match="because of this: it failed; see to that") as raised:
        patience.take(lost)

    assert raised.value.exit_code == exit_code


async def test_a_halt_ends_the_waiting() -> None:
    halt = Halt()
    waiting = asyncio.ensure_future(wait_or_halt(3600.0, halt))
    await asyncio.sleep(0)

    halt.request()

    await asyncio.wait_for(waiting, 5.0)
    await asyncio.wait_for(wait_or_halt(3600.0, halt), 5.0)  # asked for before
