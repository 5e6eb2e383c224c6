"""From an exported deal back to a SpadesDeal; the text may come from anywhere.

A deal that comes out of here is one that could have been played: it was played again.
"""

import re
from collections.abc import Collection, Sequence
from reprlib import repr as short
from typing import TYPE_CHECKING, TypeAlias

from arena.games.cards import Card, Seat, format_cards, parse_cards
from arena.games.game import Bid, Charged, Json
from arena.games.spades.blind import Blind, BlindNil
from arena.games.spades.deal import SpadesDeal
from arena.games.spades.match import SpadesMatch
from arena.games.spades.renege import RenegeRule
from arena.games.spades.scoring import BAG_LIMIT, BagRule, Promise, Score, score

if TYPE_CHECKING:
    from arena.games.spades.rules import SpadesRules

_NAMES = ("dealer", "hands", "bids", "tricks", "taken", "points", "bag_penalty", "scores", "bags")
_TRICK = re.compile(r"([0-9]): (.*)", re.ASCII)
_Numbers: TypeAlias = tuple[int, ...]


def parse_deal(rules: "SpadesRules", json: Json) -> SpadesDeal:
    """Returns the deal of `SpadesDeal.to_json`; raises ValueError for anything else."""
    names = _names(rules)
    if not isinstance(json, dict) or set(json) != set(names):
        raise ValueError(f"a deal has exactly the fields {', '.join(names)}")
    points, penalties = _numbers(json, "points", rules), _numbers(json, "bag_penalty", rules)
    scores, bags = _numbers(json, "scores", rules), _numbers(json, "bags", rules)
    changes = zip(scores, points, penalties, strict=True)
    before = tuple(total - gain - penalty for total, gain, penalty in changes)
    deal = _played_again(rules, json, before)
    for name in ("bids", "taken"):
        if _numbers(json, name, rules) != (played := getattr(deal, name)):
            raise ValueError(f"{name} is {short(json[name])}, expected {short(list(played))}")
    for seat, result in enumerate(map(Score, points, penalties, bags)):
        _check_score(rules, deal, seat, result)
    return deal._replace(points=points, bag_penalty=penalties, scores=scores, bags=bags)


def _names(rules: "SpadesRules") -> Sequence[str]:
    """Returns the fields of a deal; the last two only where the rules know of them."""
    blind = ("blind",) if rules.blind_nil else ()
    reneges = ("reneges",) if rules.renege is RenegeRule.FAIL_BID else ()
    return (*_NAMES, *blind, *reneges)


def _played_again(rules: "SpadesRules", json: Json, before: _Numbers) -> SpadesDeal:
    """Returns the deal as it would be with the totals `before` and no bags before it."""
    dealer = json["dealer"]
    if not isinstance(dealer, int) or isinstance(dealer, bool) or not 0 <= dealer < rules.seats:
        raise ValueError(f"dealer is {short(dealer)}, expected a seat below {rules.seats}")
    match = rules.new_match(Seat(dealer))
    match.scores = before
    match.start_deal(_pack(rules, json, dealer))
    bids, blind, reneges = _numbers(json, "bids", rules), _blind(rules, json), _reneges(rules, json)
    for turn in range(1, rules.seats + 1):
        _promise(match, bids[(dealer + turn) % rules.seats], blind[(dealer + turn) % rules.seats])
    for text in _texts(json, "tricks", len(rules.pack) // rules.seats):
        _play_trick(match, text, reneges)
    deal = match.deals[0]
    if deal.reneges and reneges != deal.reneges:
        raise ValueError(f"reneges is {short(json['reneges'])}, but other seats had these turns")
    return deal


def _promise(match: SpadesMatch, bid: int, blind: Blind) -> None:
    """Says what a seat said before the play."""
    if blind is not Blind.CLOSED:
        match.act(BlindNil.YES if blind is Blind.TAKEN else BlindNil.NO)
    if blind is not Blind.TAKEN:
        match.act(Bid(bid))


def _play_trick(match: SpadesMatch, text: str, reneges: Collection[int | None]) -> None:
    found = _TRICK.fullmatch(text)
    if found is None:
        raise ValueError(f"{short(text)} is not a trick as in '1: AH 2S KH'")
    if int(found[1]) != match.seat:
        raise ValueError(f"the trick {text!r} is led by seat {match.seat}")
    cards = _cards(found[2])
    if len(cards) != match.rules.seats:
        raise ValueError(f"the trick {text!r} must have {match.rules.seats} cards")
    for card in cards:
        match.act(Charged(card) if reneges and match.decision_number in reneges else card)


def _pack(rules: "SpadesRules", json: Json, dealer: int) -> list[Card]:
    """Returns the pack that the hands were dealt from."""
    size = len(rules.pack) // rules.seats
    hands = [_cards(text) for text in _texts(json, "hands", rules.seats)]
    if any(len(hand) != size for hand in hands):
        raise ValueError(f"every hand has {size} cards")
    around = [hands[(dealer + turn) % rules.seats] for turn in range(1, rules.seats + 1)]
    return [card for cards in zip(*around, strict=True) for card in cards]


def _blind(rules: "SpadesRules", json: Json) -> Sequence[Blind]:
    """Returns how each seat stood to blind nil; whether it was open shows in the play."""
    if not rules.blind_nil:
        return (Blind.CLOSED,) * rules.seats
    values = _items(json, "blind", rules.seats)
    if not all(value is None or value in ("no", "yes") for value in values):
        raise ValueError(f"blind is {short(values)}, expected 'yes', 'no' or null")
    return [Blind(value) for value in values]


def _reneges(rules: "SpadesRules", json: Json) -> tuple[int | None, ...]:
    """Returns the decisions in which the seats reneged; whether they can have shows in the play."""
    if rules.renege is not RenegeRule.FAIL_BID:
        return ()
    values = _items(json, "reneges", rules.seats)
    numbers = tuple(
        value
        for value in values
        if value is None or (isinstance(value, int) and not isinstance(value, bool))
    )
    if len(numbers) != rules.seats:
        raise ValueError(f"reneges is {short(values)}, expected whole numbers or null")
    return numbers


def _check_score(rules: "SpadesRules", deal: SpadesDeal, seat: int, result: Score) -> None:
    """Raises ValueError unless some number of bags before the deal explains the result."""
    taken = deal.taken[seat]
    is_blind = bool(deal.blind) and deal.blind[seat] is Blind.TAKEN
    has_reneged = bool(deal.reneges) and deal.reneges[seat] is not None
    promise = Promise(deal.bids[seat], is_blind, has_reneged)
    possible = [
        score(rules, promise, taken, bags) for bags in _bags_before(rules, taken, result.bags)
    ]
    if result.points not in (points := {each.points for each in possible}):
        expected = " or ".join(map(str, sorted(points)))
        raise ValueError(f"points of seat {seat} is {result.points}, expected {expected}")
    if result not in possible:
        told = f"bag_penalty and bags of seat {seat} are {result.bag_penalty} and {result.bags}"
        fitting = sorted({each.bag_penalty for each in possible if each.bags == result.bags})
        with_bags = f", expected a penalty of {fitting[0]}" if fitting else ""
        raise ValueError(f"{told}, which do not fit its {taken} tricks{with_bags}")


def _bags_before(rules: "SpadesRules", taken: int, after: int) -> Sequence[int]:
    """Returns how many bags a seat can have had that has `after` bags now."""
    if rules.bag_rule is BagRule.NONE:
        return range(max(0, after - taken), max(0, after) + 1)
    return range(BAG_LIMIT)


def _items(json: Json, name: str, count: int) -> Sequence[object]:
    value = json[name]
    if not isinstance(value, (list, tuple)) or len(value) != count:
        raise ValueError(f"{name} is {short(value)}, expected a list of {count}")
    return value


def _numbers(json: Json, name: str, rules: "SpadesRules") -> _Numbers:
    """Returns a whole number for each seat."""
    values = _items(json, name, rules.seats)
    numbers = tuple(
        value for value in values if isinstance(value, int) and not isinstance(value, bool)
    )
    if len(numbers) != rules.seats:
        raise ValueError(f"{name} is {short(values)}, expected whole numbers")
    return numbers


def _texts(json: Json, name: str, count: int) -> list[str]:
    values = _items(json, name, count)
    texts = [value for value in values if isinstance(value, str)]
    if len(texts) != count:
        raise ValueError(f"{name} is {short(values)}, expected texts")
    return texts


def _cards(text: str) -> list[Card]:
    """Raises ValueError unless `text` is cards with one blank between them."""
    cards = parse_cards(text)
    if format_cards(cards) != text:
        raise ValueError(f"{short(text)} must have one blank between cards")
    return cards
