"""Reads a view: what is known, what is hidden, and ways in which the hidden cards may lie."""

from collections.abc import Iterable, Iterator, Mapping
from math import inf
from random import Random

from playout import LEFT, SPADE
from spades import pack

from arena.v1.spades_pb2 import SpadesView

TRIES = 4
"""How many ways of dealing are looked at for each that is used: the bids fit that one best."""

_CREDENCE = 0.7
"""How much of the difference of two bids lies in the cards; the rest is temper."""
_SIDE_WORTH = (0.0,) * 9 + (0.15, 0.4, 0.65, 0.9)
_SPADE_WORTH = (0.5,) * 8 + (0.75, 0.9, 1.0, 1.3, 1.4)
_WORTH = [*(_SIDE_WORTH + (0.0,) * 3) * 3, *_SPADE_WORTH]
"""What a card adds to a bid."""
_CODES = [(number - 1) // 13 << 4 | (number - 1) % 13 for number in range(1, 53)]


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
        self.seats = seats = len(view.seats)
        left = LEFT[seats]
        leaders = [leader - 1 for leader in view.leaders] or [left[view.dealer - 1]]
        self.seat = view.seat - 1
        self.others = [(self.seat + turn) % seats for turn in range(1, seats)]
        """The other seats in order, from the left."""
        self.leader = leaders[-1]
        self.trick = played[len(played) - len(played) % seats :]
        cards = pack(seats)
        self.left = len(cards) // seats - len(played) // seats
        self.broken = int(view.broken)
        self.hand = mask_of(_CODES[number - 1] for number in view.hand)
        known = {*view.hand, *view.played}
        self.hidden = [_CODES[number - 1] for number in sorted(cards - known)]
        self.voids = _voids(played, leaders, seats)
        lying = [(self.leader + place) % seats for place in range(len(self.trick))]
        self._rooms = [self.left - (other in lying) for other in self.others]
        self._shown = [-_CREDENCE * seat.bid for seat in view.seats]
        for index, card in enumerate(played):
            self._shown[(leaders[index // seats] + index % seats) % seats] += _WORTH[card]

    def deals(self, count: int, dice: Random) -> Iterator[list[int]]:
        """Yields `count` tables: the hidden cards dealt out as voids and bids suggest."""
        if len(self.others) == 2:  # noqa: PLR2004  # three at the table
            yield from self._deals_to_two(count, dice)
            return
        for _ in range(count):
            best: list[list[int]] = []
            least = inf
            for _ in range(TRIES):
                hands = self._dealt(dice)
                misfit = self._misfit(hands)
                if misfit < least:
                    best, least = hands, misfit
            yield self._table(dict(zip(self.others, best, strict=True)))

    def _deals_to_two(self, count: int, dice: Random) -> Iterator[list[int]]:
        one, two = self.others
        voids_one, voids_two = self.voids[one], self.voids[two]
        for_one = [card for card in self.hidden if voids_two >> (card >> 4) & 1]
        free = [card for card in self.hidden if not (voids_one | voids_two) >> (card >> 4) & 1]
        room = self._rooms[0] - len(for_one)
        excess = self._shown[one] - self._shown[two] + 2 * sum(_WORTH[card] for card in for_one)
        excess -= sum(_WORTH[card] for card in self.hidden)
        for _ in range(count):
            taken = {*_likeliest(free, room, excess, dice), *for_one}
            rest = [card for card in self.hidden if card not in taken]
            yield self._table({one: taken, two: rest})

    def _table(self, hands: Mapping[int, Iterable[int]]) -> list[int]:
        """Returns the table with the own hand and those of the others."""
        table = [0] * 16
        table[self.seat * 4 : self.seat * 4 + 4] = self.hand
        for seat, hand in hands.items():
            table[seat * 4 : seat * 4 + 4] = mask_of(hand)
        return table

    def _dealt(self, dice: Random) -> list[list[int]]:
        """Returns hands of the others that fit their voids.

        The cards that fewest of them may hold are dealt first, each to one of those that may, by
        the room that is left; what fits nobody, as may happen, goes where there is room.
        """
        cards = self.hidden.copy()
        dice.shuffle(cards)
        may_hold = [
            [index for index, other in enumerate(self.others) if not self.voids[other] >> suit & 1]
            for suit in range(4)
        ]
        cards.sort(key=lambda card: len(may_hold[card >> 4]))
        rooms = self._rooms.copy()
        hands: list[list[int]] = [[] for _ in self.others]
        for card in cards:
            fitting = [index for index in may_hold[card >> 4] if rooms[index]]
            open_to = fitting or [index for index, room in enumerate(rooms) if room]
            chosen = dice.choices(open_to, [rooms[index] for index in open_to])[0]
            rooms[chosen] -= 1
            hands[chosen].append(card)
        return hands

    def _misfit(self, hands: list[list[int]]) -> float:
        """Returns how far the hands are from what the bids say of each beside the others."""
        worths = [
            self._shown[other] + sum(_WORTH[card] for card in hand)
            for other, hand in zip(self.others, hands, strict=True)
        ]
        middle = sum(worths) / len(worths)
        return sum(abs(worth - middle) for worth in worths)


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


def _voids(played: list[int], leaders: list[int], seats: int) -> list[int]:
    """Returns, by seat, a bit for each suit of which it has shown that it holds none."""
    voids = [0] * seats
    broken = False
    for index, card in enumerate(played):
        place = index % seats
        seat = (leaders[index // seats] + place) % seats
        led = played[index - place]
        if card >> 4 != led >> 4:
            voids[seat] |= 1 << (led >> 4)
        elif not place and card >= SPADE and not broken:
            voids[seat] |= 0b0111
        broken = broken or card >= SPADE
    return voids
