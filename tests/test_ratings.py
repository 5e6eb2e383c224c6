"""Places of a board, the fold over boards, and the table that it gives."""

import json
import math
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ratings import (
    BoardResult,
    Fold,
    MatchResult,
    Prefix,
    Standings,
    board_places,
    standings,
    table,
)
from arena.ratings.fold import Account
from arena.schedule import Meeting, balanced, fixtures, full

Boards = dict[str, list[BoardResult]]
STRENGTHS = {"e1": 30.0, "e2": 10.0, "e3": 0.0, "e4": -5.0, "e5": -40.0, "e6": 0.0}


def places_of(scores: Sequence[int]) -> tuple[int, ...]:
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def match_of(seating: str, scores: str, places: str = "", forfeits: str = "") -> MatchResult:
    """Returns a match of five deals: by seat its entrants, scores, places and who forfeited.

    Places follow from the scores unless they are given; "none" stands for none awarded.
    """
    seats = tuple(seating.split())
    points = tuple(int(score) for score in scores.split())
    if places == "none":
        awarded: tuple[int, ...] = ()
    else:
        awarded = tuple(int(place) for place in places.split()) or places_of(points)
    lost = tuple(seat in forfeits.split() for seat in seats)
    return MatchResult("m1.b1.r1", seats, awarded, points, lost, deals=5)


def board_of(*matches: MatchResult) -> BoardResult:
    return BoardResult("m1.b1", "m1", matches)


def played(meeting: Meeting, dice: Random, strengths: dict[str, float]) -> list[BoardResult]:
    """Returns the two boards of a meeting, with scores drawn around each entrant's strength."""
    matches: dict[str, list[MatchResult]] = {}
    for fixture in fixtures(meeting):
        scores = tuple(round(dice.gauss(strengths[e], 30)) for e in fixture.seating)
        forfeits = tuple(dice.random() < 0.05 for _ in range(3))
        result = MatchResult(
            fixture.match, fixture.seating, places_of(scores), scores, forfeits, dice.randint(1, 9)
        )
        matches.setdefault(fixture.board, []).append(result)
    return [BoardResult(board, meeting.id, tuple(three)) for board, three in matches.items()]


def league_of(seed: int = 1) -> tuple[tuple[Meeting, ...], Boards]:
    schedule = full(list(STRENGTHS), seed)
    dice = Random(seed)
    return schedule, {meeting.id: played(meeting, dice, STRENGTHS) for meeting in schedule}


# A board


@pytest.mark.parametrize(
    ("matches", "places"),
    [
        # the sum of places decides: 3, 6 and 9
        (["90 50 10", "90 50 10", "90 50 10"], [1, 2, 3]),
        # 5, 6 and 7: one big win does not outweigh two second places
        (["90 50 10", "10 50 90", "99 98 97"], [1, 2, 3]),
        # 6 each, so the sum of scores: 150, 160 and 140
        (["90 60 10", "10 90 60", "50 10 70"], [2, 1, 3]),
        # 6 each and equal scores: a draw
        (["90 50 10", "10 90 50", "50 10 90"], [1, 1, 1]),
        # two tie in every match: 1½ each
        (["50 50 10", "50 50 10", "50 50 10"], [1, 1, 3]),
        # e1 and e2 share a place once, and 1½ + 1 + 2 = 1½ + 2 + 1
        (["50 50 10", "60 50 10", "50 60 10"], [1, 1, 3]),
        # all tie in all
        (["0 0 0", "0 0 0", "0 0 0"], [1, 1, 1]),
    ],
)
def test_a_board_is_placed_by_places_then_by_scores(matches: list[str], places: list[int]) -> None:
    board = board_of(*(match_of("e1 e2 e3", scores) for scores in matches))

    assert board_places(board) == places


def test_a_seating_only_says_where_each_entrant_sat() -> None:
    board = board_of(
        match_of("e1 e2 e3", "90 50 10"),
        match_of("e2 e3 e1", "50 10 90"),
        match_of("e3 e1 e2", "10 90 50"),
    )

    assert board_places(board) == [1, 2, 3]


def test_a_match_without_places_is_the_same_for_all() -> None:
    """The two others decide; without the rule e3, placed third by number, would gain."""
    board = board_of(
        match_of("e1 e2 e3", "90 50 10"),
        match_of("e1 e2 e3", "60 50 40"),
        match_of("e1 e2 e3", "0 0 200", places="none", forfeits="e1 e2 e3"),
    )

    assert board_places(board) == [1, 2, 3]


def test_a_forfeited_match_counts_as_its_lowest_score() -> None:
    """All have 6 in places; with what the house made of its seat e1 would have 260 points."""
    board = board_of(
        match_of("e1 e2 e3", "200 60 50", places="3 1 2", forfeits="e1"),
        match_of("e1 e2 e3", "50 10 40"),
        match_of("e1 e2 e3", "40 30 90", places="2 3 1"),
    )

    assert board_places(board) == [2, 3, 1]  # 140, 100 and 180 points


@pytest.mark.parametrize(
    "matches",
    [
        [match_of("e1 e2 e3", "1 2 3")] * 2,  # a rotation is missing
        [match_of("e1 e2 e2", "1 2 3")] * 3,  # one entrant in two seats
        [match_of("e1 e2 e3", "1 2 3")] * 2 + [match_of("e1 e2 e4", "1 2 3")],  # another trio
        [match_of("e1 e2 e3", "1 2 3")] * 2 + [match_of("e1 e2 e3", "1 2")],  # a score is missing
        [],
    ],
)
def test_what_is_no_complete_board_is_refused(matches: list[MatchResult]) -> None:
    with pytest.raises(ValueError, match=r"m1\.b1"):
        board_of(*matches)


# The fold


def test_a_fold_that_was_stored_goes_on_to_the_same_last_bit() -> None:
    schedule, results = league_of()
    boards = [board for meeting in schedule for board in results[meeting.id]]
    straight, stored = Fold(), Fold()
    for board in boards:
        straight.add(board)
        stored.add(board)
        stored = Fold.from_json(json.loads(json.dumps(stored.to_json())))

    assert stored.to_json() == straight.to_json()
    assert table(stored, STRENGTHS) == table(straight, STRENGTHS)


@pytest.mark.parametrize(
    "stored",
    [
        None,
        {},
        {"format": "arena-fold/1", "boards": 0, "accounts": {}},  # of another version
        {"format": "arena-fold/2", "boards": 1, "accounts": {"e1": []}},
        {"format": "arena-fold/2", "boards": 1, "accounts": {"e1": ["0x1p4", "0x1p2", 1]}},
        {"format": "arena-fold/2", "boards": 1, "accounts": {"e1": ["0x1p4", "x", *[0] * 12]}},
        {"format": "arena-fold/2", "boards": 1, "accounts": {"e1": ["0x1p4", "0x1p2", *"0" * 12]}},
    ],
)
def test_what_is_no_stored_fold_is_refused(stored: dict[str, object] | None) -> None:
    with pytest.raises(ValueError, match=r"stored fold|not an account|hexadecimal"):
        Fold.from_json(stored)  # type: ignore[arg-type]  # that is what is tested


def test_a_stored_account_is_read_as_it_was() -> None:
    assert Account.from_json(Account().to_json()) == Account()


# The table


@pytest.mark.parametrize("seed", range(3))
def test_any_order_of_arrival_gives_the_same_table(seed: int) -> None:
    schedule, results = league_of()
    arrived = [(meeting, board) for meeting, boards in results.items() for board in boards]
    Random(seed).shuffle(arrived)
    shuffled: Boards = {}
    for meeting, board in arrived:
        shuffled.setdefault(meeting, []).append(board)

    assert standings(schedule, shuffled, STRENGTHS) == standings(schedule, results, STRENGTHS)


@given(finished=st.sets(st.integers(0, 39)), cut=st.integers(0, 20))
@settings(deadline=None, max_examples=25)
def test_standings_from_a_prefix_are_those_from_the_beginning(finished: set[int], cut: int) -> None:
    schedule, results = league_of()
    boards = [board for meeting in schedule for board in results[meeting.id]]
    known: Boards = {}
    for index, board in enumerate(boards):
        if index < 2 * cut or index in finished:
            known.setdefault(board.meeting, []).append(board)
    prefix = Prefix()
    prefix.advance(schedule, known)
    stored = Prefix.from_json(json.loads(json.dumps(prefix.to_json())))
    later = {meeting.id: known.get(meeting.id, []) for meeting in schedule[stored.meetings :]}

    assert stored.meetings >= cut
    assert standings(schedule, later, STRENGTHS, prefix=stored) == standings(
        schedule, known, STRENGTHS
    )


def test_a_prefix_that_advances_step_by_step_is_the_fold_of_all() -> None:
    schedule, results = league_of()
    at_once, by_steps = Prefix(), Prefix()
    at_once.advance(schedule, results)
    known: Boards = {}
    for meeting in reversed(schedule):
        known[meeting.id] = results[meeting.id]
        by_steps.advance(schedule, known)

    assert at_once.meetings == len(schedule)
    assert by_steps.to_json() == at_once.to_json()


def test_a_prefix_stops_before_what_is_not_finished() -> None:
    schedule, results = league_of()
    results["m4"] = results["m4"][:1]

    prefix = Prefix()
    prefix.advance(schedule, results)

    assert prefix.meetings == 3


@pytest.mark.parametrize("stored", [None, {"meetings": 1}, {"meetings": "1", "fold": 1}])
def test_what_is_no_stored_prefix_is_refused(stored: dict[str, object] | None) -> None:
    with pytest.raises(ValueError, match="not a stored prefix"):
        Prefix.from_json(stored)  # type: ignore[arg-type]  # that is what is tested


def renamed(results: Boards, names: dict[str, str]) -> Boards:
    def board(old: BoardResult) -> BoardResult:
        matches = tuple(
            MatchResult(m.match, tuple(names[e] for e in m.seating), m.places, m.scores,
                        m.forfeits, m.deals)
            for m in old.matches
        )  # fmt: skip
        return BoardResult(old.board, old.meeting, matches)

    return {meeting: [board(old) for old in boards] for meeting, boards in results.items()}


def test_swapping_names_permutes_the_table_and_nothing_else() -> None:
    schedule, results = league_of()
    names = dict(zip(STRENGTHS, ["e4", "e6", "e5", "e1", "e3", "e2"], strict=True))
    swapped = [Meeting(meeting.id, tuple(names[e] for e in meeting.party)) for meeting in schedule]

    before = standings(schedule, results, STRENGTHS)
    after = standings(swapped, renamed(results, names), STRENGTHS)

    for old, new in zip(before.rows, after.rows, strict=True):
        assert new.entrant == names[old.entrant]
        assert (new.mu, new.sigma, new.half_width) == (old.mu, old.sigma, old.half_width)


def test_identical_results_give_equal_ratings_and_a_shared_place() -> None:
    """Everybody ties with everybody, over a whole league."""
    schedule = full(list(STRENGTHS), 1)
    results = {
        meeting.id: [
            BoardResult(
                f"{meeting.id}.b{n}", meeting.id, (match_of(" ".join(meeting.party), "7 7 7"),) * 3
            )
            for n in (1, 2)
        ]
        for meeting in schedule
    }

    rows = table(fold_of([board for two in results.values() for board in two]), STRENGTHS).rows
    one_board = table(fold_of(results["m1"]), schedule[0].party).rows

    assert {row.place for row in one_board} == {1}
    assert len({(row.mu, row.sigma) for row in one_board}) == 1
    assert max(row.mu for row in rows) - min(row.mu for row in rows) < 1e-2
    assert {row.shares for row in rows} == {(1 / 3, 1 / 3, 1 / 3, 0)}


def test_those_who_are_equal_but_for_how_sums_are_rounded_share_a_place() -> None:
    """Bots that play alike draw every board of the same cards, whoever of them meets whom."""
    meetings = full([f"e{number}" for number in range(1, 6)], 12345)
    results = {
        meeting.id: [
            BoardResult(
                board,
                meeting.id,
                tuple(
                    match_of(" ".join(each.seating), "5 5 5")
                    for each in fixtures(meeting)
                    if each.board == board
                ),
            )
            for board in dict.fromkeys(each.board for each in fixtures(meeting))
        ]
        for meeting in meetings
    }

    table = standings(meetings, results, [f"e{number}" for number in range(1, 6)])

    assert len({row.mu for row in table.rows}) > 1, "the last digits differ"
    assert [(row.place, row.entrant) for row in table.rows] == [
        (1, f"e{number}") for number in range(1, 6)
    ]


def fold_of(boards: Sequence[BoardResult]) -> Fold:
    fold = Fold()
    for board in boards:
        fold.add(board)
    return fold


def test_the_mean_of_the_field_is_25() -> None:
    schedule, results = league_of()

    rows = standings(schedule, results, STRENGTHS).rows

    assert math.fsum(row.mu for row in rows) / len(rows) == pytest.approx(25, abs=1e-12)
    assert [row.conservative for row in rows] == [row.mu - 3 * row.sigma for row in rows]
    assert [row.mu for row in rows] == sorted((row.mu for row in rows), reverse=True)


def test_the_stronger_entrants_of_a_league_come_first() -> None:
    schedule, results = league_of()

    rows = standings(schedule, results, STRENGTHS).rows

    assert rows[0].entrant == "e1"
    assert rows[-1].entrant == "e5"
    assert [row.place for row in rows] == [1, 2, 3, 4, 5, 6]


def test_those_who_have_not_played_stand_in_the_order_of_their_numbers() -> None:
    rows = standings((), {}, ["e10", "e9", "e11"]).rows

    assert [(row.place, row.entrant) for row in rows] == [(1, "e9"), (1, "e10"), (1, "e11")]
    assert {(row.mu, row.sigma, row.matches) for row in rows} == {(25, 25 / 3, 0)}
    assert {row.shares for row in rows} == {(0, 0, 0, 0)}
    assert {(row.points_per_deal, row.half_width, row.benched_from) for row in rows} == {
        (None, None, None)
    }


def test_a_league_without_entrants_has_an_empty_table() -> None:
    assert standings((), {}, ()) == Standings((), 0)


def test_matches_faults_and_shares_are_counted() -> None:
    board = board_of(
        match_of("e1 e2 e3", "90 50 10"),
        match_of("e1 e2 e3", "50 50 10"),  # e1 and e2 share the first two places
        match_of("e1 e2 e3", "90 50 60", places="1 3 2", forfeits="e2"),
    )

    rows = {row.entrant: row for row in table(fold_of([board]), ["e1", "e2", "e3"]).rows}

    assert [(rows[e].matches, rows[e].faults) for e in ("e1", "e2", "e3")] == [
        (3, 0),
        (3, 1),
        (3, 0),
    ]
    assert [rows[e].shares for e in ("e1", "e2", "e3")] == [
        (2.5 / 3, 0.5 / 3, 0, 0),
        (0.5 / 3, 1.5 / 3, 1 / 3, 0),
        (0, 1 / 3, 2 / 3, 0),
    ]
    assert rows["e2"].points_per_deal == (50 + 50 + 50) / 15  # the lowest of the forfeited match


def test_no_share_is_over_one_and_together_they_are_one() -> None:
    schedule, results = league_of()

    for row in standings(schedule, results, STRENGTHS).rows:
        assert min(row.shares) >= 0
        assert sum(row.shares) == pytest.approx(1)


def test_a_match_without_places_gives_nobody_a_share() -> None:
    none = match_of("e1 e2 e3", "0 0 0", places="none", forfeits="e1 e2 e3")

    rows = table(fold_of([board_of(none, none, none)]), ["e1", "e2", "e3"]).rows

    assert {(*row.shares, row.faults) for row in rows} == {(0, 0, 0, 0, 3)}


def test_a_hopeless_entrant_stays_finite_and_its_sigma_shrinks() -> None:
    """It forfeits and loses every match of a thousand boards."""
    fold = Fold()
    sigmas = []
    for number in range(1000):
        seating = f"e1 e{2 + number % 2} e{4 + number % 3}"
        lost = match_of(seating, "-500 90 80", forfeits="e1")
        fold.add(board_of(lost, lost, lost))
        sigmas.append(fold.account("e1").rating.sigma)

    rating = fold.account("e1").rating
    assert math.isfinite(rating.mu)
    assert -200 < rating.mu < 10
    assert sigmas == sorted(sigmas, reverse=True)


def test_incomplete_meetings_count_by_their_complete_boards() -> None:
    schedule = balanced(["e1", "e2", "e3", "e4"], 1)
    board = BoardResult("m2.b2", "m2", (match_of(" ".join(schedule[1].party), "1 2 3"),) * 3)

    assert standings(schedule, {"m2": [board]}, ["e1", "e2", "e3", "e4"]).boards == 1
    assert standings(schedule, {"m2": [board, board]}, ["e1", "e2", "e3", "e4"]).boards == 1
