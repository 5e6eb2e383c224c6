"""Which trios meet, and in which order."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from math import comb
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import ConfigError
from arena.schedule import (
    Kind,
    Meeting,
    balanced,
    default_kind,
    extend,
    full,
    gauntlet,
    meeting_count,
)
from arena.schedule.triples import triple_system

SIZES = range(3, 41)
LATE = [(field, late) for field in (3, 4, 5, 8, 9, 12, 14, 17) for late in (1, 2, 3, 5, 8)]


def names(n: int, start: int = 1) -> list[str]:
    return [f"e{number}" for number in range(start, start + n)]


def pair(one: str, other: str) -> tuple[str, str]:
    return (min(one, other), max(one, other))


def pair_counts(meetings: Iterable[Meeting]) -> Counter[tuple[str, str]]:
    return Counter(pair(*two) for meeting in meetings for two in combinations(meeting.party, 2))


def worst_prefix_spread(meetings: Iterable[Meeting], entrants: Sequence[str]) -> int:
    played = dict.fromkeys(entrants, 0)
    worst = 0
    for meeting in meetings:
        for entrant in meeting.party:
            played[entrant] += 1
        worst = max(worst, max(played.values()) - min(played.values()))
    return worst


# Meetings


@pytest.mark.parametrize("n", SIZES)
def test_a_balanced_schedule_has_every_pair_meet_equally_often(n: int) -> None:
    meetings = balanced(names(n), seed=n)

    counts = pair_counts(meetings)
    assert len(counts) == comb(n, 2)
    assert set(counts.values()) == {6 * len(meetings) // (n * (n - 1))}
    assert len(meetings) == meeting_count(Kind.BALANCED, n)


@given(n=st.integers(3, 24), seed=st.integers(0, 2**64))
@settings(deadline=None, max_examples=40)
def test_no_seed_is_without_a_balanced_schedule(n: int, seed: int) -> None:
    assert len(set(pair_counts(balanced(names(n), seed)).values())) == 1


class Stuck(Random):
    """Dice that always fall the same way."""

    def random(self) -> float:
        return 0.0


def test_the_search_for_a_balanced_schedule_ends_whatever_the_dice() -> None:
    with pytest.raises(ConfigError, match=r"no balanced schedule of 13 entrants; .* another seed"):
        triple_system(13, Stuck())


@pytest.mark.parametrize(
    ("n", "every", "fewest"),
    [
        (3, 1, 1),
        (4, 4, 4),
        (5, 10, 10),  # 5 more than a multiple of 6: three times each
        (6, 20, 10),
        (7, 35, 7),  # the Fano plane
        (8, 56, 56),  # 2 more than a multiple of 6: six times each, which is every trio
        (9, 84, 12),
        (10, 120, 30),
        (12, 220, 44),
        (25, 2300, 100),
        (40, 9880, 520),
    ],
)
def test_the_number_of_meetings_is_known_without_building_them(
    n: int, every: int, fewest: int
) -> None:
    assert meeting_count(Kind.FULL, n) == every
    assert meeting_count(Kind.BALANCED, n) == fewest


@pytest.mark.parametrize("n", [50, 100])
def test_a_balanced_schedule_of_a_large_field_is_built_as_well(n: int) -> None:
    meetings = balanced(names(n), seed=1)

    assert len(meetings) == {50: 2450, 100: 3300}[n]
    assert len(set(pair_counts(meetings).values())) == 1
    assert worst_prefix_spread(meetings, names(n)) <= 3


@pytest.mark.parametrize("n", [*range(3, 15), 20, 40])
def test_a_full_schedule_has_every_trio_once(n: int) -> None:
    meetings = full(names(n), seed=n)

    trios = {frozenset(meeting.party) for meeting in meetings}
    assert len(meetings) == len(trios) == comb(n, 3) == meeting_count(Kind.FULL, n)


@pytest.mark.parametrize("n", SIZES)
def test_every_prefix_of_a_schedule_is_nearly_even(n: int) -> None:
    assert worst_prefix_spread(balanced(names(n), seed=1), names(n)) <= 3
    if n <= 20:
        assert worst_prefix_spread(full(names(n), seed=1), names(n)) <= 2


@pytest.mark.parametrize("build", [full, balanced])
def test_meetings_are_numbered_in_order(
    build: Callable[[Sequence[str], int], tuple[Meeting, ...]],
) -> None:
    assert [meeting.id for meeting in build(names(4), 1)] == ["m1", "m2", "m3", "m4"]


def test_the_order_of_the_entrants_does_not_matter() -> None:
    assert full(names(11)[::-1], 5) == full(names(11), 5)
    assert balanced(names(11)[::-1], 5) == balanced(names(11), 5)
    assert gauntlet(["e13", "e12"], names(11)[::-1], Kind.BALANCED, 5) == gauntlet(
        ["e12", "e13"], names(11), Kind.BALANCED, 5
    )


def test_another_seed_gives_another_schedule() -> None:
    assert balanced(names(9), 1) != balanced(names(9), 2)
    assert full(names(9), 1) != full(names(9), 2)


_PRINT_A_SCHEDULE = """
from arena.schedule import Kind, balanced, extend, fixtures, sittings
field, late = [f"e{i}" for i in range(1, 15)], ["e15", "e16"]
meetings = balanced(field, 3)
meetings += extend(meetings, field, late, Kind.BALANCED, 3)
print(meetings, sittings(f for m in meetings for f in fixtures(m)))
"""


def test_a_schedule_does_not_depend_on_how_a_process_hashes() -> None:
    printed = {
        subprocess.run(
            [sys.executable, "-c", _PRINT_A_SCHEDULE],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("0", "1", "2")
    }

    assert len(printed) == 1


def test_full_is_the_default_to_twelve_entrants() -> None:
    assert default_kind(12) is Kind.FULL
    assert default_kind(13) is Kind.BALANCED


def test_fewer_than_three_entrants_have_no_schedule() -> None:
    with pytest.raises(ConfigError, match="needs at least 3 entrants and there are 2"):
        full(names(2), 1)
    with pytest.raises(ConfigError, match="needs at least 3 entrants and there are 0"):
        balanced([], 1)
    with pytest.raises(ConfigError, match="needs at least 3 entrants and there are 1"):
        extend((), (), ["e1"], Kind.FULL, 1)


def test_a_full_schedule_of_more_than_forty_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"would have 10,660 meetings .* the kind 'balanced'"):
        full(names(41), 1)
    with pytest.raises(ConfigError, match="refused above 40"):
        meeting_count(Kind.FULL, 41)
    with pytest.raises(ConfigError, match="refused above 40"):
        gauntlet(["e41"], names(40), Kind.FULL, 1)


def test_an_entrant_given_twice_is_refused() -> None:
    with pytest.raises(ConfigError, match="'e2' is scheduled twice"):
        balanced(["e1", "e2", "e3", "e2"], 1)
    with pytest.raises(ConfigError, match="'e3' is scheduled twice"):
        gauntlet(["e3"], names(5), Kind.BALANCED, 1)


# Those who come late


@pytest.mark.parametrize(("field", "late"), LATE)
def test_a_full_schedule_that_is_extended_is_the_full_schedule_of_all(
    field: int, late: int
) -> None:
    before = full(names(field), 1)

    after = extend(before, names(field), names(late, field + 1), Kind.FULL, 1)

    trios = {frozenset(meeting.party) for meeting in before + after}
    assert len(before) + len(after) == len(trios) == comb(field + late, 3)


@pytest.mark.parametrize(("field", "late"), LATE)
def test_late_entrants_of_a_balanced_league_meet_everybody_once_or_twice(
    field: int, late: int
) -> None:
    incumbents, newcomers = names(field), names(late, field + 1)
    before = balanced(incumbents, 1)

    after = extend(before, incumbents, newcomers, Kind.BALANCED, 1)

    counts = pair_counts(after)
    times = [
        counts[pair(*two)] for two in combinations(incumbents + newcomers, 2) if two[1] in newcomers
    ]
    assert set(times) <= {1, 2}
    assert all(set(meeting.party) & set(newcomers) for meeting in after)


@pytest.mark.parametrize(("field", "late"), LATE)
def test_a_gauntlet_is_as_even_as_can_be(field: int, late: int) -> None:
    """Among the incumbents, and among the newcomers: the two kinds play unlike numbers."""
    incumbents, newcomers = names(field), names(late, field + 1)
    before = balanced(incumbents, 1)

    after = extend(before, incumbents, newcomers, Kind.BALANCED, 1)

    played = Counter(entrant for meeting in after for entrant in meeting.party)
    for group in (incumbents, newcomers):
        assert (
            max(played[entrant] for entrant in group) - min(played[entrant] for entrant in group)
            <= 2
        )


@pytest.mark.parametrize(
    ("field", "meetings"),
    [
        (8, 4),  # each incumbent once
        (9, 5),  # one incumbent of nine twice
    ],
)
def test_one_late_entrant_has_each_incumbent_beside_it_once(field: int, meetings: int) -> None:
    after = gauntlet(["e99"], names(field), Kind.BALANCED, 1)

    played = Counter(entrant for meeting in after for entrant in meeting.party)
    assert len(after) == played["e99"] == meetings
    assert sorted(played[entrant] for entrant in names(field)) == [1] * (field - field % 2) + [
        2
    ] * (field % 2)


def test_the_incumbents_of_a_gauntlet_are_paired_as_they_have_met_least() -> None:
    history = [Meeting("m1", ("e1", "e2", "e5")), Meeting("m2", ("e3", "e4", "e6"))]

    after = gauntlet(["e7"], names(4), Kind.BALANCED, 1, first=3, history=history)

    beside = {frozenset(meeting.party) - {"e7"} for meeting in after}
    assert not beside & {frozenset({"e1", "e2"}), frozenset({"e3", "e4"})}


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize(
    ("field", "late"),
    [
        (0, 3),  # a league that begins
        (1, 2),
        (2, 1),
        (2, 5),
    ],
)
def test_a_field_too_small_to_meet_is_scheduled_with_the_newcomers(
    kind: Kind, field: int, late: int
) -> None:
    incumbents, newcomers = names(field), names(late, field + 1)

    after = extend((), incumbents, newcomers, kind, 1)

    assert after == gauntlet(newcomers, incumbents, kind, 1)
    assert len(after) == meeting_count(kind, field + late)


@pytest.mark.parametrize("kind", Kind)
def test_what_is_appended_goes_on_counting_and_nothing_before_it_changes(kind: Kind) -> None:
    meetings: tuple[Meeting, ...] = ()
    entrants: list[str] = []
    for newcomers in (names(5), ["e6"], ["e7", "e8", "e9"]):
        before = meetings
        meetings += extend(meetings, entrants, newcomers, kind, 1)
        entrants += newcomers
        assert meetings[: len(before)] == before

    assert [meeting.id for meeting in meetings] == [f"m{n}" for n in range(1, len(meetings) + 1)]
    assert len(pair_counts(meetings)) == comb(9, 2)


def test_nobody_new_means_nothing_to_append() -> None:
    assert extend(full(names(4), 1), names(4), (), Kind.FULL, 1) == ()
