import json
import sqlite3
import tracemalloc
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from arena.errors import ArenaError, ConfigError
from arena.schedule import Fixture, Meeting
from arena.store import (
    AttemptState,
    Checkpoint,
    Counts,
    Entrant,
    Note,
    Result,
    SandboxKind,
    Store,
    writing,
)
from arena.store.database import DATABASE
from tests.leagues import LEAGUE, NOW, all_fixtures, create, new_entrant, play, result_of


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with create(tmp_path) as store:
        yield store


# What goes in comes out.


def test_a_league_is_as_it_was_made(store: Store) -> None:
    league = store.league()

    assert (league.id, league.name, league.created_at) == (LEAGUE.id, LEAGUE.name, NOW)
    assert list(league.rules.items()) == list(LEAGUE.rules.items())  # in their order
    assert league.settings == {"boards": 2}


def test_entrants_are_numbered_in_order_of_admission(store: Store) -> None:
    assert [entrant.id for entrant in store.entrants()] == ["e1", "e2", "e3"]
    assert store.entrant("e1").command == ("python", "bot.py")
    assert store.entrant("e1").manifest == {"name": "ann's"}
    with pytest.raises(ConfigError, match="no entrant 'e9'"):
        store.entrant("e9")


def test_the_same_name_again_is_the_next_revision(store: Store) -> None:
    second = store.add_entrant(new_entrant("bob", "d2"))

    assert (second.id, second.revision) == ("e4", 2)
    assert [entrant.revision for entrant in store.revisions("bob")] == [1, 2]
    assert store.revisions("BOB") == (store.entrant("e2"), second)  # however it is typed
    assert store.revisions("dora") == ()


def test_the_same_content_under_the_same_name_is_refused(store: Store) -> None:
    store.add_entrant(new_entrant("bob", "d2"))

    with pytest.raises(ConfigError, match=r"is revision 1 of 'bob' already \(entrant e2\)"):
        store.add_entrant(new_entrant("bob", "d1"))
    assert store.add_entrant(new_entrant("bob", "d1", SandboxKind.PROCESS)).revision == 3
    assert store.add_entrant(new_entrant("eve", "d1")).revision == 1


def test_an_entrant_and_its_meetings_come_together_or_not_at_all(store: Store) -> None:
    def meetings_with(admitted: Entrant) -> list[Meeting]:
        return [Meeting("m2", ("e1", "e2", admitted.id)), Meeting(last, ("e1", "e3", admitted.id))]

    last = "m4"
    with pytest.raises(ArenaError, match="cannot follow"):
        store.add_entrant(new_entrant("dan"), meetings_with)
    assert (store.counts().entrants, store.counts().meetings) == (3, 1)

    last = "m3"
    assert store.add_entrant(new_entrant("dan"), meetings_with).id == "e4"
    assert (store.counts().entrants, store.counts().meetings) == (4, 3)


def test_a_name_that_looks_like_another_is_refused(store: Store) -> None:
    with pytest.raises(ConfigError, match="cannot be told from 'bob'"):
        store.add_entrant(new_entrant("Bob", "d2"))


def test_the_schedule_comes_back_in_order_and_can_be_extended(store: Store) -> None:
    late = [Meeting("m2", ("e2", "e3", "e1")), Meeting("m3", ("e3", "e1", "e2"))]

    store.add_meetings(late)

    assert list(store.meetings()) == [Meeting("m1", ("e1", "e2", "e3")), *late]
    assert list(store.meetings(after=1)) == late


def test_the_schedule_has_no_gaps_and_no_strangers(store: Store) -> None:
    with pytest.raises(ArenaError, match="meeting 'm3' cannot follow m1"):
        store.add_meetings([Meeting("m3", ("e1", "e2", "e3"))])
    with pytest.raises(ArenaError, match="FOREIGN KEY"):
        store.add_meetings([Meeting("m2", ("e1", "e2", "e99"))])
    with pytest.raises(ArenaError, match="distinct"):
        store.add_meetings([Meeting("m2", ("e1", "e2", "e1"))])
    assert store.counts().meetings == 1


def test_notes_are_kept_in_order(store: Store) -> None:
    store.add_note("unsandboxed", "ran as plain processes\non purpose")
    store.add_note("benched", "e2")

    assert store.notes() == (
        Note("unsandboxed", "ran as plain processes\non purpose", NOW),
        Note("benched", "e2", NOW),
    )


def test_a_checkpoint_replaces_the_earlier_one_of_its_fold(store: Store) -> None:
    store.save_checkpoint(Checkpoint("ratings/1", 3, "[1]"))
    store.save_checkpoint(Checkpoint("other", 1, "[]"))
    store.save_checkpoint(Checkpoint("ratings/1", 9, "[2]"))

    assert store.find_checkpoint("ratings/1") == Checkpoint("ratings/1", 9, "[2]")
    assert store.find_checkpoint("ratings/2") is None


# Attempts and results.


def test_a_result_ends_its_attempt(store: Store) -> None:
    fixture = all_fixtures(store)[0]
    sitting = store.begin_sitting(SandboxKind.DOCKER, "0.1.0")
    store.begin_attempts([fixture], sitting)
    assert [attempt.state for attempt in store.attempts(fixture.match)] == [AttemptState.BEGUN]

    store.add_result(result_of(fixture), '{"a":1}', '{"seconds":2.5}')

    (attempt,) = store.attempts(fixture.match)
    assert (attempt.state, attempt.number, attempt.sitting) == (AttemptState.FINISHED, 1, "s1")
    assert store.find_result(fixture.match) == result_of(fixture)
    assert store.find_record(fixture.match) == '{"a":1}'
    assert store.find_evidence(fixture.match) == '{"seconds":2.5}'
    assert store.find_result("m9.b1.r1") is None
    assert store.find_record("m9.b1.r1") is None
    assert store.find_evidence("m9.b1.r1") is None


def test_a_match_without_places_keeps_none(store: Store) -> None:
    fixture = all_fixtures(store)[0]
    store.begin_attempts([fixture], store.begin_sitting(SandboxKind.DOCKER, "0.1.0"))
    result = Result(fixture, (), (0, 0, 0), ("crashed", "crashed", "crashed"), 0)

    store.add_result(result, "{}", "{}")

    assert store.find_result(fixture.match) == result


def test_the_same_result_twice_is_refused_and_changes_nothing(store: Store) -> None:
    fixture = all_fixtures(store)[0]
    play(store, fixture)

    with pytest.raises(ArenaError, match=r"m1\.b1\.r1 has a result already"):
        store.add_result(result_of(fixture, score=999), '{"forged":1}', "{}")

    assert store.find_result(fixture.match) == result_of(fixture)
    assert store.find_record(fixture.match) == '{"match": "m1.b1.r1"}'


def test_a_finished_match_is_never_begun_again(store: Store) -> None:
    first, second, *_ = all_fixtures(store)
    play(store, first)
    sitting = store.begin_sitting(SandboxKind.DOCKER, "0.1.0")

    with pytest.raises(ArenaError, match=r"m1\.b1\.r1 has a result, so it cannot be played again"):
        store.begin_attempts([second, first], sitting)

    assert store.attempts(second.match) == ()  # all or none


def test_a_match_is_played_by_one_sitting_at_a_time(store: Store) -> None:
    fixture = all_fixtures(store)[0]
    sitting = store.begin_sitting(SandboxKind.DOCKER, "0.1.0")
    store.begin_attempts([fixture], sitting)

    with pytest.raises(ArenaError, match="is being played"):
        store.begin_attempts([fixture], sitting)


def test_the_database_itself_holds_one_live_attempt_and_one_result(
    store: Store, tmp_path: Path
) -> None:
    play(store, all_fixtures(store)[0])

    with closing(sqlite3.connect(tmp_path / DATABASE)) as connection:
        for forged in (
            "INSERT INTO attempts SELECT match, 2, sitting, 'begun', NULL, 0, NULL FROM attempts",
            (
                "INSERT INTO results SELECT meeting, 9, rotation, match, attempt, board, seating, "
                "places, scores, verdicts, deals FROM results"
            ),
        ):
            with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
                connection.execute(forged)


def test_an_annulled_match_is_played_again(store: Store) -> None:
    fixture = all_fixtures(store)[0]
    store.begin_attempts([fixture], store.begin_sitting(SandboxKind.DOCKER, "0.1.0"))

    store.annul_attempt(fixture.match, "the daemon killed the container")
    play(store, fixture)

    first, second = store.attempts(fixture.match)
    assert (first.state, first.cause) == (AttemptState.ANNULLED, "the daemon killed the container")
    assert (second.state, second.number) == (AttemptState.FINISHED, 2)
    assert store.counts().annulled == 1


def test_only_an_attempt_in_progress_can_end(store: Store) -> None:
    first, second, *_ = all_fixtures(store)
    with pytest.raises(ArenaError, match="was never begun"):
        store.add_result(result_of(first), "{}", "{}")
    play(store, first)
    with pytest.raises(ArenaError, match="has a result already"):
        store.annul_attempt(first.match, "too late")
    store.begin_attempts([second], store.begin_sitting(SandboxKind.DOCKER, "0.1.0"))
    store.interrupt_attempt(second.match, "its bot never came")
    with pytest.raises(ArenaError, match="its last attempt is interrupted"):
        store.annul_attempt(second.match, "too late")


def test_a_result_outside_the_schedule_is_refused_and_changes_nothing(store: Store) -> None:
    stranger = Fixture("m7.b1.r1", "m7", "m7.b1", 1, 1, ("e1", "e2", "e3"))
    store.begin_attempts([stranger], store.begin_sitting(SandboxKind.DOCKER, "0.1.0"))

    with pytest.raises(ArenaError, match="belongs to no meeting"):
        store.add_result(result_of(stranger), "{}", "{}")

    assert store.attempts(stranger.match)[0].state is AttemptState.BEGUN


def test_a_sitting_that_ends_interrupts_what_is_left_of_it(store: Store) -> None:
    first, second, third, *_ = all_fixtures(store)
    sitting = store.begin_sitting(SandboxKind.DOCKER, "0.1.0")
    other = store.begin_sitting(SandboxKind.DOCKER, "0.1.0")
    store.begin_attempts([first, second], sitting)
    store.begin_attempts([third], other)
    store.add_result(result_of(first), "{}", "{}")

    store.end_sitting(sitting, "Ctrl-C")

    assert store.attempts(first.match)[0].state is AttemptState.FINISHED
    assert store.attempts(second.match)[0].state is AttemptState.INTERRUPTED
    assert store.attempts(second.match)[0].cause == "Ctrl-C"
    assert store.attempts(third.match)[0].state is AttemptState.BEGUN
    assert [sitting.cause for sitting in store.sittings()] == ["Ctrl-C", None]
    assert [sitting.ended_at for sitting in store.sittings()] == [NOW, None]


def test_missing_matches_are_those_without_a_result(store: Store) -> None:
    planned = all_fixtures(store)
    play(store, planned[1], planned[4])

    missing = [fixture.match for fixture in store.missing(planned)]

    assert missing == ["m1.b1.r1", "m1.b1.r3", "m1.b2.r1", "m1.b2.r3"]
    assert store.counts() == Counts(
        entrants=3, meetings=1, results=2, begun=0, annulled=0, annulled_by_hand=0, interrupted=0
    )


def test_results_come_in_schedule_order_whatever_order_they_came_in(tmp_path: Path) -> None:
    with create(tmp_path, meetings=12) as store:
        planned = all_fixtures(store)
        play(store, *reversed(planned))

        assert [result.fixture for result in store.results()] == planned
        assert [result.fixture for result in store.results(after=10)] == planned[60:]
        assert [json.loads(record)["match"] for _, record in store.records()] == [
            fixture.match for fixture in planned
        ]
        board = store.board_results("m11.b2")
        assert [result.fixture.match for result in board] == [
            "m11.b2.r1",
            "m11.b2.r2",
            "m11.b2.r3",
        ]


def test_one_result_of_plain_processes_marks_the_league(store: Store) -> None:
    first, second, *_ = all_fixtures(store)
    play(store, first)
    store.begin_attempts([second], store.begin_sitting(SandboxKind.PROCESS, "0.1.0"))
    assert not store.is_unsandboxed()

    store.add_result(result_of(second), "{}", "{}")

    assert store.is_unsandboxed()


def test_a_thousand_records_stream_in_little_memory(tmp_path: Path) -> None:
    with create(tmp_path, meetings=167) as store:
        planned = all_fixtures(store)[:1000]
        store.begin_attempts(planned, store.begin_sitting(SandboxKind.DOCKER, "0.1.0"))
        record = json.dumps({"deals": "x" * 10_000})
        with store._writing() as connection:  # one transaction, for speed
            for fixture in planned:
                writing.add_result(connection, result_of(fixture), record, "{}", NOW)

    with Store.open(tmp_path) as reader:
        next(reader.records())  # what SQLAlchemy compiles once is no part of it
        tracemalloc.start()
        try:
            total = sum(len(record) for _, record in reader.records())
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()

    assert total > 10_000_000
    assert peak < 2_000_000
