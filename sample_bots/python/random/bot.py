"""Plays whatever is legal, as the dice fall; in Spades it bids three to six."""

import euchre
import spades

from arena.v1.euchre_pb2 import EuchreView
from arena.v1.spades_pb2 import SpadesView

BIDS = slice(3, 7)
"""Uniform bids would almost never bring a match to its end."""


def choose(view: SpadesView, seed: int) -> int:
    legal = view.legal_bids[BIDS] or view.legal_cards
    return legal[int(spades.dice(view, seed).random() * len(legal))]


def choose_in_euchre(view: EuchreView, seed: int) -> euchre.Answer:
    legal = euchre.legal(view)
    return legal[int(euchre.dice(view, seed).random() * len(legal))]


GAMES = {"spades": choose, "euchre": choose_in_euchre}
