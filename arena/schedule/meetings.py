"""From entrants to meetings: complete and balanced schedules, and those who come late.

Whatever order entrants are given in, they are taken in the order of their ids; the same entrants
and seed give the same schedule on every machine.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, pairwise
from math import comb
from random import Random

from arena.errors import ConfigError
from arena.schedule.triples import Trio, below, evenly, trio_count, triple_system

FULL_LIMIT = 40
"""The largest number of entrants whose full schedule is built: 9,880 meetings."""
_FULL_BY_DEFAULT = 12


class Kind(StrEnum):
    """How a league chooses its trios."""

    FULL = "full"
    BALANCED = "balanced"


@dataclass(frozen=True, slots=True)
class Meeting:
    """A trio that plays all its boards."""

    id: str
    trio: tuple[str, str, str]
    """Entrant ids, in the order in which the first board's first rotation seats them."""


def default_kind(n: int) -> Kind:
    return Kind.FULL if n <= _FULL_BY_DEFAULT else Kind.BALANCED


def meeting_count(kind: Kind, n: int) -> int:
    """Returns how many meetings the schedule of `n` entrants has, without building it."""
    _check_count(kind, n)
    return comb(n, 3) if kind is Kind.FULL else trio_count(n)


def full(entrants: Sequence[str], seed: int, first: int = 1) -> tuple[Meeting, ...]:
    """Returns every trio of `entrants` once; ids count from `first`.

    Raises ConfigError for fewer than 3 entrants or more than FULL_LIMIT.
    """
    ids = _in_order(entrants)
    _check_count(Kind.FULL, len(ids))
    dice = _dice(Kind.FULL, seed, first)
    trios = evenly(list(combinations(range(len(ids)), 3)), dice)
    return _meetings(trios, ids, dice, first)


def balanced(entrants: Sequence[str], seed: int, first: int = 1) -> tuple[Meeting, ...]:
    """Returns the fewest meetings in which every pair meets equally often; ids count from `first`.

    Raises ConfigError for fewer than 3 entrants.
    """
    ids = _in_order(entrants)
    _check_count(Kind.BALANCED, len(ids))
    dice = _dice(Kind.BALANCED, seed, first)
    trios = evenly(triple_system(len(ids), dice), dice)
    return _meetings(trios, ids, dice, first)


def extend(
    meetings: Sequence[Meeting],
    entrants_so_far: Sequence[str],
    newcomers: Sequence[str],
    kind: Kind,
    seed: int,
) -> tuple[Meeting, ...]:
    """Returns the meetings that are to be appended to `meetings` when `newcomers` come.

    The first meetings of a league are a schedule of all its entrants; later ones are a gauntlet of
    the newcomers against those so far.
    """
    if not newcomers:
        return ()
    first = len(meetings) + 1
    if not meetings:
        everyone = [*entrants_so_far, *newcomers]
        return full(everyone, seed) if kind is Kind.FULL else balanced(everyone, seed)
    return gauntlet(newcomers, entrants_so_far, kind, seed, first=first, history=meetings)


def gauntlet(  # noqa: PLR0913  # what decides a gauntlet, each by its name
    newcomers: Sequence[str],
    field: Sequence[str],
    kind: Kind,
    seed: int,
    *,
    first: int = 1,
    history: Sequence[Meeting] = (),
) -> tuple[Meeting, ...]:
    """Returns the meetings of `newcomers` with one another and with `field`.

    With kind full every trio with a newcomer in it, so that the whole is the full schedule of all.
    With kind balanced each newcomer meets everybody once, and here and there one twice where the
    numbers do not divide; the incumbents beside it are those who have played and met least in
    `history`. A field too small to have met before is scheduled together with the newcomers.
    """
    incumbents, late = _in_order(field), _in_order(newcomers)
    ids = [*incumbents, *late]
    _in_order(ids)
    _check_count(kind, len(ids))
    if len(incumbents) < 3:  # noqa: PLR2004  # a trio
        return full(ids, seed, first) if kind is Kind.FULL else balanced(ids, seed, first)
    dice = _dice(f"gauntlet-{kind}", seed, first)
    if kind is Kind.FULL:
        start = len(incumbents)
        trios = [trio for trio in combinations(range(len(ids)), 3) if trio[2] >= start]
        return _meetings(evenly(trios, dice), ids, dice, first)
    factor = _Factor(ids, len(incumbents), history, dice)
    return _meetings(factor.trios(), ids, dice, first)


class _Factor:
    """Trios in which every newcomer meets everybody once, or twice where it cannot be helped."""

    def __init__(
        self, ids: Sequence[str], incumbents: int, history: Sequence[Meeting], dice: Random
    ) -> None:
        everyone = range(len(ids))
        self._incumbents = incumbents
        self._everyone = everyone
        self._luck = [dice.random() for _ in everyone]
        self._played = [0] * len(ids)
        self._met = [[0] * len(ids) for _ in everyone]
        self._unmet = {x: {y for y in everyone if y != x} for x in everyone if x >= incumbents}
        number = {entrant: index for index, entrant in enumerate(ids)}
        for meeting in history:
            self._count([number[entrant] for entrant in meeting.trio if entrant in number])

    def trios(self) -> list[Trio]:
        trios = []
        while live := [x for x, unmet in self._unmet.items() if unmet]:
            x = min(live, key=lambda point: (self._played[point], self._luck[point]))
            trio = self._trio(x)
            self._count(trio)
            for one, other in combinations(trio, 2):
                self._unmet.get(one, set()).discard(other)
                self._unmet.get(other, set()).discard(one)
            trios.append(trio)
        return trios

    def _trio(self, x: int) -> Trio:
        """Returns `x`, one whom it has yet to meet, newcomers first, and the best third."""
        y = min(
            self._unmet[x],
            key=lambda point: (point < self._incumbents, self._played[point], self._luck[point]),
        )
        met = self._met
        z = min(
            (point for point in self._everyone if point not in (x, y)),
            key=lambda point: (
                self._is_wasted(x, point) + self._is_wasted(y, point),
                self._played[point],
                met[x][point] + met[y][point],
                self._luck[point],
            ),
        )
        return (x, y, z)

    def _is_wasted(self, one: int, other: int) -> bool:
        """Says whether one of the two is a newcomer and they have met in this gauntlet."""
        if max(one, other) < self._incumbents:
            return False
        return other not in self._unmet.get(one, ()) and one not in self._unmet.get(other, ())

    def _count(self, points: Sequence[int]) -> None:
        for point in points:
            self._played[point] += 1
        for one, other in combinations(points, 2):
            self._met[one][other] += 1
            self._met[other][one] += 1


def _check_count(kind: Kind, n: int) -> None:
    if n < 3:  # noqa: PLR2004  # a trio
        raise ConfigError(f"a schedule needs at least 3 entrants and there are {n}: submit more")
    if kind is Kind.FULL and n > FULL_LIMIT:
        raise ConfigError(
            f"a full schedule of {n} entrants would have {comb(n, 3):,} meetings and is refused "
            f"above {FULL_LIMIT} entrants: choose the kind {Kind.BALANCED.value!r}"
        )


def _in_order(entrants: Sequence[str]) -> list[str]:
    """Returns `entrants` by number ("e9" before "e10"); raises ConfigError if one comes twice."""
    ids = sorted(entrants, key=lambda entrant: (len(entrant), entrant))
    for one, other in pairwise(ids):
        if one == other:
            raise ConfigError(f"the entrant {one!r} is scheduled twice: name each entrant once")
    return ids


def _dice(purpose: str, seed: int, first: int) -> Random:
    """Returns dice that no other part of any schedule shares."""
    return Random(f"{purpose}/{seed}/{first}")  # noqa: S311  # a schedule is no secret


def _meetings(
    trios: Sequence[Trio], ids: Sequence[str], dice: Random, first: int
) -> tuple[Meeting, ...]:
    """Returns `trios` as meetings, each in an order drawn by `dice`, so that none is favoured."""
    meetings = []
    for number, trio in enumerate(trios, start=first):
        a, b, c = (ids[point] for point in sorted(trio))
        turned = below(2, dice) == 1
        meetings.append(Meeting(f"m{number}", (a, c, b) if turned else (a, b, c)))
    return tuple(meetings)
