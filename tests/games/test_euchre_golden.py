"""The worked cases of golden/euchre.json, all of them.

The `basis` of a case is "source", or the ruling in docs/rules/euchre.md that it rests on.
"""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Generic, TypedDict, TypeVar

import pytest
from _pytest.mark import ParameterSet

from arena.games.cards import Card, Seat, Suit, parse_cards
from arena.games.ending import Ending, ending, places
from arena.games.euchre.actions import Call, keep
from arena.games.euchre.bowers import legal_cards, playing_suit, rank_in_suit, winner
from arena.games.euchre.match import EuchreMatch
from arena.games.euchre.rules import EuchreRules
from arena.games.euchre.scoring import MARCH_POINTS, first_leader, points
from arena.games.euchre.view import Due
from arena.games.game import Action
from tests.games.euchre_playing import CALLS, SUITS, new_deal, new_trick, say

Given = TypeVar("Given")
Expect = TypeVar("Expect")
Plays = list[tuple[int, str]]


class Case(TypedDict, Generic[Given, Expect]):
    """A case of the file; `options` is there only where a case has some."""

    id: str
    kind: str
    options: dict[str, object]
    given: Given
    expect: Expect


class Trump(TypedDict):
    trump: str


class Order(TypedDict):
    trump_high_to_low: list[str]
    same_colour: dict[str, list[str]]
    other: dict[str, list[str]]


class OneCard(TypedDict):
    card: str
    trump: str


class OneSuit(TypedDict):
    suit: str


class Holding(TypedDict):
    trump: str
    trick: Plays
    hand: list[str]


class LegalCards(TypedDict):
    legal: list[str]


class Trick(TypedDict):
    trump: str
    plays: Plays


class Winner(TypedDict):
    winner: int


class Taken(TypedDict):
    maker: int
    maker_alone: bool
    lone_defender: int | None
    tricks: list[int]


class Points(TypedDict):
    points: list[int]


class Before(TypedDict):
    dealer: int
    maker: int
    maker_alone: bool
    lone_defender: int | None


class Leader(TypedDict):
    leader: int


class Bidding(TypedDict):
    dealer: int
    upcard: str
    calls: list[str]


class Bid(TypedDict, total=False):
    maker: int
    trump: str
    round: int
    pickup_by: int
    illegal_at: int
    redeal: bool
    next_dealer: int


class Swap(TypedDict):
    dealer_hand: list[str]
    upcard: str
    ordered_by_dealer: bool


class Swaps(TypedDict):
    options: list[str]


class Pool(TypedDict):
    hand: list[str]
    dummy: list[str]
    maker_alone: bool


class Kept(TypedDict, total=False):
    pool_size: int
    example_keep: list[str]
    discarded: int
    keep: int


class Layout(TypedDict):
    size: int
    hands: int
    hand_size: int
    dummy: int
    stock: int
    upcards: int
    hidden_stock: int


class Totals(TypedDict):
    scores: list[int]
    target: int
    overtime: bool


class Outcome(TypedDict):
    over: bool
    winner: int | None


class FullDeal(TypedDict):
    dealer: int
    upcard: str
    trump: str
    maker: int
    maker_alone: bool
    lone_defender: int | None
    hands: dict[str, list[str]]
    plays: list[Plays]


class Result(TypedDict):
    winners: list[int]
    tricks: list[int]
    points: list[int]


FILE = json.loads((Path(__file__).parent / "golden" / "euchre.json").read_text("utf-8"))
COVERED = {
    "order": 4,
    "effective_suit": 5,
    "legal": 9,
    "trick": 7,
    "deal_score": 12,
    "first_leader": 6,
    "bidding": 5,
    "discard_options": 2,
    "maker_pool": 2,
    "deck": 2,
    "game_end": 4,
    "full_deal": 3,
}


def cases(kind: str) -> Sequence[ParameterSet]:
    return [pytest.param(case, id=case["id"]) for case in FILE["cases"] if case["kind"] == kind]


def seat_or_none(number: int | None) -> Seat | None:
    return None if number is None else Seat(number)


def test_no_case_is_dropped() -> None:
    assert Counter(case["kind"] for case in FILE["cases"]) == COVERED
    assert len(FILE["cases"]) == 61


@pytest.mark.parametrize("case", cases("order"))
def test_order(case: Case[Trump, Order]) -> None:
    trump = SUITS[case["given"]["trump"]]
    expect = case["expect"]
    rules = EuchreRules.parse(case.get("options", {}))

    def high_to_low(suit: Suit) -> list[str]:
        own = [card for card in rules.pack if playing_suit(card, trump) is suit]
        return [card.text for card in sorted(own, key=lambda card: -rank_in_suit(card, trump))]

    assert high_to_low(trump) == expect["trump_high_to_low"]
    plain = {**expect["same_colour"], **expect["other"]}
    assert {letter: high_to_low(SUITS[letter]) for letter in plain} == plain
    assert len(plain) == 3


@pytest.mark.parametrize("case", cases("effective_suit"))
def test_effective_suit(case: Case[OneCard, OneSuit]) -> None:
    card, trump = Card.parse(case["given"]["card"]), SUITS[case["given"]["trump"]]

    assert playing_suit(card, trump) is SUITS[case["expect"]["suit"]]


@pytest.mark.parametrize("case", cases("legal"))
def test_legal(case: Case[Holding, LegalCards]) -> None:
    given, expect = case["given"], set(parse_cards(" ".join(case["expect"]["legal"])))
    ((leader, led),) = given["trick"]
    hands = ["", "", ""]
    hands[leader], hands[(leader + 1) % 3] = led, " ".join(given["hand"])
    tricks = new_trick(hands, given["trump"], leader=leader)

    tricks.play(Seat(leader), Card.parse(led))

    assert tricks.seat == (leader + 1) % 3
    assert set(tricks.legal) == expect
    hand = parse_cards(hands[tricks.seat])
    assert set(legal_cards(hand, [Card.parse(led)], SUITS[given["trump"]])) == expect


@pytest.mark.parametrize("case", cases("trick"))
def test_trick(case: Case[Trick, Winner]) -> None:
    plays, expect = case["given"]["plays"], case["expect"]["winner"]
    cards = dict(plays)
    out = None if len(plays) == 3 else ({0, 1, 2} - cards.keys()).pop()
    hands = [cards.get(seat, "") for seat in range(3)]
    tricks = new_trick(hands, case["given"]["trump"], leader=plays[0][0], out=out)

    for seat, card in plays:
        assert tricks.seat == seat
        tricks.play(Seat(seat), Card.parse(card))

    assert tricks.taken == [int(seat == expect) for seat in range(3)]
    assert tricks.seat == expect
    played = [Card.parse(card) for _, card in plays]
    assert plays[winner(played, SUITS[case["given"]["trump"]])][0] == expect


@pytest.mark.parametrize("case", cases("deal_score"))
def test_deal_score(case: Case[Taken, Points]) -> None:
    given = case["given"]
    lone = seat_or_none(given["lone_defender"])
    rules = EuchreRules.parse(case.get("options", {}))
    march = rules.lone_march if given["maker_alone"] else MARCH_POINTS

    gained = points(Seat(given["maker"]), given["tricks"], lone_defender=lone, march=march)

    assert list(gained) == case["expect"]["points"]


@pytest.mark.parametrize("case", cases("first_leader"))
def test_first_leader(case: Case[Before, Leader]) -> None:
    given = case["given"]
    leader = first_leader(
        EuchreRules.parse(case.get("options", {})),
        Seat(given["dealer"]),
        Seat(given["maker"]),
        is_maker_alone=given["maker_alone"],
        lone_defender=seat_or_none(given["lone_defender"]),
    )

    assert leader == case["expect"]["leader"]


@pytest.mark.parametrize("case", cases("bidding"))
def test_bidding(case: Case[Bidding, Bid]) -> None:
    given, expect = case["given"], case["expect"]
    match = new_deal(upcard=given["upcard"], dealer=given["dealer"], options=case.get("options"))
    calls = [CALLS[call] for call in given["calls"]]
    illegal = expect.get("illegal_at", len(calls))

    for call in calls[:illegal]:
        match.act(call)

    if illegal < len(calls):
        with pytest.raises(ValueError, match="is not a legal"):
            match.act(calls[illegal])
        return
    if "redeal" in expect:
        assert (match.seat, match.scores, match.deals[-1].is_redeal) == (None, (0, 0, 0), True)
        match.start_deal(match.rules.pack)
        assert match.dealer == expect["next_dealer"]
        return
    assert match.maker == expect["maker"]
    assert match.trump is SUITS[expect["trump"]]
    assert (len(calls) + 2) // 3 == expect["round"]
    assert (match.due, match.seat) == (Due.SWAP, expect["pickup_by"])


@pytest.mark.parametrize("case", cases("discard_options"))
def test_discard_options(case: Case[Swap, Swaps]) -> None:
    given = case["given"]
    match = new_deal([" ".join(given["dealer_hand"]), "", ""], upcard=given["upcard"])

    say(match, *(["pass", "pass", "order"] if given["ordered_by_dealer"] else ["order"]))

    words = [action.text for action in match.legal_actions()]
    assert sorted(words) == sorted(case["expect"]["options"])


@pytest.mark.parametrize("case", cases("maker_pool"))
def test_maker_pool(case: Case[Pool, Kept]) -> None:
    given, expect = case["given"], case["expect"]
    hand, dummy = " ".join(given["hand"]), " ".join(given["dummy"])
    match = new_deal(["", hand, ""], dummy=dummy)

    say(match, "pass", "pass", "pass", "S", "not alone", "not alone", "not alone")

    assert (match.due, match.seat) == (Due.KEEP, 1)
    view = match.view(Seat(1))
    pool = {*view.hand, *view.dummy}
    assert pool == set(parse_cards(f"{hand} {dummy}"))
    assert len(pool) == expect["pool_size"]
    kept = parse_cards(" ".join(expect.get("example_keep", given["hand"])))
    assert len(kept) == expect["keep"]
    match.act(keep(kept))
    assert set(match.view(Seat(1)).hand) == set(kept)
    assert set(match.view(Seat(1)).left_out) == pool - set(kept)
    assert len(pool - set(kept)) == expect["discarded"]


@pytest.mark.parametrize("case", cases("deck"))
def test_deck(case: Case[object, Layout]) -> None:
    expect = case["expect"]
    rules = EuchreRules.parse(case.get("options", {}))
    match = rules.new_match(Seat(0))
    match.start_deal(rules.pack)
    say(match, *["pass"] * 6)
    deal = match.deals[0]

    assert len(rules.pack) == expect["size"]
    assert [len(hand) for hand in deal.hands] == [expect["hand_size"]] * expect["hands"]
    assert len(deal.dummy) == expect["dummy"]
    assert len(deal.stock) == expect["hidden_stock"]
    assert len([deal.upcard]) == expect["upcards"]
    assert len([deal.upcard, *deal.stock]) == expect["stock"]


@pytest.mark.parametrize("case", cases("game_end"))
def test_game_end(case: Case[Totals, Outcome]) -> None:
    given, expect = case["given"], case["expect"]
    rules = EuchreRules.parse({**case.get("options", {}), "target": given["target"]})

    follows = ending(rules, given["scores"], 9, overtime=given["overtime"])

    assert (follows is Ending.OVER) is expect["over"]
    firsts = [seat for seat, place in enumerate(places(given["scores"])) if place == 1]
    assert expect["winner"] == (firsts[0] if expect["over"] and len(firsts) == 1 else None)


@pytest.mark.parametrize("case", cases("full_deal"))
def test_full_deal(case: Case[FullDeal, Result]) -> None:
    given, expect = case["given"], case["expect"]
    hands = [given["hands"].get(str(seat), []) for seat in range(3)]
    before = [[card for card in hand if card != given["upcard"]] for hand in hands]
    match = new_deal(
        [" ".join(hand) for hand in before], upcard=given["upcard"], dealer=given["dealer"]
    )
    while match.due is not Due.CARD:
        match.act(_as_given(match, given, hands))
    leaders = []
    for plays in given["plays"]:
        leaders.append(match.seat)
        for seat, card in plays:
            assert match.seat == seat
            match.act(Card.parse(card))

    deal = match.deals[0]
    assert deal.trump is SUITS[given["trump"]]
    assert leaders[1:] == expect["winners"][:-1]
    assert list(deal.taken) == expect["tricks"]
    assert list(deal.taken) == [expect["winners"].count(seat) for seat in range(3)]
    assert list(deal.points) == expect["points"]


def _as_given(match: EuchreMatch, given: FullDeal, hands: Sequence[Sequence[str]]) -> Action:
    """Returns what the seat whose turn it is answers, so that it comes to hold its hand."""
    assert match.seat is not None
    own, legal = hands[match.seat], match.legal_actions()
    match match.due:
        case Due.CALL:
            return Call.ORDER_UP if match.seat == given["maker"] else Call.PASS
        case Due.SWAP if given["upcard"] not in own:
            return Call.DECLINE
        case Due.SWAP:
            return next(card for card in legal if card.text not in own)
        case Due.ALONE:
            lone = (given["maker"] if given["maker_alone"] else None, given["lone_defender"])
            return Call.ALONE if match.seat in lone else Call.NOT_ALONE
        case _:
            return keep(parse_cards(" ".join(own)))
