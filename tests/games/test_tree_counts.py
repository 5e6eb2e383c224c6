"""The number of ways in which small deals can be played, against a slow second reference.

The reference shares nothing with the engine: cards are text, and every rule is written out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

import pytest

from arena.games.cards import PACK, Card, Seat, format_cards
from arena.games.game import Bid, Charged, Match
from arena.games.spades.match import SpadesMatch
from arena.games.spades.rules import SpadesRules
from tests.games.playing import new_ending

RANKS = "23456789TJQKA"


def line_count(match: Match, *, with_reneges: bool = False) -> int:
    """Returns how many ways there are from here to the end of the deal."""
    if match.seat is None:
        return 1
    actions = list(match.legal_actions())
    if with_reneges:
        breaches = map(match.breach, match.rules.pack)
        charged = {breach.action for breach in breaches if breach is not None}
        actions += [action for action in charged if isinstance(action, Charged)]
    count = 0
    for action in actions:
        twin = match.copy()
        twin.act(action)
        count += line_count(twin, with_reneges=with_reneges)
    return count


@dataclass(frozen=True)
class Reference:
    """A position in text: what every seat holds, the cards on the table, and what has happened."""

    hands: tuple[str, ...]
    seat: int
    broken: bool
    table: tuple[str, ...] = ()
    may_renege: tuple[bool, ...] = ()
    """Which seats may still renege in this deal; empty where nobody may."""

    def count(self) -> int:
        hand = self.hands[self.seat].split()
        if not hand and not self.table:
            return 1
        legal = [card for card in hand if self.is_legal(card, hand)]
        count = sum(self.after(card).count() for card in legal)
        if self.may_renege and self.may_renege[self.seat] and len(legal) < len(hand):
            lowest = min(legal, key=lambda card: (RANKS.index(card[0]), "CDHS".index(card[1])))
            spent = tuple(may and seat != self.seat for seat, may in enumerate(self.may_renege))
            count += replace(self.after(lowest), may_renege=spent).count()
        return count

    def is_legal(self, card: str, hand: list[str]) -> bool:
        others = [other for other in hand if other != card]
        if self.table:
            led = self.table[0][1]
            return card[1] == led or all(other[1] != led for other in others)
        is_early_spade = card[1] == "S" and not self.broken
        return not is_early_spade or all(other[1] == "S" for other in others)

    def after(self, card: str) -> "Reference":
        seats = len(self.hands)
        hands = list(self.hands)
        hands[self.seat] = " ".join(other for other in hands[self.seat].split() if other != card)
        seat, table = (self.seat + 1) % seats, (*self.table, card)
        if len(table) == seats:
            seat, table = (seat + taker(table)) % seats, ()
        broken = self.broken or card[1] == "S"
        return replace(self, hands=tuple(hands), seat=seat, table=table, broken=broken)


def reference_count(
    hands: Sequence[str], leader: int, *, broken: bool, with_reneges: bool = False
) -> int:
    may_renege = (True,) * len(hands) if with_reneges else ()
    return Reference(tuple(hands), leader, broken, may_renege=may_renege).count()


def taker(table: tuple[str, ...]) -> int:
    """Returns the index of the card that takes the trick."""
    best = 0
    for index in range(1, len(table)):
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
    assert reference_count(hands, leader, broken=broken) == count


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(40))
def test_random_endings_have_as_many_lines_as_the_reference_finds(seed: int, seats: int) -> None:
    hands, leader, broken = random_ending(seed, seats, {2: 5, 3: 4, 4: 3}[seats] - seed % 2)

    expected = reference_count(hands, leader, broken=broken)

    assert line_count(new_ending(hands, leader, broken=broken)) == expected


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(20))
def test_endings_with_reneges_have_as_many_lines_as_the_reference_finds(
    seed: int, seats: int
) -> None:
    hands, leader, broken = random_ending(seed, seats, 3)
    match = new_ending(hands, leader, broken=broken, options={"renege": "fail-bid"})

    expected = reference_count(hands, leader, broken=broken, with_reneges=True)

    assert line_count(match, with_reneges=True) == expected


def random_ending(seed: int, seats: int, size: int) -> tuple[list[str], int, bool]:
    """Returns hands of few suits, so that following, voids and broken spades all matter."""
    dice = Random(seed)
    suits = dice.choice(("CDHS", "DHS", "HS", "DS"))
    usable = [card for card in PACK if card.text[1] in suits]
    cards = dice.sample(usable, seats * size)
    hands = [format_cards(cards[seat::seats]) for seat in range(seats)]
    return hands, dice.randrange(seats), dice.random() < 0.3


@pytest.mark.parametrize(
    ("scores", "options", "count"),
    [
        ((0, 0, 0), {}, 18**3),
        ((0, 0, 0), {"minimum_bid": 1}, 17**3),
        ((0, 0, 0), {"blind_nil": True}, 18**3),  # nobody is behind
        ((0, 100, 0), {"blind_nil": True}, 19 * 18 * 19),  # blind, or one of 18 bids
        ((0, 100, -1), {}, 18**3),
        ((0, 0), {"seats": 2}, 18**2),
        ((0, 200), {"seats": 2, "blind_nil": True}, 19 * 18),
        ((0, 0, 0, 0), {"seats": 4}, 14**4),
        ((0, 0, 0, 0), {"seats": 4, "minimum_bid": 1}, 13**4),
    ],
)
def test_there_are_as_many_ways_to_bid_as_the_rules_say(
    scores: tuple[int, ...], options: dict[str, object], count: int
) -> None:
    match = SpadesRules.parse(options).new_match(Seat(0))
    match.scores = scores
    match.start_deal(match.rules.pack)

    assert bidding_count(match) == count


def bidding_count(match: SpadesMatch) -> int:
    """Returns how many ways there are to the first lead; bids in between count as one another."""
    legal = match.legal_actions()
    if isinstance(legal[0], Card):
        return 1
    count = 0
    for action in legal:
        if isinstance(action, Bid) and action is not legal[0]:
            continue
        twin = match.copy()
        twin.act(action)
        count += bidding_count(twin) * (len(legal) if isinstance(action, Bid) else 1)
    return count
