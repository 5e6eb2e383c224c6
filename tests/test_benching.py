"""Who is benched, from which meeting, and what that does to the table."""

from collections.abc import Collection, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ratings import (
    Bench,
    BoardResult,
    MatchResult,
    Prefix,
    benched_from,
    standings,
)
from arena.schedule import Meeting, balanced, fixtures, full

Boards = dict[str, list[BoardResult]]


def boards_of(
    meeting: Meeting, forfeits: Collection[str] = (), matches: int = 6
) -> list[BoardResult]:
    """Returns the two boards of a meeting; `forfeits` lose the first `matches` of six matches."""
    boards: dict[str, list[MatchResult]] = {}
    for number, fixture in enumerate(fixtures(meeting)):
        lost = tuple(e in forfeits and number < matches for e in fixture.seating)
        scores = tuple(10 * int(entrant[1:]) for entrant in fixture.seating)
        places = tuple(1 + sum(other > score for other in scores) for score in scores)
        result = MatchResult(fixture.match, fixture.seating, places, scores, lost, 5)
        boards.setdefault(fixture.board, []).append(result)
    return [BoardResult(board, meeting.id, tuple(three)) for board, three in boards.items()]


def league_of(lines: Sequence[str]) -> tuple[list[Meeting], Boards]:
    """Returns a schedule and its results, from lines as "123 1": a trio, and who forfeits.

    A "?" stands for a meeting that is not finished.
    """
    schedule, results = [], {}
    for number, line in enumerate(lines, start=1):
        trio, _, forfeits = line.partition(" ")
        a, b, c = (f"e{digit}" for digit in trio)
        meeting = Meeting(f"m{number}", (a, b, c))
        schedule.append(meeting)
        if forfeits != "?":
            results[meeting.id] = boards_of(meeting, [f"e{digit}" for digit in forfeits])
    return schedule, results


@pytest.mark.parametrize(
    ("lines", "benched"),
    [
        # two in a row are not three
        (["123 1", "145 1", "167"], {}),
        # three are
        (["123 1", "145 1", "167 1"], {"e1": "m3"}),
        # meetings of others in between do not matter
        (["123 1", "234", "145 1", "456", "167 1"], {"e1": "m5"}),
        # a finished meeting in between breaks the row
        (["123 1", "145 1", "167", "124 1", "135 1"], {}),
        (["123 1", "145 1", "167", "124 1", "135 1", "146 1"], {"e1": "m6"}),
        # two at once
        (["123 12", "124 12", "125 12"], {"e1": "m3", "e2": "m3"}),
        # what comes after the bench changes nothing about it
        (["123 1", "145 1", "167 1", "124", "135"], {"e1": "m3"}),
        # a meeting with someone benched counts for nobody: e2 has forfeited two that count
        (["134 1", "135 1", "136 1", "123 2", "234 2", "245 2"], {"e1": "m3"}),
        (["134 1", "135 1", "136 1", "123 2", "234 2", "245 2", "256 2"],
         {"e1": "m3", "e2": "m7"}),
        # nor does it break a row
        (["134 1", "135 1", "136 1", "234 2", "245 2", "123", "256 2"],
         {"e1": "m3", "e2": "m7"}),
        # whether it was played or not
        (["134 1", "135 1", "136 1", "234 2", "245 2", "123 ?", "256 2"],
         {"e1": "m3", "e2": "m7"}),
        # what is missing stops the scan of its three
        (["123 1", "145 ?", "167 1", "124 1", "135 1"], {}),
        (["123 1", "456 ?", "127 1", "123 1"], {"e1": "m4"}),
        # and of those whom they meet later: e4 may turn out to have been benched before m6
        (["124 4", "145 4", "456 ?", "123 1", "235 2", "147 1"], {}),
    ],
)  # fmt: skip
def test_three_forfeited_meetings_in_a_row_bench(lines: list[str], benched: dict[str, str]) -> None:
    schedule, results = league_of(lines)

    assert benched_from(schedule, results) == benched


@pytest.mark.parametrize(
    ("matches", "is_benched"),
    [
        (2, False),
        (3, True),  # half of six
        (6, True),
    ],
)
def test_a_meeting_is_forfeited_with_half_of_its_matches(matches: int, is_benched: bool) -> None:
    schedule, _ = league_of(["123", "145", "167"])
    results = {meeting.id: boards_of(meeting, ["e1"], matches) for meeting in schedule}

    assert ("e1" in benched_from(schedule, results)) is is_benched


def test_a_meeting_counts_only_with_all_its_boards() -> None:
    schedule, results = league_of(["123 1", "145 1", "167 1"])
    results["m2"] = results["m2"][:1]

    assert benched_from(schedule, results) == {}


def test_results_of_the_benched_are_kept_and_not_counted() -> None:
    schedule, results = league_of(["123 1", "145 1", "167 1", "124", "234"])
    entrants = [f"e{number}" for number in range(1, 8)]

    rows = {row.entrant: row for row in standings(schedule, results, entrants).rows}

    assert (rows["e1"].benched_from, rows["e1"].is_benched) == ("m3", True)
    assert (rows["e1"].matches, rows["e1"].faults) == (18, 18)
    assert rows["e4"].matches == 12  # m2 and m5
    assert not rows["e4"].is_benched
    without = {meeting: boards for meeting, boards in results.items() if meeting != "m4"}
    assert standings(schedule, without, entrants) == standings(schedule, results, entrants)


def random_league(seed: int, n: int) -> tuple[Sequence[Meeting], Boards]:
    """Returns a league in which some entrants forfeit often."""
    dice = Random(seed)
    entrants = [f"e{number}" for number in range(1, n + 1)]
    schedule = full(entrants, seed) if n < 8 else balanced(entrants, seed)
    faulty = {entrant: dice.choice([0.0, 0.1, 0.6, 1.0]) for entrant in entrants}
    results = {
        meeting.id: boards_of(meeting, [e for e in meeting.party if dice.random() < faulty[e]])
        for meeting in schedule
    }
    return schedule, results


def kept(results: Boards, dice: Random, share: float) -> Boards:
    some = {
        meeting: [board for board in boards if dice.random() < share]
        for meeting, boards in results.items()
    }
    return {meeting: boards for meeting, boards in some.items() if boards}


@given(seed=st.integers(0, 10_000), n=st.integers(4, 13), share=st.floats(0.3, 1.0))
@settings(deadline=None, max_examples=60)
def test_who_is_benched_once_stays_so_whatever_else_comes_in(
    seed: int, n: int, share: float
) -> None:
    schedule, results = random_league(seed, n)
    dice = Random(seed)

    known = kept(results, dice, share)
    early = benched_from(schedule, known)
    final = benched_from(schedule, results)

    assert early.items() <= final.items()


@given(seed=st.integers(0, 10_000), n=st.integers(4, 13))
@settings(deadline=None, max_examples=40)
def test_a_league_that_skips_what_does_not_count_ends_with_the_same_table(
    seed: int, n: int
) -> None:
    """One league plays everything; the other, in any order, only what may still count."""
    schedule, results = random_league(seed, n)
    entrants = sorted({entrant for meeting in schedule for entrant in meeting.party})
    dice = Random(seed)
    known: Boards = {}
    prefix = Prefix()
    while waiting := still_to_play(schedule, known, prefix):
        meeting = dice.choice(waiting)
        known[meeting.id] = results[meeting.id]
        prefix.advance(schedule, known)

    assert prefix.meetings == len(schedule)
    assert standings(schedule, known, entrants, prefix=prefix) == standings(
        schedule, results, entrants
    )
    assert prefix.benched == benched_from(schedule, results)


def still_to_play(schedule: Sequence[Meeting], known: Boards, prefix: Prefix) -> list[Meeting]:
    benched = benched_from(schedule, known, prefix=prefix)
    last = {entrant: int(meeting[1:]) for entrant, meeting in benched.items()}
    return [
        meeting
        for meeting in schedule
        if meeting.id not in known
        and all(int(meeting.id[1:]) <= last.get(e, len(schedule)) for e in meeting.party)
    ]


def test_a_bench_that_was_stored_goes_on_as_it_was() -> None:
    schedule, results = league_of(["123 1", "145 1", "167 1", "234 2", "235 2", "246 2"])
    straight, stored = Bench(), Bench()
    for meeting in schedule:
        matches = [match for board in results[meeting.id] for match in board.matches]
        straight.add(meeting.id, meeting.party, matches)
        stored.add(meeting.id, meeting.party, matches)
        stored = Bench.from_json(stored.to_json())

    assert stored.benched == straight.benched == {"e1": "m3", "e2": "m6"}


@pytest.mark.parametrize(
    "stored",
    [None, {}, {"streaks": {"e1": "2"}, "benched": {}}, {"streaks": {}, "benched": {"e1": 3}}],
)
def test_what_is_no_stored_bench_is_refused(stored: dict[str, object] | None) -> None:
    with pytest.raises(ValueError, match="not a stored bench"):
        Bench.from_json(stored)  # type: ignore[arg-type]  # that is what is tested
