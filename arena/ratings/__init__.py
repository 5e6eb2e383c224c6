"""Standings from results: TrueSkill by board, points with intervals, who is benched.

Everything is a fold over complete boards in schedule order, so that the same results give the same
table to the last digit, whatever the order in which they came. Nothing here waits or rolls dice.
"""

from arena.ratings.benching import Bench
from arena.ratings.fold import Fold, board_places
from arena.ratings.intervals import Difference, pair_difference
from arena.ratings.results import BoardResult, MatchResult, Met, Results
from arena.ratings.standings import (
    Prefix,
    Standing,
    Standings,
    benched_from,
    standings,
    table,
)

__all__ = [
    "Bench",
    "BoardResult",
    "Difference",
    "Fold",
    "MatchResult",
    "Met",
    "Prefix",
    "Results",
    "Standing",
    "Standings",
    "benched_from",
    "board_places",
    "pair_difference",
    "standings",
    "table",
]
