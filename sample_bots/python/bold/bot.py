"""Bids more than it holds and goes for every trick."""

from spades import SPADES, likely_tricks, rank, suit, table, wins

from arena.v1.spades_pb2 import SpadesView

EXTRA = 2.0
"""Tricks that it bids beyond those that it counts."""


def choose(view: SpadesView, _seed: int) -> int:
    if view.legal_bids:
        return min(round(likely_tricks(view.hand) + EXTRA), len(view.hand))
    trick = table(view)
    if not trick:
        return max(view.legal_cards, key=lambda card: (suit(card) != SPADES, rank(card)))
    winners = [card for card in view.legal_cards if wins(card, trick)]
    if winners and len(trick) == len(view.seats) - 1:
        return min(winners)
    if winners:
        return max(winners, key=lambda card: (suit(card) == suit(trick[0]), rank(card)))
    return min(view.legal_cards, key=lambda card: (suit(card) == SPADES, rank(card)))
