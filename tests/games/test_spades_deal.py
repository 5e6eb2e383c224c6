import json
from collections.abc import Callable
from random import Random

import pytest

from arena.games.cards import Seat, format_cards
from arena.games.game import Json, JsonValue
from arena.games.spades.deal import SpadesDeal
from arena.games.spades.rules import SpadesRules
from tests.games.playing import play_deal, shuffled

RULES = SpadesRules.parse({"length": "deals:3"})


def new_deals(seed: int) -> list[SpadesDeal]:
    match, dice = RULES.new_match(Seat(1)), Random(seed)
    while not match.is_over:
        play_deal(match, dice)
    return match.deals


Changed = dict[str, JsonValue]


def test_a_deal_is_printed_as_exported_records_have_it() -> None:
    json_text = json.dumps(new_deals(1)[0].to_json())

    assert list(json.loads(json_text)) == [
        "dealer",
        "hands",
        "bids",
        "tricks",
        "taken",
        "points",
        "bag_penalty",
        "scores",
        "bags",
    ]


def test_hands_stand_in_the_order_in_which_they_were_dealt() -> None:
    match, pack = RULES.new_match(Seat(1)), shuffled(RULES, Random(2))
    match.start_deal(pack)
    while match.seat is not None:
        match.act(match.house_action())

    deal = match.deals[0]

    # The dealer is seat 1: seat 2 gets the first card, seat 0 the second.
    assert deal.to_json()["hands"] == [
        format_cards(pack[1::3]),
        format_cards(pack[2::3]),
        format_cards(pack[0::3]),
    ]
    assert list(deal.pack) == pack


@pytest.mark.parametrize("seed", range(20))
def test_a_deal_comes_back_from_its_json(seed: int) -> None:
    for deal in new_deals(seed):
        assert RULES.parse_deal(json.loads(json.dumps(deal.to_json()))) == deal


def changed(name: str, change: Callable[[list[JsonValue]], object]) -> Callable[[Changed], object]:
    """Returns a change of the list `name` of a deal."""

    def apply(deal: Changed) -> None:
        value = deal[name]
        assert isinstance(value, list)
        change(value)

    return apply


def put(name: str, value: JsonValue) -> Callable[[Changed], object]:
    """Returns a change that sets `name`, or its item as in "bids.0"."""
    field, _, index = name.partition(".")
    if not index:
        return lambda deal: deal.update({field: value})
    return changed(field, lambda items: items.__setitem__(int(index), value))


def swap_first_cards(hands: list[JsonValue]) -> None:
    first, second = str(hands[0]), str(hands[1])
    hands[0], hands[1] = second[:2] + first[2:], first[:2] + second[2:]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda deal: deal.pop("bags"), "exactly the fields"),
        (put("jokers", 1), "exactly the fields"),
        (put("dealer", 3), "dealer is 3"),
        (put("dealer", -1), "dealer is -1"),
        (put("dealer", True), "dealer is True"),
        (put("dealer", "0"), "dealer is '0'"),
        (put("dealer", None), "dealer is None"),
        (put("dealer", 2), "."),  # all hands with another dealer: another leader
        (put("hands", "AS"), "hands is 'AS', expected a list of 3"),
        (put("hands", {"0": 1}), "expected a list of 3"),
        (changed("hands", list.pop), "expected a list of 3"),
        (put("hands.0", 7), "expected texts"),
        (put("hands.0", ""), "every hand has 17 cards"),
        (put("hands.0", "2C " * 17), "one blank"),
        (put("hands.0", " ".join(["2C"] * 17)), "not the pack"),
        (put("hands.0", "joker"), "not a card: 'joker'"),
        (changed("hands", list.reverse), "."),
        (changed("hands", swap_first_cards), "."),
        (put("bids", None), "bids is None"),
        (put("bids.0", None), "expected whole numbers"),
        (put("bids.0", True), "expected whole numbers"),
        (put("bids.0", 1.0), "expected whole numbers"),
        (put("bids.0", 18), "not a legal bid"),
        (put("bids.0", -1), "not a legal bid"),
        (changed("bids", lambda bids: bids.append(3)), "expected a list of 3"),
        (changed("tricks", list.pop), "expected a list of 17"),
        (changed("tricks", list.reverse), "."),
        (put("tricks.0", 1), "expected texts"),
        (put("tricks.0", "AH 2S KH"), "not a trick"),
        (put("tricks.0", "9: AH 2S KH"), "led by seat 2"),
        (put("tricks.0", "2:  AH 2S KH"), "one blank"),
        (put("tricks.0", "2: AH 2S"), "must have 3 cards"),
        (put("tricks.0", "2: AH 2S 3S 4S"), "must have 3 cards"),
        (put("tricks.0", "2: AH 2S YY"), "not a card: 'YY'"),
        (put("tricks.0", "2: XX 2S 3S"), "XX is not a legal card"),  # there is no joker
        (put("tricks.0", "2: AS KS QS"), "not a legal card"),
        (put("taken.0", 16), "taken is .*, expected "),
        (put("points.0", 999), "points of seat 0 is 999, expected -?[0-9]+"),
        (put("points.0", 0.5), "expected whole numbers"),
        (put("bag_penalty.0", 100), "do not fit"),
        (put("bag_penalty.0", -50), "do not fit"),
        (put("bag_penalty.0", -900), "do not fit"),
        (put("bags.0", 10), "do not fit"),
        (put("bags.0", -1), "do not fit"),
        (put("scores.0", "many"), "expected whole numbers"),
        (put("scores", []), "expected a list of 3"),
    ],
)
def test_anything_else_is_refused_with_words(
    change: Callable[[Changed], object], words: str
) -> None:
    deal: Changed = json.loads(json.dumps(new_deals(3)[0].to_json()))
    change(deal)

    with pytest.raises(ValueError, match=words) as error:
        RULES.parse_deal(deal)
    assert len(str(error.value)) < 300


@pytest.mark.parametrize("text", ["null", "[]", "3", '"deal"', "{}"])
def test_what_is_no_object_is_refused(text: str) -> None:
    value: Json = json.loads(text)

    with pytest.raises(ValueError, match="exactly the fields"):
        RULES.parse_deal(value)
