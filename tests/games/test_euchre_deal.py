"""A deal of Euchre as it stands in a record, and hostile text in its place."""

import json
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.cards import Seat
from arena.games.euchre.deal import EuchreDeal
from arena.games.euchre.rules import EuchreRules
from arena.games.game import JsonValue
from tests.games.euchre_playing import OPTIONS, at_random, keep_own, new_deal, play, play_out, say
from tests.games.playing import steady

RULES = EuchreRules()
Changed: TypeAlias = "dict[str, JsonValue]"
DEALT = ["dealer", "hands", "dummy", "upcard", "stock", "joker_suit", "calls"]
PLAYED = ["maker", "trump", "swap", "alone", "kept", "tricks", "taken", "points", "scores"]


def played_deal() -> EuchreDeal:
    """Returns a deal in which the dealer swaps, a defender is alone and the maker keeps five."""
    match = new_deal(
        ["9C TC QC KC AC", "9D TD QD KD AD", "TH QH KH AH JD"], dummy="9S TS JS KS AS", upcard="9H"
    )
    say(match, "pass", "order")
    play(match, "KC")
    say(match, "not alone", "alone")
    match.act(keep_own(match))
    play_out(match, lambda match: match.legal_actions()[0])
    return match.deals[0]


def passed_out(seed: int = 1) -> EuchreDeal:
    match = RULES.new_match(Seat(0))
    match.start_deal(Random(seed).sample(RULES.pack, 24))
    say(match, *["pass"] * 6)
    return match.deals[0]


def test_a_deal_is_printed_as_exported_records_have_it() -> None:
    assert json.loads(json.dumps(played_deal().to_json())) == {
        "dealer": 0,
        "hands": ["9C TC QC KC AC", "9D TD QD KD AD", "TH QH KH AH JD"],
        "dummy": "9S TS JS KS AS",
        "upcard": "9H",
        "stock": "JC JH QS",
        "joker_suit": None,
        "calls": ["pass", "order up"],
        "maker": 2,
        "trump": "H",
        "swap": "KC",
        "alone": [None, True, False],
        "kept": "JD TH QH KH AH",
        "tricks": ["2: JD 9D", "2: TH TD", "2: QH QD", "2: KH KD", "2: AH AD"],
        "taken": [0, 0, 5],
        "points": [0, 0, 3],
        "scores": [0, 0, 3],
    }


def test_a_redeal_is_printed_with_its_cards_and_its_calls_only() -> None:
    assert list(passed_out().to_json()) == DEALT


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_deal_comes_back_from_its_json(options: dict[str, object]) -> None:
    rules, dice = EuchreRules.parse(options), Random(5)
    seen = 0
    for _ in range(300):
        match = rules.new_match(Seat(int(dice.random() * 3)))
        match.start_deal(dice.sample(list(rules.pack), len(rules.pack)))
        play_out(match, at_random(dice))
        (deal,) = match.deals
        back = rules.parse_deal(json.loads(json.dumps(deal.to_json())))
        assert back == deal
        assert back.actions == deal.actions
        seen += deal.kept is not None

    assert seen > 50


@pytest.mark.parametrize("seed", range(5))
def test_a_redeal_comes_back_from_its_json(seed: int) -> None:
    deal = passed_out(seed)
    back = RULES.parse_deal(json.loads(json.dumps(deal.to_json())))

    assert back == deal
    assert [action.text for action in back.actions] == ["pass"] * 6


def changed(name: str, change: Callable[[list[JsonValue]], object]) -> Callable[[Changed], object]:
    """Returns a change of the list `name` of a deal."""

    def apply(deal: Changed) -> None:
        value = deal[name]
        assert isinstance(value, list)
        change(value)

    return apply


def put(name: str, value: JsonValue) -> Callable[[Changed], object]:
    """Returns a change that sets `name`, or its item as in "calls.0"."""
    field, _, index = name.partition(".")
    if not index:
        return lambda deal: deal.update({field: value})
    return changed(field, lambda items: items.__setitem__(int(index), value))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda deal: deal.pop("scores"), "exactly the fields"),
        (lambda deal: deal.pop("tricks"), "exactly the fields"),
        (put("jokers", 1), "exactly the fields"),
        (lambda deal: [deal.pop(name) for name in PLAYED], "but the bidding goes on"),
        (put("dealer", 3), "dealer is 3"),
        (put("dealer", -1), "dealer is -1"),
        (put("dealer", True), "dealer is True"),
        (put("dealer", "0"), "dealer is '0'"),
        (put("dealer", 1), "is not a legal answer of seat 1"),
        (put("hands", "AS"), "hands is 'AS', expected a list of texts"),
        (put("hands", {"0": 1}), "expected a list of texts"),
        (changed("hands", list.pop), "expected a list of 3"),
        (put("hands.0", 7), "expected a list of texts"),
        (put("hands.0", ""), "every hand and the dummy have 5 cards"),
        (put("hands.0", "9C TC  QC KC AC"), "one blank"),
        (put("hands.0", "2C TC QC KC AC"), "not the pack"),
        (put("hands.0", "9D TC QC KC AC"), "not the pack"),
        (put("hands.0", "joker"), "not a card: 'joker'"),
        (put("dummy", "9S TS JS KS"), "have 5 cards"),
        (put("dummy", None), "None is not cards"),
        (put("upcard", "JC"), "not the pack"),
        (put("upcard", "XX"), "not the pack"),
        (put("upcard", 9), "9 is not a card"),
        (put("stock", ""), "not the pack"),
        (put("stock", "JC JH"), "not the pack"),
        (put("stock", ["JC"]), "is not cards"),
        (put("joker_suit", "H"), "joker_suit is 'H', expected None"),
        (put("calls", []), "calls is .*, expected a list of texts"),
        (put("calls", "pass"), "calls is 'pass', expected a list of texts"),
        (put("calls", ["pass"] * 2), "the bidding goes on"),
        (put("calls", ["pass", "pass"] * 3), "does not fit the other fields"),
        (put("calls", ["order up", "pass"]), "the bidding had ended before"),
        (put("calls.1", "alone"), "is not a legal answer"),
        (put("calls.1", "H"), "is not a legal answer"),
        (put("calls.1", "orders"), "'orders' is not a call"),
        (put("calls.1", 5), "expected a list of texts"),
        (put("maker", 1), "maker is 1, expected 2"),
        (put("maker", 2.0), "maker is 2.0, expected 2"),
        (put("trump", "D"), "trump is 'D', expected '"),
        (put("swap", None), "None is not a card"),
        (put("swap", "9H"), "is not a legal answer"),
        (put("swap", "AD"), "is not a legal answer"),
        (put("swap", "not alone"), "not a card: 'not alone'"),
        (put("alone", None), "alone is None, expected a list of 3"),
        (put("alone", [True]), "expected a list of 3"),
        (put("alone.0", False), "alone is .*, expected "),
        (put("alone.1", None), "but seat 1 was asked"),
        (put("alone.1", 1), "but seat 1 was asked"),
        (put("alone.2", True), "is led by seat 1"),
        (put("kept", None), "None is not cards"),
        (put("kept", "JD TH QH KH"), "is not a legal answer"),
        (put("kept", "JD TH QH KH KC"), "is not a legal answer"),
        (put("kept", "TH JD QH KH AH"), "kept is .*, expected "),
        (put("kept", "9S TH QH KH AH"), "is not a legal answer"),
        (put("tricks", {}), "tricks is .*, expected a list of texts"),
        (changed("tricks", list.pop), "the deal goes on"),
        (changed("tricks", lambda tricks: tricks.append("2: 9S TS")), "is led by seat None"),
        (put("tricks.0", "0: JD 9D"), "is led by seat 2"),
        (put("tricks.0", "2: JD"), "is led by seat 1"),
        (put("tricks.0", "JD 9D"), "is not a trick"),
        (put("tricks.0", "3: JD 9D"), "is not a trick"),
        (put("tricks.0", "2: JD  9D"), "one blank"),
        (put("tricks.0", "2: JD JH"), "is not a legal answer"),
        (put("taken", [0, 5, 0]), "taken is .*, expected "),
        (put("taken.2", 5.0), "taken is .*, expected "),
        (put("points.2", 4), "points is .*, expected "),
        (put("points", "003"), "points is '003', expected \\[0, 0, 3"),
        (put("scores", None), "scores is None"),
        (put("scores.0", True), "expected 3 whole numbers"),
        (changed("scores", list.pop), "expected 3 whole numbers"),
    ],
)
def test_anything_else_is_refused_with_words(
    change: Callable[[Changed], object], words: str
) -> None:
    deal = json.loads(json.dumps(played_deal().to_json()))
    change(deal)

    with pytest.raises(ValueError, match=words):
        RULES.parse_deal(deal)


@pytest.mark.parametrize("value", [None, [], "deal", 3, {}])
def test_what_is_no_object_is_refused(value: JsonValue) -> None:
    with pytest.raises(ValueError, match="exactly the fields"):
        RULES.parse_deal(value)  # type: ignore[arg-type]  # JSON that came from anywhere


@pytest.mark.parametrize("calls", [["pass"] * 5, ["pass"] * 7, ["pass"] * 5 + ["S"], []])
def test_a_redeal_has_six_passes(calls: list[str]) -> None:
    deal = {**passed_out().to_json(), "calls": calls}

    with pytest.raises(ValueError, match="calls is"):
        RULES.parse_deal(deal)


def test_a_redeal_has_no_play() -> None:
    deal = {**played_deal().to_json(), "calls": ["pass"] * 6}

    with pytest.raises(ValueError, match="calls is"):
        RULES.parse_deal(deal)


@steady
@given(seed=st.integers(0, 50), where=st.integers(0, 10_000), put_in=st.sampled_from("29AXHS :,1n"))
def test_a_single_changed_character_is_refused_or_is_another_deal(
    seed: int, where: int, put_in: str
) -> None:
    """What a changed character leaves readable and possible is at least not the same deal."""
    match = RULES.new_match(Seat(0))
    match.start_deal(Random(seed).sample(RULES.pack, 24))
    play_out(match, at_random(Random(seed)))
    text = json.dumps(match.deals[0].to_json())
    at = where % len(text)
    other = text[:at] + put_in + text[at + 1 :]
    try:
        changed_json = json.loads(other)
        deal = RULES.parse_deal(deepcopy(changed_json))
    except ValueError:
        return

    assert deal.to_json() == changed_json
    assert other == text or deal != match.deals[0]
