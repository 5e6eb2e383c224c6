"""Counts its winners, bids that many, wins just what it has bid and ducks the rest."""

from collections.abc import Sequence

import euchre
from spades import SPADES, is_boss, likely_tricks, rank, suit, table, unseen, wins

from arena.v1.euchre_pb2 import EuchreView
from arena.v1.spades_pb2 import SpadesView

CALLS = 1.6
"""Tricks of five cards on which it makes trump in Euchre."""


def choose(view: SpadesView, _seed: int) -> int:
    if view.legal_bids:
        return max(1, int(likely_tricks(view.hand)))
    me = view.seats[view.seat - 1]
    wanted = me.taken < me.bid
    trick = table(view)
    if not trick:
        return lead(view, wanted=wanted)
    if wanted:
        return win(view, trick)
    return duck(view.legal_cards, trick)


def lead(view: SpadesView, *, wanted: bool) -> int:
    """Leads a card that nobody can beat when a trick is wanted, else the lowest."""
    if wanted:
        hidden = unseen(view)
        bosses = [card for card in view.legal_cards if is_boss(card, hidden)]
        if bosses:
            return min(bosses, key=suit)
    return lowest(view.legal_cards)


def win(view: SpadesView, trick: list[int]) -> int:
    """Wins as cheaply as is safe, or saves its high cards."""
    winners = [card for card in view.legal_cards if wins(card, trick)]
    if winners and len(trick) == len(view.seats) - 1:
        return lowest(winners)
    hidden = unseen(view)
    safe = [card for card in winners if is_boss(card, hidden) or suit(card) != suit(trick[0])]
    return lowest(safe or view.legal_cards)


def duck(legal: Sequence[int], trick: list[int]) -> int:
    """Throws the highest card that does not take the trick, else what it must."""
    losers = [card for card in legal if not wins(card, trick)]
    if losers:
        return max(losers, key=rank)
    if len(trick) > 1:
        return max(legal, key=rank)
    return lowest(legal)


def lowest(cards: Sequence[int]) -> int:
    """Returns the lowest rank, a spade only if there is nothing else."""
    return min(cards, key=lambda card: (suit(card) == SPADES, rank(card)))


def choose_in_euchre(view: EuchreView, _seed: int) -> euchre.Answer:
    """Makes trump on a good hand, never goes alone, wins cheaply and trusts its partner."""
    match view.due:
        case euchre.JOKER_SUIT_DUE | euchre.CALL_DUE:
            return euchre.best_call(view, CALLS)
        case euchre.SWAP_DUE:
            return euchre.by_worth(view.legal_cards, view.trump)[0]
        case euchre.ALONE_DUE:
            return euchre.NOT_ALONE
        case euchre.KEEP_DUE:
            return euchre.best_five(view)
        case _:
            trick = euchre.table(view)
            return follow_in_euchre(view, trick) if trick else lead_in_euchre(view)


def lead_in_euchre(view: EuchreView) -> int:
    """Leads trumps as the maker and aces as a defender, else low."""
    trump, legal = view.trump, view.legal_cards
    trumps = [card for card in legal if euchre.suit(card, trump) == trump]
    if view.seat == view.maker and trumps:
        return euchre.by_worth(trumps, trump)[-1]
    sides = [card for card in legal if card not in trumps]
    aces = [card for card in sides if euchre.rank(card, trump) == euchre.ACE]
    return aces[0] if aces else euchre.lowest(legal, trump)


def follow_in_euchre(view: EuchreView, trick: list[int]) -> int:
    """Wins as cheaply as it can, but never from its partner."""
    winners = euchre.winners(view, trick)
    if not winners or euchre.is_partners(view):
        return euchre.lowest(view.legal_cards, view.trump)
    return winners[0 if len(trick) == euchre.trick_size(view) - 1 else -1]


GAMES = {"spades": choose, "euchre": choose_in_euchre}
