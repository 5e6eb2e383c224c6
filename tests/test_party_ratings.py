"""Places, ratings, shares, intervals and the bench at tables with two, three and four seats."""

import json
import math
from collections.abc import Sequence
from itertools import permutations
from random import Random

import pytest
import trueskill
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings import (
    BoardResult,
    Fold,
    MatchResult,
    Prefix,
    benched_from,
    board_places,
    pair_difference,
    standings,
    table,
)
from arena.ratings.skill import DRAW_PROBABILITY, START, Rating, rated
from arena.schedule import Meeting, fixtures, full
from tests.games.playing import steady

Boards = dict[str, list[BoardResult]]
SEATS = (2, 3, 4)
every_table = pytest.mark.parametrize("seats", SEATS)
STRENGTHS = {"e1": 100.0, "e2": 60.0, "e3": 20.0, "e4": -20.0, "e5": -60.0, "e6": -100.0}


def places_of(scores: Sequence[int]) -> tuple[int, ...]:
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def board_of(*lines: str, forfeits: str = "") -> BoardResult:
    """Returns a board of matches of five deals, from their scores by entrant, e1 first.

    Whoever `forfeits` does so in all of them.
    """
    entrants = tuple(f"e{number}" for number in range(1, len(lines) + 1))
    lost = tuple(entrant in forfeits.split() for entrant in entrants)
    matches = []
    for line in lines:
        scores = tuple(int(score) for score in line.split())
        matches.append(MatchResult("m1.b1.r1", entrants, places_of(scores), scores, lost, deals=5))
    return BoardResult("m1.b1", "m1", tuple(matches))


def played(meeting: Meeting, dice: Random, faulty: Sequence[str] = ()) -> list[BoardResult]:
    """Returns the two boards of a meeting; all matches of those who are `faulty` are forfeited."""
    boards: dict[str, list[MatchResult]] = {}
    for fixture in fixtures(meeting):
        scores = tuple(round(dice.gauss(STRENGTHS[e], 30)) for e in fixture.seating)
        lost = tuple(entrant in faulty for entrant in fixture.seating)
        places, deals = places_of(scores), dice.randint(1, 9)
        result = MatchResult(fixture.match, fixture.seating, places, scores, lost, deals)
        boards.setdefault(fixture.board, []).append(result)
    return [BoardResult(board, meeting.id, tuple(matches)) for board, matches in boards.items()]


def league_of(seats: int, faulty: Sequence[str] = ()) -> tuple[tuple[Meeting, ...], Boards]:
    schedule, dice = full(list(STRENGTHS), 1, seats=seats), Random(1)
    return schedule, {meeting.id: played(meeting, dice, faulty) for meeting in schedule}


# Places of a board


@pytest.mark.parametrize(
    ("matches", "places"),
    [
        (["5 3", "9 1"], [1, 2]),
        (["5 3", "1 9"], [2, 1]),  # 3 each in places, so the sum of scores: 6 and 12
        (["5 3", "3 5"], [1, 1]),  # and equal scores: a draw
        (["4 3 2 1"] * 4, [1, 2, 3, 4]),
        (["4 3 2 1", "3 4 2 1", "4 3 1 2", "3 4 1 2"], [1, 1, 3, 3]),  # 6, 6, 14 and 14
        (["9 9 9 9"] * 4, [1, 1, 1, 1]),
        (["9 9 9 0"] * 4, [1, 1, 1, 4]),
        (["9 5 5 5", "9 5 5 5", "9 6 5 5", "9 5 5 5"], [1, 2, 3, 3]),
    ],
)
def test_a_board_is_placed_by_places_then_by_scores(matches: list[str], places: list[int]) -> None:
    assert board_places(board_of(*matches)) == places


@pytest.mark.parametrize("matches", [(), ("1",), ("1 2", "1 2 3"), ("1 2 3 4",) * 3, ("1 2",) * 3])
def test_a_board_has_as_many_matches_as_entrants(matches: tuple[str, ...]) -> None:
    entrants = [tuple(f"e{seat}" for seat, _ in enumerate(line.split())) for line in matches]
    results = tuple(
        MatchResult("m1.b1.r1", seating, (), tuple(map(int, line.split())), (False,) * 3, 1)
        for seating, line in zip(entrants, matches, strict=True)
    )
    with pytest.raises(ValueError, match="board"):
        BoardResult("m1.b1", "m1", results)


# TrueSkill


def plain(ratings: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """Returns what the library itself makes of a result."""
    environment = trueskill.TrueSkill(
        mu=START.mu, sigma=START.sigma, tau=0.0, draw_probability=DRAW_PROBABILITY
    )
    groups = [(environment.create_rating(each.mu, each.sigma),) for each in ratings]
    return [Rating(each.mu, each.sigma) for (each,) in environment.rate(groups, list(ranks))]


@pytest.mark.parametrize("order", [*permutations(range(1, 3)), *permutations(range(1, 5))])
def test_without_a_tie_the_ratings_are_those_of_the_library(order: tuple[int, ...]) -> None:
    before = [Rating(25.0 + seat, 8.0 - seat) for seat in range(len(order))]

    for mine, theirs in zip(rated(before, order), plain(before, order), strict=True):
        assert mine.mu == pytest.approx(theirs.mu, abs=1e-6)
        assert mine.sigma == pytest.approx(theirs.sigma, abs=1e-6)


def test_ties_are_the_mean_over_the_orders_in_which_they_may_be_given() -> None:
    before = [Rating(30.0, 7.0), Rating(25.0, 8.0), Rating(20.0, 5.0), Rating(28.0, 6.0)]
    places = (2, 1, 2, 2)
    versions = []
    for order in permutations((0, 2, 3)):
        given_order = (1, *order)
        after = plain([before[one] for one in given_order], [places[one] for one in given_order])
        versions.append([after[given_order.index(seat)] for seat in range(4)])

    for seat, rating in enumerate(rated(before, places)):
        mean = math.fsum(version[seat].mu for version in versions) / len(versions)
        assert rating.mu == pytest.approx(mean, abs=1e-6)


@given(
    places=st.sampled_from(SEATS).flatmap(
        lambda seats: st.lists(st.integers(0, 9), min_size=seats, max_size=seats)
    ),
    dice=st.randoms(use_true_random=False),
)
@steady
def test_who_is_given_first_gains_nothing_by_it(places: list[int], dice: Random) -> None:
    ranks = [1 + sum(other < place for other in places) for place in places]
    before = [Rating(dice.uniform(10, 40), dice.uniform(1, 9)) for _ in places]
    order = list(range(len(places)))
    dice.shuffle(order)

    straight = rated(before, ranks)
    turned = rated([before[one] for one in order], [ranks[one] for one in order])

    for index, one in enumerate(order):
        assert turned[index].mu == pytest.approx(straight[one].mu, abs=1e-9)
        assert turned[index].sigma == pytest.approx(straight[one].sigma, abs=1e-9)
        assert straight[one].sigma <= before[one].sigma


@every_table
def test_equals_who_tie_stay_equal(seats: int) -> None:
    after = rated([START] * seats, [1] * seats)

    assert len(set(after)) == 1
    assert after[0].mu == pytest.approx(START.mu, abs=1e-2)
    assert after[0].sigma < START.sigma


# The table


def test_shares_of_four_places_are_counted_and_ties_split() -> None:
    fold = Fold()
    fold.add(board_of("9 5 5 1", "9 9 9 1", "7 7 7 7", "4 3 2 1"))

    rows = table(fold, ["e1", "e2", "e3", "e4"]).rows

    assert {row.entrant: [round(48 * share, 9) for share in row.shares] for row in rows} == {
        "e1": [12 + 4 + 3 + 12, 4 + 3, 4 + 3, 3],
        "e2": [4 + 3, 6 + 4 + 3 + 12, 6 + 4 + 3, 3],
        "e3": [4 + 3, 6 + 4 + 3, 6 + 4 + 3 + 12, 3],
        "e4": [3, 3, 3, 12 + 12 + 3 + 12],
    }


def test_a_table_of_two_has_two_places() -> None:
    fold = Fold()
    fold.add(board_of("9 5", "5 5"))

    assert {row.shares for row in table(fold, ["e1", "e2"]).rows} == {
        (0.75, 0.25, 0, 0),
        (0.25, 0.75, 0, 0),
    }


@every_table
def test_shares_add_up_and_the_stronger_come_first(seats: int) -> None:
    schedule, results = league_of(seats)

    rows = standings(schedule, results, STRENGTHS).rows

    assert [row.entrant for row in rows] == list(STRENGTHS)
    for row in rows:
        assert sum(row.shares) == pytest.approx(1)
        assert row.shares[seats:] == (0,) * (4 - seats)
        assert row.matches == 2 * seats * math.comb(5, seats - 1)
        assert row.half_width is not None


@every_table
def test_points_per_deal_are_counted_by_board(seats: int) -> None:
    """The interval is that of a ratio of sums over boards, worked out here from its definition."""
    schedule, results = league_of(seats)
    boards = [board for two in results.values() for board in two if "e1" in board.party]
    points = [
        sum(match.scores[match.seating.index("e1")] for match in board.matches) for board in boards
    ]
    deals = [sum(match.deals for match in board.matches) for board in boards]
    mean = sum(points) / sum(deals)
    squares = sum((p - mean * d) ** 2 for p, d in zip(points, deals, strict=True))
    variance = squares * len(boards) / (len(boards) - 1) / sum(deals) ** 2

    row = standings(schedule, results, STRENGTHS).rows[0]

    assert row.points_per_deal == pytest.approx(mean)
    assert row.half_width is not None
    assert 1.95 < row.half_width / math.sqrt(variance) < 2.3  # Student's t


@every_table
def test_differences_are_those_of_the_boards_of_both(seats: int) -> None:
    schedule, results = league_of(seats)
    boards = [board for two in results.values() for board in two]

    difference = pair_difference(boards, "e1", "e6")

    assert difference.boards == 2 * sum({"e1", "e6"} <= {*each.party} for each in schedule)
    assert difference.mean is not None
    assert difference.mean > 0
    assert difference.is_clear or seats == 2  # two boards say little


@every_table
def test_any_order_of_arrival_and_any_checkpoint_give_the_same_table(seats: int) -> None:
    schedule, results = league_of(seats, faulty=["e5"])
    expected = standings(schedule, results, STRENGTHS)
    dice = Random(seats)
    arrived, prefix = dict[str, list[BoardResult]](), Prefix()
    for meeting in dice.sample(list(results), len(results)):
        arrived[meeting] = dice.sample(results[meeting], 2)
        prefix.advance(schedule, arrived)
        prefix = Prefix.from_json(json.loads(json.dumps(prefix.to_json())))

    assert prefix.meetings == len(schedule)
    assert standings(schedule, arrived, STRENGTHS) == expected
    assert standings(schedule, {}, STRENGTHS, prefix=prefix) == expected


# The bench


@every_table
def test_three_forfeited_meetings_in_a_row_bench(seats: int) -> None:
    schedule, results = league_of(seats, faulty=["e6"])
    mine = [meeting.id for meeting in schedule if "e6" in meeting.party]

    assert benched_from(schedule, results) == {"e6": mine[2]}


@every_table
def test_a_board_that_all_forfeit_gives_nobody_a_share(seats: int) -> None:
    board = board_of(*[" ".join("0" * seats)] * seats, forfeits="e1 e2 e3 e4")
    none = [
        MatchResult(match.match, match.seating, (), match.scores, match.forfeits, match.deals)
        for match in board.matches
    ]
    fold = Fold()
    fold.add(BoardResult("m1.b1", "m1", tuple(none)))

    rows = table(fold, board.party).rows

    assert {(row.shares, row.faults, row.place) for row in rows} == {((0, 0, 0, 0), seats, 1)}
