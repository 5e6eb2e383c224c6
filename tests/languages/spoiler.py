"""Plays a card that it may not wherever it holds one, so that the others see what comes of it."""

import euchre

from arena.v1.euchre_pb2 import EuchreView
from arena.v1.spades_pb2 import SpadesView


def choose(view: SpadesView, seed: int) -> int:
    del seed
    if view.legal_bids:
        return view.legal_bids[0]
    return next((card for card in view.hand if card not in view.legal_cards), view.legal_cards[0])


def choose_in_euchre(view: EuchreView, seed: int) -> euchre.Answer:
    del seed
    if view.legal_cards:
        forbidden = (card for card in view.hand if card not in view.legal_cards)
        return next(forbidden, view.legal_cards[0])
    return euchre.legal(view)[0]


GAMES = {"spades": choose, "euchre": choose_in_euchre}
