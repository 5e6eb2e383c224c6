"""Whether a figure grows with the matches: its slope, and how sure that is.

A figure fails if its slope is above its limit with 95 % confidence, in a run that is long enough to
have one, or if it has grown by more than its allowance from the end of the warming up to the end.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from arena.ratings.intervals import student

THOUSAND = 1_000
WARM_UP = 0.2
"""The share of the samples that is left out: caches and pools fill."""
_LEAST = 3
LONG = 1_000
"""Matches from the end of the warming up from which a slope counts."""


@dataclass(frozen=True, slots=True)
class Limit:
    """What a figure may do."""

    slope: float
    """A thousand matches."""
    allowance: float
    """From the end of the warming up to the end."""


@dataclass(frozen=True, slots=True)
class Slope:
    """A line through samples."""

    first: float
    last: float
    per_thousand: float
    half_width: float
    """Of its 95 % interval, as if the samples were independent."""
    matches: int
    """Over which it goes."""

    def holds(self, limit: Limit) -> bool:
        is_steep = self.matches >= LONG and self.per_thousand - self.half_width > limit.slope
        return not is_steep and self.last - self.first <= limit.allowance


def slope_of(matches: Sequence[int], values: Sequence[float]) -> Slope:
    """Returns the least-squares line, without the warming up; there are three samples at least."""
    start = min(int(len(values) * WARM_UP), len(values) - _LEAST)
    xs = [count / THOUSAND for count in matches[start:]]
    ys = list(values[start:])
    count = len(xs)
    middle, mean = sum(xs) / count, sum(ys) / count
    spread = sum((x - middle) ** 2 for x in xs)
    slope = sum((x - middle) * (y - mean) for x, y in zip(xs, ys, strict=True)) / spread
    errors = sum((y - mean - slope * (x - middle)) ** 2 for x, y in zip(xs, ys, strict=True))
    half_width = student(count - 2) * math.sqrt(errors / (count - 2) / spread)
    return Slope(ys[0], ys[-1], slope, half_width, matches[-1] - matches[start])
