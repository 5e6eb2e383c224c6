"""Standings from stored results, in schedule order whatever the order in which they came.

A long league keeps a `Prefix`: the fold over the meetings that are all finished, from the first on.
Standings go on from there, and are the same to the last digit as those from the beginning.
"""

import math
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from arena.games.game import MOST_SEATS, Json, JsonValue
from arena.ratings.benching import Bench
from arena.ratings.fold import Fold
from arena.ratings.results import BoardResult, Met, Results, id_order
from arena.ratings.skill import START

_DIGITS = 9
"""Behind the point, of a mu: what lies beyond is how sums of a computer come out."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the table."""

    place: int
    entrant: str
    mu: float
    """Moved so that the mean of the field is 25."""
    sigma: float
    conservative: float
    """mu − 3 sigma."""
    points_per_deal: float | None
    """None before the first deal."""
    half_width: float | None
    """Of the 95 % interval of the points per deal, by board; None with fewer than two boards."""
    shares: tuple[float, ...]
    """The share of matches that ended in first, second, third and fourth place.

    Two who tie have half a place each.
    """
    matches: int
    faults: int
    """Forfeited matches."""
    benched_from: str | None
    """The meeting after which nothing of this entrant counts; None unless it is benched."""

    @property
    def is_benched(self) -> bool:
        return self.benched_from is not None


@dataclass(frozen=True, slots=True)
class Standings:
    """The table, best first."""

    rows: tuple[Standing, ...]
    boards: int
    """How many boards count."""


class Prefix:
    """The first meetings of a schedule, all finished, already folded."""

    def __init__(
        self,
        fold: Fold | None = None,
        bench: Bench | None = None,
        meetings: int = 0,
        withdrawn: Container[str] = (),
    ) -> None:
        self._fold = fold or Fold()
        self._bench = bench or Bench()
        self.meetings = meetings
        """How many meetings, from the first on; results of these are not needed again."""
        self._withdrawn = withdrawn
        """Entrants of whom nothing more is played: what their meetings lack never comes."""

    @property
    def benched(self) -> Mapping[str, str]:
        """Who is benched within the prefix, and from which meeting."""
        return self._bench.benched

    def advance(self, schedule: Sequence[Met], results: Results, boards: int = 2) -> None:
        """Takes in the meetings that follow, up to the first that is not finished."""
        for meeting in schedule[self.meetings :]:
            finished = (
                self._bench.skips(meeting.party)
                or len(_boards_of(meeting, results)) == boards
                or self._is_over(meeting)
            )
            if not finished:
                return
            self._walk(self._fold, self._bench, [meeting], results, boards)
            self.meetings += 1

    def rest(
        self, schedule: Sequence[Met], results: Results, boards: int = 2
    ) -> tuple[Fold, Bench]:
        """Returns the fold over all that is there, finished or not; the prefix stays as it is."""
        fold = Fold.from_json(self._fold.to_json())
        bench = Bench.from_json(self._bench.to_json())
        self._walk(fold, bench, schedule[self.meetings :], results, boards)
        return fold, bench

    def scan(self, schedule: Sequence[Met], results: Results, boards: int = 2) -> Bench:
        """Returns the bench over all that is there; the prefix stays as it is."""
        bench = Bench.from_json(self._bench.to_json())
        for meeting in schedule[self.meetings :]:
            self._scan(bench, meeting, _boards_of(meeting, results), boards)
        return bench

    def _walk(
        self, fold: Fold, bench: Bench, meetings: Iterable[Met], results: Results, boards: int
    ) -> None:
        for meeting in meetings:
            played = _boards_of(meeting, results)
            if not bench.skips(meeting.party):
                for board in played:
                    fold.add(board)
            self._scan(bench, meeting, played, boards)

    def _scan(self, bench: Bench, meeting: Met, played: Sequence[BoardResult], boards: int) -> None:
        """Has the bench take a meeting; one that is never finished is none for it."""
        is_whole = len(played) == boards
        if is_whole or not self._is_over(meeting):
            matches = [match for board in played for match in board.matches]
            bench.add(meeting.id, meeting.party, matches if is_whole else None)

    def _is_over(self, meeting: Met) -> bool:
        """Says whether nothing more of a meeting is played, finished or not."""
        return any(entrant in self._withdrawn for entrant in meeting.party)

    def to_json(self) -> Json:
        return {
            "meetings": self.meetings,
            "fold": self._fold.to_json(),
            "bench": self._bench.to_json(),
        }

    @classmethod
    def from_json(cls, json: JsonValue, withdrawn: Container[str] = ()) -> Self:
        """Raises ValueError for anything that `to_json` does not give."""
        match json:
            case {"meetings": int(meetings), "fold": fold, "bench": bench}:
                return cls(Fold.from_json(fold), Bench.from_json(bench), meetings, withdrawn)
            case _:
                raise ValueError("not a stored prefix")


def standings(
    schedule: Sequence[Met],
    results: Results,
    entrants: Iterable[str],
    boards: int = 2,
    prefix: Prefix | None = None,
) -> Standings:
    """Returns the table of `entrants` from the complete boards of a schedule.

    A meeting has `boards` boards. `results` may leave out the meetings of `prefix`.
    """
    fold, bench = (prefix or Prefix()).rest(schedule, results, boards)
    return table(fold, entrants, bench.benched)


def benched_from(
    schedule: Sequence[Met], results: Results, boards: int = 2, prefix: Prefix | None = None
) -> Mapping[str, str]:
    """Returns who is benched, and the last meeting of each that counts.

    A later meeting with any of them counts for nobody and need not be played. What is missing or
    comes later never takes an entrant off the bench again.
    """
    return (prefix or Prefix()).scan(schedule, results, boards).benched


def table(
    fold: Fold, entrants: Iterable[str], benched: Mapping[str, str] | None = None
) -> Standings:
    """Returns the table of a fold, by mu; whoever has the same mu shares a place.

    It is the same to the last digit that counts: those behind it are how the sums were rounded.
    """
    accounts = {entrant: fold.account(entrant) for entrant in entrants}
    mean = math.fsum(account.rating.mu for account in accounts.values()) / max(1, len(accounts))
    mus = {entrant: each.rating.mu - mean + START.mu for entrant, each in accounts.items()}
    levels = {entrant: round(mu, _DIGITS) for entrant, mu in mus.items()}
    rows = []
    for entrant in sorted(accounts, key=lambda each: (-levels[each], id_order(each))):
        account, mu = accounts[entrant], mus[entrant]
        row = Standing(
            place=1 + sum(other > levels[entrant] for other in levels.values()),
            entrant=entrant,
            mu=mu,
            sigma=account.rating.sigma,
            conservative=mu - 3 * account.rating.sigma,
            points_per_deal=account.clusters.mean(),
            half_width=account.clusters.half_width(),
            shares=tuple(account.share(place) for place in range(1, MOST_SEATS + 1)),
            matches=account.matches,
            faults=account.faults,
            benched_from=(benched or {}).get(entrant),
        )
        rows.append(row)
    return Standings(tuple(rows), fold.boards)


def _boards_of(meeting: Met, results: Results) -> list[BoardResult]:
    """Returns the complete boards of a meeting in order, each once."""
    boards = {board.board: board for board in results.get(meeting.id, ())}
    return [boards[board] for board in sorted(boards, key=id_order)]
