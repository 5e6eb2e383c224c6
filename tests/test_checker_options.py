"""The checker itself, for blind nils, reneges, and tables of two and four seats."""

import json
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace

import pytest

from tests.checker import check_league, check_record
from tests.checker.changes import SPECIAL_CHANGES, Change, Node
from tests.checker.matches import plays
from tests.checker.player import CARRY, Json, play_league, play_record
from tests.checker.rules import Promise, may_bid_blind, score
from tests.checker.shape import Options, parse_record

TRIO = ("ann", "bob", "cid")
RESET = replace(
    CARRY,
    profile="reset",
    bag_rule="reset",
    failed_nil_bags=False,
    blind_nil=True,
    renege="fail-bid",
    length="deals:9",
)


@pytest.mark.parametrize("seed", range(5))
def test_right_records_of_reset_with_blind_nil_have_no_findings(seed: int) -> None:
    assert check_record(play_record("m1.b1.r1", TRIO, RESET, seed=seed)) == []


@pytest.mark.parametrize(
    ("promise", "taken", "bags", "expected"),
    [
        (Promise(0, is_blind=True), 0, 3, (200, 0, 3)),
        (Promise(0, is_blind=True), 2, 3, (-200, 0, 3)),
        (Promise(5), 7, 9, (52, -100, 0)),  # S-B2
        (Promise(5, has_reneged=True), 7, 3, (-50, 0, 3)),  # S-R1
        (Promise(1, has_reneged=True), 2, 9, (11, -100, 0)),  # honest is worse
        (Promise(0, has_reneged=True), 0, 3, (-100, 0, 3)),
        (Promise(0, is_blind=True, has_reneged=True), 0, 3, (-200, 0, 3)),
    ],
)
def test_scores_in_reset(
    promise: Promise, taken: int, bags: int, expected: tuple[int, int, int]
) -> None:
    assert score(RESET, promise, taken, bags) == expected


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("options", [CARRY, RESET])
def test_right_records_of_two_and_four_seats_have_no_findings(options: Options, seats: int) -> None:
    entrants = ("ann", "bob", "cid", "dan")[:seats]
    options = replace(options, seats=seats, max_deals=10)
    for seed in range(5):
        assert check_record(play_record("m1.b1.r1", entrants, options, seed=seed)) == []


@pytest.fixture(scope="module")
def special() -> Json:
    """A record with a blind nil, one declined, and reneges in its second deal."""
    for seed in range(500):
        record = play_record("m7.b1.r2", TRIO, RESET, seed=seed)
        deal = parse_record(record)[0].deals[1]
        is_mixed = {*deal.blind} == {None, "yes", "no"}
        is_charged = deal.reneges[0] is not None and deal.taken[0] >= deal.bids[0] > 0
        if is_mixed and is_charged and deal.reneges[1] is None and deal.blind[0] == "no":
            return record
    raise AssertionError("no seed has them all")


@pytest.mark.parametrize(
    "change", [change for _, change in SPECIAL_CHANGES], ids=[name for name, _ in SPECIAL_CHANGES]
)
def test_every_change_of_blind_nils_and_reneges_is_found(special: Json, change: Change) -> None:
    assert check_record(special) == []
    record = deepcopy(special)

    change(Node(record))

    assert record != special
    assert check_record(record) != []


def test_a_third_renege_without_its_forfeit_is_found() -> None:
    """Reneges are moved about until a seat has three; each of them alone is a right one."""
    for seed in range(500):
        record = play_record("m7.b1.r2", TRIO, RESET, seed=seed)
        deals = parse_record(record)[0].deals
        if sum(deal.reneges[0] is not None for deal in deals) == 2:
            break
    found = []
    for number, deal in enumerate(deals):
        for play in plays(deal):
            if play.seat == 0 and deal.reneges[0] is None:
                changed = deepcopy(record)
                Node(changed)["deals"][number]["reneges"][0] = play.decision
                found += check_record(changed)

    assert any("reneged for the third time" in finding for finding in found)


@pytest.mark.parametrize(
    ("scores", "asked"),
    [
        ((0, 0, 0), [False, False, False]),
        ((51, 150, 50), [False, False, True]),  # S-N1: 100 behind, no less
        ((150, 150, 50), [False, False, True]),
        ((0, 500), [True, False]),
    ],
)
def test_who_is_asked_for_a_blind_nil(scores: Sequence[int], asked: list[bool]) -> None:
    assert may_bid_blind(scores) == asked


@pytest.mark.parametrize("seats", [2, 4])
def test_a_right_league_of_two_or_four_seats_has_no_findings(seats: int) -> None:
    options = replace(CARRY, seats=seats, length="deals:1")
    entrants = ("ann", "bob", "cid", "dan")[:seats]

    records = [*play_league([entrants], 8, options)]

    assert len(records) == 8 * seats
    assert check_league(map(json.dumps, records)) == []


@pytest.mark.parametrize("boards", [(0, 2), (1, 3), (0, 6)])
def test_two_boards_of_four_seated_in_each_others_order_are_found(boards: tuple[int, int]) -> None:
    options = replace(CARRY, seats=4, length="deals:1")
    records = [*play_league([("ann", "bob", "cid", "dan")], 8, options)]
    first, second = (records[4 * board : 4 * board + 4] for board in boards)
    for one, other in zip(first, second, strict=True):
        one["seats"], other["seats"] = other["seats"], one["seats"]

    assert (check_league(map(json.dumps, records)) == []) is (
        boards == (0, 6)
    )  # six boards have all
