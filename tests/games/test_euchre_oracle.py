"""The engine against open-spiel's euchre, which was written by other people for four players.

A declarer who goes alone there leaves three in play: his partner, who has passed and sits out, is
our dummy. So a deal of ours, with five kept of ten, is one of theirs in which the declarer was
dealt the five, and the partner the rest. Compared, decision by decision: who bids and what may be
bid in both rounds, with and without a stuck dealer; what a dealer may put down; who is asked about
playing alone, in which order; who leads where both games say the left of the dealer; the cards that
may be played, every winner, with three seats and with two; the tricks, through the scores.

Not compared, since they have no such thing or another rule: declining the upcard, the choice of
five, a named suit that was turned down, the joker, 32 cards, the lead after a declaration where it
is not the left of the dealer's, points (theirs are for sides of two: only the signs and the steps
at three and five tricks are ours), redeals, and the end of a match.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import pyspiel
import pytest

from arena.games.cards import Card, Seat
from arena.games.euchre.actions import Call
from arena.games.euchre.match import EuchreMatch
from arena.games.euchre.rules import EuchreRules
from arena.games.euchre.view import Due
from arena.games.game import Action
from tests.games.euchre_playing import at_random, keep_own

DECISIONS = 100_000
PASS, CLUBS, ALONE, PARTNER = 24, 25, 29, 30
"""Numbers of open-spiel; the trumps are 25 to 28 in the order C D H S."""
_WORDS = {PASS: Call.PASS, ALONE: Call.ALONE, PARTNER: Call.NOT_ALONE}
_NAMES = {CLUBS + at: call for at, call in enumerate(map(Call, "CDHS"))}


@dataclass(frozen=True, slots=True)
class Plan:
    """Who does what in a deal; players are open-spiel's, of four."""

    dealer: int
    declarer: int
    stuck: bool
    is_maker_alone: bool
    lone: int | None
    """Which defender is alone, by the order in which they are asked."""
    makes_at: int
    """The call of the declarer, 0 or 1, at which he makes trump; 2 if he never does."""

    @property
    def players(self) -> list[int]:
        """The players by our seats: all but the declarer's partner, clockwise."""
        return [player for player in range(4) if player != (self.declarer + 2) % 4]


@dataclass(slots=True)
class Step:
    """One decision before the first lead, as it was in the engine."""

    seat: int
    due: Due
    legal: list[Action]
    action: Action


@dataclass(slots=True)
class Deal:
    """A deal in the engine, driven to the first lead, or to a redeal."""

    plan: Plan
    match: EuchreMatch
    steps: list[Step] = field(default_factory=list)


def new_plan(dice: Random) -> Plan:
    declarer = dice.randrange(4)
    dealer = dice.choice([player for player in range(4) if player != (declarer + 2) % 4])
    stuck = dice.random() < 0.3
    if stuck:
        dealer = declarer  # for nobody else may have to name a suit
    both = dice.choice(
        [(False, None)] * 4 + [(True, 0), (True, 1)] * 2 + [(True, None), (False, 0)]
    )
    makes_at = dice.choice([0, 0, 1, 1, 1, 1 if stuck else 2])
    return Plan(dealer, declarer, stuck, both[0], both[1], makes_at)


def drive(plan: Plan, dice: Random) -> Deal:
    """Plays a random deal of the engine to its first lead."""
    rules = EuchreRules(both_alone_lead="dealer-left", stick_the_dealer=plan.stuck)
    match = rules.new_match(Seat(plan.players.index(plan.dealer)))
    match.start_deal(dice.sample(list(rules.pack), len(rules.pack)))
    deal = Deal(plan, match)
    while match.seat is not None and match.due is not Due.CARD:
        action = _planned(deal, dice)
        deal.steps.append(Step(match.seat, match.due, list(match.legal_actions()), action))
        match.act(action)
    return deal


def _planned(deal: Deal, dice: Random) -> Action:
    plan, match = deal.plan, deal.match
    assert match.seat is not None
    legal = match.legal_actions()
    maker = plan.players.index(plan.declarer)
    asked = [step for step in deal.steps if step.due is match.due and step.seat != maker]
    match match.due:
        case Due.CALL:
            said = sum(step.seat == maker for step in deal.steps)
            is_making = match.seat == maker and said == plan.makes_at
            makes = [call for call in legal if call is not Call.PASS]
            return dice.choice(makes) if is_making else Call.PASS
        case Due.SWAP:
            return dice.choice([card for card in legal if isinstance(card, Card)])
        case Due.ALONE if match.seat == maker:
            return Call.ALONE if plan.is_maker_alone else Call.NOT_ALONE
        case Due.ALONE:
            return Call.ALONE if plan.lone == len(asked) else Call.NOT_ALONE
        case _:
            # A dealer who is the maker holds the upcard there too, so he keeps what he has.
            has_swapped = any(step.due is Due.SWAP for step in deal.steps)
            is_own = has_swapped and match.seat == match.dealer
            return keep_own(match) if is_own else dice.choice(legal)


def new_state(deal: Deal) -> tuple[pyspiel.State, dict[Card, int]]:
    """Returns the same deal in open-spiel, before the bidding, and its numbers of the cards."""
    plan, match = deal.plan, deal.match
    stuck = "true" if plan.stuck else "false"
    game = pyspiel.load_game(f"euchre(allow_lone_defender=true,stick_the_dealer={stuck})")
    state = game.new_initial_state()
    state.apply_action(plan.dealer)
    numbers = {
        Card.parse(word[1] + word[0]): number
        for number, word in (
            (number, state.action_to_string(pyspiel.PlayerId.CHANCE, number))
            for number in state.legal_actions()
        )
    }
    hands = dict(zip(plan.players, _dealt_hands(deal), strict=True))
    partner = (plan.declarer + 2) % 4
    pool = {*match.rules.pack} - {*match._pack[20:]}
    rest = pool - {card for hand in hands.values() for card in hand}
    hands[partner] = sorted(rest, key=lambda card: card.number)
    assert len(hands[partner]) == 5
    for turn in range(20):
        state.apply_action(numbers[hands[(plan.dealer + turn) % 4][turn // 4]])
    state.apply_action(numbers[match._pack[20]])
    return state, numbers


def _dealt_hands(deal: Deal) -> list[list[Card]]:
    """Returns by seat what each was dealt, and for a maker who has kept five those."""
    match = deal.match
    pack, first = match._pack, match.dealer + 1
    rows = [pack[at:20:4] for at in (0, 1, 3)]
    hands = [list(rows[(seat - first) % 3]) for seat in range(3)]
    for step in deal.steps:
        if step.due is Due.KEEP and not (match._swap is not None and step.seat == match.dealer):
            hands[step.seat] = list(match.view(Seat(step.seat)).hand)
    return hands


def compare_steps(deal: Deal, state: pyspiel.State, numbers: dict[Card, int]) -> int:
    """Compares all before the first lead; returns the number of decisions."""
    plan = deal.plan
    partner = (plan.declarer + 2) % 4
    upcard = deal.match._pack[20]
    compared = 0
    for step in deal.steps:
        if step.due is Due.KEEP:
            continue
        if state.current_player() == partner:
            state.apply_action(PASS)
        assert state.current_player() == plan.players[step.seat]
        theirs = set(_in_our_words(state, numbers, upcard))
        ours = set(step.legal) - {Call.DECLINE}
        assert ours == theirs
        if step.due is Due.ALONE and step.seat == plan.players.index(plan.declarer):
            state.apply_action(ALONE)  # there his partner has to sit out, whatever he says here
        else:
            state.apply_action(_their_number(state, step.action, numbers, upcard))
        compared += 1
    return compared


def _in_our_words(state: pyspiel.State, numbers: dict[Card, int], upcard: Card) -> Iterator[Action]:
    cards = {number: card for card, number in numbers.items()}
    names = {CLUBS + upcard.suit_index}
    is_first_round = not {*range(CLUBS, ALONE)} - names <= {*state.legal_actions()}
    for number in state.legal_actions():
        if number in cards:
            yield cards[number]
        elif number in _WORDS:
            yield _WORDS[number]
        else:
            yield Call.ORDER_UP if is_first_round else _NAMES[number]


def _their_number(
    state: pyspiel.State, action: Action, numbers: dict[Card, int], upcard: Card
) -> int:
    if isinstance(action, Card):
        return numbers[action]
    if action is Call.ORDER_UP:
        return CLUBS + upcard.suit_index
    words = {call: number for number, call in (*_WORDS.items(), *_NAMES.items())}
    assert isinstance(action, Call)
    return words[action]


def compare_play(deal: Deal, state: pyspiel.State, numbers: dict[Card, int], dice: Random) -> int:
    """Plays on in both games at random; returns the number of decisions."""
    plan, match = deal.plan, deal.match
    cards = {number: card for card, number in numbers.items()}
    compared = 0
    while match.seat is not None:
        assert state.current_player() == plan.players[match.seat]
        assert {*match.legal_actions()} == {cards[number] for number in state.legal_actions()}
        card = at_random(dice)(match)
        assert isinstance(card, Card)
        match.act(card)
        state.apply_action(numbers[card])
        compared += 1
    assert state.is_terminal()
    assert state.returns()[plan.declarer] == their_score(match)
    return compared


def their_score(match: EuchreMatch) -> int:
    """Returns what open-spiel gives a declarer who is alone for the tricks of the last deal."""
    deal = match.deals[-1]
    won = deal.taken[deal.maker]
    if won >= 3:
        return 4 if won == 5 else 1
    return -2 if deal.lone_defender is None else -4


def test_open_spiel_bids_puts_down_follows_and_wins_as_the_engine_does() -> None:
    dice = Random(30)
    compared = {"steps": 0, "play by three": 0, "play by two": 0, "redeals": 0}
    while compared["steps"] + compared["play by three"] + compared["play by two"] < DECISIONS:
        deal = drive(new_plan(dice), dice)
        state, numbers = new_state(deal)
        compared["steps"] += compare_steps(deal, state, numbers)
        match = deal.match
        if match.seat is None:
            compared["redeals"] += 1
            continue
        if state.current_player() != deal.plan.players[match.seat]:
            assert not is_led_by_the_dealers_left(deal)
            continue
        by = (
            "play by two"
            if deal.match.view(match.seat).sitting_out is not None
            else "play by three"
        )
        compared[by] += compare_play(deal, state, numbers, dice)

    assert min(compared.values()) > 100
    assert compared["play by three"] > 20_000
    assert compared["play by two"] > 10_000


def is_led_by_the_dealers_left(deal: Deal) -> bool:
    """Returns whether our rules have the lead where open-spiel has it, whoever is alone."""
    plan = deal.plan
    return plan.is_maker_alone is (plan.lone is not None)


@pytest.mark.parametrize("number", range(CLUBS, ALONE))
def test_the_numbers_of_open_spiel_are_what_they_are_taken_for(number: int) -> None:
    state = pyspiel.load_game("euchre(allow_lone_defender=true)").new_initial_state()
    state.apply_action(0)
    words = {at: state.action_to_string(0, at) for at in (PASS, number, ALONE, PARTNER)}

    assert [words[PASS], words[ALONE], words[PARTNER]] == ["Pass", "Alone", "Partner"]
    assert words[number][0] == _NAMES[number].text
