"""What every game keeps, whatever its rules: random matches, checked as they go."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import pytest

from arena.games import GAMES, parse_rules
from arena.games.cards import JOKER, PACK, Card, Seat
from arena.games.euchre.actions import Call, Keep, keep
from arena.games.euchre.view import EuchreView
from arena.games.game import Action, Bid, Match, ParseRules, Rules, View
from arena.games.spades.view import SpadesView
from tests.games.highcard import HighCardRules, HighCardView
from tests.games.playing import play_deal, shuffled

Known = Callable[[View], set[Card]]


def spades_known(view: View) -> set[Card]:
    assert isinstance(view, SpadesView)
    return {*view.hand, *view.played}


def euchre_known(view: View) -> set[Card]:
    assert isinstance(view, EuchreView)
    own = (view.upcard, view.put_down, *view.hand, *view.dummy, *view.left_out, *view.played)
    return {card for card in own if card is not None}


def highcard_known(view: View) -> set[Card]:
    assert isinstance(view, HighCardView)
    return {*view.hand, *view.played}


@dataclass(frozen=True, slots=True)
class Subject:
    """A game as the contract sees it."""

    known: Known
    """The cards that the seat of a view may know the place of."""
    options: Sequence[dict[str, object]]
    """Options under which it is tested."""
    most_deals: Sequence[int]
    """The longest match under each of them."""


SUBJECTS = {
    # The third game of docs/adding-a-game.md stands for those that are still to come.
    "highcard": Subject(
        highcard_known, [{}, {"seats": 2, "deals": 9}, {"seats": 4, "deals": 3}], [2, 9, 3]
    ),
    "spades": Subject(
        spades_known,
        [
            {},
            {"max_deals": 2},
            {"length": "deals:3"},
            {"profile": "reset", "max_deals": 4},
            {"profile": "reset", "blind_nil": True, "length": "deals:4"},
            {"blind_nil": True, "nil_value": 50, "bag_rule": "none", "length": "deals:4"},
            {"minimum_bid": 1, "bag_rule": "reset", "max_deals": 3},
            {"failed_nil_bags": False, "bag_rule": "reset", "max_deals": 3},
            {"seats": 2, "renege": "fail-bid", "max_deals": 4},
            {"seats": 2, "blind_nil": True, "length": "deals:4"},
            {"seats": 4, "profile": "reset", "blind_nil": True, "length": "deals:4"},
            {"seats": 4, "minimum_bid": 1, "max_deals": 4},
        ],
        [60, 2, 3, 4, 4, 4, 3, 3, 4, 4, 4, 4],
    ),
    # In Euchre up to ten redeals come before a deal that is played.
    "euchre": Subject(
        euchre_known,
        [
            {},
            {"max_deals": 2, "deck": 32, "rename_turned_down": True},
            {"length": "deals:3", "deck": 25, "stick_the_dealer": True},
        ],
        [11 * 60, 11 * 2, 3],
    ),
}
PARSERS: Mapping[str, ParseRules] = {**GAMES, "highcard": HighCardRules.parse}
CASES = [
    pytest.param(PARSERS[name](options), subject.known, most, id=f"{name}-{index}")
    for name, subject in SUBJECTS.items()
    for index, (options, most) in enumerate(zip(subject.options, subject.most_deals, strict=True))
]
pytestmark = pytest.mark.usefixtures("third_game")
every_game = pytest.mark.parametrize(("rules", "known", "most_deals"), CASES)


def states(rules: Rules, dice: Random, deals: int = 2) -> Iterator[Match]:
    """Yields a match before every decision of its first deals, and lets it go on at random."""
    match = rules.new_match(Seat(dice.randrange(rules.seats)))
    while len(match.deals) < deals and not match.is_over:
        match.start_deal(shuffled(rules, dice))
        while match.seat is not None:
            yield match
            match.act(dice.choice(match.legal_actions()))


def everything(match: Match) -> tuple[object, ...]:
    """Returns all that can be seen of a match from outside."""
    return (
        match.seat,
        match.dealer,
        match.deal_number,
        match.decision_number,
        tuple(match.scores),
        match.is_over,
        [deal.to_json() for deal in match.deals],
        list(match.legal_actions()),
        [match.view(Seat(seat)) for seat in range(match.rules.seats)],
        match.places(),
    )


def replayed(rules: Rules, dealer: Seat, pack: Sequence[Card], actions: Sequence[Action]) -> Match:
    match = rules.new_match(dealer)
    match.start_deal(pack)
    for action in actions:
        match.act(action)
    return match


def test_every_game_is_under_contract() -> None:
    assert SUBJECTS.keys() == {*GAMES, "highcard"}


@every_game
def test_a_seat_whose_turn_it_is_always_has_a_legal_answer(
    rules: Rules, known: Known, most_deals: int
) -> None:
    for match in states(rules, Random(1)):
        legal = match.legal_actions()
        assert len(set(legal)) == len(legal) > 0
        assert match.house_action() in legal


@every_game
def test_the_view_offers_what_the_match_takes_and_only_to_the_seat_to_act(
    rules: Rules, known: Known, most_deals: int
) -> None:
    for match in states(rules, Random(2)):
        for seat in map(Seat, range(rules.seats)):
            view = match.view(seat)
            assert view.seat == seat
            assert list(view.legal) == (list(match.legal_actions()) if seat == match.seat else [])


@every_game
def test_looking_changes_nothing(rules: Rules, known: Known, most_deals: int) -> None:
    for match in states(rules, Random(3)):
        before = everything(match)
        match.house_action()
        match.copy()
        assert everything(match) == before


@every_game
def test_a_copy_goes_its_own_way(rules: Rules, known: Known, most_deals: int) -> None:
    dice = Random(4)
    for match in states(rules, dice, deals=1):
        before = everything(match)
        twin = match.copy()
        assert everything(twin) == before
        while twin.seat is not None:
            twin.act(dice.choice(twin.legal_actions()))
        if not twin.is_over:
            twin.start_deal(rules.pack)
        assert everything(match) == before


@every_game
def test_an_illegal_action_is_refused_and_changes_nothing(
    rules: Rules, known: Known, most_deals: int
) -> None:
    answers: list[Action] = [*PACK, JOKER, *map(Bid, range(-1, 53)), *Call, keep(rules.pack[:5])]
    for match in states(rules, Random(5), deals=1):
        before = everything(match)
        for answer in set(answers) - set(match.legal_actions()):
            with pytest.raises(ValueError, match="is not a legal"):
                match.act(answer)
        assert everything(match) == before


@every_game
def test_what_comes_of_a_breach_is_taken_and_comes_back_from_the_record(
    rules: Rules, known: Known, most_deals: int
) -> None:
    """Every action that is not legal is asked again, or something is done in its place."""
    match, dice = rules.new_match(Seat(0)), Random(11)
    while not match.is_over and len(match.deals) < 3:
        match.start_deal(shuffled(rules, dice))
        while match.seat is not None:
            answers: list[Action] = [*rules.pack, JOKER, *map(Bid, range(53))]
            legal = match.legal_actions()
            breaches = [match.breach(each) for each in answers if each not in legal]
            charged = [breach.action for breach in breaches if breach and not breach.is_forfeit]
            is_tried = charged and dice.random() < 0.2
            match.act(dice.choice(charged if is_tried else legal))
        deal = match.deals[-1]
        assert rules.parse_deal(json.loads(json.dumps(deal.to_json()))) == deal


@every_game
def test_no_action_is_taken_between_deals(rules: Rules, known: Known, most_deals: int) -> None:
    match = rules.new_match(Seat(0))
    for _ in range(2):
        assert match.seat is None
        assert not match.legal_actions()
        for answer in (Bid(1), Call.PASS, rules.pack[-1]):
            with pytest.raises(ValueError, match="is not a legal"):
                match.act(answer)
        play_deal(match, Random(6))


@every_game
def test_only_the_whole_pack_is_dealt_and_only_between_deals(
    rules: Rules, known: Known, most_deals: int
) -> None:
    pack = list(rules.pack)
    match = rules.new_match(Seat(0))
    for wrong in (pack[1:], [*pack, pack[0]], [*pack[1:], pack[1]], []):
        with pytest.raises(ValueError, match="not the pack"):
            match.start_deal(wrong)
    assert (match.deal_number, match.seat) == (0, None)
    match.start_deal(pack)
    with pytest.raises(ValueError, match="no deal is in play"):
        match.start_deal(pack)


@every_game
def test_a_match_ends_within_its_length_and_then_takes_no_deal(
    rules: Rules, known: Known, most_deals: int
) -> None:
    dice = Random(7)
    match = rules.new_match(Seat(1))
    while not match.is_over:
        play_deal(match, dice)
        assert len(match.deals) == match.deal_number <= most_deals

    with pytest.raises(ValueError, match="the match goes on"):
        match.start_deal(rules.pack)


@every_game
def test_the_record_replays_to_the_same_match(rules: Rules, known: Known, most_deals: int) -> None:
    dice, dealer = Random(8), Seat(rules.seats - 1)
    match = rules.new_match(dealer)
    while not match.is_over:
        play_deal(match, dice)
    twin = rules.new_match(dealer)
    for deal in match.deals:
        recorded = json.loads(json.dumps(deal.to_json()))
        read = rules.parse_deal(recorded)
        assert read.to_json() == deal.to_json()
        twin.start_deal(read.pack)
        for action in read.actions:
            twin.act(action)

    assert everything(twin) == everything(match)


@every_game
def test_places_follow_the_scores(rules: Rules, known: Known, most_deals: int) -> None:
    dice = Random(9)
    match = rules.new_match(Seat(0))
    while not match.is_over:
        play_deal(match, dice)
        order = sorted(match.scores, reverse=True)
        assert match.places() == tuple(order.index(score) + 1 for score in match.scores)
        recorded = match.deals[-1].to_json()
        if "scores" in recorded:  # a deal that nobody played has none
            assert recorded["scores"] == list(match.scores)


@every_game
def test_a_view_hides_the_cards_of_others(rules: Rules, known: Known, most_deals: int) -> None:
    """Two hidden cards change places wherever the play so far allows it: the view stays."""
    dice = Random(10)
    swaps = 0
    for _ in range(20):
        pack = shuffled(rules, dice)
        dealer = Seat(dice.randrange(rules.seats))
        actions: list[Action] = []
        match = replayed(rules, dealer, pack, actions)
        while match.seat is not None:
            seen = known(match.view(match.seat))
            hidden = [card for card in pack if card not in seen]
            if len(hidden) > 1:
                swaps += _swapped_view_is_same(match, pack, actions, dice.sample(hidden, 2))
            actions.append(dice.choice(match.legal_actions()))
            match.act(actions[-1])

    assert swaps > 100


def _swapped_view_is_same(
    match: Match, pack: Sequence[Card], actions: Sequence[Action], pair: Sequence[Card]
) -> bool:
    """Returns whether the play is legal with two hidden cards changed for each other, and checks.

    They change places in the pack and wherever they were put aside face down.
    """
    change = {pair[0]: pair[1], pair[1]: pair[0]}
    other_pack = [change.get(card, card) for card in pack]
    try:
        other = replayed(
            match.rules, match.dealer, other_pack, [_changed(each, change) for each in actions]
        )
    except ValueError:
        return False
    assert match.seat is not None
    assert other.view(match.seat) == match.view(match.seat)
    return True


def _changed(action: Action, change: Mapping[Card, Card]) -> Action:
    if isinstance(action, Card):
        return change.get(action, action)
    if isinstance(action, Keep):
        return keep([change.get(card, card) for card in action.cards])
    return action


@every_game
def test_the_rules_come_back_from_their_json(rules: Rules, known: Known, most_deals: int) -> None:
    options = json.loads(json.dumps(rules.to_json()))

    assert parse_rules(rules.game, options) == rules
    assert next(iter(options)) == "profile" or "profile" not in options
    assert len(set(rules.pack)) == len(rules.pack)
