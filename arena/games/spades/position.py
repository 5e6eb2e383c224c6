"""A decision of Cutthroat Spades for people: what makes it hard, what it shows, its rule."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from arena.games.cards import Card, Rank, Seat, Suit
from arena.games.game import Action, Bid, CitedRule
from arena.games.position import is_overtime, line_by_seat, seat_line, table_line, totals_line
from arena.games.sheet import Line
from arena.games.spades.blind import Blind, BlindNil
from arena.games.spades.scoring import BAG_LIMIT, BagRule

if TYPE_CHECKING:
    from arena.games.spades.match import SpadesMatch
    from arena.games.spades.rules import SpadesRules
    from arena.games.spades.view import SpadesView

Test: TypeAlias = "Callable[[SpadesRules, SpadesView], bool]"

_SHORT = 4
"""Spades in a hand that take no trick for their number alone."""
_MANY_BAGS = BAG_LIMIT - 2
_BIDS_ARE_OVER = CitedRule("SP-6", "each seat bids once, so a card is due once all have bid")
_NOT_HELD = CitedRule("SP-5", "a seat plays the cards that it was dealt and has not played yet")


def traits(rules: "SpadesRules") -> Sequence[str]:
    """Returns what can make a decision hard under `rules`."""
    is_short = (rules.deals or rules.max_deals) == 1
    absent = {
        "bags about to overflow": is_short or rules.bag_rule is BagRule.NONE,
        "blind nil is asked": is_short or not rules.blind_nil,
        "blind nil of a seat": is_short or not rules.blind_nil,
        "a total below zero": is_short,
        "overtime": is_short or rules.deals is not None,
        "own nil": rules.minimum_bid > 0,
        "nil of another seat": rules.minimum_bid > 0,
    }
    return [trait for trait in _TESTS if not absent.get(trait, False)]


def standings(rules: "SpadesRules") -> Iterator["SpadesMatch"]:
    """Yields a new match, and some that are a few deals old; none of them is over."""
    level, more = rules.target, range(1, rules.seats - 1)
    full, last = BAG_LIMIT - 1, (rules.deals or rules.max_deals) - 1
    for deals, scores, bags in (
        (0, [0, 0, *(0 for _ in more)], [0, 0, *(0 for _ in more)]),
        (2, [-87, 63, *(41 - seat for seat in more)], [full, _MANY_BAGS, *(full for _ in more)]),
        (3, [-131, -40, *(-40 - seat for seat in more)], [3, full, *(seat for seat in more)]),
        (4, [level, level, *(level - 17 * seat for seat in more)], [_MANY_BAGS, 2, *more]),
        (4, [level + 12, level - 35, *(level + 12 for _ in more)], [1, full, *more]),
    ):
        match = rules.new_match(Seat(deals % rules.seats))
        if deals and last:
            match.resume(min(deals, last), scores, bags)
        if not match.is_over:
            yield match


def traits_of(rules: "SpadesRules", view: "SpadesView") -> Sequence[str]:
    """Returns what makes the decision of `view` hard, in the order of `traits`."""
    return [trait for trait in traits(rules) if _TESTS[trait](rules, view)]


def guess(view: "SpadesView") -> Action:
    """Returns a bid by high cards and long spades; takes tricks while the bid is not made."""
    first = view.legal[0]
    if isinstance(first, BlindNil):
        return BlindNil.NO
    if isinstance(first, Bid):
        high = sum(card.rank >= Rank.KING for card in view.hand)
        spades = sum(card.suit is Suit.SPADES for card in view.hand)
        bid = Bid(max(1, high + spades - _SHORT))
        return bid if bid in view.legal else first
    cards = [action for action in view.legal if isinstance(action, Card)]
    wants = view.taken[view.seat] < (view.bids[view.seat] or 0)
    return (max if wants else min)(cards, key=lambda card: card.rank)


def rule_against(view: "SpadesView", action: Action) -> CitedRule:
    """Returns the rule that forbids `action`, which is not legal in `view`."""
    first = view.legal[0]
    if isinstance(first, BlindNil):
        return CitedRule("S-N1", "a seat that may bid nil blind is asked that first: yes or no")
    if isinstance(first, Bid):
        last = view.legal[-1].text.removeprefix("bid ")
        least = first.tricks
        return CitedRule("SP-6", f"a bid is due, a whole number from {least} to {last}")
    if not isinstance(action, Card):
        return _BIDS_ARE_OVER
    if action not in view.hand:
        return _NOT_HELD
    if not _on_table(view):
        return CitedRule(
            "SP-9", "no spade is led until spades are broken, unless nothing else is held"
        )
    return CitedRule("SP-10", "whoever has a card of the led suit follows it")


def lines(view: "SpadesView") -> Iterator[Line]:
    """Yields what the seat sees, in the words of a card player."""
    yield seat_line(view)
    if view.hand:
        yield Line("hand", view.hand)
    if view.leaders:
        yield table_line(view, _on_table(view))
    yield line_by_seat("bid/taken", (_promise(seat, view) for seat in range(len(view.bids))))
    yield totals_line(view)
    if any(view.bags):
        yield line_by_seat("bags", map(str, view.bags))


def _promise(seat: int, view: "SpadesView") -> str:
    bid = view.bids[seat]
    if bid is None:
        return "–"
    is_blind = bool(view.blind) and view.blind[seat] is Blind.TAKEN
    said = ("blind nil" if is_blind else "nil") if bid == 0 else str(bid)
    return f"{said}/{view.taken[seat]}"


def _on_table(view: "SpadesView") -> Sequence[Card]:
    """Returns the cards of the trick in play."""
    if not view.leaders:
        return ()
    return view.played[(len(view.leaders) - 1) * len(view.bids) :]


def _is_card(view: "SpadesView") -> bool:
    return isinstance(view.legal[0], Card)


def _is_void(_rules: "SpadesRules", view: "SpadesView") -> bool:
    on_table = _on_table(view)
    return bool(on_table) and all(card.suit is not on_table[0].suit for card in view.hand)


def _is_forced(_rules: "SpadesRules", view: "SpadesView") -> bool:
    return len(view.legal) == 1 < len(view.hand)


def _leads_unbroken(_rules: "SpadesRules", view: "SpadesView") -> bool:
    is_lead = _is_card(view) and not _on_table(view)
    return is_lead and not view.broken and len(view.legal) < len(view.hand)


def _is_last_trick(_rules: "SpadesRules", view: "SpadesView") -> bool:
    return _is_card(view) and len(view.hand) == 1


def _has_nil(_rules: "SpadesRules", view: "SpadesView") -> bool:
    return _is_card(view) and view.bids[view.seat] == 0


def _meets_nil(_rules: "SpadesRules", view: "SpadesView") -> bool:
    others = (bid for seat, bid in enumerate(view.bids) if seat != view.seat)
    return _is_card(view) and 0 in others


def _has_many_bags(_rules: "SpadesRules", view: "SpadesView") -> bool:
    return view.bags[view.seat] % BAG_LIMIT >= _MANY_BAGS


def _is_asked_blind(_rules: "SpadesRules", view: "SpadesView") -> bool:
    return isinstance(view.legal[0], BlindNil)


def _meets_blind(_rules: "SpadesRules", view: "SpadesView") -> bool:
    return Blind.TAKEN in view.blind


def _is_below_zero(_rules: "SpadesRules", view: "SpadesView") -> bool:
    return min(view.scores) < 0


_TESTS: Mapping[str, Test] = {
    "void in the led suit": _is_void,
    "one legal card of several": _is_forced,
    "leading with spades unbroken": _leads_unbroken,
    "last trick": _is_last_trick,
    "own nil": _has_nil,
    "nil of another seat": _meets_nil,
    "bags about to overflow": _has_many_bags,
    "blind nil is asked": _is_asked_blind,
    "blind nil of a seat": _meets_blind,
    "a total below zero": _is_below_zero,
    "overtime": is_overtime,
}
