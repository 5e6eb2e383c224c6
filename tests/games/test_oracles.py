"""The engine against open-spiel, which was written by other people for other games.

oh_hell with three players and seventeen tricks is dealt 51 cards, and the card that is left over,
when it is a spade, makes spades trump. The engine plays with exactly that pack: 12 spades, and 2C
in place of the turned-up card. With four players twelve tricks are the most, so that the engine
plays Solo with 48 cards. oh_hell has no fewer than three players. Compared: the order of bidding,
who leads, the cards that may be played when following, every winner, the tricks taken. Not
compared: the bids that are legal (the last bidder of oh_hell may not make the sum come out),
scores, and the lead: oh_hell allows any, so that our rule on unbroken spades is applied to its
answer here, from a count of spades played. A card that may not be played, under `fail-bid`, is the
lowest of those that oh_hell allows.

spades has four players in two partnerships. Compared: following and winners, through the functions
of arena.games.tricks that take any number of seats. Not compared: leads (it never breaks spades),
bids (limited by the partner's) and scores (it reads bags off the last digit of the score).
"""

from random import Random

import pyspiel
import pytest

from arena.games.cards import PACK, Card, Seat, Suit
from arena.games.game import Bid
from arena.games.spades.match import SpadesMatch
from arena.games.spades.renege import RenegeRule
from arena.games.tricks import legal_cards, winner
from tests.games.playing import SmallPack

OH_HELL = "oh_hell(players={},num_suits=4,num_cards_per_suit=13,num_tricks_fixed={})"
TRICKS = {3: 17, 4: 12}
"""As many tricks as leave a card to turn up, by the number of players."""
BONUS = 10
"""What oh_hell adds for a bid that was met exactly."""
TEMPTED = 0.1
"""How often a seat plays whatever it holds."""
DEALS = 500
"""Of spades."""


def cards_by_action(state: pyspiel.State) -> dict[int, Card]:
    """Returns the cards by open-spiel's numbers, read from its own words for them."""
    words = {
        action: state.action_to_string(pyspiel.PlayerId.CHANCE, action) for action in range(52)
    }
    return {action: Card.parse(word[1] + word[0]) for action, word in words.items()}


def new_oh_hell(
    seats: int, dealer: int, dice: Random
) -> tuple[pyspiel.State, SpadesMatch, dict[int, Card]]:
    """Returns a deal with a spade turned up, and the same deal in the engine."""
    state = pyspiel.load_game(OH_HELL.format(seats, TRICKS[seats])).new_initial_state()
    state.apply_action(state.legal_actions()[0])  # the number of tricks: there is one
    state.apply_action(dealer)
    cards = cards_by_action(state)
    actions = {card: action for action, card in cards.items()}
    turned_up = dice.choice([card for card in PACK if card.suit is Suit.SPADES])
    usable = [card for card in PACK if card is not turned_up]
    shuffled = dice.sample(usable, seats * TRICKS[seats])
    # oh_hell deals to player 0 first, whoever deals: each round begins elsewhere.
    first = (dealer + 1) % seats
    for start in range(0, len(shuffled), seats):
        for seat in range(seats):
            state.apply_action(actions[shuffled[start + (seat - first) % seats]])
    state.apply_action(actions[turned_up])
    pack = tuple(sorted(shuffled, key=lambda card: card.number))
    rules = SmallPack(cards=pack, length="deals:1", seats=seats, renege=RenegeRule.FAIL_BID)
    match = rules.new_match(Seat(dealer))
    match.start_deal(shuffled)
    return state, match, cards


def oh_hell_leads(allowed: set[Card], match: SpadesMatch) -> set[Card]:
    """Returns what may be led of the cards that oh_hell allows, by SP-9."""
    is_broken = any(card.suit is Suit.SPADES for card in match.view(Seat(0)).played)
    others = {card for card in allowed if card.suit is not Suit.SPADES}
    return allowed if is_broken or not others else others


@pytest.mark.parametrize(("seats", "deals"), [(3, 1400), (4, 600)])
def test_oh_hell_follows_and_wins_as_the_engine_does(seats: int, deals: int) -> None:
    """Over 100,000 decisions in all, bids and cards."""
    dice = Random(20 + seats)
    decisions = reneges = 0
    for number in range(deals):
        state, match, cards = new_oh_hell(seats, number % seats, dice)
        for _ in range(seats):
            assert state.current_player() == match.seat
            action = dice.choice(state.legal_actions())
            state.apply_action(action)
            match.act(Bid(action - len(PACK)))
        while match.seat is not None:
            reneges += play_card(state, match, cards, dice)
        deal = match.deals[0]
        points = zip(deal.taken, deal.bids, strict=True)
        assert state.is_terminal()
        assert state.returns() == [taken + BONUS * (taken == bid) for taken, bid in points]
        decisions += len(deal.actions)

    assert decisions == deals * seats * (1 + TRICKS[seats])
    assert reneges > deals


def play_card(
    state: pyspiel.State, match: SpadesMatch, cards: dict[int, Card], dice: Random
) -> bool:
    """Plays a card in both after comparing them; returns whether it was tried with another."""
    assert state.current_player() == match.seat
    view = match.view(Seat(state.current_player()))
    allowed = {cards[action] for action in state.legal_actions()}
    is_lead = len(view.played) % match.rules.seats == 0
    expected = oh_hell_leads(allowed, match) if is_lead else allowed
    assert set(match.legal_actions()) == expected
    card = dice.choice(view.hand if dice.random() < TEMPTED else view.legal)
    assert isinstance(card, Card)
    breach = None if card in expected else match.breach(card)
    if breach is not None:
        card = min(expected, key=lambda card: (card.rank, card.number))
    match.act(card if breach is None else breach.action)
    assert match.deals or match.view(Seat(0)).played[-1] is card
    state.apply_action(next(action for action in state.legal_actions() if cards[action] is card))
    return breach is not None


def test_four_handed_spades_follows_and_wins_as_our_functions_do() -> None:
    dice = Random(21)
    game = pyspiel.load_game("spades")
    cards = cards_by_action(game.new_initial_state())
    for _ in range(DEALS):
        state = game.new_initial_state()
        hands: list[list[Card]] = [[] for _ in range(4)]
        for index in range(52):
            action = dice.choice(state.legal_actions())
            hands[index % 4].append(cards[action])
            state.apply_action(action)
        for _ in range(4):
            state.apply_action(dice.choice(state.legal_actions()))
        for _ in range(13):
            play_trick_of_four(state, hands, cards, dice)


def play_trick_of_four(
    state: pyspiel.State, hands: list[list[Card]], cards: dict[int, Card], dice: Random
) -> None:
    leader = state.current_player()
    plays: list[Card] = []
    for turn in range(4):
        player = (leader + turn) % 4
        assert state.current_player() == player
        actions = state.legal_actions()
        if plays:
            allowed = {cards[action] for action in actions}
            assert allowed == set(legal_cards(hands[player], plays))
        action = dice.choice(actions)
        plays.append(cards[action])
        hands[player].remove(cards[action])
        state.apply_action(action)
    if not state.is_terminal():
        assert state.current_player() == (leader + winner(plays, Suit.SPADES)) % 4
