"""The crash test itself: that it strikes where it says, and that it would see what it looks for.

`make crash` strikes everywhere (tests/crash); here are only a few of its cases.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.moments import EVENT, Moment, reached
from arena.store import SandboxKind, Store
from tests.crash.arena import Blow, Strike
from tests.crash.cases import RUN, Case, count_moments, kill, special_cases, try_out
from tests.crash.judging import faults_of
from tests.crash.leagues import Ground, Outcome, open_ground, outcome_of, state_of

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def ground() -> Iterator[Ground]:
    with open_ground(SandboxKind.PROCESS) as ground:
        yield ground


@pytest.fixture(scope="module")
def expected(ground: Ground) -> Outcome:
    return outcome_of(ground.fresh(RUN + 1))


@pytest.mark.parametrize("moment", [Moment.IN_DEAL, Moment.RESULT_KNOWN, Moment.RESULT_STORED])
def test_a_league_that_was_struck_ends_as_if_nothing_had_been(
    ground: Ground, expected: Outcome, moment: Moment
) -> None:
    assert try_out(ground, Case(RUN, ((kill(moment, 2),),)), expected).faults == []


@pytest.mark.parametrize("moment", [Moment.COMMIT_DUE, Moment.COMMITTED])
def test_an_intervention_is_there_or_not_and_is_undone_to_the_last_digit(
    ground: Ground, expected: Outcome, moment: Moment
) -> None:
    league = ground.fresh(RUN + 1)
    annul = ("annul", "m1.b1.r1", "--league", str(league), "--reason", "a trial")

    ended = ground.arena(*annul, strikes=[kill(moment, 2)])  # opening a league commits as well
    with Store.open(league) as store:
        interventions = len(store.interventions())
    if moment is Moment.COMMIT_DUE:
        ground.carried_out(*annul)
    ground.carried_out(*annul, "--undo")

    assert ended.is_killed
    assert interventions == (moment is Moment.COMMITTED)
    assert faults_of(league, [], expected) == []


def test_a_moment_that_never_comes_is_a_failure(ground: Ground, expected: Outcome) -> None:
    verdict = try_out(ground, Case(RUN, ((kill(Moment.DRAFT_FILLED),),)), expected)

    assert any("never came: kill@draft-filled:1" in fault for fault in verdict.faults)


def test_an_arena_that_outlives_its_blow_is_a_failure(ground: Ground, expected: Outcome) -> None:
    strike = Strike(Moment.DEAL_BEGUN, 1, Blow.INTERRUPT)

    faults = try_out(ground, Case(RUN, ((strike,),)), expected).faults

    assert any("not by SIGKILL" in fault for fault in faults)


def test_every_moment_comes_in_some_case(ground: Ground) -> None:
    counted = {moment for counts in count_moments(ground).values() for moment in counts}
    special = {moment.value for case in special_cases() for moment in case.moments}
    containers = {Moment.IMAGE_BUILT.value, Moment.CONTAINER_CREATED.value}

    assert counted | special | containers == {moment.value for moment in Moment}


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        ("DELETE FROM records WHERE match = 'm1.b1.r1'", "the export differs"),
        ("UPDATE attempts SET cause = 'x' WHERE state = 'interrupted'", "its attempts say ['x'"),
        ("UPDATE sittings SET ended_at = NULL", "a sitting was never ended"),
        ("UPDATE records SET record = record || ' '", "is another now"),
    ],
)
def test_what_is_wrong_afterwards_is_seen(
    ground: Ground, expected: Outcome, damage: str, words: str
) -> None:
    league = ground.fresh(RUN)
    command = ground.commands(league)[RUN]
    ground.arena(*command, strikes=[kill(Moment.RESULT_STORED, 3)])
    struck = state_of(league)
    ground.carried_out(*command)
    assert faults_of(league, [struck], expected) == []

    with Store.open_exclusive(league, command="test") as store, store._writing() as connection:
        connection.exec_driver_sql(damage)

    assert any(words in fault for fault in faults_of(league, [struck], expected))


def test_what_is_left_is_seen(ground: Ground, expected: Outcome) -> None:
    league = ground.fresh(RUN + 1)
    (league / ".new-1.db").touch()
    (league / "submissions" / "d1").mkdir()
    rooms = Path(ground.directory.parent, f"arena-{ground.dice.league}")
    rooms.mkdir()

    faults = faults_of(league, [], expected)

    shutil.rmtree(rooms)
    assert faults == [".new-1.db", "d1", str(rooms)]


def test_a_moment_leads_nowhere_by_itself() -> None:
    """No module of the arena hooks into the interpreter, so nothing from outside can."""
    hooking = [
        path.name
        for path in (ROOT / "arena").rglob("*.py")
        if "addaudithook" in path.read_text(encoding="utf-8")
    ]

    assert hooking == []
    reached(Moment.IN_DEAL)
    assert EVENT == "arena.moment"
