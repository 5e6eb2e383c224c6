"""Points per deal and their intervals, by board."""

import math
from random import Random

import pytest

from arena.ratings import BoardResult, MatchResult, pair_difference
from arena.ratings.intervals import Clusters, student


def board_of(number: int, *matches: str, seating: str = "e1 e2 e3", deals: int = 1) -> BoardResult:
    """Returns a board of three matches in the same seating; each is its scores by seat."""
    board = f"m1.b{number}"
    seats = tuple(seating.split())
    results = []
    for scores in matches:
        points = tuple(int(score) for score in scores.split())
        places = tuple(1 + sum(other > score for other in points) for score in points)
        results.append(MatchResult(board, seats, places, points, (False,) * 3, deals))
    return BoardResult(board, "m1", tuple(results))


def test_points_per_deal_are_all_points_by_all_deals() -> None:
    clusters = Clusters()
    clusters.add(points=100, deals=10)
    clusters.add(points=10, deals=1)
    clusters.add(points=-20, deals=4)

    assert clusters.mean() == 6  # 90 by 15, not the mean of 10, 10 and -5


def test_before_the_first_deal_there_is_no_mean() -> None:
    clusters = Clusters()
    clusters.add(points=0, deals=0)

    assert clusters.mean() is None
    assert clusters.half_width() is None


def test_fewer_than_two_boards_have_no_interval() -> None:
    clusters = Clusters()
    clusters.add(points=100, deals=10)

    assert clusters.half_width() is None


def test_the_interval_is_that_of_boards() -> None:
    """With equal numbers of deals it is the usual interval of the boards' means."""
    clusters = Clusters()
    for points in (30, 60, 90):
        clusters.add(points, deals=3)

    # the means 10, 20, 30 have the standard deviation 10
    assert clusters.half_width() == pytest.approx(4.303 * 10 / math.sqrt(3))


def test_boards_that_agree_have_an_interval_of_no_width() -> None:
    clusters = Clusters()
    for deals in (1, 5, 7):
        clusters.add(points=12 * deals, deals=deals)

    assert clusters.half_width() == 0


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.706), (5, 2.571), (10, 2.228), (11, 2.2010), (30, 2.0423), (199, 1.9720)],
)
def test_the_quantiles_are_student_s(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=5e-4)


@pytest.mark.parametrize("boards", [4, 12, 30])
def test_the_interval_covers_the_truth_nineteen_times_of_twenty(boards: int) -> None:
    """On a toy in which the deals of a board share their luck, as its rotations share cards."""
    dice = Random(boards)
    trials, truth, covered, naive = 1200, 7.0, 0, 0
    for _ in range(trials):
        clusters, by_deal = Clusters(), Clusters()
        for _ in range(boards):
            luck, deals = dice.gauss(0, 20), dice.randint(8, 12)
            points = [round(truth + luck + dice.gauss(0, 30)) for _ in range(deals)]
            clusters.add(sum(points), deals)
            for point in points:
                by_deal.add(point, 1)
        covered += covers(clusters, truth)
        naive += covers(by_deal, truth)

    assert 0.93 < covered / trials < 0.97
    assert naive / trials < 0.8  # what clustering is for


def covers(clusters: Clusters, truth: float) -> bool:
    mean, half_width = clusters.mean(), clusters.half_width()
    assert mean is not None
    assert half_width is not None
    return abs(mean - truth) <= half_width


# Two entrants


def test_a_difference_is_by_deal_over_the_boards_of_both() -> None:
    boards = [
        board_of(1, "30 10 0", "30 10 0", "30 10 0"),  # 20 a deal
        board_of(2, "0 10 0", "0 10 0", "0 10 0"),  # -10 a deal
        board_of(3, "500 0 0", "500 0 0", "500 0 0", seating="e1 e3 e4"),  # without e2
    ]

    ahead = pair_difference(boards, "e1", "e2")
    behind = pair_difference(boards, "e2", "e1")

    assert (ahead.mean, ahead.boards) == (5, 2)
    assert (behind.mean, behind.half_width) == (-5, ahead.half_width)
    assert not ahead.is_clear


def test_a_difference_counts_a_forfeited_match_as_its_lowest_score() -> None:
    lost = MatchResult(
        "m1.b1.r1", ("e1", "e2", "e3"), (3, 1, 2), (90, 60, 30), (True, False, False), 1
    )

    difference = pair_difference([BoardResult("m1.b1", "m1", (lost,) * 3)], "e1", "e2")

    assert difference.mean == 30 - 60
    assert difference.half_width is None
    assert not difference.is_clear


def test_a_difference_is_clear_when_its_interval_leaves_out_zero() -> None:
    boards = [board_of(n, f"{20 + n} 10 0", "20 10 0", "20 10 0") for n in range(1, 9)]

    assert pair_difference(boards, "e1", "e2").is_clear
    assert pair_difference(boards, "e2", "e1").is_clear


def test_those_who_never_met_have_no_difference() -> None:
    difference = pair_difference([board_of(1, "1 2 3", "1 2 3", "1 2 3")], "e1", "e9")

    assert (difference.mean, difference.half_width, difference.boards) == (None, None, 0)
