"""Plays any legal card, and bids three to six, as the dice fall."""

from spades import dice

from arena.v1.spades_pb2 import SpadesView

BIDS = slice(3, 7)
"""Uniform bids would almost never bring a match to its end."""


def choose(view: SpadesView, seed: int) -> int:
    legal = view.legal_bids[BIDS] or view.legal_cards
    return legal[int(dice(view, seed).random() * len(legal))]
