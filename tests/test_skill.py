"""One TrueSkill update: as the library has it, alike for those who tie, and without end."""

import math
from itertools import permutations

import pytest
import trueskill
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ratings.skill import _ENVIRONMENT, DRAW_PROBABILITY, START, Rating, _Steady, rated


@pytest.mark.parametrize("places", [(1, 2, 3), (3, 1, 2), (1, 1, 3), (1, 2, 2), (1, 1, 1)])
@given(
    mus=st.lists(st.floats(-1000, 1000), min_size=3, max_size=3),
    sigmas=st.lists(st.floats(0.01, 25 / 3), min_size=3, max_size=3),
)
@settings(deadline=None, max_examples=60)
def test_an_update_is_finite_and_no_sigma_grows(
    places: tuple[int, ...], mus: list[float], sigmas: list[float]
) -> None:
    before = [Rating(mu, sigma) for mu, sigma in zip(mus, sigmas, strict=True)]

    after = rated(before, places)

    assert all(math.isfinite(rating.mu) for rating in after)
    assert all(0 < new.sigma <= old.sigma for new, old in zip(after, before, strict=True))


@pytest.mark.parametrize("places", [(1, 2, 3), (3, 2, 1), (1, 1, 3), (3, 1, 1), (1, 1, 1)])
def test_the_widest_gap_is_survived(places: tuple[int, ...]) -> None:
    for gap in (*range(-1000, 1001, 20), -1e6, 1e6):
        after = rated([Rating(gap, 1.0), Rating(0.0, 1.0), Rating(-gap, 1.0)], places)

        assert all(math.isfinite(rating.mu) and 0 < rating.sigma <= 1 for rating in after), gap


def test_an_upset_moves_both_and_an_expected_result_nobody() -> None:
    upset = rated([Rating(0.0, 1.0), Rating(1000.0, 1.0), Rating(-5000.0, 1.0)], (1, 2, 3))
    expected = rated([Rating(1000.0, 1.0), Rating(0.0, 1.0), Rating(-1000.0, 1.0)], (1, 2, 3))

    # Two with variance 1 and noise β² each: the gap closes but for the noise.
    share = 1 / (2 + 2 * (25 / 6) ** 2)
    assert upset[0].mu == pytest.approx(1000 * share, rel=0.01)
    assert upset[1].mu == pytest.approx(1000 - 1000 * share, rel=0.01)
    assert [rating.mu for rating in expected] == pytest.approx([1000, 0, -1000])


@given(
    mus=st.lists(st.floats(-50, 80), min_size=3, max_size=3),
    places=st.sampled_from([(1, 2, 3), (1, 1, 3), (1, 2, 2), (1, 1, 1)]),
)
@settings(deadline=None, max_examples=60)
def test_an_update_does_not_depend_on_the_order_of_its_input(
    mus: list[float], places: tuple[int, ...]
) -> None:
    ratings = [Rating(mu, 2.0 + index) for index, mu in enumerate(mus)]
    straight = rated(ratings, places)

    for order in permutations(range(3)):
        turned = rated([ratings[i] for i in order], [places[i] for i in order])
        assert turned == [straight[i] for i in order]


@pytest.mark.parametrize("places", [(1, 1, 3), (1, 2, 2), (1, 1, 1)])
def test_equals_who_tie_stay_equals(places: tuple[int, ...]) -> None:
    after = rated([START, START, START], places)

    for one, other in permutations(range(3), 2):
        assert (places[one] == places[other]) == (after[one] == after[other])


def test_a_first_update_is_the_published_one() -> None:
    """Three newcomers in order, with draw probability 0.02 and τ = 0."""
    after = rated([START, START, START], (1, 2, 3))

    assert after[0].mu - 25 == pytest.approx(25 - after[2].mu, rel=1e-3)
    assert after[0].mu == pytest.approx(31.38, abs=0.05)
    assert after[1].mu == pytest.approx(25, abs=0.01)
    assert after[1].sigma < after[0].sigma < START.sigma


@given(
    mus=st.lists(st.floats(0, 50), min_size=3, max_size=3),
    sigmas=st.lists(st.floats(0.5, 8), min_size=3, max_size=3),
)
@settings(deadline=None, max_examples=60)
def test_within_its_range_an_update_is_the_library_s(mus: list[float], sigmas: list[float]) -> None:
    plain = trueskill.TrueSkill(
        tau=0, draw_probability=DRAW_PROBABILITY, backend=(steady().cdf, steady().pdf, steady().ppf)
    )
    groups = [(plain.create_rating(*each),) for each in zip(mus, sigmas, strict=True)]
    theirs = [(float(group[0].mu), float(group[0].sigma)) for group in plain.rate(groups)]

    ours = rated([Rating(*each) for each in zip(mus, sigmas, strict=True)], (1, 2, 3))

    assert [(rating.mu, rating.sigma) for rating in ours] == [
        pytest.approx(each, rel=1e-9) for each in theirs
    ]


def test_the_global_environment_of_the_library_plays_no_part() -> None:
    before = rated([START, START, START], (1, 2, 3))
    was = trueskill.global_env()
    trueskill.setup(mu=100, sigma=50, beta=1, tau=9, draw_probability=0.5)
    try:
        assert rated([START, START, START], (1, 2, 3)) == before
    finally:
        trueskill.setup(env=was)


def steady() -> _Steady:
    assert isinstance(_ENVIRONMENT, _Steady)
    return _ENVIRONMENT


def truncated(x: float, width: float) -> tuple[float, float]:
    """Returns the mean, and 1 less the variance, of a normal variable in `width` from `x`.

    By Simpson's rule, with the density relative to that at `x`.
    """
    steps = 20_000
    end = min(width, 60 / x)
    weights = [1 if i in (0, steps) else 2 + 2 * (i % 2) for i in range(steps + 1)]
    points = [end * i / steps for i in range(steps + 1)]
    density = [w * math.exp(-t * t / 2 - x * t) for w, t in zip(weights, points, strict=True)]
    mass = math.fsum(density)
    mean = math.fsum(d * t for d, t in zip(density, points, strict=True)) / mass
    square = math.fsum(d * (t - mean) ** 2 for d, t in zip(density, points, strict=True)) / mass
    return x + mean, 1 - square


@pytest.mark.parametrize("x", [10.0, 24.99, 25.01, 30.0, 40.0, 100.0, 1000.0])
def test_a_win_against_all_odds_is_the_truncated_normal(x: float) -> None:
    v, w = truncated(x, math.inf)

    assert steady().v_win(-x, 0.0) == pytest.approx(v, rel=1e-9)
    assert steady().w_win(-x, 0.0) == pytest.approx(w, abs=1e-9)


@pytest.mark.parametrize("width", [0.01, 0.05, 0.5])
@pytest.mark.parametrize("x", [10.0, 24.99, 25.01, 30.0, 40.0, 100.0, 1000.0])
def test_a_draw_against_all_odds_is_the_truncated_normal(x: float, width: float) -> None:
    v, w = truncated(x, width)
    margin = width / 2

    assert steady().v_draw(-x - margin, margin) == pytest.approx(v, rel=1e-9)
    assert steady().v_draw(x + margin, margin) == pytest.approx(-v, rel=1e-9)
    assert steady().w_draw(x + margin, margin) == pytest.approx(w, abs=1e-7)
