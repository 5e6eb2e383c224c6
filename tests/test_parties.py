"""Meetings, fixtures and sittings of tables with two, three and four seats."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, permutations
from math import comb
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import ConfigError
from arena.schedule import (
    Fixture,
    Kind,
    Meeting,
    balanced,
    default_kind,
    extend,
    fixtures,
    full,
    full_limit,
    gauntlet,
    meeting_count,
    sittings,
)
from tests.games.playing import steady

SEATS = (2, 3, 4)
every_table = pytest.mark.parametrize("seats", SEATS)
odd_tables = pytest.mark.parametrize("seats", [2, 4])


def names(n: int, start: int = 1) -> list[str]:
    return [f"e{number}" for number in range(start, start + n)]


def all_fixtures(meetings: Iterable[Meeting], boards: int = 2) -> list[Fixture]:
    return [fixture for meeting in meetings for fixture in fixtures(meeting, boards)]


# Meetings


@every_table
@pytest.mark.parametrize("more", [0, 1, 5])
def test_a_full_schedule_has_every_party_once(seats: int, more: int) -> None:
    n = seats + more

    meetings = full(names(n), seed=n, seats=seats)

    parties = {frozenset(meeting.party) for meeting in meetings}
    assert parties == set(map(frozenset, combinations(names(n), seats)))
    assert len(meetings) == comb(n, seats) == meeting_count(Kind.FULL, n, seats)
    assert [meeting.id for meeting in meetings] == [
        f"m{number}" for number in range(1, len(meetings) + 1)
    ]


@every_table
def test_every_prefix_of_a_full_schedule_is_nearly_even(seats: int) -> None:
    played = Counter(names(9))
    for meeting in full(names(9), 1, seats=seats):
        played.update(meeting.party)
        assert max(played.values()) - min(played.values()) <= 2


@odd_tables
def test_the_order_of_a_party_is_drawn(seats: int) -> None:
    """One entrant stays first, since the rotations seat everybody everywhere; the rest is even."""
    orders = Counter(
        tuple(sorted(meeting.party).index(entrant) for entrant in meeting.party)
        for meeting in full([f"e{number:02}" for number in range(1, 16)], 1, seats=seats)
    )

    assert set(orders) == {(0, *rest) for rest in permutations(range(1, seats))}
    assert max(orders.values()) < 1.5 * min(orders.values())


@odd_tables
@pytest.mark.parametrize("late", [1, 2, 5])
def test_who_comes_late_meets_everybody_and_changes_no_meeting(seats: int, late: int) -> None:
    field = names(6)
    before = full(field, 1, seats=seats)

    after = extend(before, field, names(late, 7), Kind.FULL, 1, seats)

    parties = {frozenset(meeting.party) for meeting in before + after}
    assert len(before) + len(after) == len(parties) == comb(6 + late, seats)
    assert after[0].id == f"m{len(before) + 1}"
    assert after == gauntlet(
        names(late, 7), field, Kind.FULL, 1, first=len(before) + 1, seats=seats
    )


@odd_tables
def test_a_field_too_small_for_a_table_is_scheduled_with_the_newcomers(seats: int) -> None:
    field = names(seats - 1)

    assert len(gauntlet(names(2, seats), field, Kind.FULL, 1, seats=seats)) == comb(
        seats + 1, seats
    )


@pytest.mark.parametrize(
    ("seats", "limit", "meetings"),
    [(2, 141, "10,011"), (3, 40, "10,660"), (4, 23, "10,626")],
)
def test_a_full_schedule_that_is_too_long_is_refused_with_its_length(
    seats: int, limit: int, meetings: str
) -> None:
    assert full_limit(seats) == limit
    assert len(full(names(limit), 1, seats=seats)) == comb(limit, seats) <= 9_880
    wanted = rf"would have {meetings} meetings .* refused above {limit} entrants: "
    for refused in (
        lambda: full(names(limit + 1), 1, seats=seats),
        lambda: meeting_count(Kind.FULL, limit + 1, seats),
        lambda: gauntlet(["e999"], names(limit), Kind.FULL, 1, seats=seats),
    ):
        with pytest.raises(ConfigError, match=wanted):
            refused()


@every_table
def test_too_few_entrants_for_a_table_are_refused(seats: int) -> None:
    with pytest.raises(ConfigError, match=f"at least {seats} entrants and there are {seats - 1}"):
        full(names(seats - 1), 1, seats=seats)


@odd_tables
def test_a_balanced_schedule_is_for_three_seats_alone(seats: int) -> None:
    assert {default_kind(n, seats) for n in (seats, 13, 141)} == {Kind.FULL}
    wanted = rf"for tables of three seats and this one has {seats}: choose the kind 'full'"
    with pytest.raises(ConfigError, match=wanted):
        extend((), names(5), ["e6"], Kind.BALANCED, 1, seats)
    with pytest.raises(ConfigError, match=wanted):
        meeting_count(Kind.BALANCED, 9, seats)


def test_the_schedules_of_trios_are_those_of_every_arena_before() -> None:
    """Leagues that have begun go on with what was stored: no id, order or seating may change."""
    everything: list[object] = []
    for n in (3, 5, 7, 9, 12, 20):
        ids = names(n)
        for meetings in (full(ids, n), balanced(ids, n)):
            played = all_fixtures(meetings, 3)
            everything += [
                [(meeting.id, meeting.party) for meeting in meetings],
                [(fixture.match, fixture.rotation, fixture.seating) for fixture in played],
                [
                    [fixture.match for fixture in cut.fixtures]
                    for cut in sittings(played[::3], 5, 7)
                ],
            ]
        for kind, first in ((Kind.FULL, full(ids, 1)), (Kind.BALANCED, balanced(ids, 1))):
            added = extend(first, ids, names(2, n + 1), kind, 3)
            everything.append([(meeting.id, meeting.party) for meeting in added])

    digest = hashlib.sha256(repr(everything).encode()).hexdigest()
    assert digest == "4bdfa28cb0d076b9b8e8dfa06b573c4d027fc1766ff6bab470b4b123185dea6e"


# Fixtures


@every_table
@pytest.mark.parametrize("boards", [1, 2, 7])
def test_a_board_seats_each_entrant_once_in_each_seat(seats: int, boards: int) -> None:
    party = tuple(names(seats))

    played = list(fixtures(Meeting("m7", party), boards))

    assert len(played) == seats * boards
    for number in range(1, boards + 1):
        board = [fixture for fixture in played if fixture.board_number == number]
        assert [fixture.rotation for fixture in board] == list(range(1, seats + 1))
        assert [fixture.match for fixture in board] == [
            f"m7.b{number}.r{rotation}" for rotation in range(1, seats + 1)
        ]
        for seat in range(seats):
            assert {fixture.seating[seat] for fixture in board} == set(party)


@pytest.mark.parametrize(("seats", "boards"), [(2, 1), (3, 2), (4, 6)])
def test_so_many_boards_seat_a_party_in_every_way_once(seats: int, boards: int) -> None:
    seatings = [fixture.seating for fixture in fixtures(Meeting("m1", tuple(names(seats))), boards)]

    assert sorted(seatings) == sorted(permutations(names(seats)))


def test_two_boards_of_four_go_around_the_table_in_both_directions() -> None:
    played = list(fixtures(Meeting("m1", ("e1", "e2", "e3", "e4"))))

    assert played[0].seating == ("e1", "e2", "e3", "e4")
    assert played[4].seating == ("e1", "e4", "e3", "e2")


# Sittings


@given(
    seats=st.sampled_from(SEATS),
    more=st.integers(0, 7),
    boards=st.integers(1, 3),
    bots=st.integers(4, 10),
    limit=st.integers(1, 20),
    kept=st.floats(0, 1),
    dice=st.randoms(use_true_random=False),
)
@steady
def test_any_subset_of_fixtures_is_cut_properly(  # noqa: PLR0913
    *, seats: int, more: int, boards: int, bots: int, limit: int, kept: float, dice: Random
) -> None:
    meetings = full(names(seats + more), 1, seats=seats)
    missing = [each for each in all_fixtures(meetings, boards) if dice.random() < kept]

    cut = sittings(missing, bots, limit)

    assert Counter(each for sitting in cut for each in sitting.fixtures) == Counter(missing)
    for sitting in cut:
        assert {fixture.rotation for fixture in sitting.fixtures} == {sitting.rotation}
        assert_sealed(sitting.fixtures, bots, limit)


def assert_sealed(together: Sequence[Fixture], bots: int, limit: int) -> None:
    boards = [fixture.board for fixture in together]
    assert len(boards) == len(set(boards)) > 0
    assert len({entrant for fixture in together for entrant in fixture.seating}) <= bots
    assert len({fixture.meeting for fixture in together}) <= limit


@pytest.mark.parametrize(("seats", "dense"), [(2, 20), (4, 32)])
def test_sittings_of_a_long_league_are_nearly_full(seats: int, dense: int) -> None:
    """Of the many meetings those are played together that have most entrants in common."""
    cut = sittings(all_fixtures(full(names(20), 1, seats=seats)))
    sizes = [len({fixture.meeting for fixture in sitting.fixtures}) for sitting in cut]

    assert sorted(sizes)[len(sizes) // 2] >= dense


@every_table
def test_a_sitting_too_small_for_a_table_is_refused(seats: int) -> None:
    wanted = f"bots_per_sitting is {seats - 1}, too few for a table of {seats} seats"
    with pytest.raises(ConfigError, match=wanted):
        sittings(all_fixtures(full(names(seats), 1, seats=seats)), seats - 1)
