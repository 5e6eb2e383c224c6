from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.cards import PACK, Card, Seat, Suit, format_cards, parse_cards
from arena.games.game import Bid
from arena.games.spades.match import SpadesMatch
from arena.games.spades.rules import SpadesRules
from tests.games.playing import end_deal, new_choice, new_ending, play, play_deal, steady

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
