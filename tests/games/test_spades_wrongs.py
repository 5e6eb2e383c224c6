"""What other programs of this game got wrong, each as a test of this one.

Further lines of the same list stand where they belong. Of blind nil, in test_spades_blind: that the
question is never asked again, and that no message shows the hand before the answer. Of dealing, in
tests/test_deals.py: every order is equally likely, the first dealer is drawn by lot and balanced
over a meeting, cards and the bots' dice never share a stream. Of what leaks: the contract test has
every view hide the cards of others, and tests/test_league_results.py has only boards exported
whose last rotation is over.
"""

from random import Random

import pytest

from arena.games.cards import PACK, Seat, parse_cards
from arena.games.game import Bid
from arena.games.spades.rules import SpadesRules
from tests.games.playing import end_deal, new_ending, play, play_deal, shuffled


def test_the_winner_leads_next() -> None:
    match = new_ending(["AH 3C", "2S 4C", "KH 5C"])
    play(match, "AH 2S KH")

    assert match.seat == 1
    assert match.view(Seat(0)).leaders == (0, 1)
    assert match.view(Seat(0)).taken == (0, 1, 0)


def test_a_revoke_is_refused() -> None:
    match = new_ending(["AH 3C", "2S KH", "QH 5C"])
    play(match, "AH")

    with pytest.raises(ValueError, match="2S is not a legal card of seat 1"):
        play(match, "2S")


def test_an_unbroken_spade_lead_with_other_suits_in_hand_is_refused() -> None:
    match = new_ending(["AS 3C", "2S KH", "QH 5C"])

    with pytest.raises(ValueError, match="AS is not a legal card of seat 0"):
        play(match, "AS")


@pytest.mark.parametrize(
    ("before", "new", "penalty", "after"),
    [
        (8, 1, 0, 9),
        (9, 1, -100, 0),  # at ten, not above it
        (9, 2, -100, 1),  # stepping from 9 to 11
        (9, 11, -200, 0),  # two penalties for 20 bags, not one
        (5, 15, -200, 0),
    ],
)
def test_every_ten_bags_are_paid_for(before: int, new: int, penalty: int, after: int) -> None:
    match = SpadesRules().new_match(Seat(0))
    end_deal(match, bids=[1, 1, 1], taken=[1 + new, 0, 0], bags=[before, 0, 0])

    assert match.deals[0].bag_penalty == (penalty, 0, 0)
    assert match.bags == (after, 0, 0)


def test_a_set_gives_no_negative_bags() -> None:
    match = SpadesRules().new_match(Seat(0))
    end_deal(match, bids=[8, 1, 1], taken=[5, 6, 6], bags=[3, 0, 0])

    assert match.bags == (3, 5, 5)
    assert match.scores == (-80, 15, 15)


def test_bags_are_not_read_off_the_score() -> None:
    match = SpadesRules().new_match(Seat(0))
    end_deal(match, bids=[5, 1, 1], taken=[5, 6, 6], scores=[-41, 0, 0], bags=[9, 0, 0])

    assert (match.scores[0], match.bags[0]) == (9, 9)


@pytest.mark.parametrize("seed", range(10))
def test_the_next_deal_follows_the_dealer_and_not_the_last_winner(seed: int) -> None:
    match, dice = SpadesRules().new_match(Seat(1)), Random(seed)
    for dealer in (1, 2, 0, 1):
        play_deal(match, dice)
        assert match.deals[-1].dealer == dealer
        assert match.deals[-1].leaders[0] == (dealer + 1) % 3


@pytest.mark.parametrize("leader", [0, 1, 2])
def test_the_winner_is_counted_from_the_leader(leader: int) -> None:
    hands = ["3H 3C", "AH 4C", "KH 5C"]  # seat 1 has the ace, whoever leads
    match = new_ending(hands, leader)
    for turn in range(3):
        play(match, hands[(leader + turn) % 3][:2])

    assert match.seat == 1
    assert match.view(Seat(0)).leaders == (leader, 1)


def test_the_last_trick_scores_the_deal_once() -> None:
    match = new_ending(["AH", "2H", "KH"])
    play(match, "AH 2H KH")

    assert len(match.deals) == 1
    assert match.scores == (10, -10, -10)
    with pytest.raises(ValueError, match="is not a legal"):
        play(match, "KH")
    assert match.scores == (10, -10, -10)


def test_a_bid_given_twice_is_taken_once() -> None:
    match = SpadesRules().new_match(Seat(2))
    match.start_deal(PACK[1:])
    for _ in range(3):
        match.act(Bid(4))

    with pytest.raises(ValueError, match="is not a legal card"):
        match.act(Bid(4))
    assert match.decision_number == 3


@pytest.mark.parametrize("scores", [(210, 210, 0), (200, 200, 200), (5, 210, 210)])
def test_a_tie_is_no_win(scores: tuple[int, ...]) -> None:
    match = SpadesRules().new_match(Seat(0))
    end_deal(match, bids=[1, 1, 1], taken=[1, 1, 1], scores=[score - 10 for score in scores])

    assert match.scores == scores
    assert not match.is_over


def test_spades_are_unbroken_again_in_the_next_deal() -> None:
    match, dice = SpadesRules().new_match(Seat(0)), Random(3)
    play_deal(match, dice)
    assert match.view(Seat(0)).broken
    match.start_deal(shuffled(match.rules, dice))

    assert not match.view(Seat(0)).broken


@pytest.mark.parametrize(
    "options",
    [
        {"profile": "reset"},
        {"bag_rule": "none"},
        {"bag_rule": "reset"},
        {"failed_nil_bags": False},
        {"nil_value": 50},
        {"blind_nil": True},
        {"minimum_bid": 1},
        {"renege": "fail-bid"},
        {"seats": 2},
        {"seats": 4},
    ],
)
def test_no_option_of_another_match_is_applied_though_it_is_off(options: dict[str, object]) -> None:
    """A match with the option is played beside one without it, which goes as if it were alone."""
    alone, beside = (SpadesRules.parse({"length": "deals:6"}).new_match(Seat(0)) for _ in "ab")
    other = SpadesRules.parse({"length": "deals:9", **options}).new_match(Seat(0))
    dice, same_dice, other_dice = Random(4), Random(4), Random(5)
    while not alone.is_over:
        play_deal(other, other_dice)
        play_deal(alone, dice)
        play_deal(beside, same_dice)

    assert beside.deals == alone.deals
    for deal in alone.deals:
        assert (deal.blind, deal.reneges) == ((), ())
        assert set(deal.to_json()) == set(DEAL_FIELDS)


DEAL_FIELDS = (
    *("dealer", "hands", "bids", "tricks", "taken"),
    *("points", "bag_penalty", "scores", "bags"),
)


def test_hidden_cards_are_in_no_view_of_another_seat_and_in_no_refusal() -> None:
    match = new_ending(["AH 3C", "2S KH", "QH 5C"])
    play(match, "AH")

    view = match.view(Seat(0))
    seen = {card for value in view if isinstance(value, tuple) for card in value}
    assert seen.isdisjoint(parse_cards("2S KH QH 5C"))
    with pytest.raises(ValueError, match="is not a legal card of seat 1") as error:
        play(match, "QH")
    assert not any(card in str(error.value) for card in ("2S", "KH", "5C"))


def test_an_overtime_is_not_carried_into_another_match() -> None:
    rules = SpadesRules()
    first = rules.new_match(Seat(0))
    end_deal(first, bids=[1, 1, 1], taken=[1, 1, 1], scores=[200, 200, 0])
    second = rules.new_match(Seat(0))
    end_deal(second, bids=[1, 1, 1], taken=[2, 1, 1])

    assert not second.is_over
