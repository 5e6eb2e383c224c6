"""Remembers every card that a bot was ever shown, and knows a deal again from another seat."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from arena.v1.spades_pb2 import SpadesView

SEATS = 3
ENOUGH = 12
"""So many cards of one seat that are all in one hand of 17 are no chance: 4 in 10^8."""


class Key(NamedTuple):
    """Which deal it is: of which life and match of it, from 1."""

    life: str
    match: int
    deal: int


@dataclass(slots=True)
class Memory:
    """The cards that each seat was dealt, as bits, as far as they were ever shown or told."""

    known: dict[Key, tuple[int, ...]] = field(default_factory=dict)

    def see(self, key: Key, view: SpadesView) -> str:
        """Remembers what a view shows; returns what it should not have been possible to know."""
        held = cards_of(view)
        before = self.known.get(key, (0,) * SEATS)
        if any(old & ~new for old, new in zip(before, held, strict=True)):
            return f"{key} was dealt anew in one life"
        self.known[key] = held
        return self.recognise(key, held[view.seat - 1])

    def tell(self, key: Key, held: Sequence[int]) -> None:
        """Remembers what another life has left."""
        self.known[key] = tuple(held)

    def recognise(self, key: Key, mine: int) -> str:
        """Returns which other deal the hand `mine` is from, as some seat's; empty for none."""
        for other, seats in self.known.items():
            for seat, cards in enumerate(seats, start=1):
                if other != key and not cards & ~mine and cards.bit_count() >= ENOUGH:
                    return f"the hand of {key} was dealt to seat {seat} in {other}"
        return ""


def cards_of(view: SpadesView) -> tuple[int, ...]:
    """Returns the cards that a view shows to have been dealt to each seat, as bits."""
    held = [0] * SEATS
    for card in view.hand:
        held[view.seat - 1] |= 1 << card
    for place, card in enumerate(view.played):
        trick, order = divmod(place, SEATS)
        held[(view.leaders[trick] - 1 + order) % SEATS] |= 1 << card
    return tuple(held)
