"""Reads a view: what is known, what is hidden, and ways in which the hidden cards may lie."""

from collections.abc import Iterable, Iterator
from math import inf
from random import Random

from playout import LEFT, SPADE

from arena.v1.spades_pb2 import SpadesView

SEATS = 3
DEALT = 17
"""Cards of each hand before play."""

TRIES = 4
"""How many ways of dealing are looked at for each that is used: the bids fit that one best."""

_CREDENCE = 0.7
"""How much of the difference of two bids lies in the cards; the rest is temper."""
_SIDE_WORTH = (0.0,) * 9 + (0.15, 0.4, 0.65, 0.9)
_SPADE_WORTH = (0.5,) * 8 + (0.75, 0.9, 1.0, 1.3, 1.4)
_WORTH = [*(_SIDE_WORTH + (0.0,) * 3) * 3, *_SPADE_WORTH]
"""What a card adds to a bid."""
_CODES = [(number - 1) // 13 << 4 | (number - 1) % 13 for number in range(1, 53)]
_PACK = range(2, 53)


def code(number: int) -> int:
    """Returns the card of playout.py that the protocol numbers `number`."""
    return _CODES[number - 1]


def mask_of(cards: Iterable[int]) -> list[int]:
    """Returns the four masks of `cards`."""
    masks = [0, 0, 0, 0]
    for card in cards:
        masks[card >> 4] |= 1 << (card & 15)
    return masks


class Position:
    """What a seat knows when it has to answer; seats count from 0."""

    def __init__(self, view: SpadesView) -> None:
        played = [_CODES[number - 1] for number in view.played]
        leaders = [leader - 1 for leader in view.leaders] or [LEFT[view.dealer - 1]]
        self.seat = view.seat - 1
        self.one, self.two = LEFT[self.seat], LEFT[LEFT[self.seat]]
        self.leader = leaders[-1]
        self.trick = played[len(played) - len(played) % SEATS :]
        self.left = DEALT - len(played) // SEATS
        self.broken = int(view.broken)
        self.hand = mask_of(_CODES[number - 1] for number in view.hand)
        known = {*view.hand, *view.played}
        self.hidden = [_CODES[number - 1] for number in _PACK if number not in known]
        self.voids = _voids(played, leaders)
        lying = [(self.leader + place) % SEATS for place in range(len(self.trick))]
        self._room = self.left - (self.one in lying)
        shown = [0.0, 0.0, 0.0]
        for index, card in enumerate(played):
            shown[(leaders[index // SEATS] + index % SEATS) % SEATS] += _WORTH[card]
        bids = view.seats[self.one].bid - view.seats[self.two].bid
        self._excess = shown[self.one] - shown[self.two] - _CREDENCE * bids

    def deals(self, count: int, dice: Random) -> Iterator[list[int]]:
        """Yields `count` tables: the hidden cards dealt out as voids and bids suggest."""
        voids_one, voids_two = self.voids[self.one], self.voids[self.two]
        for_one = [card for card in self.hidden if voids_two >> (card >> 4) & 1]
        free = [card for card in self.hidden if not (voids_one | voids_two) >> (card >> 4) & 1]
        room = self._room - len(for_one)
        excess = self._excess + 2 * sum(_WORTH[card] for card in for_one)
        excess -= sum(_WORTH[card] for card in self.hidden)
        for _ in range(count):
            one = _likeliest(free, room, excess, dice)
            taken = {*one, *for_one}
            table = [0] * 12
            table[self.seat * 4 : self.seat * 4 + 4] = self.hand
            table[self.one * 4 : self.one * 4 + 4] = mask_of(taken)
            table[self.two * 4 : self.two * 4 + 4] = mask_of(
                card for card in self.hidden if card not in taken
            )
            yield table


def _likeliest(free: list[int], room: int, excess: float, dice: Random) -> list[int]:
    """Returns the best of some random choices of `room` cards: its worth, twice, offsets `excess`.

    What the one gets the other does not, so a card moves the difference of their hands twice.
    """
    random, size = dice.random, len(free)
    if not 0 < room < size:
        return free[:room]
    best: list[int] = []
    least = inf
    for _ in range(TRIES):
        for place in range(room):
            other = place + int(random() * (size - place))
            free[place], free[other] = free[other], free[place]
        misfit = excess
        for card in free[:room]:
            misfit += 2 * _WORTH[card]
        if abs(misfit) < least:
            least = abs(misfit)
            best = free[:room]
    return best


def _voids(played: list[int], leaders: list[int]) -> list[int]:
    """Returns, by seat, a bit for each suit of which it has shown that it holds none."""
    voids = [0, 0, 0]
    broken = False
    for index, card in enumerate(played):
        place = index % SEATS
        seat = (leaders[index // SEATS] + place) % SEATS
        led = played[index - place]
        if card >> 4 != led >> 4:
            voids[seat] |= 1 << (led >> 4)
        elif not place and card >= SPADE and not broken:
            voids[seat] |= 0b0111
        broken = broken or card >= SPADE
    return voids
