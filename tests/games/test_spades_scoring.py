from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.ending import Ending, ending, places
from arena.games.spades.rules import SpadesRules
from arena.games.spades.scoring import Promise, score
from tests.games.playing import steady

CARRY: dict[str, object] = {}
RESET: dict[str, object] = {"profile": "reset"}
FIFTY_BLIND: dict[str, object] = {"blind_nil": True, "nil_value": 50}
FAIL_BID: dict[str, object] = {"renege": "fail-bid"}


def scored(
    options: Mapping[str, object], promise: Promise, taken: int, bags: int
) -> tuple[int, int, int]:
    return score(SpadesRules.parse(options), promise, taken, bags)


@pytest.mark.parametrize(
    ("bid", "taken", "bags", "expected"),
    [
        (5, 7, 0, (52, 0, 2)),  # SP-13: ten a trick bid, one and a bag for each above
        (6, 6, 3, (60, 0, 3)),
        (8, 5, 3, (-80, 0, 3)),  # SP-14: set
        (17, 0, 9, (-170, 0, 9)),
        (0, 0, 9, (100, 0, 9)),  # SP-16: nil made
        (0, 1, 0, (-100, 0, 1)),  # nil failed: its tricks are bags
        (0, 17, 9, (-100, -200, 6)),  # S-B3: two full tens
        (5, 7, 9, (52, -100, 1)),  # the rest is kept
        (1, 11, 0, (20, -100, 0)),  # ten at once
        (1, 12, 9, (21, -200, 0)),  # twenty
    ],
)
def test_score_in_carry(bid: int, taken: int, bags: int, expected: tuple[int, int, int]) -> None:
    assert scored(CARRY, Promise(bid), taken, bags) == expected


@pytest.mark.parametrize(
    ("bid", "taken", "bags", "expected"),
    [
        (5, 7, 7, (52, 0, 9)),
        (5, 7, 8, (52, -100, 0)),  # at ten, not above it
        (5, 7, 9, (52, -100, 0)),  # S-B2: the excess is lost
        (1, 17, 9, (26, -100, 0)),  # S-B2: one penalty, however many
        (0, 3, 8, (-100, 0, 8)),  # S-B1: no bags of a failed nil
        (8, 5, 9, (-80, 0, 9)),
    ],
)
def test_score_in_reset(bid: int, taken: int, bags: int, expected: tuple[int, int, int]) -> None:
    assert scored(RESET, Promise(bid), taken, bags) == expected


@pytest.mark.parametrize(
    ("options", "promise", "taken", "bags", "expected"),
    [
        ({"bag_rule": "none"}, Promise(5), 7, 9, (52, 0, 11)),  # the count just grows
        ({"bag_rule": "none"}, Promise(0), 17, 99, (-100, 0, 116)),
        ({"bag_rule": "reset"}, Promise(0), 3, 8, (-100, -100, 0)),  # failed_nil_bags
        ({"failed_nil_bags": False}, Promise(0), 3, 8, (-100, 0, 8)),
        ({"nil_value": 50}, Promise(0), 0, 2, (50, 0, 2)),
        ({"nil_value": 50}, Promise(0), 2, 2, (-50, 0, 4)),
        ({"nil_value": 50}, Promise(5), 5, 2, (50, 0, 2)),  # of nil alone
        ({"blind_nil": True}, Promise(0, is_blind=True), 0, 2, (200, 0, 2)),
        ({"blind_nil": True}, Promise(0, is_blind=True), 1, 2, (-200, 0, 3)),
        ({"blind_nil": True}, Promise(0), 0, 2, (100, 0, 2)),  # nil, but not blind
        (FIFTY_BLIND, Promise(0, is_blind=True), 0, 0, (100, 0, 0)),  # S-N3
        (FIFTY_BLIND, Promise(0, is_blind=True), 1, 9, (-100, -100, 0)),
    ],
)
def test_score_with_options(
    options: dict[str, object],
    promise: Promise,
    taken: int,
    bags: int,
    expected: tuple[int, int, int],
) -> None:
    assert scored(options, promise, taken, bags) == expected


@pytest.mark.parametrize(
    ("options", "bid", "taken", "bags", "expected"),
    [
        (FAIL_BID, 5, 7, 3, (-50, 0, 3)),  # as a failed bid, which has no bags
        (FAIL_BID, 5, 5, 3, (-50, 0, 3)),
        (FAIL_BID, 5, 2, 3, (-50, 0, 3)),  # no worse than the bid that it failed
        (FAIL_BID, 0, 0, 3, (-100, 0, 3)),  # nil: minus its value though it took no trick
        (FAIL_BID, 0, 4, 3, (-100, 0, 7)),  # nor does it save the bags of a failed nil
        (FAIL_BID, 0, 8, 3, (-100, -100, 1)),  # nor their penalty
        (RESET, 0, 8, 3, (-100, 0, 3)),  # where there are no such bags
        (FAIL_BID, 1, 2, 9, (11, -100, 0)),  # honest, with its penalty, is worse than -10
        (RESET, 1, 2, 9, (11, -100, 0)),
        (FAIL_BID, 9, 10, 9, (-90, 0, 9)),  # failed is worse than 91 - 100
        (FAIL_BID | {"bag_rule": "none"}, 1, 2, 9, (-10, 0, 9)),
    ],
)
def test_a_renege_is_scored_by_the_worse_of_failed_and_honest(
    options: dict[str, object], bid: int, taken: int, bags: int, expected: tuple[int, int, int]
) -> None:
    assert scored(options, Promise(bid, has_reneged=True), taken, bags) == expected


def test_a_renege_of_a_blind_nil_costs_twice_its_value() -> None:
    promise = Promise(0, is_blind=True, has_reneged=True)

    assert scored(RESET | {"blind_nil": True}, promise, 0, 4) == (-200, 0, 4)


OPTIONS = st.fixed_dictionaries(
    {
        "bag_rule": st.sampled_from(["carry", "reset", "none"]),
        "failed_nil_bags": st.booleans(),
        "nil_value": st.sampled_from([100, 50]),
    }
)


@steady
@given(OPTIONS, st.integers(0, 17), st.booleans(), st.integers(0, 17), st.integers(0, 9))
def test_a_breach_never_pays(
    options: dict[str, object], bid: int, blind: bool, taken: int, bags: int
) -> None:
    is_blind = blind and bid == 0
    honest = score(SpadesRules.parse(options), Promise(bid, is_blind), taken, bags)
    breach = score(SpadesRules.parse(options), Promise(bid, is_blind, True), taken, bags)

    before, after = honest.points + honest.bag_penalty, breach.points + breach.bag_penalty
    assert after <= before
    assert after < before or breach == honest or breach.bags >= honest.bags


@steady
@given(st.integers(0, 17), st.integers(0, 17), st.integers(0, 9))
def test_bags_are_neither_lost_nor_made(bid: int, taken: int, bags: int) -> None:
    result = score(SpadesRules.parse(CARRY), Promise(bid), taken, bags)

    over = taken if bid == 0 else max(0, taken - bid)
    assert 0 <= result.bags <= 9
    assert result.bag_penalty in (0, -100, -200)
    assert result.bags - result.bag_penalty // 10 == bags + over


@steady
@given(st.integers(0, 17), st.integers(0, 17), st.integers(0, 9))
def test_reset_takes_one_penalty_and_leaves_nothing(bid: int, taken: int, bags: int) -> None:
    result = score(SpadesRules.parse(RESET), Promise(bid), taken, bags)

    together = bags + (max(0, taken - bid) if bid else 0)
    assert (result.bag_penalty, result.bags) == ((-100, 0) if together >= 10 else (0, together))


@pytest.mark.parametrize(
    ("options", "scores", "deals", "overtime", "follows"),
    [
        ({}, (200, 199, -50), 3, False, Ending.OVER),  # SP-19: at the target is enough
        ({}, (199, 10, 0), 3, False, Ending.NEXT_DEAL),
        ({}, (210, 210, 0), 3, False, Ending.OVERTIME),  # a shared lead
        ({}, (150, 149, 20), 4, True, Ending.OVER),  # S-E1: below the target by now
        ({}, (150, 150, 20), 4, True, Ending.OVERTIME),
        ({}, (150, 149, 20), 60, False, Ending.OVER),  # S-E3: the cap
        ({}, (210, 210, 0), 60, True, Ending.OVER),  # overtime included
        ({}, (150, 149, 20), 59, False, Ending.NEXT_DEAL),
        ({"target": 500}, (499, 0, 0), 60, False, Ending.NEXT_DEAL),
        ({"length": "deals:4"}, (900, 0, 0), 3, False, Ending.NEXT_DEAL),  # no target
        ({"length": "deals:4"}, (0, 0, 0), 4, False, Ending.OVER),  # no overtime
        ({"length": "deals:100"}, (0, 0, 0), 60, False, Ending.NEXT_DEAL),  # no cap
    ],
)
def test_ending(
    options: dict[str, object],
    scores: tuple[int, ...],
    deals: int,
    overtime: bool,
    follows: Ending,
) -> None:
    assert ending(SpadesRules.parse(options), scores, deals, overtime=overtime) is follows


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((3, 2, 1), (1, 2, 3)),
        ((210, 90, 210), (1, 3, 1)),  # a shared place leaves a gap
        ((-5, 7, -5), (2, 1, 2)),
        ((0, 0, 0), (1, 1, 1)),
    ],
)
def test_places(scores: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert places(scores) == expected
