"""Positions and deals of Euchre in a card player's notation."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random

from arena.games.cards import Card, Seat, Suit, parse_cards
from arena.games.euchre.actions import Call, Keep, keep
from arena.games.euchre.match import EuchreMatch
from arena.games.euchre.play import TrickPlay
from arena.games.euchre.rules import EuchreRules
from arena.games.euchre.view import Due
from arena.games.game import Action

SUITS = {suit.letter: suit for suit in Suit}
CALLS = {**{call.text: call for call in Call}, "order": Call.ORDER_UP}
OPTIONS: Sequence[Mapping[str, object]] = [
    {},
    {"deck": 32, "rename_turned_down": True},
    {"deck": 25, "stick_the_dealer": True, "both_alone_lead": "defender-left"},
    {"deck": 25, "lone_march": 6, "both_alone_lead": "dealer-left"},
]
"""Options that together have every value but those of the end."""


def dealt(
    hands: Sequence[str] = ("", "", ""),
    *,
    dummy: str = "",
    upcard: str = "",
    dealer: int = 0,
    deck: int = 24,
) -> list[Card]:
    """Returns the pack from which `hands`, by seat, are dealt; what is not given is filled up."""
    given = parse_cards(" ".join([*hands, dummy, upcard]))
    assert len(set(given)) == len(given), "a card is given twice"
    # The joker comes last, so that it is not turned up unless that is asked for.
    spare = [card for card in EuchreRules(deck=deck).pack if card not in given]
    turned_up = parse_cards(upcard) or [spare.pop(0)]
    rows = [_five(hands[(dealer + turn) % 3], spare) for turn in (1, 2, 3)]
    rows.insert(2, _five(dummy, spare))
    around = [card for cards in zip(*rows, strict=True) for card in cards]
    return [*around, *turned_up, *spare]


def _five(cards: str, spare: list[Card]) -> list[Card]:
    own = parse_cards(cards)
    return own + [spare.pop(0) for _ in range(5 - len(own))]


def new_deal(
    hands: Sequence[str] = ("", "", ""),
    *,
    dummy: str = "",
    upcard: str = "",
    dealer: int = 0,
    options: Mapping[str, object] | None = None,
) -> EuchreMatch:
    """Returns a match whose first deal has been dealt as in `dealt`."""
    rules = EuchreRules.parse(options or {})
    match = rules.new_match(Seat(dealer))
    match.start_deal(dealt(hands, dummy=dummy, upcard=upcard, dealer=dealer, deck=rules.deck))
    return match


def say(match: EuchreMatch, *words: str) -> None:
    """Says `words` one after the other, by whoever's turn it is."""
    for word in words:
        match.act(CALLS[word])


def play(match: EuchreMatch, text: str) -> None:
    """Plays the cards of `text`, by whoever's turn it is."""
    for card in parse_cards(text):
        match.act(card)


def keep_own(match: EuchreMatch) -> Keep:
    """Returns the answer of a maker who keeps the five cards that he has."""
    assert match.seat is not None
    return keep(match.view(match.seat).hand)


def settle(
    match: EuchreMatch, *, maker: int, alone: Iterable[int] = (), order: Call = Call.ORDER_UP
) -> None:
    """Goes on to the first lead: `maker` calls `order`, nothing is swapped or taken up.

    A dealer who has ordered up himself puts his first card down.
    """
    lone = set(alone)
    while match.due is not Due.CARD:
        assert match.seat is not None
        match.act(_settling(match, maker, lone, order))


def _settling(match: EuchreMatch, maker: int, lone: set[int], order: Call) -> Action:
    legal = match.legal_actions()
    match match.due:
        case Due.CALL:
            return order if match.seat == maker and order in legal else Call.PASS
        case Due.SWAP:
            return Call.DECLINE if Call.DECLINE in legal else legal[0]
        case Due.ALONE:
            return Call.ALONE if match.seat in lone else Call.NOT_ALONE
        case Due.KEEP:
            return keep_own(match)
        case _:
            return legal[0]


def new_trick(
    hands: Sequence[str], trump: str, *, leader: int = 0, out: int | None = None
) -> TrickPlay:
    """Returns the play in which `leader` is to lead from `hands`."""
    held = [parse_cards(hand) for hand in hands]
    return TrickPlay(SUITS[trump], held, Seat(leader), None if out is None else Seat(out))


def play_out(match: EuchreMatch, choose: Callable[[EuchreMatch], Action]) -> None:
    """Lets `choose` answer until the deal is over."""
    while match.seat is not None:
        match.act(choose(match))


def at_random(dice: Random) -> Callable[[EuchreMatch], Action]:
    def choose(match: EuchreMatch) -> Action:
        legal = match.legal_actions()
        return legal[int(dice.random() * len(legal))]

    return choose
