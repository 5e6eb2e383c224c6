"""The worked cases of golden/spades.json, every one of them.

The `basis` of a case is "source", or the ruling in docs/rules/spades.md that it rests on.
"""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Generic, NotRequired, TypedDict, TypeVar

import pytest
from _pytest.mark import ParameterSet

from arena.games.cards import PACK, Seat, format_cards, parse_cards
from arena.games.ending import Ending, ending, places
from arena.games.game import Bid
from arena.games.spades.blind import BlindNil
from arena.games.spades.rules import SpadesRules
from tests.games.playing import end_deal, new_choice, new_ending, play, shuffled

Given = TypeVar("Given")
Expect = TypeVar("Expect")
Plays = list[tuple[int, str]]


class Case(TypedDict, Generic[Given, Expect]):
    """A case of the file; `options` is there only where a case has some."""

    id: str
    kind: str
    profile: str
    options: NotRequired[dict[str, object]]
    given: Given
    expect: Expect


class Before(TypedDict):
    bid: int
    tricks: int
    score_before: int
    bags_before: int
    blind: NotRequired[bool]
    renege: NotRequired[bool]


class After(TypedDict):
    deal_points: int
    bag_penalty: int
    delta: int
    score_after: int
    bags_after: int


class Bids(TypedDict):
    bids: list[int]


class Legal(TypedDict):
    legal: list[bool]


class Holding(TypedDict):
    hand: list[str]
    trick: Plays
    broken: bool


class LegalCards(TypedDict):
    legal: list[str]


class Trick(TypedDict):
    plays: Plays
    broken_before: bool


class Taken(TypedDict):
    winner: int
    broken_after: bool


class Totals(TypedDict, total=False):
    scores: list[int]
    target: int
    overtime: bool
    deals_played: int


class Outcome(TypedDict, total=False):
    over: bool
    winner: int | None
    places: list[int]


class Dealer(TypedDict):
    dealer: int


class Order(TypedDict):
    first_card_to: int
    bid_order: list[int]
    first_leader: int
    next_dealer: int


class Pack(TypedDict):
    size: int
    missing: list[str]
    per_suit: dict[str, int]
    per_seat: int


class Eligible(TypedDict):
    eligible: list[bool]


FILE = json.loads((Path(__file__).parent / "golden" / "spades.json").read_text("utf-8"))
CASES = FILE["cases"]


def cases(kind: str) -> Sequence[ParameterSet]:
    return [pytest.param(case, id=case["id"]) for case in CASES if case["kind"] == kind]


def rules_of(case: Case[Given, Expect], **more: object) -> SpadesRules:
    return SpadesRules.parse({"profile": case["profile"], **case.get("options", {}), **more})


def test_every_case_is_played() -> None:
    played = {
        "deal_score": 28,
        "game_end": 12,
        "legal": 8,
        "trick": 5,
        "rotation": 3,
        "deck": 2,
        "bid_legal": 3,
        "blind_nil_ok": 2,
    }
    assert len({case["id"] for case in CASES}) == len(CASES) == sum(played.values()) == 63
    assert Counter(case["kind"] for case in CASES) == played


@pytest.mark.parametrize("case", cases("deal_score"))
def test_deal_score(case: Case[list[Before], list[After]]) -> None:
    given, expect = case["given"], case["expect"]
    match = rules_of(case).new_match(Seat(0))

    end_deal(
        match,
        bids=[seat["bid"] for seat in given],
        taken=[seat["tricks"] for seat in given],
        scores=[seat["score_before"] for seat in given],
        bags=[seat["bags_before"] for seat in given],
        blind=[index for index, seat in enumerate(given) if seat.get("blind")],
        reneged=[index for index, seat in enumerate(given) if seat.get("renege")],
    )

    deal = match.deals[0]
    assert deal.points == tuple(seat["deal_points"] for seat in expect)
    assert deal.bag_penalty == tuple(seat["bag_penalty"] for seat in expect)
    assert match.scores == deal.scores == tuple(seat["score_after"] for seat in expect)
    assert match.bags == deal.bags == tuple(seat["bags_after"] for seat in expect)
    assert [seat["delta"] for seat in expect] == [
        after - before["score_before"] for after, before in zip(match.scores, given, strict=True)
    ]


@pytest.mark.parametrize("case", cases("bid_legal"))
def test_bid_legal(case: Case[Bids, Legal]) -> None:
    match = rules_of(case).new_match(Seat(0))
    match.start_deal(match.rules.pack)

    legal = match.legal_actions()

    assert [Bid(tricks) in legal for tricks in case["given"]["bids"]] == case["expect"]["legal"]


@pytest.mark.parametrize("case", cases("legal"))
def test_legal(case: Case[Holding, LegalCards]) -> None:
    given, rules = case["given"], rules_of(case)
    table = " ".join(card for _, card in given["trick"])
    match = new_choice(
        " ".join(given["hand"]),
        table,
        broken=given["broken"],
        seats=rules.seats,
        options={"profile": rules.profile},
    )

    assert set(match.legal_actions()) == set(parse_cards(" ".join(case["expect"]["legal"])))


@pytest.mark.parametrize("case", cases("trick"))
def test_trick(case: Case[Trick, Taken]) -> None:
    plays, expect = case["given"]["plays"], case["expect"]
    leader = plays[0][0]
    cards = dict(plays)
    match = new_ending(
        [cards[seat] for seat in range(3)], leader, broken=case["given"]["broken_before"]
    )

    play(match, " ".join(card for _, card in plays))

    view = match.view(Seat(0))
    assert view.taken == tuple(int(seat == expect["winner"]) for seat in range(3))
    assert view.broken is expect["broken_after"]


@pytest.mark.parametrize("case", cases("game_end"))
def test_game_end(case: Case[Totals, Outcome]) -> None:
    given, expect = case["given"], case["expect"]
    rules = rules_of(case, target=given["target"])
    deals = given.get("deals_played", 5)

    follows = ending(rules, given["scores"], deals, overtime=given["overtime"])

    assert (follows is Ending.OVER) is expect["over"]
    firsts = [seat for seat, place in enumerate(places(given["scores"])) if place == 1]
    winner = firsts[0] if expect["over"] and len(firsts) == 1 else None
    assert winner == expect["winner"]
    if "places" in expect:
        assert list(places(given["scores"])) == expect["places"]


@pytest.mark.parametrize("case", cases("rotation"))
def test_rotation(case: Case[Dealer, Order]) -> None:
    rules, dice, expect = rules_of(case), Random(1), case["expect"]
    match = rules.new_match(Seat(case["given"]["dealer"]))
    pack = shuffled(rules, dice)

    match.start_deal(pack)
    assert pack[0] in match.view(Seat(expect["first_card_to"])).hand
    turns = []
    while match.decision_number < rules.seats:
        turns.append(match.seat)
        match.act(Bid(4))
    turns.append(match.seat)
    assert turns == [*expect["bid_order"], expect["first_leader"]]
    while match.seat is not None:
        match.act(dice.choice(match.legal_actions()))
    match.start_deal(pack)
    assert match.dealer == expect["next_dealer"]


@pytest.mark.parametrize("case", cases("deck"))
def test_deck(case: Case[object, Pack]) -> None:
    rules, expect = rules_of(case), case["expect"]
    match = rules.new_match(Seat(0))
    match.start_deal(rules.pack)

    assert len(rules.pack) == expect["size"]
    missing = [card for card in PACK if card not in rules.pack]
    assert format_cards(missing).split() == expect["missing"]
    assert Counter(card.text[1] for card in rules.pack) == expect["per_suit"]
    hands = [match.view(Seat(seat)).hand for seat in range(rules.seats)]
    assert [len(hand) for hand in hands] == [expect["per_seat"]] * rules.seats


@pytest.mark.parametrize("case", cases("blind_nil_ok"))
def test_blind_nil_is_offered_to_whom_it_is_open(case: Case[Totals, Eligible]) -> None:
    match = rules_of(case).new_match(Seat(2))
    match.scores = tuple(case["given"]["scores"])
    match.start_deal(match.rules.pack)

    for eligible in case["expect"]["eligible"]:
        bids = tuple(Bid(tricks) for tricks in range(18))
        if eligible:
            assert match.legal_actions() == (BlindNil.YES, BlindNil.NO)
            match.act(BlindNil.NO)
        assert match.legal_actions() == bids
        match.act(Bid(0))
