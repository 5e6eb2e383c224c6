from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.cards import PACK, Card, Seat, Suit, format_cards, parse_cards
from arena.games.game import Bid
from arena.games.spades.match import SpadesMatch
from arena.games.spades.rules import SpadesRules
from tests.games.playing import end_deal, new_choice, new_ending, play, play_deal, shuffled, steady

SEEDS = st.integers(0, 2**32)


def legal(match: SpadesMatch) -> str:
    return " ".join(str(action) for action in match.legal_actions())


def test_the_deal_starts_left_of_the_dealer_card_by_card() -> None:
    match = SpadesRules().new_match(Seat(2))
    match.start_deal(PACK[1:])

    assert format_cards(match.view(Seat(0)).hand[:3]) == "3C 6C 9C"
    assert format_cards(match.view(Seat(1)).hand[:3]) == "4C 7C TC"
    assert format_cards(match.view(Seat(2)).hand[:3]) == "5C 8C JC"
    assert (match.seat, match.dealer, match.deal_number) == (0, 2, 1)


def test_each_seat_bids_once_in_turn_and_in_public() -> None:
    match = SpadesRules().new_match(Seat(0))
    match.start_deal(PACK[1:])

    for tricks in (17, 0, 5):  # no limit on the sum, nil included (SP-6, SP-7)
        match.act(Bid(tricks))

    assert match.view(Seat(1)).bids == (5, 17, 0)
    assert match.decision_number == 3
    assert match.seat == 1


@pytest.mark.parametrize(
    ("hand", "before", "broken", "expected"),
    [
        ("9H 4D 2S KS AS", "", False, "4D 9H"),  # SP-9: no spade is led
        ("9H 4D 2S KS AS", "", True, "4D 9H 2S KS AS"),  # broken
        ("2S KS AS", "", False, "2S KS AS"),  # S-L1: a hand that is all spades
        ("KH QS 3D", "AH", False, "KH"),  # SP-10: follow
        ("QS 3C 2D", "AH", False, "3C 2D QS"),  # S-L4: a spade when void, at once
        ("5S 7H 3D", "9S", True, "5S"),  # spades are followed too
        ("7H 8D 3C", "9S", True, "3C 8D 7H"),  # void in spades
    ],
)
def test_legal_cards(hand: str, before: str, expected: str, *, broken: bool) -> None:
    match = new_choice(hand, before, broken=broken)

    assert legal(match) == expected


def test_the_winner_leads_next() -> None:
    match = new_ending(["AH 3C", "2S 4C", "KH 5C"])
    play(match, "AH 2S KH")

    assert match.seat == 1
    assert match.view(Seat(0)).leaders == (0, 1)
    assert match.view(Seat(0)).taken == (0, 1, 0)


@pytest.mark.parametrize(
    ("hands", "cards", "broken"),
    [
        (["AH 3C", "2S 4C", "KH 5C"], "AH 2S", True),  # a spade thrown on another suit
        (["AH 3C", "2S 4C", "KH 5C"], "AH", False),
        (["KC 3H", "5S 4H", "3S 5H"], "KC 5S 3S", True),  # S-L2: a losing one as well
        (["2S 3S", "4C 4H", "5C 5H"], "2S", True),  # S-L2: a forced lead
    ],
)
def test_a_spade_played_breaks_spades(hands: list[str], cards: str, *, broken: bool) -> None:
    match = new_ending(hands)

    play(match, cards)

    assert match.view(Seat(0)).broken is broken


def test_a_view_holds_what_the_seat_has_seen() -> None:
    match = new_ending(["AH 3C", "2S 4C", "KH 5C"])
    play(match, "AH 2S KH 4C")

    view = match.view(Seat(2))

    assert format_cards(view.hand) == "5C"
    assert view.legal == view.hand
    assert view.bids == (1, 1, 1)
    assert format_cards(view.played) == "AH 2S KH 4C"
    assert (view.seat, view.dealer, view.deal_number) == (2, 2, 1)
    assert (view.scores, view.bags) == ((0, 0, 0), (0, 0, 0))


def test_a_view_of_the_next_deal_has_the_totals_before_it() -> None:
    match = SpadesRules().new_match(Seat(0))
    end_deal(match, bids=[5, 6, 4], taken=[7, 6, 4])
    match.start_deal(PACK[1:])

    view = match.view(Seat(2))

    assert (view.scores, view.bags) == ((52, 60, 40), (2, 0, 0))
    assert (view.bids, view.taken, view.played) == ((None, None, None), (0, 0, 0), ())
    assert (view.dealer, view.deal_number, view.broken) == (1, 2, False)


def test_the_house_bids_three() -> None:
    match = SpadesRules().new_match(Seat(0))
    match.start_deal(PACK[1:])

    assert match.house_action() == Bid(3)


def test_the_house_bids_the_least_where_three_is_too_much() -> None:
    match = new_ending(["AH", "2S", "KH"])
    play(match, "AH 2S KH")
    match.is_over = False  # the same pack of one card each once more
    match.start_deal(parse_cards("AH 2S KH"))

    assert match.house_action() == Bid(0)


@pytest.mark.parametrize(
    ("hand", "card"),
    [
        ("AC 3D 2S", "3D"),  # the lowest that is legal: spades are not broken
        ("4S 4H 4C", "4C"),  # S-R2: C D H S among equals
        ("4S 4H 4D", "4D"),
        ("KC TH JD", "TH"),
        ("3S 2S AS", "2S"),
    ],
)
def test_the_house_plays_its_lowest_legal_card(hand: str, card: str) -> None:
    match = new_ending([hand, "5C 6C 7C", "5H 6H 7H"])

    assert match.house_action() is Card.parse(card)


def test_overtime_goes_on_below_the_target_until_one_seat_leads() -> None:
    match = SpadesRules().new_match(Seat(0))

    end_deal(match, bids=[5, 5, 5], taken=[5, 5, 5], scores=[150, 150, 20])
    assert (match.scores, match.is_over) == ((200, 200, 70), False)  # SP-19
    end_deal(match, bids=[6, 6, 5], taken=[5, 5, 5], scores=match.scores)
    assert (match.scores, match.is_over) == ((140, 140, 120), False)  # S-E1
    end_deal(match, bids=[6, 6, 5], taken=[5, 5, 7], scores=match.scores)
    assert (match.scores, match.is_over) == ((80, 80, 172), True)  # the former third wins
    assert match.places() == (2, 2, 1)


def test_a_match_of_fixed_length_has_no_target() -> None:
    match = SpadesRules.parse({"length": "deals:2"}).new_match(Seat(0))

    end_deal(match, bids=[5, 5, 5], taken=[5, 5, 5], scores=[900, 0, 0])
    assert (match.scores, match.is_over) == ((950, 50, 50), False)
    end_deal(match, bids=[5, 5, 5], taken=[5, 5, 5], scores=[0, 0, 0])
    assert (match.scores, match.is_over) == ((50, 50, 50), True)
    assert match.places() == (1, 1, 1)


@pytest.mark.parametrize("pack", [PACK[1:], PACK[:0:-1]], ids=["sorted", "reversed"])
def test_extreme_dice(pack: tuple[Card, ...]) -> None:
    match = SpadesRules.parse({"length": "deals:1"}).new_match(Seat(0))
    match.start_deal(pack)
    while match.seat is not None:
        match.act(match.legal_actions()[-1])

    assert sum(match.deals[0].taken) == 17


def test_seventeen_cards_always_hold_a_first_lead() -> None:
    """Thirteen spades and four others: the opening lead is one of the four (SP-9)."""
    spades = [card for card in PACK if card.suit is Suit.SPADES]
    others = [card for card in PACK[1:] if card.suit is not Suit.SPADES]
    hands = [spades + others[:4], others[4:21], others[21:]]
    match = SpadesRules().new_match(Seat(2))
    match.start_deal([hand[index] for index in range(17) for hand in hands])
    for _ in range(3):
        match.act(Bid(4))

    assert match.legal_actions() == tuple(others[:4])


@steady
@given(SEEDS)
def test_the_running_tallies_are_those_of_a_recount(seed: int) -> None:
    match = SpadesRules.parse({"length": "deals:1"}).new_match(Seat(seed % 3))
    play_deal(match, Random(seed))
    deal = match.deals[0]

    taken = Counter[int]()
    for leader, trick in zip(deal.leaders, deal.tricks, strict=True):
        spades = [card for card in trick if card.suit is Suit.SPADES]
        followers = [card for card in trick if card.suit is trick[0].suit]
        best = max(spades or followers, key=lambda card: card.rank)
        taken[(leader + trick.index(best)) % 3] += 1
    assert deal.taken == tuple(taken[seat] for seat in range(3))
    assert sorted(deal.played, key=lambda card: card.number) == list(PACK[1:])


@steady
@given(SEEDS)
def test_nobody_ever_reneges(seed: int) -> None:
    match = SpadesRules.parse({"length": "deals:1"}).new_match(Seat(0))
    play_deal(match, Random(seed))
    deal = match.deals[0]

    hands = [set(hand) for hand in deal.hands]
    broken = False
    for leader, trick in zip(deal.leaders, deal.tricks, strict=True):
        lead_hand = hands[leader]
        if trick[0].suit is Suit.SPADES:
            assert broken or all(card.suit is Suit.SPADES for card in lead_hand)
        for turn, card in enumerate(trick):
            hand = hands[(leader + turn) % 3]
            assert card in hand
            if card.suit is not trick[0].suit:
                assert not any(held.suit is trick[0].suit for held in hand)
            hand.remove(card)
            broken = broken or card.suit is Suit.SPADES


@steady
@given(SEEDS)
def test_scores_add_up_over_a_match(seed: int) -> None:
    match = SpadesRules.parse({"length": "deals:4"}).new_match(Seat(0))
    dice = Random(seed)
    while not match.is_over:
        play_deal(match, dice)

    for seat in range(3):
        gained = sum(deal.points[seat] + deal.bag_penalty[seat] for deal in match.deals)
        assert match.scores[seat] == gained
    assert [deal.dealer for deal in match.deals] == [0, 1, 2, 0]
    assert all(sum(deal.taken) == 17 for deal in match.deals)


# What other programs got wrong.


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
        (9, 11, -200, 0),  # two penalties for 20 bags
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


def test_an_overtime_is_not_carried_into_another_match() -> None:
    rules = SpadesRules()
    first = rules.new_match(Seat(0))
    end_deal(first, bids=[1, 1, 1], taken=[1, 1, 1], scores=[200, 200, 0])
    second = rules.new_match(Seat(0))
    end_deal(second, bids=[1, 1, 1], taken=[2, 1, 1])

    assert not second.is_over
