"""The fold over complete boards: one TrueSkill update a board, and every sum that a table shows.

A fold is a pure function of the boards it was given and their order. Its stored form is exact: a
fold that was stored and read goes on to the same last digit as one that was not.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Self

from arena.games.game import MOST_SEATS, Json, JsonValue
from arena.ratings.intervals import Clusters, deals_on, points_on
from arena.ratings.results import BoardResult, MatchResult
from arena.ratings.skill import START, Rating, rated

_FORMAT = "arena-fold/2"
_CLUSTER_SUMS = 6
_WHOLE = 12
"""The parts of a place, so that two, three or four may share one."""


@dataclass(slots=True)
class Account:
    """An entrant's running account."""

    rating: Rating = START
    clusters: Clusters = field(default_factory=Clusters)
    twelfths: list[int] = field(default_factory=lambda: [0] * MOST_SEATS)
    """First, second, third and fourth places, in twelfths of a place."""
    matches: int = 0
    faults: int = 0
    """Forfeited matches."""

    def share(self, place: int) -> float:
        """Returns the share of the entrant's matches that ended in `place`; ties are split."""
        return self.twelfths[place - 1] / (_WHOLE * self.matches) if self.matches else 0.0

    def to_json(self) -> list[JsonValue]:
        rating = [self.rating.mu.hex(), self.rating.sigma.hex()]
        return [*rating, *self.clusters.to_json(), *self.twelfths, self.matches, self.faults]

    @classmethod
    def from_json(cls, json: JsonValue) -> Self:
        """Raises ValueError for anything that `to_json` does not give."""
        match json:
            case [str(mu), str(sigma), *rest]:
                sums = [number for number in rest if isinstance(number, int)]
            case _:
                raise ValueError(f"not an account: {json!r}")
        if len(sums) != len(rest) or len(rest) != _CLUSTER_SUMS + MOST_SEATS + 2:
            raise ValueError(f"not an account: {json!r}")
        clusters, twelfths = sums[:_CLUSTER_SUMS], sums[_CLUSTER_SUMS:-2]
        rating = Rating(float.fromhex(mu), float.fromhex(sigma))
        return cls(rating, Clusters(*clusters), twelfths, *sums[-2:])


class Fold:
    """Everything that a table shows, of the boards added so far."""

    def __init__(self, accounts: Mapping[str, Account] | None = None, boards: int = 0) -> None:
        self._accounts = dict(accounts or {})
        self.boards = boards
        """How many boards have been added."""

    def account(self, entrant: str) -> Account:
        """Returns the entrant's account, which is to be read only."""
        return self._accounts.get(entrant) or Account()

    def add(self, board: BoardResult) -> None:
        """Rates the board that comes next in schedule order."""
        party = board.party
        accounts = [self._accounts.setdefault(entrant, Account()) for entrant in party]
        ratings = rated([account.rating for account in accounts], board_places(board))
        deals = deals_on(board)
        for entrant, account, rating in zip(party, accounts, ratings, strict=True):
            account.rating = rating
            account.clusters.add(points_on(board, entrant), deals)
        for match in board.matches:
            self._count(match)
        self.boards += 1

    def _count(self, match: MatchResult) -> None:
        for seat, entrant in enumerate(match.seating):
            account = self._accounts[entrant]
            account.matches += 1
            account.faults += match.forfeits[seat]
            if match.places:
                place, sharing = match.shared_place(seat)
                for taken in range(place, place + sharing):
                    account.twelfths[taken - 1] += _WHOLE // sharing

    def to_json(self) -> Json:
        """Returns the fold as it is stored: floats in hexadecimal, to the last bit."""
        accounts = {entrant: account.to_json() for entrant, account in self._accounts.items()}
        return {"format": _FORMAT, "boards": self.boards, "accounts": accounts}

    @classmethod
    def from_json(cls, json: JsonValue) -> Self:
        """Raises ValueError for anything that `to_json` does not give."""
        match json:
            case {
                "format": str(form),
                "boards": int(boards),
                "accounts": Mapping() as accounts,
            } if form == _FORMAT:
                parsed = {entrant: Account.from_json(each) for entrant, each in accounts.items()}
                return cls(parsed, boards)
            case _:
                raise ValueError(f"not a stored fold of the format {_FORMAT}")


def board_places(board: BoardResult) -> list[int]:
    """Returns the places of the board's party over its matches.

    The sum of places decides, then the sum of scores, else it is a draw.
    """
    results = [
        (sum(_doubled_places(board, entrant)), -points_on(board, entrant))
        for entrant in board.party
    ]
    return [1 + sum(other < result for other in results) for result in results]


def _doubled_places(board: BoardResult, entrant: str) -> Iterator[int]:
    """Yields twice the entrant's place in each match: those who share places have their mean."""
    for match in board.matches:
        place, sharing = match.shared_place(match.seating.index(entrant))
        yield 2 * place + sharing - 1
