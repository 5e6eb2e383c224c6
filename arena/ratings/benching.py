"""Benching: who forfeits three meetings in a row, in schedule order, is out from there.

Whether an entrant is benched follows from results alone, never from the order in which they came.
So a meeting whose results are not all there stops the scan of its entrants, and they stop
those whom they meet later: what is not yet known cannot be decided, and what is decided stays.
A meeting with a benched entrant counts for nobody, whether it was played or not.
"""

from collections.abc import Mapping, Sequence
from typing import Self

from arena.games.game import Json, JsonValue
from arena.ratings.results import MatchResult

IN_A_ROW = 3


class Bench:
    """The scan over the meetings of a schedule, one after the other."""

    def __init__(
        self, streaks: Mapping[str, int] | None = None, benched: Mapping[str, str] | None = None
    ) -> None:
        self._streaks = dict(streaks or {})
        self._benched = dict(benched or {})
        self._stopped: set[str] = set()

    @property
    def benched(self) -> Mapping[str, str]:
        """The last of the three meetings that each benched entrant forfeited: the last to count."""
        return self._benched

    def skips(self, party: Sequence[str]) -> bool:
        """Says whether the next meeting, if it is of `party`, counts for nobody."""
        return any(entrant in self._benched for entrant in party)

    def add(
        self, meeting: str, party: Sequence[str], matches: Sequence[MatchResult] | None
    ) -> None:
        """Takes the next meeting with all its matches; None when some of them are missing."""
        if self.skips(party):
            return
        if matches is None or not self._stopped.isdisjoint(party):
            self._stopped.update(party)
            return
        for entrant in party:
            streak = self._streaks.get(entrant, 0) + 1 if forfeited(matches, entrant) else 0
            self._streaks[entrant] = streak
            if streak == IN_A_ROW:
                self._benched[entrant] = meeting

    def to_json(self) -> Json:
        return {"streaks": dict(self._streaks), "benched": dict(self._benched)}

    @classmethod
    def from_json(cls, json: JsonValue) -> Self:
        """Raises ValueError for anything that `to_json` does not give."""
        match json:
            case {"streaks": Mapping() as streaks, "benched": Mapping() as benched}:
                counts = {key: value for key, value in streaks.items() if isinstance(value, int)}
                where = {key: value for key, value in benched.items() if isinstance(value, str)}
                if len(counts) == len(streaks) and len(where) == len(benched):
                    return cls(counts, where)
            case _:
                pass
        raise ValueError("not a stored bench")


def forfeited(matches: Sequence[MatchResult], entrant: str) -> bool:
    """Says whether `entrant` forfeited at least half of a meeting's `matches`."""
    faults = sum(match.forfeits[match.seating.index(entrant)] for match in matches)
    return 2 * faults >= len(matches)
