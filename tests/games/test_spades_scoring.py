import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.spades.rules import SpadesRules
from arena.games.spades.scoring import Ending, ending, places, score
from tests.games.playing import steady


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
def test_score(bid: int, taken: int, bags: int, expected: tuple[int, int, int]) -> None:
    assert score(bid, taken, bags, 100) == expected


@steady
@given(st.integers(0, 17), st.integers(0, 17), st.integers(0, 9))
def test_bags_are_neither_lost_nor_made(bid: int, taken: int, bags: int) -> None:
    result = score(bid, taken, bags, 100)

    over = taken if bid == 0 else max(0, taken - bid)
    assert 0 <= result.bags <= 9
    assert result.bag_penalty in (0, -100, -200)
    assert result.bags - result.bag_penalty // 10 == bags + over


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
