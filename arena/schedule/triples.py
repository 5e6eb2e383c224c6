"""Triple systems, and the order of meetings, over the numbers 0 to n − 1.

A triple system of index λ has every pair in exactly λ of its trios. It is found by hill climbing,
as is usual for Steiner systems, with a count per pair of how often it still has to meet: a trio for
three pairs that want one goes in, and where one of the pairs is full, a trio with it goes out.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random

from arena.errors import ConfigError

Trio = tuple[int, int, int]
Party = tuple[int, ...]
"""Those of a meeting, as many as there are seats."""

_INDEX_BY_REMAINDER = (2, 1, 6, 1, 2, 3)
_CLIMBS = 20
_STEPS_PER_TRIO = 100
_MANY = 64
"""From here on the next trio is sought among those of two points, not of one."""


def smallest_index(n: int) -> int:
    """Returns the smallest λ for which `n` points have a triple system."""
    return _INDEX_BY_REMAINDER[n % 6]


def trio_count(n: int) -> int:
    return smallest_index(n) * n * (n - 1) // 6


def triple_system(n: int, dice: Random) -> list[Trio]:
    """Returns the trios of a triple system of the smallest index, in no particular order.

    Raises ConfigError when a bounded number of climbs found none; no seed has been seen to do that.
    """
    if smallest_index(n) == n - 2:
        return list(combinations(range(n), 3))
    for _ in range(_CLIMBS):
        climb = _Climb(n, dice)
        for _ in range(_STEPS_PER_TRIO * trio_count(n)):
            if climb.is_done:
                return climb.trios()
            climb.step()
    raise ConfigError(f"found no balanced schedule of {n} entrants; give the league another seed")


def below(limit: int, dice: Random) -> int:
    """Returns a number from 0 to `limit` − 1, the same in every version of Python."""
    return int(dice.random() * limit)


class _Bag:
    """Distinct numbers of which any can be picked, added or taken out at once."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self._numbers = list(numbers)
        self._at = {number: index for index, number in enumerate(self._numbers)}

    def __len__(self) -> int:
        return len(self._numbers)

    def add(self, number: int) -> None:
        if number not in self._at:
            self._at[number] = len(self._numbers)
            self._numbers.append(number)

    def remove(self, number: int) -> None:
        index = self._at.pop(number)
        last = self._numbers.pop()
        if last != number:
            self._numbers[index] = last
            self._at[last] = index

    def pick(self, dice: Random) -> int:
        return self._numbers[below(len(self._numbers), dice)]

    def pick_other(self, number: int, dice: Random) -> int:
        """Returns one of the numbers but `number`, which is among them."""
        other = self._numbers[below(len(self._numbers) - 1, dice)]
        return self._numbers[-1] if other == number else other


class _Climb:
    """One climb: trios so far, and what each pair still wants."""

    def __init__(self, n: int, dice: Random) -> None:
        self._n = n
        self._dice = dice
        self._wanted = [[smallest_index(n)] * n for _ in range(n)]
        self._partners = [_Bag(y for y in range(n) if y != x) for x in range(n)]
        """For each point, those that it still has to meet."""
        self._live = _Bag(range(n))
        self._trios_of: dict[tuple[int, int], list[Trio]] = {}

    @property
    def is_done(self) -> bool:
        return not len(self._live)

    def trios(self) -> list[Trio]:
        return [
            trio
            for pair, trios in self._trios_of.items()
            for trio in trios
            if trio[:2] == pair  # once, though it stands under its three pairs
        ]

    def step(self) -> None:
        """Puts in a trio of a point and two that it has to meet; rarely costs a trio."""
        x = self._live.pick(self._dice)
        partners = self._partners[x]
        y = partners.pick(self._dice)
        if len(partners) > 1:
            z = partners.pick_other(y, self._dice)
        else:  # x wants y alone, more than once: any third will do, at the cost of a trio
            z = below(self._n - 2, self._dice)
            for taken in sorted((x, y)):
                z += z >= taken
            self._make_room(x, z)
        self._make_room(y, z)
        low, middle, high = sorted((x, y, z))
        self._change((low, middle, high), 1)

    def _make_room(self, x: int, y: int) -> None:
        if self._wanted[x][y] == 0:
            trios = self._trios_of[min(x, y), max(x, y)]
            self._change(trios[below(len(trios), self._dice)], -1)

    def _change(self, trio: Trio, by: int) -> None:
        """Puts `trio` in (1) or takes it out (−1)."""
        for x, y in combinations(trio, 2):
            wanted = self._wanted[x][y] - by
            self._wanted[x][y] = self._wanted[y][x] = wanted
            trios = self._trios_of.setdefault((x, y), [])
            if by > 0:
                trios.append(trio)
            else:
                trios.remove(trio)
            for point, other in ((x, y), (y, x)):
                if wanted:
                    self._partners[point].add(other)
                else:
                    self._partners[point].remove(other)
        for point in trio:
            if len(self._partners[point]):
                self._live.add(point)
            else:
                self._live.remove(point)


class _Queue:
    """The parties that are still to come, found by point and by pair, and what has come so far."""

    def __init__(self, parties: Sequence[Party], dice: Random) -> None:
        self._n = 1 + max(point for party in parties for point in party)
        self._parties = parties
        self._luck = [dice.random() for _ in parties]
        self._point_luck = [dice.random() for _ in range(self._n)]
        self._played = [0] * self._n
        self._met = [[0] * self._n for _ in range(self._n)]
        self._of_point: list[dict[int, None]] = [{} for _ in range(self._n)]
        self._of_pair: list[dict[int, dict[int, None]]] = [{} for _ in range(self._n)]
        for index, party in enumerate(parties):
            for point in party:
                self._of_point[point][index] = None
            for x, y in combinations(party, 2):
                self._of_pair[x].setdefault(y, {})[index] = None
                self._of_pair[y].setdefault(x, {})[index] = None
        self._live = {point for point in range(self._n) if self._of_point[point]}

    def next(self) -> Party:
        """Takes out the party of a least played point that keeps all as even as can be."""
        point = min(self._live, key=lambda x: (self._played[x], self._point_luck[x]))
        index = min(self._candidates(point), key=self._cost)
        party = self._parties[index]
        for x in party:
            self._played[x] += 1
            del self._of_point[x][index]
            if not self._of_point[x]:
                self._live.discard(x)
        for x, y in combinations(party, 2):
            for one, other in ((x, y), (y, x)):
                self._met[one][other] += 1
                del self._of_pair[one][other][index]
                if not self._of_pair[one][other]:
                    del self._of_pair[one][other]
        return party

    def _candidates(self, point: int) -> Iterable[int]:
        """Returns the parties of `point`; of very many, those with its best partner alone."""
        if len(self._of_point[point]) <= _MANY:
            return self._of_point[point]
        met = self._met[point]
        partner = min(
            self._of_pair[point],
            key=lambda y: (self._played[y], met[y], self._point_luck[y]),
        )
        return self._of_pair[point][partner]

    def _cost(self, index: int) -> tuple[int, int, int, float]:
        party = self._parties[index]
        played = [self._played[x] for x in party]
        met = sum(self._met[x][y] for x, y in combinations(party, 2))
        return (max(played), sum(played), met, self._luck[index])


def evenly(parties: Sequence[Party], dice: Random) -> list[Party]:
    """Returns `parties`, at least one, in an order of which every prefix is as even as can be.

    Least played comes first, then least met, then luck.
    """
    queue = _Queue(parties, dice)
    return [queue.next() for _ in parties]
