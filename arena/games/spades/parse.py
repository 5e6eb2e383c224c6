"""From an exported deal back to a SpadesDeal; the text may come from anywhere.

A deal that comes out of here is one that could have been played: it was played again.
"""

import re
from collections.abc import Sequence
from reprlib import repr as short
from typing import TYPE_CHECKING, TypeAlias

from arena.games.cards import Card, Seat, format_cards, parse_cards
from arena.games.game import Bid, Json
from arena.games.spades.deal import SpadesDeal
from arena.games.spades.match import SpadesMatch
from arena.games.spades.scoring import BAG_LIMIT, BAG_PENALTY

if TYPE_CHECKING:
    from arena.games.spades.rules import SpadesRules

_NAMES = ("dealer", "hands", "bids", "tricks", "taken", "points", "bag_penalty", "scores", "bags")
_TRICK = re.compile(r"([0-9]): (.*)", re.ASCII)
_Numbers: TypeAlias = tuple[int, ...]


def parse_deal(rules: "SpadesRules", json: Json) -> SpadesDeal:
    """Returns the deal of `SpadesDeal.to_json`; raises ValueError for anything else."""
    if not isinstance(json, dict) or set(json) != set(_NAMES):
        raise ValueError(f"a deal has exactly the fields {', '.join(_NAMES)}")
    deal = _played_again(rules, json)
    for name in ("bids", "taken", "points"):
        if _numbers(json, name, rules.seats) != getattr(deal, name):
            raise ValueError(f"{name} is {short(json[name])}, but the play gives another result")
    bag_penalty, bags = _bags(rules, json, deal)
    scores = _numbers(json, "scores", rules.seats)
    return deal._replace(bag_penalty=bag_penalty, scores=scores, bags=bags)


def _played_again(rules: "SpadesRules", json: Json) -> SpadesDeal:
    """Returns the deal as it would be with no points and no bags before it."""
    dealer = json["dealer"]
    if not isinstance(dealer, int) or isinstance(dealer, bool) or not 0 <= dealer < rules.seats:
        raise ValueError(f"dealer is {short(dealer)}, expected a seat below {rules.seats}")
    match = rules.new_match(Seat(dealer))
    match.start_deal(_pack(rules, json, dealer))
    bids = _numbers(json, "bids", rules.seats)
    for turn in range(1, rules.seats + 1):
        match.act(Bid(bids[(dealer + turn) % rules.seats]))
    for text in _texts(json, "tricks", len(rules.pack) // rules.seats):
        _play_trick(match, text)
    return match.deals[0]


def _play_trick(match: SpadesMatch, text: str) -> None:
    found = _TRICK.fullmatch(text)
    if found is None:
        raise ValueError(f"{short(text)} is not a trick as in '1: AH 2S KH'")
    if int(found[1]) != match.seat:
        raise ValueError(f"the trick {text!r} is led by seat {match.seat}")
    cards = _cards(found[2])
    if len(cards) != match.rules.seats:
        raise ValueError(f"the trick {text!r} must have {match.rules.seats} cards")
    for card in cards:
        match.act(card)


def _pack(rules: "SpadesRules", json: Json, dealer: int) -> list[Card]:
    """Returns the pack that the hands were dealt from."""
    size = len(rules.pack) // rules.seats
    hands = [_cards(text) for text in _texts(json, "hands", rules.seats)]
    if any(len(hand) != size for hand in hands):
        raise ValueError(f"every hand has {size} cards")
    around = [hands[(dealer + turn) % rules.seats] for turn in range(1, rules.seats + 1)]
    return [card for cards in zip(*around, strict=True) for card in cards]


def _bags(rules: "SpadesRules", json: Json, deal: SpadesDeal) -> tuple[_Numbers, _Numbers]:
    """Returns the penalties and the bags, which some number of bags before the deal explains."""
    penalties = _numbers(json, "bag_penalty", rules.seats)
    bags = _numbers(json, "bags", rules.seats)
    for seat in range(rules.seats):
        new = _bags_counted(deal.bag_penalty[seat], deal.bags[seat])
        before = _bags_counted(penalties[seat], bags[seat]) - new
        is_possible = 0 <= before < BAG_LIMIT and 0 <= bags[seat] < BAG_LIMIT
        if not is_possible or penalties[seat] % BAG_PENALTY:
            raise ValueError(f"bag_penalty and bags of seat {seat} do not fit {new} new bags")
    return penalties, bags


def _bags_counted(penalty: int, kept: int) -> int:
    return kept - penalty // BAG_PENALTY * BAG_LIMIT


def _items(json: Json, name: str, count: int) -> Sequence[object]:
    value = json[name]
    if not isinstance(value, (list, tuple)) or len(value) != count:
        raise ValueError(f"{name} is {short(value)}, expected a list of {count}")
    return value


def _numbers(json: Json, name: str, count: int) -> _Numbers:
    values = _items(json, name, count)
    numbers = tuple(
        value for value in values if isinstance(value, int) and not isinstance(value, bool)
    )
    if len(numbers) != count:
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
