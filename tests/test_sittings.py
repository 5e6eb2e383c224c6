"""How meetings become fixtures, and fixtures sittings."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import ConfigError
from arena.schedule import Fixture, Meeting, balanced, fixtures, full, sittings


def names(n: int, start: int = 1) -> list[str]:
    return [f"e{number}" for number in range(start, start + n)]


def all_fixtures(meetings: Iterable[Meeting], boards: int = 2) -> list[Fixture]:
    return [fixture for meeting in meetings for fixture in fixtures(meeting, boards)]


# Fixtures


def test_two_boards_seat_a_trio_in_all_six_ways() -> None:
    seatings = [fixture.seating for fixture in fixtures(Meeting("m1", ("e1", "e2", "e3")))]

    assert sorted(seatings) == sorted(permutations(("e1", "e2", "e3")))


@pytest.mark.parametrize("boards", [1, 2, 3, 4, 7])
def test_a_board_seats_each_entrant_once_in_each_seat(boards: int) -> None:
    played = list(fixtures(Meeting("m7", ("e1", "e2", "e3")), boards))

    assert len(played) == 3 * boards
    for number in range(1, boards + 1):
        board = [fixture for fixture in played if fixture.board_number == number]
        assert [fixture.rotation for fixture in board] == [1, 2, 3]
        for seat in range(3):
            assert {fixture.seating[seat] for fixture in board} == {"e1", "e2", "e3"}


def test_fixtures_are_named_after_meeting_board_and_rotation() -> None:
    played = list(fixtures(Meeting("m12", ("e1", "e2", "e3"))))

    assert played[1] == Fixture("m12.b1.r2", "m12", "m12.b1", 1, 2, ("e2", "e3", "e1"))
    assert played[3] == Fixture("m12.b2.r1", "m12", "m12.b2", 2, 1, ("e1", "e3", "e2"))
    assert len({fixture.match for fixture in played}) == 6


def test_no_entrant_is_favoured_in_the_order_of_its_trio() -> None:
    """With one board a trio has one direction, so over a league both have to occur."""
    ascending = sum(
        sorted(meeting.party, key=lambda entrant: int(entrant[1:])) == list(meeting.party)
        for meeting in full(names(12), 1)
    )

    assert 80 < ascending < 140  # of 220


# Sittings


def assert_proper(
    missing: Sequence[Fixture], bots_per_sitting: int = 12, meetings_per_sitting: int = 32
) -> None:
    """Asserts all that must be true of the sittings of any set of fixtures."""
    cut = sittings(missing, bots_per_sitting, meetings_per_sitting)
    played = [fixture for sitting in cut for fixture in sitting.fixtures]
    assert Counter(played) == Counter(missing)
    for sitting in cut:
        assert sitting.fixtures
        assert {fixture.rotation for fixture in sitting.fixtures} == {sitting.rotation}
        boards = [fixture.board for fixture in sitting.fixtures]
        assert len(boards) == len(set(boards))
        assert len({e for f in sitting.fixtures for e in f.seating}) <= bots_per_sitting
        assert len({f.meeting for f in sitting.fixtures}) <= meetings_per_sitting


@pytest.mark.parametrize("n", range(3, 41))
def test_sittings_lose_nothing_and_seal_every_board(n: int) -> None:
    assert_proper(all_fixtures(balanced(names(n), 1)))


@given(
    n=st.integers(3, 16),
    boards=st.integers(1, 4),
    bots=st.integers(3, 14),
    limit=st.integers(1, 40),
    kept=st.floats(0, 1),
    dice=st.randoms(use_true_random=False),
)
@settings(deadline=None, max_examples=100)
def test_any_subset_of_fixtures_is_cut_properly(  # noqa: PLR0913
    *, n: int, boards: int, bots: int, limit: int, kept: float, dice: Random
) -> None:
    missing = [f for f in all_fixtures(balanced(names(n), 1), boards) if dice.random() < kept]

    assert_proper(missing, bots, limit)


def test_a_fixture_given_twice_is_played_once() -> None:
    once = all_fixtures(full(names(4), 1))

    assert sittings(once + once) == sittings(once)


@pytest.mark.parametrize("n", [3, 7, 12])
def test_sittings_of_a_small_league_follow_the_schedule(n: int) -> None:
    meetings = full(names(n), 1)
    order = [meeting.id for meeting in meetings]

    cut = sittings(all_fixtures(meetings))

    first_rotations = [sitting for sitting in cut if sitting.rotation == 1]
    begun = [list(dict.fromkeys(f.meeting for f in s.fixtures)) for s in first_rotations]
    assert [meeting for group in begun for meeting in group] == order
    assert [len(group) for group in begun[:-1]] == [32] * (len(begun) - 1)


def test_the_three_rotations_of_a_meeting_follow_one_another() -> None:
    cut = sittings(all_fixtures(balanced(names(50), 1)))

    for first, second, third in zip(cut[::3], cut[1::3], cut[2::3], strict=True):
        assert (first.rotation, second.rotation, third.rotation) == (1, 2, 3)
        assert {f.board for f in first.fixtures} == {f.board for f in third.fixtures}


@pytest.mark.parametrize(
    ("n", "meetings_a_sitting"),
    [
        (20, 20),
        (50, 14),
        (100, 8),  # in schedule order alone it would be 4
    ],
)
def test_sittings_of_a_large_league_are_long(n: int, meetings_a_sitting: int) -> None:
    meetings = balanced(names(n), 1)

    cut = sittings(all_fixtures(meetings))

    assert 3 * len(meetings) / len(cut) >= meetings_a_sitting


def test_a_sitting_looks_ahead_no_further_than_its_window() -> None:
    meetings = balanced(names(100), 1)
    cut = sittings(all_fixtures(meetings))

    waiting = [meeting.id for meeting in meetings]
    for sitting in cut[::3]:
        group = {fixture.meeting for fixture in sitting.fixtures}
        assert waiting[0] in group
        assert max(waiting.index(meeting) for meeting in group) < 512
        waiting = [meeting for meeting in waiting if meeting not in group]


def test_a_resumed_league_plays_what_is_left_of_a_group_first() -> None:
    everything = all_fixtures(full(names(6), 1))
    played = sittings(everything)[0].fixtures

    left = sittings(fixture for fixture in everything if fixture not in played)

    assert [sitting.rotation for sitting in left] == [2, 3]


def test_sittings_that_could_seat_nobody_are_refused() -> None:
    with pytest.raises(ConfigError, match="bots_per_sitting is 2, too few for a table of 3 seats"):
        sittings(all_fixtures(full(names(3), 1)), bots_per_sitting=2)
    with pytest.raises(ConfigError, match="meetings_per_sitting is 0"):
        sittings([], meetings_per_sitting=0)
