"""Plays a deal to its end by simple rules, fast: thousands of card plays in a millisecond or two.

A suit of a hand is a mask of 13 bits, bit 0 for the two. The table is a flat list of 16 masks:
clubs, diamonds, hearts, spades of seat 0, then of seats 1, 2 and 3; those of seats that nobody has
are 0. A card is 16 · suit + bit, so a spade is 48 or more. A seat plays by its own hand and by
which cards are still out, never by who of the others holds them.
"""

from collections.abc import Sequence

HIGHEST = [mask.bit_length() - 1 for mask in range(1 << 13)]
"""The highest bit of a mask."""
LOWEST = [(mask & -mask).bit_length() - 1 for mask in range(1 << 13)]
"""The lowest bit of a mask."""
ABOVE = [(1 << 13) - (2 << bit) for bit in range(13)]
"""The ranks above a bit."""
BELOW = [(1 << bit) - 1 for bit in range(13)]
"""The ranks below a bit."""

SPADE = 48
"""The lowest spade: card numbers from here are trumps."""
SIDES = (0, 1, 2)
"""The suits that are not trump."""
LEFT = {2: (1, 0), 3: (1, 2, 0), 4: (1, 2, 3, 0)}
"""By the number of seats, the seat to the left of each."""
_NONE = 15
"""No card: higher than any by rank."""


def beats(card: int, best: int) -> bool:
    """Tells whether `card` takes the trick from `best`."""
    return card > best if card >> 4 == best >> 4 else card >= SPADE


def lead_to_win(hands: list[int], seat: int, broken: int) -> int:
    """Returns a lead that nobody beats in its suit, else the lowest."""
    base = seat * 4
    for suit in SIDES:
        mine = hands[base + suit]
        if mine:
            out = hands[suit] | hands[4 + suit] | hands[8 + suit] | hands[12 + suit]
            if mine != out and HIGHEST[mine] == HIGHEST[out]:
                return suit << 4 | HIGHEST[mine]
    spades = hands[base + 3]
    card = lowest_side(hands, base)
    if card == _NONE or (
        broken
        and spades
        and HIGHEST[spades] == HIGHEST[hands[3] | hands[7] | hands[11] | hands[15]]
    ):
        return SPADE + HIGHEST[spades]
    return card


def lead_to_lose(hands: list[int], seat: int, broken: int) -> int:
    """Returns the lowest card that may be led."""
    base = seat * 4
    spades = hands[base + 3]
    card = lowest_side(hands, base)
    if card == _NONE or (broken and spades and LOWEST[spades] < card & 15):
        return SPADE + LOWEST[spades]
    return card


def play_to_win(hands: list[int], seat: int, led: int, best: int, after: int) -> int:
    """Returns a card that takes the trick as cheaply as is safe, else the lowest."""
    base = seat * 4
    mine = hands[base + led]
    if mine:
        if best >> 4 == led:
            over = mine & ABOVE[best & 15]
            if over:
                if not after:
                    return led << 4 | LOWEST[over]
                out = hands[led] | hands[4 + led] | hands[8 + led] | hands[12 + led]
                if HIGHEST[over] == HIGHEST[out]:
                    return led << 4 | HIGHEST[over]
        return led << 4 | LOWEST[mine]
    spades = hands[base + 3]
    over = spades & ABOVE[best & 15] if best >= SPADE else spades
    if over:
        return SPADE + LOWEST[over]
    card = lowest_side(hands, base)
    return card if card != _NONE else SPADE + LOWEST[spades]


def play_to_lose(hands: list[int], seat: int, led: int, best: int, after: int) -> int:
    """Returns the highest card that does not take the trick, else what it must."""
    base = seat * 4
    mine = hands[base + led]
    if mine:
        under = mine & BELOW[best & 15] if best >> 4 == led else mine
        if under:
            return led << 4 | HIGHEST[under]
        return led << 4 | (LOWEST[mine] if after else HIGHEST[mine])
    spades = hands[base + 3]
    if best >= SPADE:
        under = spades & BELOW[best & 15]
        if under:
            return SPADE + HIGHEST[under]
    card = highest_side(hands, base)
    return card if card >= 0 else SPADE + LOWEST[spades]


def lowest_side(hands: list[int], base: int) -> int:
    """Returns the card of the lowest rank that is no spade, or _NONE."""
    card = _NONE
    for suit in SIDES:
        mine = hands[base + suit]
        if mine and LOWEST[mine] < card & 15:
            card = suit << 4 | LOWEST[mine]
    return card


def highest_side(hands: list[int], base: int) -> int:
    """Returns the card of the highest rank that is no spade, or -1."""
    card = high = -1
    for suit in SIDES:
        mine = hands[base + suit]
        if mine and HIGHEST[mine] > high:
            high = HIGHEST[mine]
            card = suit << 4 | high
    return card


class Table:
    """A deal in progress, with all cards dealt out in some way."""

    __slots__ = ("after", "broken", "hands", "left", "need", "nil")

    hands: list[int]
    need: list[int]
    """Tricks that each seat is still short of its bid; below zero for those beyond it."""
    nil: Sequence[bool]
    """Which seats have bid nil."""
    left: int
    """Tricks that are not decided yet, that in play among them."""
    broken: int
    """Above zero once spades may be led."""

    def __init__(
        self, hands: list[int], need: list[int], nil: Sequence[bool], left: int, broken: int
    ) -> None:
        self.hands = hands
        self.need = need
        self.after = LEFT[len(need)]
        self.nil = nil
        self.left = left
        self.broken = broken

    def take(self, seat: int, card: int) -> None:
        """Takes `card` out of the hand of `seat`."""
        self.hands[seat * 4 + (card >> 4)] ^= 1 << (card & 15)

    def is_greedy(self, seat: int) -> bool:
        """Tells whether `seat` wants tricks: for its bid, or to set one that is short of them."""
        need, left = self.need, self.left
        mine = need[seat]
        if 0 < mine <= left:
            return True
        if mine == 0 and self.nil[seat]:
            return False
        wanted = 0
        can_be_set = False
        for other, lacks in enumerate(need):
            if lacks > 0 and other != seat:
                wanted += lacks
                can_be_set = can_be_set or lacks <= left
        return can_be_set and left <= wanted

    def choice(self, seat: int, trick: Sequence[int]) -> int:
        """Returns the card that `seat` plays by the rules when the cards of `trick` lie."""
        if not trick:
            begin = lead_to_win if self.is_greedy(seat) else lead_to_lose
            return begin(self.hands, seat, self.broken)
        best = trick[0]
        for card in trick[1:]:
            if beats(card, best):
                best = card
        play = play_to_win if self.is_greedy(seat) else play_to_lose
        return play(self.hands, seat, trick[0] >> 4, best, len(self.need) - 1 - len(trick))

    def finish_trick(self, leader: int, cards: Sequence[int]) -> int:
        """Plays the rest of a trick in which `cards` lie, one at least; returns its winner."""
        hands, to_the_left = self.hands, self.after
        led = cards[0] >> 4
        best = cards[0]
        winner = seat = leader
        for card in cards[1:]:
            seat = to_the_left[seat]
            if beats(card, best):
                best = card
                winner = seat
        for after in range(len(to_the_left) - 1 - len(cards), -1, -1):
            seat = to_the_left[seat]
            mine = hands[seat * 4 + led]
            if mine and not mine & (mine - 1):
                card = led << 4 | HIGHEST[mine]
            else:
                play = play_to_win if self.is_greedy(seat) else play_to_lose
                card = play(hands, seat, led, best, after)
            hands[seat * 4 + (card >> 4)] ^= 1 << (card & 15)
            if card > best if card >> 4 == best >> 4 else card >= SPADE:
                best = card
                winner = seat
        self.need[winner] -= 1
        self.left -= 1
        self.broken |= best >= SPADE
        return winner

    def finish(self, leader: int) -> None:
        """Plays all the tricks that are left."""
        hands = self.hands
        while self.left:
            begin = lead_to_win if self.is_greedy(leader) else lead_to_lose
            card = begin(hands, leader, self.broken)
            hands[leader * 4 + (card >> 4)] ^= 1 << (card & 15)
            leader = self.finish_trick(leader, (card,))
