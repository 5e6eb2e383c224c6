"""Answers at once: a bid of three, else the first legal card. What is measured is the arena."""

from arena.v1.spades_pb2 import SpadesView

BID = 3


def choose(view: SpadesView, seed: int) -> int:
    return BID if view.legal_bids else view.legal_cards[0]
