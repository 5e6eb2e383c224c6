"""From entrants to meetings: complete and balanced schedules, and those who come late.

Whatever order entrants are given in, they are taken in the order of their ids; the same entrants
and seed give the same schedule on every machine.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, pairwise, permutations
from math import comb
from random import Random

from arena.errors import ConfigError
from arena.schedule.triples import Party, Trio, below, evenly, trio_count, triple_system

TRIO = 3
"""Those who meet at a table of three seats, for which alone there are balanced schedules."""
MOST_MEETINGS = 9_880
"""How many meetings a full schedule may have: as many as 40 entrants have in trios."""
_FULL_BY_DEFAULT = 12


class Kind(StrEnum):
    """How a league chooses who meets."""

    FULL = "full"
    BALANCED = "balanced"


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two, three or four entrants, one for each seat, that play all their boards."""

    id: str
    party: tuple[str, ...]
    """Entrant ids, in the order in which the first board's first rotation seats them."""


def default_kind(n: int, seats: int = TRIO) -> Kind:
    return Kind.BALANCED if seats == TRIO and n > _FULL_BY_DEFAULT else Kind.FULL


def full_limit(seats: int) -> int:
    """Returns the largest number of entrants whose full schedule is built.

    >>> [full_limit(seats) for seats in (2, 3, 4)]
    [141, 40, 23]
    """
    n = seats
    while comb(n + 1, seats) <= MOST_MEETINGS:
        n += 1
    return n


def meeting_count(kind: Kind, n: int, seats: int = TRIO) -> int:
    """Returns how many meetings the schedule of `n` entrants has, without building it."""
    _check_count(kind, n, seats)
    return comb(n, seats) if kind is Kind.FULL else trio_count(n)


def full(
    entrants: Sequence[str], seed: int, first: int = 1, seats: int = TRIO
) -> tuple[Meeting, ...]:
    """Returns every party of `entrants` that fills `seats` once; ids count from `first`.

    Raises ConfigError for fewer entrants than seats or more than `full_limit`.
    """
    ids = _in_order(entrants)
    _check_count(Kind.FULL, len(ids), seats)
    dice = _dice(Kind.FULL, seed, first)
    parties = evenly(list(combinations(range(len(ids)), seats)), dice)
    return _meetings(parties, ids, dice, first)


def balanced(entrants: Sequence[str], seed: int, first: int = 1) -> tuple[Meeting, ...]:
    """Returns the fewest meetings in which every pair meets equally often; ids count from `first`.

    Raises ConfigError for fewer than 3 entrants.
    """
    ids = _in_order(entrants)
    _check_count(Kind.BALANCED, len(ids), TRIO)
    dice = _dice(Kind.BALANCED, seed, first)
    trios = evenly(triple_system(len(ids), dice), dice)
    return _meetings(trios, ids, dice, first)


def extend(  # noqa: PLR0913, PLR0917  # what decides a schedule, each by its name
    meetings: Sequence[Meeting],
    entrants_so_far: Sequence[str],
    newcomers: Sequence[str],
    kind: Kind,
    seed: int,
    seats: int = TRIO,
) -> tuple[Meeting, ...]:
    """Returns the meetings that are to be appended to `meetings` when `newcomers` come.

    The first meetings of a league are a schedule of all its entrants; later ones are a gauntlet of
    the newcomers against those so far.
    """
    if not newcomers:
        return ()
    first = len(meetings) + 1
    if not meetings:
        return _schedule([*entrants_so_far, *newcomers], kind, seed, first, seats)
    return gauntlet(
        newcomers, entrants_so_far, kind, seed, first=first, history=meetings, seats=seats
    )


def gauntlet(  # noqa: PLR0913  # what decides a gauntlet, each by its name
    newcomers: Sequence[str],
    field: Sequence[str],
    kind: Kind,
    seed: int,
    *,
    first: int = 1,
    history: Sequence[Meeting] = (),
    seats: int = TRIO,
) -> tuple[Meeting, ...]:
    """Returns the meetings of `newcomers` with one another and with `field`.

    With kind full every party with a newcomer in it: the whole is the full schedule of all.
    With kind balanced each newcomer meets everybody once, and here and there one twice where the
    numbers do not divide; the incumbents beside it are those who have played and met least in
    `history`. A field too small to have met before is scheduled together with the newcomers.
    """
    incumbents, late = _in_order(field), _in_order(newcomers)
    ids = [*incumbents, *late]
    _in_order(ids)
    _check_count(kind, len(ids), seats)
    if len(incumbents) < seats:
        return _schedule(ids, kind, seed, first, seats)
    dice = _dice(f"gauntlet-{kind}", seed, first)
    if kind is Kind.FULL:
        everyone, start = range(len(ids)), len(incumbents)
        parties = [party for party in combinations(everyone, seats) if party[-1] >= start]
        return _meetings(evenly(parties, dice), ids, dice, first)
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
            self._count([number[entrant] for entrant in meeting.party if entrant in number])

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


def _schedule(
    ids: Sequence[str], kind: Kind, seed: int, first: int, seats: int
) -> tuple[Meeting, ...]:
    """Returns a schedule of entrants of whom none has met another."""
    _check_count(kind, len(ids), seats)
    return full(ids, seed, first, seats) if kind is Kind.FULL else balanced(ids, seed, first)


def _check_count(kind: Kind, n: int, seats: int) -> None:
    if kind is Kind.BALANCED and seats != TRIO:
        raise ConfigError(
            f"a balanced schedule is for tables of three seats and this one has {seats}: "
            f"choose the kind {Kind.FULL.value!r}"
        )
    if n < seats:
        raise ConfigError(
            f"a schedule needs at least {seats} entrants and there are {n}: submit more"
        )
    if kind is Kind.FULL and n > full_limit(seats):
        advice = (
            f"choose the kind {Kind.BALANCED.value!r}"
            if seats == TRIO
            else "spread them over several leagues"
        )
        raise ConfigError(
            f"a full schedule of {n} entrants would have {comb(n, seats):,} meetings and is "
            f"refused above {full_limit(seats)} entrants: {advice}"
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
    parties: Sequence[Party], ids: Sequence[str], dice: Random, first: int
) -> tuple[Meeting, ...]:
    """Returns `parties` as meetings, each in an order drawn by `dice`, so that none is favoured.

    The first by its id stays first: the rotations of a board seat everybody everywhere.
    """
    meetings = []
    for number, party in enumerate(parties, start=first):
        leader, *rest = (ids[point] for point in sorted(party))
        orders = list(permutations(rest))
        order = orders[below(len(orders), dice)]
        meetings.append(Meeting(f"m{number}", (leader, *order)))
    return tuple(meetings)
