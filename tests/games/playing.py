"""Positions and matches of Cutthroat Spades in a card player's notation."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from random import Random

from hypothesis import settings

from arena.games.cards import PACK, Card, Seat, parse_cards
from arena.games.game import Action, Bid, Match, Rules
from arena.games.spades.blind import Blind
from arena.games.spades.match import SpadesMatch
from arena.games.spades.rules import SpadesRules

steady = settings(deadline=None, derandomize=True)
"""How properties are tested: the same examples every time, on however busy a machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SmallPack(SpadesRules):
    """Spades with a pack of its own, so that endings can be played from their first card."""

    cards: tuple[Card, ...] = ()

    @property
    def pack(self) -> Sequence[Card]:
        return self.cards


def dealt(hands: Sequence[str], dealer: int = 2) -> list[Card]:
    """Returns the pack from which `hands`, by seat, are dealt."""
    seats = len(hands)
    around = [parse_cards(hands[(dealer + turn) % seats]) for turn in range(1, seats + 1)]
    return [card for cards in zip(*around, strict=True) for card in cards]


def new_ending(
    hands: Sequence[str],
    leader: int = 0,
    *,
    broken: bool = False,
    options: Mapping[str, object] | None = None,
) -> SpadesMatch:
    """Returns a match in which `leader` is to play the first card of `hands`; all have bid 1."""
    seats = len(hands)
    dealer = (leader + seats - 1) % seats
    pack = dealt(hands, dealer)
    cards = tuple(sorted(pack, key=lambda card: card.number))
    rules = SpadesRules.parse({**(options or {}), "seats": seats, "length": "deals:1"})
    values = {field.name: getattr(rules, field.name) for field in fields(rules)}
    match = SmallPack(cards=cards, **values).new_match(Seat(dealer))
    match.start_deal(pack)
    match._broken = broken
    for _ in hands:
        match.act(Bid(1))
    return match


def new_choice(
    hand: str,
    table: str,
    *,
    broken: bool = False,
    seats: int = 3,
    options: Mapping[str, object] | None = None,
) -> SpadesMatch:
    """Returns a match in which a seat with `hand` is to play after the cards of `table`."""
    used = {*hand.split(), *table.split()}
    spare = [card.text for card in PACK[:39] if card.text not in used]  # no spades
    played = table.split()
    hands = []
    for seat in range(seats):
        own = hand.split() if seat == len(played) else played[seat : seat + 1]
        own += [spare.pop(0) for _ in range(len(hand.split()) - len(own))]
        hands.append(" ".join(own))
    match = new_ending(hands, broken=broken, options=options)
    play(match, table)
    return match


def play(match: Match, text: str) -> None:
    """Plays the cards of `text`, by whoever's turn it is."""
    for card in parse_cards(text):
        match.act(card)


def shuffled(rules: Rules, dice: Random) -> list[Card]:
    return dice.sample(list(rules.pack), len(rules.pack))


def play_deal(match: Match, dice: Random) -> list[Action]:
    """Plays one deal with random legal actions and returns them."""
    match.start_deal(shuffled(match.rules, dice))
    actions = []
    while match.seat is not None:
        actions.append(dice.choice(match.legal_actions()))
        match.act(actions[-1])
    return actions


def end_deal(  # noqa: PLR0913  # one for each thing that a score depends on
    match: SpadesMatch,
    bids: Sequence[int],
    taken: Sequence[int],
    scores: Sequence[int] = (0, 0, 0),
    bags: Sequence[int] = (0, 0, 0),
    *,
    blind: Collection[int] = (),
    reneged: Collection[int] = (),
) -> None:
    """Ends a deal of `match` with the given bids and tricks, as if it had been played.

    The seats in `blind` have bid nil blind, those in `reneged` have reneged.
    """
    match.deal_number += 1
    match.scores, match.bags = tuple(scores), tuple(bags)
    match._bids, match._taken = list(bids), list(taken)
    seats = range(match.rules.seats)
    if blind:
        match._blind = tuple(Blind.TAKEN if seat in blind else Blind.CLOSED for seat in seats)
    match._reneged = tuple(len(bids) if seat in reneged else None for seat in seats)
    match._end_deal()
