"""The one module that knows the `trueskill` library: ratings and their places in, ratings out.

The environment is our own and never the library's global one, with τ = 0 and a fixed probability of
draws. Where the library gives up, far out in the tails, its truncation functions are replaced by
what they tend to: with M(x) the Mills ratio (1 − Φ(x)) / φ(x), all is expressed by 1 / M(x) − x,
which a continued fraction gives without any loss of digits.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations
from statistics import NormalDist
from typing import Protocol

import trueskill

DRAW_PROBABILITY = 0.02
_FAR = 25.0
"""From here on, in standard deviations, the tails are taken from the continued fraction."""
_TERMS = 30
_MOST = 1 - 1e-12
"""The largest share of a variance that one comparison may take away."""


@dataclass(frozen=True, slots=True)
class Rating:
    """What is believed of an entrant's skill."""

    mu: float
    sigma: float


START = Rating(25.0, 25.0 / 3)


def _cdf(x: float) -> float:
    return 0.5 * math.erfc(-x / math.sqrt(2))


def _pdf(x: float) -> float:
    return math.exp(-x * x / 2) / math.sqrt(2 * math.pi)


def _excess(x: float) -> float:
    """Returns 1 / M(x) − x, for `x` well above 0."""
    fraction = 0.0
    for term in range(_TERMS, 0, -1):
        fraction = term / (x + fraction)
    return fraction


def _bounded(w: float) -> float:
    return min(max(w, 0.0), _MOST)


class _Steady(trueskill.TrueSkill):  # type: ignore[misc]  # the library has no types
    """The library's environment with truncations that never raise."""

    def v_win(self, diff: float, draw_margin: float) -> float:
        """Returns by how much a win moves a mean, in standard deviations."""
        x = diff - draw_margin
        if x < -_FAR:
            return -x + _excess(-x)
        return _pdf(x) / _cdf(x)

    def w_win(self, diff: float, draw_margin: float) -> float:
        """Returns the share of a variance that a win takes away."""
        x = diff - draw_margin
        if x < -_FAR:
            excess = _excess(-x)
            return _bounded((-x + excess) * excess)
        v = _pdf(x) / _cdf(x)
        return _bounded(v * (v + x))

    def v_draw(self, diff: float, draw_margin: float) -> float:
        """Returns by how much a draw moves a mean, in standard deviations."""
        x = abs(diff) - draw_margin
        v = _far_draw(x, 2 * draw_margin)[0] if x > _FAR else _near_draw(x, 2 * draw_margin)[0]
        return -v if diff >= 0 else v

    def w_draw(self, diff: float, draw_margin: float) -> float:
        """Returns the share of a variance that a draw takes away."""
        x = abs(diff) - draw_margin
        w = _far_draw(x, 2 * draw_margin)[1] if x > _FAR else _near_draw(x, 2 * draw_margin)[1]
        return _bounded(w)


def _near_draw(x: float, width: float) -> tuple[float, float]:
    """Returns v and w of a normal variable known to be in the interval of `width` from `x`."""
    y = x + width
    inside = _cdf(-x) - _cdf(-y)
    v = (_pdf(x) - _pdf(y)) / inside
    return v, v * v - (x * _pdf(x) - y * _pdf(y)) / inside


def _far_draw(x: float, width: float) -> tuple[float, float]:
    """Returns the same far out, where every density is 0: as ratios to that at `x`."""
    y = x + width
    fall = math.exp(-width * (x + y) / 2)
    excess_x, excess_y = _excess(x), _excess(y)
    mills_x, mills_y = 1 / (x + excess_x), 1 / (y + excess_y)
    inside = mills_x - fall * mills_y
    v = (1 - fall) / inside
    beyond = (excess_x * mills_x - fall * (excess_y * mills_y + width * mills_y)) / inside
    return v, v * beyond + width * fall / inside


class _Gaussian(Protocol):
    @property
    def mu(self) -> float: ...
    @property
    def sigma(self) -> float: ...


class _Environment(Protocol):
    def create_rating(self, mu: float, sigma: float) -> _Gaussian: ...
    def rate(
        self, rating_groups: list[tuple[_Gaussian]], ranks: list[int]
    ) -> list[tuple[_Gaussian]]: ...


_ENVIRONMENT: _Environment = _Steady(
    mu=START.mu,
    sigma=START.sigma,
    beta=START.sigma / 2,
    tau=0.0,
    draw_probability=DRAW_PROBABILITY,
    backend=(_cdf, _pdf, NormalDist().inv_cdf),
)


def rated(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Returns the ratings after a contest that ended in `places`, each of which may be shared.

    The library compares neighbours alone, so it treats those who tied by the order in which they
    are given; the mean over all their orders treats them alike. No sigma ever grows.
    """
    orders = [
        order
        for order in permutations(range(len(places)))
        if all(places[one] <= places[other] for one, other in pairwise(order))
    ]
    outcomes = [_rated_in(order, ratings, places) for order in orders]
    if len(outcomes) == 1:
        return outcomes[0]
    return [
        Rating(
            math.fsum(rating.mu for rating in versions) / len(versions),
            math.fsum(rating.sigma for rating in versions) / len(versions),
        )
        for versions in zip(*outcomes, strict=True)
    ]


def _rated_in(
    order: Sequence[int], ratings: Sequence[Rating], places: Sequence[int]
) -> list[Rating]:
    groups = [
        (_ENVIRONMENT.create_rating(ratings[index].mu, ratings[index].sigma),) for index in order
    ]
    outcome = _ENVIRONMENT.rate(groups, [places[index] for index in order])
    after = list(ratings)
    for index, (gaussian,) in zip(order, outcome, strict=True):
        # An update that tells nothing may come back an ulp wider.
        after[index] = Rating(gaussian.mu, min(gaussian.sigma, ratings[index].sigma))
    return after
