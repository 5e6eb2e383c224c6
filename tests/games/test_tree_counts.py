"""The number of ways in which small deals can be played, against a slow second reference.

The reference shares nothing with the engine: cards are text, and every rule is written out.
"""

from random import Random

import pytest

from arena.games.cards import PACK, format_cards
from arena.games.game import Match
from tests.games.playing import new_ending

RANKS = "23456789TJQKA"


def line_count(match: Match) -> int:
    """Returns how many ways there are from here to the end of the deal."""
    if match.seat is None:
        return 1
    count = 0
    for action in match.legal_actions():
        twin = match.copy()
        twin.act(action)
        count += line_count(twin)
    return count


def reference_count(
    hands: tuple[str, ...], seat: int, table: tuple[str, ...], *, broken: bool
) -> int:
    hand = hands[seat].split()
    if not hand and not table:
        return 1
    count = 0
    for card in hand:
        others = [other for other in hand if other != card]
        if table and card[1] != table[0][1] and any(other[1] == table[0][1] for other in others):
            continue
        is_early_spade = not table and card[1] == "S" and not broken
        if is_early_spade and any(other[1] != "S" for other in others):
            continue
        left = tuple(" ".join(others) if own == seat else hands[own] for own in range(3))
        next_seat, next_table = (seat + 1) % 3, (*table, card)
        if len(next_table) == 3:
            next_seat, next_table = (next_seat + taker(next_table)) % 3, ()
        count += reference_count(left, next_seat, next_table, broken=broken or card[1] == "S")
    return count


def taker(table: tuple[str, ...]) -> int:
    """Returns the index of the card that takes the trick."""
    best = 0
    for index in (1, 2):
        card, high = table[index], table[best]
        if card[1] == high[1]:
            best = index if RANKS.index(card[0]) > RANKS.index(high[0]) else best
        elif card[1] == "S":
            best = index
    return best


@pytest.mark.parametrize(
    ("hands", "leader", "broken", "count"),
    [
        (["AC", "KC", "QC"], 0, False, 1),  # no choice
        (["AC QC", "KC JC", "TC 9C"], 0, False, 8),  # one suit: any order, 2 · 2 · 2
        (["AC KD", "QC JD", "TC 9D"], 0, False, 2),  # the lead decides everything
        (["AC AS", "KC 2S", "QC 3S"], 0, False, 1),  # unbroken: AC is the only lead
        (["AC AS", "KC 2S", "QC 3S"], 0, True, 2),  # broken: either
        (["AH KH", "2S 3S", "QH JH"], 0, False, 8),  # seat 1 is void and may choose: 2 · 2 · 2
        (["AC 3D", "KD 2S", "QD 4C"], 0, False, 3),  # AC: seat 1 free (2), 4C forced; 3D: forced
        (["2C", "AS", "3S"], 1, False, 1),  # an unbroken lead from spades alone
    ],
)
def test_counts_by_hand(hands: list[str], leader: int, count: int, *, broken: bool) -> None:
    assert line_count(new_ending(hands, leader, broken=broken)) == count
    assert reference_count(tuple(hands), leader, (), broken=broken) == count


@pytest.mark.parametrize("seed", range(60))
def test_random_endings_have_as_many_lines_as_the_reference_finds(seed: int) -> None:
    dice = Random(seed)
    size = 3 + seed % 2
    # Few ranks of few suits, so that following, voids and broken spades all matter.
    suits = dice.choice(("CDHS", "DHS", "HS", "DS"))
    usable = [card for card in PACK[1:] if card.text[1] in suits]
    cards = dice.sample(usable, 3 * size)
    hands = [format_cards(cards[seat::3]) for seat in range(3)]
    leader, broken = dice.randrange(3), dice.random() < 0.3

    expected = reference_count(tuple(hands), leader, (), broken=broken)

    assert line_count(new_ending(hands, leader, broken=broken)) == expected
