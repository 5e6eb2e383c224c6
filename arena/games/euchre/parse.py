"""From an exported deal back to a EuchreDeal; the text may come from anywhere.

A deal that comes out of here is one that could have been played: it was played again.
"""

import re
from collections.abc import Iterator, Sequence
from reprlib import repr as short
from typing import TYPE_CHECKING

from arena.games.cards import Card, Seat, format_cards, parse_cards
from arena.games.euchre.actions import Call, keep
from arena.games.euchre.deal import HAND, UPCARD_AT, EuchreDeal
from arena.games.euchre.match import EuchreMatch
from arena.games.euchre.scoring import SEATS
from arena.games.euchre.view import Due
from arena.games.game import Action, Json

if TYPE_CHECKING:
    from arena.games.euchre.rules import EuchreRules

_DEALT = ("dealer", "hands", "dummy", "upcard", "stock", "joker_suit", "calls")
_PLAYED = ("maker", "trump", "swap", "alone", "kept", "tricks", "taken", "points", "scores")
_TRICK = re.compile(r"([0-2]): (.*)", re.ASCII)
_ALONE = {True: Call.ALONE, False: Call.NOT_ALONE}


def parse_deal(rules: "EuchreRules", json: Json) -> EuchreDeal:
    """Returns the deal of `EuchreDeal.to_json`; raises ValueError for anything else."""
    is_redeal = isinstance(json, dict) and "tricks" not in json
    names = _DEALT if is_redeal else _DEALT + _PLAYED
    if not isinstance(json, dict) or set(json) != set(names):
        raise ValueError(
            f"a deal has exactly the fields {', '.join(_DEALT + _PLAYED)}; "
            f"one that was passed out ends with {_DEALT[-1]}"
        )
    deal = _played_again(rules, json)
    if deal.is_redeal is not is_redeal:
        raise ValueError(f"calls is {short(json['calls'])}, which does not fit the other fields")
    if not is_redeal:
        deal = deal._replace(scores=_numbers(json, "scores"))
    result = deal.to_json()
    for name in names:
        if not _is_same(json[name], result[name]):
            raise ValueError(f"{name} is {short(json[name])}, expected {short(result[name])}")
    return deal


def _is_same(said: object, right: object) -> bool:
    """Returns whether two JSON values are equal and of one kind: true is not 1, 1.0 is not 1."""
    if isinstance(said, (list, tuple)) and isinstance(right, list):
        return len(said) == len(right) and all(map(_is_same, said, right))
    return type(said) is type(right) and said == right


def _played_again(rules: "EuchreRules", json: Json) -> EuchreDeal:
    """Returns the deal as it would be were it the first one of a match."""
    dealer = json["dealer"]
    if not isinstance(dealer, int) or isinstance(dealer, bool) or not 0 <= dealer < SEATS:
        raise ValueError(f"dealer is {short(dealer)}, expected a seat below {SEATS}")
    match = rules.new_match(Seat(dealer))
    match.start_deal(_pack(json, dealer))
    for said in _calls(match, json):
        match.act(said)
    if match.seat is not None:
        if "tricks" not in json:
            raise ValueError(f"calls is {short(json['calls'])}, but the bidding goes on")
        _act_until_lead(match, json)
        for text in _texts(json, "tricks"):
            _play_trick(match, text)
    if not match.deals:
        raise ValueError(f"tricks is {short(json.get('tricks'))}, but the deal goes on")
    return match.deals[0]


def _calls(match: EuchreMatch, json: Json) -> Iterator[Call]:
    """Yields what is said until trump is fixed or the deal is passed out."""
    if match.due is Due.JOKER_SUIT:
        yield _call(json["joker_suit"])
    for text in _texts(json, "calls"):
        if match.due is not Due.CALL:
            raise ValueError(f"calls is {short(json['calls'])}, but the bidding had ended before")
        yield _call(text)


def _call(text: object) -> Call:
    try:
        return Call(text)
    except ValueError:
        raise ValueError(f"{short(text)} is not a call as in 'order up' or 'H'") from None


def _act_until_lead(match: EuchreMatch, json: Json) -> None:
    """Takes the swap, the answers about alone and the five cards kept, as far as they are due."""
    while match.due is not Due.CARD:
        match.act(_before_lead(match, json))


def _before_lead(match: EuchreMatch, json: Json) -> Action:
    match match.due:
        case Due.SWAP:
            swap = json["swap"]
            return Call.DECLINE if swap == Call.DECLINE.value else _card(swap)
        case Due.ALONE:
            answers = json["alone"]
            if not isinstance(answers, (list, tuple)) or len(answers) != SEATS:
                raise ValueError(f"alone is {short(answers)}, expected a list of {SEATS}")
            answer = answers[match.seat or 0]
            if not isinstance(answer, bool):
                text = f"alone is {short(answers)}, but seat {match.seat} was asked"
                raise ValueError(text)  # noqa: TRY004  # JSON, not code
            return _ALONE[answer]
        case Due.KEEP:
            return keep(_cards(json["kept"]))
        case _:
            raise ValueError(f"calls is {short(json['calls'])}, but the bidding goes on")


def _play_trick(match: EuchreMatch, text: str) -> None:
    found = _TRICK.fullmatch(text)
    if found is None:
        raise ValueError(f"{short(text)} is not a trick as in '1: AH TH KH'")
    if match.seat is None or int(found[1]) != match.seat:
        raise ValueError(f"the trick {text!r} is led by seat {match.seat}")
    for card in _cards(found[2]):
        match.act(card)


def _pack(json: Json, dealer: int) -> list[Card]:
    """Returns the pack that the cards were dealt from."""
    texts = _texts(json, "hands")
    if len(texts) != SEATS:
        raise ValueError(f"hands is {short(json['hands'])}, expected a list of {SEATS}")
    hands = [_cards(text) for text in texts]
    around = [hands[(dealer + turn) % SEATS] for turn in range(1, SEATS + 1)]
    around.insert(2, _cards(json["dummy"]))  # docs/rules/euchre.md#e-d0
    if any(len(hand) != HAND for hand in around):
        raise ValueError(f"every hand and the dummy have {HAND} cards")
    dealt = [card for cards in zip(*around, strict=True) for card in cards]
    assert len(dealt) == UPCARD_AT
    return [*dealt, _card(json["upcard"]), *_cards(json["stock"])]


def _numbers(json: Json, name: str) -> tuple[int, ...]:
    values = json[name]
    items = values if isinstance(values, (list, tuple)) else ()
    numbers = tuple(
        value for value in items if isinstance(value, int) and not isinstance(value, bool)
    )
    if len(numbers) != SEATS or len(items) != SEATS:
        raise ValueError(f"{name} is {short(values)}, expected {SEATS} whole numbers")
    return numbers


def _texts(json: Json, name: str) -> Sequence[str]:
    values = json[name]
    items = values if isinstance(values, (list, tuple)) else ()
    texts = [value for value in items if isinstance(value, str)]
    if not texts or len(texts) != len(items):
        raise ValueError(f"{name} is {short(values)}, expected a list of texts")
    return texts


def _card(text: object) -> Card:
    if not isinstance(text, str):
        raise ValueError(f"{short(text)} is not a card as in 'TH'")  # noqa: TRY004  # JSON, not code
    return Card.parse(text)


def _cards(text: object) -> list[Card]:
    """Raises ValueError unless `text` is cards with one blank between them."""
    if not isinstance(text, str):
        raise ValueError(f"{short(text)} is not cards as in 'TH AS'")  # noqa: TRY004  # JSON, not code
    cards = parse_cards(text)
    if format_cards(cards) != text:
        raise ValueError(f"{short(text)} must have one blank between cards")
    return cards
