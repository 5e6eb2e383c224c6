"""What other programs of Euchre got wrong: each is a test."""

import json
from random import Random

import pytest

from arena.games.cards import Seat, parse_cards
from arena.games.euchre.actions import Call
from arena.games.euchre.rules import EuchreRules
from arena.games.euchre.view import Due
from tests.games.euchre_playing import (
    at_random,
    dealt,
    keep_own,
    new_deal,
    new_trick,
    play,
    play_out,
    say,
    settle,
)


def test_a_revoke_is_not_accepted() -> None:
    match = new_deal(["", "AD 9D TD QD 9S", "9C TC QC KD AC"], upcard="QH")
    settle(match, maker=1)
    play(match, "AD")

    assert match.legal_actions() == tuple(parse_cards("KD"))
    with pytest.raises(ValueError, match="AC is not a legal answer of seat 2"):
        play(match, "AC")


def test_the_left_bower_led_asks_for_trumps_and_not_for_its_printed_suit() -> None:
    tricks = new_trick(["JD", "QD 9H AC", "AD KD"], "H")

    tricks.play(Seat(0), *parse_cards("JD"))

    assert tricks.legal == tuple(parse_cards("9H"))


def test_the_left_bower_does_not_follow_its_printed_suit() -> None:
    tricks = new_trick(["TD", "JD 9C AS", ""], "H")

    tricks.play(Seat(0), *parse_cards("TD"))

    assert tricks.legal == tuple(parse_cards("JD 9C AS"))


@pytest.mark.parametrize("option", ["maker-left", "defender-left", "dealer-left"])
@pytest.mark.parametrize("dealer", range(3))
@pytest.mark.parametrize("maker", range(3))
@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.parametrize("is_maker_alone", [False, True])
def test_the_seat_that_sits_out_is_never_asked_and_the_two_others_play_by_turns(
    option: str, dealer: int, maker: int, turn: int, *, is_maker_alone: bool
) -> None:
    lone = (maker + turn) % 3
    out = 3 - maker - lone
    match = new_deal(dealer=dealer, options={"both_alone_lead": option, "length": "deals:1"})
    settle(match, maker=maker, alone={lone, maker} if is_maker_alone else {lone})
    seats = []

    while match.seat is not None:
        seats.append(match.seat)
        match.act(match.house_action())

    assert len(seats) == 10
    assert all({*seats[at : at + 2]} == {maker, lone} for at in range(0, 10, 2))
    assert out not in match.deals[0].leaders
    assert match.deals[0].taken[out] == 0


def test_the_winner_is_found_from_the_leader_and_not_from_the_first_seat() -> None:
    tricks = new_trick(["9C", "AD", "TC"], "H", leader=2)

    for seat, card in ((2, "TC"), (0, "9C"), (1, "AD")):
        tricks.play(Seat(seat), *parse_cards(card))

    assert tricks.taken == [0, 0, 1]


def test_whoever_takes_a_trick_leads_the_next() -> None:
    match = new_deal(["9C TC", "AC KD", "QC AD"], upcard="9H")
    settle(match, maker=1)

    play(match, "AC QC 9C")
    assert match.seat == 1
    play(match, "KD AD")
    match.act(match.legal_actions()[0])
    assert match.seat == 2


@pytest.mark.parametrize("call", [Call.HEARTS, Call.ORDER_UP, Call.ALONE, Call.DECLINE])
def test_a_suit_that_may_not_be_named_is_not_taken(call: Call) -> None:
    match = new_deal(upcard="9H")
    say(match, "pass", "pass", "pass")

    with pytest.raises(ValueError, match="is not a legal answer of seat 1"):
        match.act(call)
    assert (match.trump, match.maker) == (None, None)


def test_a_suit_cannot_be_named_while_the_upcard_lies_there() -> None:
    match = new_deal(upcard="9H")

    for suit in "CDHS":
        with pytest.raises(ValueError, match="is not a legal answer"):
            say(match, suit)


def test_all_pass_in_the_second_round_is_a_redeal_and_no_hang() -> None:
    match = new_deal()

    say(match, *["pass"] * 6)

    assert match.seat is None
    assert not match.is_over
    match.start_deal(match.rules.pack)
    view = match.view(Seat(2))
    assert (view.dealer, view.deal_number, view.due) == (1, 2, Due.CALL)
    assert view.legal


def test_a_call_given_twice_does_not_answer_for_the_next_seat() -> None:
    """The answer to a decision is only taken by the seat that it was asked of, once."""
    match = new_deal()
    say(match, "order")

    assert (match.due, match.seat) == (Due.SWAP, 0)
    with pytest.raises(ValueError, match=r"ORDER_UP.* is not a legal answer of seat 0"):
        say(match, "order")
    assert (match.due, match.seat) == (Due.SWAP, 0)


def test_the_last_trick_scores_the_deal_once() -> None:
    match = EuchreRules().new_match(Seat(0))
    dice = Random(3)
    for _ in range(5):
        match.start_deal(dice.sample(match.rules.pack, 24))
        before = match.scores
        settle(match, maker=1)
        play_out(match, at_random(dice))
        gained = match.deals[-1].points
        assert match.scores == tuple(map(sum, zip(before, gained, strict=True)))
        assert sorted(gained) in ([0, 0, 1], [0, 0, 3], [0, 2, 2])
        if match.is_over:
            return


def test_the_next_deal_goes_by_the_dealer_and_not_by_who_played_last() -> None:
    for seed in range(12):
        match = new_deal(dealer=1)
        play_out(match, at_random(Random(seed)))
        match.start_deal(match.rules.pack)

        assert (match.dealer, match.seat) == (2, 0)


@pytest.mark.parametrize(
    ("option", "deals"),
    [
        ({"stick_the_dealer": True}, ["pass"] * 5),
        ({"rename_turned_down": True}, ["pass"] * 3),
        ({"lone_march": 6}, []),
    ],
)
def test_no_option_of_another_match_is_left_over(
    option: dict[str, object], deals: list[str]
) -> None:
    """Matches with and without an option, one after the other and side by side."""
    with_option, without = new_deal(upcard="9H", options=option), new_deal(upcard="9H")
    for match in (with_option, without):
        say(match, *deals)

    allowed = {call.text for call in with_option.legal_actions()}
    plain = {call.text for call in without.legal_actions()}
    if "stick_the_dealer" in option:
        assert plain - allowed == {"pass"}
    elif "rename_turned_down" in option:
        assert allowed - plain == {"H"}
    else:
        assert (with_option.rules.lone_march, without.rules.lone_march) == (6, 3)


def test_two_defenders_who_come_to_ten_together_are_not_a_winner() -> None:
    match = EuchreRules().new_match(Seat(0))
    match.scores = (3, 8, 8)
    match.start_deal(dealt(["9C TC QC 9D TD", "AH KH QH AC KC", "AS KS QS AD KD"], upcard="9H"))
    say(match, "pass", "pass", "order")  # the dealer, with the worst hand of all
    play(match, "9C")
    say(match, "not alone", "not alone", "not alone")
    match.act(keep_own(match))
    play_out(match, lambda match: match.legal_actions()[-1])

    assert match.scores == (3, 10, 10)
    assert not match.is_over
    assert match.places() == (3, 1, 1)


def test_what_a_deal_leaves_hidden_is_in_no_view_and_no_answer_about_alone() -> None:
    match = new_deal(["9C TC QC 9D TD", "", ""], upcard="9H")
    say(match, "order")
    play(match, "QC")

    for seat in (1, 2):
        assert "QC" not in json.dumps(repr(match.view(Seat(seat))))
    assert "QC" in repr(match.view(Seat(0)))
