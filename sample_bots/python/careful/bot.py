"""Counts its winners, bids that many, wins just what it has bid and ducks the rest."""

from collections.abc import Sequence

from spades import SPADES, is_boss, likely_tricks, rank, suit, table, unseen, wins

from arena.v1.spades_pb2 import SpadesView


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
