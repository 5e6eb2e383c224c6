"""Bids more than it holds and goes for every trick; in Euchre it makes trump on little."""

import euchre
from spades import SPADES, likely_tricks, rank, suit, table, wins

from arena.v1.euchre_pb2 import EuchreView
from arena.v1.spades_pb2 import SpadesView

EXTRA = 2.0
"""Tricks that it bids beyond those that it counts."""
CALLS = 0.8
"""Tricks of five cards on which it makes trump in Euchre: the dummy will help."""
DARES = 3.0
"""Tricks on which it plays alone."""


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


def choose_in_euchre(view: EuchreView, _seed: int) -> euchre.Answer:
    trump = view.trump
    match view.due:
        case euchre.JOKER_SUIT_DUE | euchre.CALL_DUE:
            return euchre.best_call(view, CALLS)
        case euchre.SWAP_DUE:
            return euchre.by_worth(view.legal_cards, trump)[0]
        case euchre.ALONE_DUE:
            is_strong = euchre.likely_tricks(view.hand, trump) >= DARES
            return euchre.ALONE if is_strong else euchre.NOT_ALONE
        case euchre.KEEP_DUE:
            return euchre.best_five(view)
        case _:
            return card(view)


def card(view: EuchreView) -> int:
    """Leads its best card, and takes whatever it can, from its partner too."""
    trump, trick, legal = view.trump, euchre.table(view), view.legal_cards
    if not trick:
        return euchre.by_worth(legal, trump)[-1]
    winners = euchre.winners(view, trick)
    if winners:
        return winners[0 if len(trick) == euchre.trick_size(view) - 1 else -1]
    return euchre.lowest(legal, trump)


GAMES = {"spades": choose, "euchre": choose_in_euchre}
