"""A decision of three-handed Euchre for people: what makes it hard, what it shows, its rule."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from arena.games.cards import JOKER, Card, Seat, Suit
from arena.games.euchre.actions import KEPT, Call, keep
from arena.games.euchre.bowers import left_bower, playing_suit, strength
from arena.games.euchre.scoring import SEATS
from arena.games.euchre.view import Due, Upcard
from arena.games.game import Action, CitedRule
from arena.games.position import is_overtime, line_by_seat, seat_line, table_line, totals_line
from arena.games.sheet import Line

if TYPE_CHECKING:
    from arena.games.euchre.match import EuchreMatch
    from arena.games.euchre.rules import EuchreRules
    from arena.games.euchre.view import EuchreView

Test: TypeAlias = "Callable[[EuchreRules, EuchreView], bool]"

_ENOUGH = 3
"""Trumps in a hand of five that make it worth a call."""
_JOKER_DECK = 25
_UPCARD = {
    Upcard.UP: "up",
    Upcard.TAKEN: "taken by the dealer",
    Upcard.DECLINED: "declined by the dealer",
    Upcard.TURNED_DOWN: "turned down",
}


def traits(rules: "EuchreRules") -> Sequence[str]:
    """Returns what can make a decision hard under `rules`."""
    has_joker = rules.deck == _JOKER_DECK
    absent = {
        "the dealer has to name a suit": not rules.stick_the_dealer,
        "after a redeal": rules.stick_the_dealer,
        "the joker's suit is asked": not has_joker,
        "the joker is held": not has_joker,
        "overtime": rules.deals is not None or rules.max_deals == 1,
    }
    return [trait for trait in _TESTS if not absent.get(trait, False)]


def standings(rules: "EuchreRules") -> Iterator["EuchreMatch"]:
    """Yields a new match, and some that are a few deals old; none of them is over."""
    level, last = rules.target, (rules.deals or rules.max_deals) - 1
    for deals, scores in (
        (0, (0, 0, 0)),
        (5, (level - 1, level - 2, 0)),
        (8, (level, level - 1, level)),
        (8, (level + 2, level + 2, level + 2)),
    ):
        match = rules.new_match(Seat(deals % SEATS))
        if deals and last:
            match.resume(min(deals, last), scores)
        if not match.is_over:
            yield match


def traits_of(rules: "EuchreRules", view: "EuchreView") -> Sequence[str]:
    """Returns what makes the decision of `view` hard, in the order of `traits`."""
    return [trait for trait in traits(rules) if _TESTS[trait](rules, view)]


def guess(view: "EuchreView") -> Action:
    """Returns a call of the suit of three trumps, and the highest card that may be played."""
    match view.due:
        case Due.CALL:
            return _guessed_call(view)
        case Due.SWAP | Due.CARD:
            cards = [action for action in view.legal if isinstance(action, Card)]
            choose = min if view.due is Due.SWAP else max
            return choose(cards, key=lambda card: _worth(card, view.trump))
        case Due.KEEP:
            pool = sorted((*view.hand, *view.dummy), key=lambda card: _worth(card, view.trump))
            return keep(pool[-KEPT:])
        case Due.JOKER_SUIT | Due.ALONE | Due.NOTHING:
            return view.legal[0]


def _guessed_call(view: "EuchreView") -> Action:
    for call in view.legal:
        suit = view.upcard_suit if call is Call.ORDER_UP else _named(call)
        if suit is not None and _trumps(view, suit) >= _ENOUGH:
            return call
    return view.legal[0]


def _named(call: Action) -> Suit | None:
    return call.suit if isinstance(call, Call) else None


def _trumps(view: "EuchreView", suit: Suit) -> int:
    return sum(playing_suit(card, suit) is suit for card in view.hand)


def _worth(card: Card, trump: Suit | None) -> int:
    return card.rank if trump is None else strength(card, trump, trump) or card.rank


def rule_against(view: "EuchreView", action: Action) -> CitedRule:
    """Returns the rule that forbids `action`, which is not legal in `view`."""
    match view.due:
        case Due.JOKER_SUIT:
            return CitedRule("E-D2", "the dealer names the suit that a turned-up joker stands for")
        case Due.CALL:
            return _rule_of_calls(view, action)
        case Due.SWAP:
            return _rule_of_swap(view, action)
        case Due.ALONE:
            return CitedRule("EU-11", "each seat that is asked says whether it plays alone")
        case Due.KEEP:
            return CitedRule(
                "EU-10", "the maker keeps five different cards of its hand and the dummy"
            )
        case Due.CARD | Due.NOTHING:
            return _rule_of_cards(view, action)


def _rule_of_calls(view: "EuchreView", action: Action) -> CitedRule:
    if view.upcard_state is Upcard.UP:
        return CitedRule("EU-5", "while the upcard is up, a seat passes or orders it up")
    if action is Call.PASS:
        return CitedRule("EU-8", "a dealer who is stuck has to name a suit")
    if isinstance(action, Call) and action.suit is not None and action.suit is view.upcard_suit:
        return CitedRule("E-B1", "the suit that was turned down may not be named")
    return CitedRule("EU-7", "once the upcard is turned down, a seat passes or names a suit")


def _rule_of_swap(view: "EuchreView", action: Action) -> CitedRule:
    if isinstance(action, Card) and action is view.upcard:
        return CitedRule("E-P1", "the dealer puts down one of his five, never the upcard itself")
    return CitedRule("EU-6", "the dealer puts one of his five cards down for the upcard")


def _rule_of_cards(view: "EuchreView", action: Action) -> CitedRule:
    if not isinstance(action, Card):
        return CitedRule("EU-12", "once the first card is led, cards alone are played")
    if action not in view.hand:
        return CitedRule("E-I1", "a seat plays the cards that it holds, and no others")
    words = "whoever has a card that counts as the led suit plays one; the left bower is a trump"
    return CitedRule("EU-13", words)


def lines(view: "EuchreView") -> Iterator[Line]:
    """Yields what the seat sees, in the words of a card player."""
    yield seat_line(view)
    if view.hand:
        yield Line("hand", view.hand)
    if view.dummy:
        yield Line("dummy", view.dummy)
    if view.leaders:
        yield table_line(view, _on_table(view))
    if view.upcard is not None:
        yield Line("upcard", (view.upcard, _UPCARD[view.upcard_state]))
    if view.trump is not None and view.maker is not None:
        yield Line("trump", (view.trump, *_maker(view)))
    elif view.calls:
        yield Line("calls", (", ".join(call.text for call in view.calls),))
    yield line_by_seat("taken", map(str, view.taken))
    yield totals_line(view)


def _maker(view: "EuchreView") -> Iterator[str]:
    yield f"made by seat {(view.maker or 0) + 1}"
    for seat, said in enumerate(view.alone, start=1):
        if said is Call.ALONE:
            yield f"· seat {seat} is alone"
    if view.sitting_out is not None:
        yield f"· seat {view.sitting_out + 1} sits out"


def _on_table(view: "EuchreView") -> Sequence[Card]:
    """Returns the cards of the trick in play."""
    if not view.leaders:
        return ()
    size = SEATS if view.sitting_out is None else SEATS - 1
    return view.played[(len(view.leaders) - 1) * size :]


def _led_suit(view: "EuchreView") -> Suit | None:
    """Returns the suit that has to be followed; None for a seat that leads, or plays no card."""
    on_table = _on_table(view)
    return playing_suit(on_table[0], view.trump) if on_table and view.trump else None


def _holds_left(_rules: "EuchreRules", view: "EuchreView") -> bool:
    return view.due is Due.CARD and view.trump is not None and left_bower(view.trump) in view.hand


def _follows_left(_rules: "EuchreRules", view: "EuchreView") -> bool:
    on_table = _on_table(view)
    return bool(on_table) and view.trump is not None and on_table[0] is left_bower(view.trump)


def _left_is_no_plain_card(rules: "EuchreRules", view: "EuchreView") -> bool:
    """Says whether the suit that is printed on the left bower held is led."""
    if not _holds_left(rules, view) or view.trump is None:
        return False
    return _led_suit(view) is left_bower(view.trump).suit


def _is_void(_rules: "EuchreRules", view: "EuchreView") -> bool:
    led, trump = _led_suit(view), view.trump
    if led is None or trump is None:
        return False
    return all(playing_suit(card, trump) is not led for card in view.hand)


def _is_forced(_rules: "EuchreRules", view: "EuchreView") -> bool:
    return view.due is Due.CARD and len(view.legal) == 1 < len(view.hand)


def _is_last_trick(_rules: "EuchreRules", view: "EuchreView") -> bool:
    return view.due is Due.CARD and len(view.hand) == 1


def _plays_alone(_rules: "EuchreRules", view: "EuchreView") -> bool:
    return view.due is Due.CARD and view.alone[view.seat] is Call.ALONE


def _has_one_out(_rules: "EuchreRules", view: "EuchreView") -> bool:
    return view.due is Due.CARD and view.sitting_out is not None


def _is_stuck(_rules: "EuchreRules", view: "EuchreView") -> bool:
    is_second = view.due is Due.CALL and view.upcard_state is Upcard.TURNED_DOWN
    return is_second and Call.PASS not in view.legal


def _may_not_name(_rules: "EuchreRules", view: "EuchreView") -> bool:
    return view.due is Due.CALL and view.upcard_state is Upcard.TURNED_DOWN


def _holds_joker(_rules: "EuchreRules", view: "EuchreView") -> bool:
    return view.due is Due.CARD and JOKER in view.hand


def _is_due(due: Due) -> Test:
    return lambda _rules, view: view.due is due


_TESTS: Mapping[str, Test] = {
    "the left bower is held": _holds_left,
    "the left bower is led": _follows_left,
    "the left bower's printed suit is led": _left_is_no_plain_card,
    "void in the led suit": _is_void,
    "one legal card of several": _is_forced,
    "last trick": _is_last_trick,
    "alone is asked": _is_due(Due.ALONE),
    "playing alone": _plays_alone,
    "a seat sits out": _has_one_out,
    "the dealer's swap": _is_due(Due.SWAP),
    "keeping five of ten": _is_due(Due.KEEP),
    "naming a suit": _may_not_name,
    "the dealer has to name a suit": _is_stuck,
    "the joker's suit is asked": _is_due(Due.JOKER_SUIT),
    "the joker is held": _holds_joker,
    "after a redeal": lambda _rules, view: view.redeals > 0,
    "overtime": is_overtime,
}
