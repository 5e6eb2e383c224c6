"""A match of Euchre, from the bidding to its end (docs/rules/euchre.md)."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.cards import JOKER, Card, Seat, Suit, format_cards, parse_cards
from arena.games.euchre.actions import AnyFive, Call, Keep, keep
from arena.games.euchre.bowers import (
    left_bower,
    legal_cards,
    playing_suit,
    rank_in_suit,
    right_bower,
)
from arena.games.euchre.match import EuchreMatch
from arena.games.euchre.rules import EuchreRules
from arena.games.euchre.scoring import points
from arena.games.euchre.view import Due, Upcard
from arena.games.game import choices_text
from tests.games.euchre_playing import (
    OPTIONS,
    SUITS,
    at_random,
    dealt,
    keep_own,
    new_deal,
    play,
    play_out,
    say,
    settle,
)
from tests.games.playing import steady

JOKER_DECK = {"deck": 25}


@pytest.mark.parametrize("trump", Suit)
def test_the_left_bower_and_the_joker_are_the_only_cards_that_change_suit(trump: Suit) -> None:
    for card in EuchreRules(deck=25).pack:
        if card in (JOKER, left_bower(trump)):
            assert playing_suit(card, trump) is trump
        else:
            assert playing_suit(card, trump) is card.suit


@pytest.mark.parametrize("trump", Suit)
def test_trumps_go_joker_right_left_ace(trump: Suit) -> None:
    pack = EuchreRules(deck=25).pack
    trumps = [card for card in pack if playing_suit(card, trump) is trump]
    trumps.sort(key=lambda card: rank_in_suit(card, trump), reverse=True)

    ace = Card.parse(f"A{trump.letter}")
    assert trumps[:4] == [JOKER, right_bower(trump), left_bower(trump), ace]
    assert len(trumps) == 8


def test_any_card_may_be_led() -> None:
    hand = parse_cards("JD 9H AC")

    assert legal_cards(hand, [], Suit.HEARTS) == hand


def test_cards_go_singly_to_the_left_the_next_the_dummy_and_the_dealer() -> None:
    pack = EuchreRules().pack
    match = EuchreRules().new_match(Seat(1))
    match.start_deal(pack)

    assert pack[0] in match.view(Seat(2)).hand
    assert pack[1] in match.view(Seat(0)).hand
    assert pack[3] in match.view(Seat(1)).hand
    say(match, *["pass"] * 6)
    assert pack[2] in match.deals[0].dummy
    assert match.deals[0].upcard is pack[20]
    assert match.deals[0].stock == tuple(pack[21:])


@pytest.mark.parametrize("dealer", range(3))
def test_the_bidding_goes_round_twice_from_the_dealers_left(dealer: int) -> None:
    match = new_deal(dealer=dealer)
    seats = []
    while match.seat is not None:
        seats.append(match.seat)
        say(match, "pass")

    assert seats == [(dealer + turn) % 3 for turn in (1, 2, 3)] * 2


@pytest.mark.parametrize("maker", range(3))
def test_the_first_to_order_up_is_the_maker_and_ends_the_bidding(maker: int) -> None:
    match = new_deal(upcard="9H", dealer=2)
    say(match, *["pass"] * maker, "order")

    view = match.view(Seat(2))
    assert (view.maker, view.trump, view.due) == (maker, Suit.HEARTS, Due.SWAP)
    assert match.seat == 2


@pytest.mark.parametrize(("passes", "maker"), [(3, 1), (4, 2), (5, 0)])
def test_a_suit_named_in_the_second_round_is_trump_and_nothing_is_picked_up(
    passes: int, maker: int
) -> None:
    match = new_deal(upcard="9H")
    say(match, *["pass"] * passes, "S")

    view = match.view(Seat(0))
    assert (view.maker, view.trump, view.due) == (maker, Suit.SPADES, Due.ALONE)
    assert view.upcard_state is Upcard.TURNED_DOWN
    assert Card.parse("9H") not in view.hand


@pytest.mark.parametrize(
    ("options", "passes", "words"),
    [
        ({}, 0, "pass order up"),
        ({}, 3, "pass C D S"),  # not the suit that was turned down (E-B1)
        ({"rename_turned_down": True}, 3, "pass C D H S"),
        ({"stick_the_dealer": True}, 2, "pass order up"),  # stuck in the second round alone
        ({"stick_the_dealer": True}, 4, "pass C D S"),  # and the dealer alone
        ({"stick_the_dealer": True}, 5, "C D S"),
        ({"stick_the_dealer": True, "rename_turned_down": True}, 5, "C D H S"),
    ],
)
def test_what_may_be_called(options: dict[str, object], passes: int, words: str) -> None:
    match = new_deal(upcard="9H", options=options)
    say(match, *["pass"] * passes)

    assert choices_text(match.legal_actions()) == f"one of: {words}"


def test_the_dealer_takes_the_upcard_for_one_of_his_five() -> None:
    match = new_deal(["9C TC QS KD AD", "", ""], upcard="9H")
    say(match, "order")
    play(match, "KD")

    view = match.view(Seat(0))
    assert format_cards(view.hand) == "9C TC AD 9H QS"
    assert (view.put_down, view.upcard_state) == (Card.parse("KD"), Upcard.TAKEN)
    assert match.view(Seat(1)).put_down is None


def test_the_upcard_itself_cannot_be_put_down() -> None:
    match = new_deal(upcard="9H")
    say(match, "order")

    with pytest.raises(ValueError, match="9H is not a legal answer of seat 0"):
        play(match, "9H")


def test_a_dealer_may_decline_what_another_has_ordered_up_and_nobody_plays_it() -> None:
    match = new_deal(["9C TC QS KD AD", "", ""], upcard="9H")
    say(match, "order", "decline")

    for seat in map(Seat, range(3)):
        view = match.view(seat)
        assert view.upcard_state is Upcard.DECLINED
        assert Card.parse("9H") not in view.hand
    assert match.view(Seat(0)).trump is Suit.HEARTS


def test_a_dealer_who_orders_up_himself_has_to_take_it() -> None:
    match = new_deal(upcard="9H")
    say(match, "pass", "pass", "order")

    with pytest.raises(ValueError, match="is not a legal answer of seat 0"):
        say(match, "decline")


def test_a_dealer_who_sits_out_later_has_swapped_before() -> None:
    match = new_deal(upcard="9H", dealer=2)
    say(match, "order")
    match.act(match.legal_actions()[0])
    say(match, "not alone", "alone")

    assert match.view(Seat(2)).sitting_out == 2
    assert Card.parse("9H") in match.view(Seat(2)).hand


def test_a_maker_who_deals_swaps_before_he_sees_the_dummy() -> None:
    match = new_deal(dummy="JH JD AC 9C TC", upcard="9H")
    say(match, "pass", "pass", "order")
    assert match.view(Seat(0)).dummy == ()
    match.act(match.legal_actions()[0])
    say(match, "not alone", "not alone", "not alone")

    view = match.view(Seat(0))
    assert set(view.dummy) == set(parse_cards("JH JD AC 9C TC"))
    assert Card.parse("9H") in view.hand
    assert len({*view.hand, *view.dummy}) == 10  # and not what he put down


@pytest.mark.parametrize(
    ("answers", "seats"),
    [
        (["not alone", "not alone", "not alone"], [2, 1, 0]),  # the maker, then from the left
        (["alone", "not alone", "alone"], [2, 1, 0]),
        (["not alone", "alone"], [2, 1]),  # the other defender is not asked any more
        (["alone", "alone"], [2, 1]),
    ],
)
def test_who_is_asked_about_playing_alone(answers: list[str], seats: list[int]) -> None:
    match = new_deal(upcard="9H")
    say(match, "pass", "order", "decline")
    asked = []
    for answer in answers:
        asked.append(match.seat)
        say(match, answer)

    assert asked == seats
    assert match.due is not Due.ALONE


def test_a_maker_keeps_any_five_of_ten() -> None:
    match = new_deal(["", "9H TH QS KD AD", ""], dummy="JH JD AC 9C TC", upcard="9S")
    say(match, "pass", "pass", "pass", "H", "not alone", "not alone", "not alone")
    legal = match.legal_actions()

    assert len(legal) == len(set(legal)) == 252
    assert choices_text(legal) == "to keep any five of 9C TC AC JD KD AD 9H TH JH QS"
    assert all(choice in legal for choice in legal)
    assert keep(parse_cards("JH JD TH 9H AD")) in legal
    assert keep_own(match) in legal
    for wrong in ("JH JD TH 9H", "JH JD TH 9H AD KD", "JH JH TH 9H AD", "JH JD TH 9H AS", ""):
        assert keep(parse_cards(wrong)) not in legal
        with pytest.raises(ValueError, match="is not a legal answer"):
            match.act(keep(parse_cards(wrong)))
    assert Keep(tuple(parse_cards("JH JD TH 9H AD"))) not in legal  # kept cards go by number


def test_ways_to_keep_five_are_a_sequence() -> None:
    pool = parse_cards("9C TC AC JD KD AD 9H TH JH QS")
    ways = AnyFive(pool)

    assert ways[0] == keep(pool[:5])
    assert ways[-1] == keep(pool[5:])
    assert list(ways[:2]) == [ways[0], ways[1]]
    assert ways == AnyFive(pool[::-1])
    assert hash(ways) == hash(AnyFive(pool[::-1]))
    assert ways != list(ways)
    other: object = Card.parse("9C")
    assert other not in ways


def test_a_lone_maker_sees_no_dummy() -> None:
    match = new_deal(upcard="9H")
    say(match, "order", "decline", "alone", "not alone", "not alone")

    view = match.view(Seat(1))
    assert (view.due, view.dummy, view.left_out) == (Due.CARD, (), ())
    play_out(match, at_random(Random(1)))
    assert match.deals[0].kept is None


@pytest.mark.parametrize(
    ("option", "dealer", "maker", "alone", "leader"),
    [
        ("maker-left", 0, 1, {1}, 2),  # the maker alone: to his left, whatever the option
        ("dealer-left", 0, 1, {1}, 2),
        ("maker-left", 0, 0, {2}, 0),  # to the left of the lone defender
        ("maker-left", 0, 0, {1}, 0),  # there the other one sits out: the next
        ("maker-left", 0, 1, {1, 2}, 2),
        ("maker-left", 0, 1, {1, 0}, 0),  # seat 2 sits out
        ("defender-left", 0, 1, {1, 2}, 1),  # seat 0 sits out
        ("defender-left", 0, 1, {1, 0}, 1),
        ("dealer-left", 0, 1, {1, 2}, 1),
        ("dealer-left", 1, 1, {1, 0}, 0),  # seat 2 sits out
        ("dealer-left", 0, 2, {2, 0}, 2),  # seat 1 sits out
    ],
)
def test_who_leads_first(
    option: str, dealer: int, maker: int, alone: set[int], leader: int
) -> None:
    match = new_deal(dealer=dealer, options={"both_alone_lead": option})
    settle(match, maker=maker, alone=alone)

    assert match.seat == leader


@pytest.mark.parametrize("order", [Call.ORDER_UP, Call.SPADES])
def test_with_the_default_a_lone_defender_always_leads_against_a_lone_maker(order: Call) -> None:
    for dealer in range(3):
        for maker in range(3):
            for lone in {0, 1, 2} - {maker}:
                match = new_deal(dealer=dealer, upcard="9H")
                settle(match, maker=maker, alone={maker, lone}, order=order)
                assert match.seat == lone


@pytest.mark.parametrize(
    ("tricks", "lone", "march", "expected"),
    [
        ((3, 2, 0), None, 3, (1, 0, 0)),
        ((4, 0, 1), None, 3, (1, 0, 0)),
        ((5, 0, 0), None, 3, (3, 0, 0)),
        ((5, 0, 0), None, 7, (7, 0, 0)),  # lone_march
        ((4, 1, 0), None, 7, (1, 0, 0)),  # for all five only
        ((2, 3, 0), None, 3, (0, 2, 2)),
        ((0, 5, 0), None, 3, (0, 2, 2)),  # nobody was alone
        ((0, 5, 0), 1, 3, (0, 4, 4)),
        ((0, 0, 5), 2, 3, (0, 4, 4)),  # the seat that sits out included
        ((1, 4, 0), 1, 3, (0, 2, 2)),
        ((2, 3, 0), 1, 3, (0, 2, 2)),
        ((3, 2, 0), 1, 3, (1, 0, 0)),
        ((5, 0, 0), 1, 3, (3, 0, 0)),
    ],
)
def test_what_a_deal_scores(
    tricks: tuple[int, ...], lone: int | None, march: int, expected: tuple[int, ...]
) -> None:
    lone_defender = None if lone is None else Seat(lone)

    assert points(Seat(0), tricks, lone_defender=lone_defender, march=march) == expected


STRONG = "JH JD AH KH QH"


@pytest.mark.parametrize(
    ("march", "alone", "gained"), [(3, True, 3), (6, True, 6), (6, False, 3), (1, True, 1)]
)
def test_lone_march_pays_only_a_maker_who_has_said_that_he_is_alone(
    march: int, gained: int, *, alone: bool
) -> None:
    match = new_deal(["", STRONG, ""], upcard="9H", options={"lone_march": march})
    settle(match, maker=1, alone={1} if alone else set())
    play_out(match, lambda match: match.legal_actions()[-1])

    assert match.deals[0].taken == (0, 5, 0)
    assert match.scores == (0, gained, 0)


def test_a_maker_who_is_not_alone_scores_no_lone_march_though_one_sits_out() -> None:
    """Being left alone against one defender is not being alone (E-T3)."""
    match = new_deal(["", STRONG, ""], upcard="9H", options={"lone_march": 6})
    settle(match, maker=1, alone={2})
    play_out(match, lambda match: match.legal_actions()[-1])

    assert match.scores == (0, 3, 0)


# The joker (E-D2).


def test_a_turned_up_joker_is_named_by_the_dealer_before_he_sees_his_hand() -> None:
    match = new_deal(upcard="XX", dealer=2, options=JOKER_DECK)

    assert (match.seat, match.due) == (2, Due.JOKER_SUIT)
    assert match.view(Seat(2)).hand == ()
    assert match.view(Seat(2)).upcard_suit is None
    assert choices_text(match.legal_actions()) == "one of: C D H S"
    say(match, "D")
    view = match.view(Seat(2))
    assert (match.seat, match.due, view.upcard_suit) == (0, Due.CALL, Suit.DIAMONDS)
    assert len(view.hand) == 5
    assert view.calls == ()


def test_a_joker_that_is_ordered_up_makes_the_named_suit_trump_and_can_be_taken() -> None:
    match = new_deal(upcard="XX", options=JOKER_DECK)
    say(match, "D", "order")
    match.act(match.legal_actions()[0])

    assert match.trump is Suit.DIAMONDS
    assert JOKER in match.view(Seat(0)).hand


def test_the_suit_of_a_joker_that_is_turned_down_counts_as_turned_down() -> None:
    match = new_deal(upcard="XX", options=JOKER_DECK)
    say(match, "D", "pass", "pass", "pass")

    assert choices_text(match.legal_actions()) == "one of: pass C H S"


def test_a_declined_joker_is_dead() -> None:
    match = new_deal(upcard="XX", options=JOKER_DECK)
    say(match, "D", "order", "decline")

    assert all(JOKER not in match.view(Seat(seat)).hand for seat in range(3))


def test_the_joker_follows_and_takes_trumps() -> None:
    match = new_deal(["XX 9C TC QC KC", "JH", ""], upcard="9H", options=JOKER_DECK)
    settle(match, maker=1)
    play(match, "JH")
    match.act(match.legal_actions()[0])

    assert match.legal_actions() == (JOKER,)
    play(match, "XX")
    assert match.view(Seat(0)).taken == (1, 0, 0)


def test_a_joker_that_is_led_asks_for_trumps() -> None:
    match = new_deal(["", "XX", "9H AC KC QC TC"], upcard="AH", options=JOKER_DECK)
    settle(match, maker=1)
    play(match, "XX")

    assert match.legal_actions() == tuple(parse_cards("9H"))


# Redeals (E-B4) and the end (E-E1).


def pass_out(match: EuchreMatch) -> None:
    match.start_deal(match.rules.pack)
    say(match, *["pass"] * 6)


def test_after_ten_redeals_in_a_row_the_dealer_must_name() -> None:
    match = EuchreRules().new_match(Seat(0))
    for number in range(10):
        pass_out(match)
        assert match.redeals == number + 1
    match.start_deal(match.rules.pack)
    say(match, *["pass"] * 5)

    assert match.seat == match.dealer == 10 % 3
    assert Call.PASS not in match.legal_actions()
    assert match.view(match.seat).redeals == 10


def test_the_count_of_redeals_starts_again_after_a_deal_that_was_played() -> None:
    match = EuchreRules().new_match(Seat(0))
    for _ in range(9):
        pass_out(match)
    match.start_deal(match.rules.pack)
    settle(match, maker=1)
    play_out(match, at_random(Random(1)))

    for _ in range(10):
        pass_out(match)
    assert (match.redeals, match.deals_played, match.deal_number) == (10, 1, 20)


def test_a_redeal_scores_nothing_and_its_record_ends_with_its_calls() -> None:
    match = EuchreRules().new_match(Seat(2))
    pass_out(match)
    (deal,) = match.deals

    assert match.scores == (0, 0, 0)
    assert list(deal.to_json()) == [
        "dealer",
        "hands",
        "dummy",
        "upcard",
        "stock",
        "joker_suit",
        "calls",
    ]
    assert deal.to_json()["calls"] == ["pass"] * 6
    assert deal.trump is None


@pytest.mark.parametrize("options", [{"max_deals": 2}, {"length": "deals:2"}])
def test_redeals_do_not_count_toward_the_length_of_a_match(options: dict[str, object]) -> None:
    match = EuchreRules.parse(options).new_match(Seat(0))
    for _ in range(2):
        pass_out(match)
        assert not match.is_over
        match.start_deal(match.rules.pack)
        settle(match, maker=0)
        play_out(match, at_random(Random(2)))

    assert match.is_over
    assert (match.deal_number, match.deals_played, len(match.deals)) == (4, 2, 4)


def ended(
    scores: tuple[int, ...], *, overtime: bool = False, options: dict[str, object] | None = None
) -> EuchreMatch:
    """Returns a match after a deal in which the maker, seat 0, has got 1 point."""
    match = EuchreRules.parse(options or {}).new_match(Seat(2))
    match.scores = scores
    match._overtime = overtime
    pack = dealt(["JH JD AH 9C TC", "", ""], upcard="9H", dealer=2)
    match.start_deal(pack)
    settle(match, maker=0)
    play(match, "JH")
    play_out(match, lambda match: match.legal_actions()[-1])
    assert match.deals[0].points == (1, 0, 0)
    return match


@pytest.mark.parametrize(
    ("before", "is_over", "places"),
    [
        ((9, 3, 9), True, (1, 3, 2)),  # ten is enough
        ((8, 9, 9), False, (1, 1, 1)),  # nobody has ten
        ((9, 10, 0), False, (1, 1, 3)),  # level at ten: on
        ((2, 11, 11), False, (3, 1, 1)),
        ((2, 11, 13), True, (3, 2, 1)),  # the higher of two defenders
    ],
)
def test_a_match_ends_when_one_seat_leads_with_ten(
    before: tuple[int, ...], places: tuple[int, ...], *, is_over: bool
) -> None:
    match = ended(before)

    assert match.is_over is is_over
    assert match.places() == places


def test_in_overtime_the_first_seat_that_leads_alone_wins_even_the_third() -> None:
    match = ended((11, 11, 11), overtime=True)

    assert (match.is_over, match.places()) == (True, (1, 2, 2))


def test_the_cap_ends_a_tie_and_the_first_place_is_shared() -> None:
    match = ended((9, 10, 0), options={"max_deals": 1})

    assert (match.is_over, match.places()) == (True, (1, 1, 3))


def test_a_fixed_length_knows_no_target() -> None:
    match = ended((9, 3, 9), options={"length": "deals:2"})

    assert not match.is_over


# The house (E-R1).


def test_the_house_passes_names_the_first_suit_and_keeps_its_own_five() -> None:
    match = new_deal(upcard="9C", options={"stick_the_dealer": True})
    answers = []
    while match.due is not Due.CARD:
        answers.append(match.house_action().text)
        if match.due is Due.KEEP:
            assert match.house_action() == keep_own(match)
        match.act(match.house_action())

    assert answers[:-1] == ["pass"] * 5 + ["D"] + ["not alone"] * 3


def test_the_house_declines_the_upcard() -> None:
    match = new_deal(upcard="9H")
    say(match, "order")

    assert match.house_action() is Call.DECLINE


def test_the_house_puts_down_plain_cards_before_trumps() -> None:
    match = new_deal(["9H TH QC AD JD", "", ""], upcard="KH")
    say(match, "pass", "pass", "order")

    assert match.house_action() == Card.parse("QC")


@pytest.mark.parametrize(
    ("hand", "lowest"),
    [
        ("9H AC KC", "KC"),  # plain before trump
        ("9H JD JH", "9H"),
        ("JD AH", "AH"),  # the left bower is above the ace
        ("TC TD TS", "TC"),  # C before D before S
        ("XX JH", "JH"),
        ("JC TS", "TS"),
    ],
)
def test_the_house_plays_the_lowest_card(hand: str, lowest: str) -> None:
    match = new_deal(["", hand, ""], upcard="QH", options=JOKER_DECK)
    settle(match, maker=1)
    match._legal = tuple(parse_cards(hand))

    assert match.house_action() == Card.parse(lowest)


def test_the_house_names_clubs_for_a_joker() -> None:
    assert new_deal(upcard="XX", options=JOKER_DECK).house_action() is Call.CLUBS


# Properties.

games = st.sampled_from(OPTIONS)


@steady
@given(options=games, seed=st.integers(0, 2**32), dealer=st.integers(0, 2))
def test_nobody_ever_reneges_and_every_trick_goes_to_its_best_card(
    options: dict[str, object], seed: int, dealer: int
) -> None:
    dice = Random(seed)
    rules = EuchreRules.parse(options)
    match = rules.new_match(Seat(dealer))
    while not match.deals_played:
        match.start_deal(dice.sample(list(rules.pack), len(rules.pack)))
        hands = None
        while match.seat is not None:
            if match.due is Due.CARD and hands is None:
                hands = [set(match.view(Seat(seat)).hand) for seat in range(3)]
            match.act(at_random(dice)(match))
    assert hands is not None
    deal = match.deals[-1]
    trump = deal.trump
    assert trump is not None
    for number, (leader, trick) in enumerate(zip(deal.leaders, deal.tricks, strict=True)):
        led = playing_suit(trick[0], trump)
        seat, holders = leader, {}
        for card in trick:
            while card not in hands[seat]:
                seat = Seat((seat + 1) % 3)
            holders[card] = seat
            suits = {playing_suit(held, trump) for held in hands[seat]}
            assert playing_suit(card, trump) is led or led not in suits
            hands[seat].remove(card)
        strong = [card for card in trick if playing_suit(card, trump) is trump]
        running = strong or [card for card in trick if playing_suit(card, trump) is led]
        best = max(running, key=lambda card: rank_in_suit(card, trump))
        if number < 4:
            assert deal.leaders[number + 1] == holders[best]


@steady
@given(options=games, seed=st.integers(0, 2**32))
def test_cards_are_neither_lost_nor_doubled(options: dict[str, object], seed: int) -> None:
    dice = Random(seed)
    rules = EuchreRules.parse(options)
    match = rules.new_match(Seat(0))
    while not match.deals_played:
        match.start_deal(dice.sample(list(rules.pack), len(rules.pack)))
        play_out(match, at_random(dice))
    deal = match.deals[-1]
    around = [*deal.pack]

    assert sorted(card.number for card in around) == sorted(card.number for card in rules.pack)
    assert len(set(deal.played)) == len(deal.played) == 5 * len(deal.tricks[0])
    assert sum(deal.taken) == 5
    assert sorted(deal.points) in (
        [0, 0, 1],
        [0, 0, 3],
        [0, 0, rules.lone_march],
        [0, 2, 2],
        [0, 4, 4],
    )
    own = {*deal.hands[deal.maker], *deal.dummy, deal.upcard}
    if deal.kept is not None:
        assert set(deal.kept.cards) <= own
    assert {card.suit for card in deal.played if card is not JOKER} <= set(SUITS.values())
