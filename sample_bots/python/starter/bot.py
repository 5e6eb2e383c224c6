"""Bids its high cards, takes tricks while it needs them, then ducks; in Euchre it wins what it can.

`choose` is asked in Spades, `choose_in_euchre` in Euchre: each gets a view, which is all that its
seat may know, and returns one of the answers that are legal there. `seed` is for dice.
"""

import euchre
from spades import SPADES, rank, suit, table, wins

from arena.v1.euchre_pb2 import EuchreView
from arena.v1.spades_pb2 import SpadesView

KING = 13
CALLS = 2.0
"""Likely tricks, of five cards, on which it makes trump in Euchre."""


def choose(view: SpadesView, _seed: int) -> int:
    """Answers in Spades: with a bid while one is due, else with a card."""
    if view.legal_bids:
        return bid(view)
    me = view.seats[view.seat - 1]
    trick = table(view)
    winners = [card for card in view.legal_cards if wins(card, trick)]
    if me.taken < me.bid:
        return max(winners, key=rank) if winners else lowest(view)
    losers = [card for card in view.legal_cards if card not in winners]
    return max(losers, key=rank) if losers else lowest(view)


def bid(view: SpadesView) -> int:
    """Counts aces, kings and long spades; never bids nil."""
    high = sum(rank(card) >= KING for card in view.hand)
    spades = sum(suit(card) == SPADES for card in view.hand)
    return max(1, high + max(0, spades - 4))


def lowest(view: SpadesView) -> int:
    """Returns the lowest card that is legal, a spade only if there is nothing else."""
    return min(view.legal_cards, key=lambda card: (suit(card) == SPADES, rank(card)))


def choose_in_euchre(view: EuchreView, _seed: int) -> euchre.Answer:
    """Answers in Euchre, where `view.due` says what is asked."""
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
            winners = euchre.winners(view, euchre.table(view))
            return winners[0] if winners else euchre.lowest(view.legal_cards, view.trump)


GAMES = {"spades": choose, "euchre": choose_in_euchre}
