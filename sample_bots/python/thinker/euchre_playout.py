"""Plays the tricks of a Euchre deal to their end by simple rules, fast.

A card is 16 · suit + rank, a hand the sum of the bits of its cards in one int of 64. The trump suit
is 3 whichever it is, the bowers and the joker are its three highest ranks: a card from 48 on is a
trump, and a higher number wins. A seat plays by its own hand and by which cards are still out,
never by who of the others holds them.
"""

from collections.abc import Sequence

TRUMP = 48
"""The lowest trump."""
TRUMPS = 0xFFFF << TRUMP
SIDES = (0xFFFF, 0xFFFF << 16, 0xFFFF << 32)
SUITS = (*SIDES, TRUMPS)
"""The cards of each suit."""
ABOVE = [SUITS[card >> 4] & ~((2 << card) - 1) for card in range(64)]
"""The cards of the same suit that are higher than a card."""
_RANKS = 0x1_0001_0001
_JACK, _LEFT, _RIGHT, _JOKER = 9, 13, 14, 15
_SAME_COLOUR = (0, 4, 3, 2, 1)


def _code(card: int, trump: int) -> int:
    """Returns the number here of a card of the protocol."""
    if card == 53:  # noqa: PLR2004  # the joker
        return TRUMP | _JOKER
    suit, rank = (card - 1) // 13 + 1, (card - 1) % 13
    if rank == _JACK and suit == trump:
        return TRUMP | _RIGHT
    if rank == _JACK and suit == _SAME_COLOUR[trump]:
        return TRUMP | _LEFT
    if suit == trump:
        return TRUMP | rank
    return (suit - 1 - (suit > trump)) << 4 | rank


CODES = [[], *([0, *(_code(card, trump) for card in range(1, 54))] for trump in range(1, 5))]
"""By trump, then by the number of a card in the protocol."""
BITS = [[1 << code for code in codes] for codes in CODES]


def beats(card: int, best: int) -> bool:
    """Tells whether `card` takes the trick from `best`."""
    return card > best if card >> 4 == best >> 4 else card >= TRUMP


def lowest(hand: int) -> int:
    """Returns the card of the lowest rank that is no trump, else the lowest trump."""
    card, least = -1, 16
    for suit in SIDES:
        mine = hand & suit
        if mine:
            low = (mine & -mine).bit_length() - 1
            if low & 15 < least:
                card, least = low, low & 15
    return card if card >= 0 else (hand & -hand).bit_length() - 1


def lead(hand: int, out: int, *, is_maker: bool) -> int:
    """Returns what to lead when the others hold `out` among them."""
    trumps, theirs = hand & TRUMPS, out & TRUMPS
    if is_maker and theirs and trumps > theirs:
        return trumps.bit_length() - 1
    for suit in SIDES:
        mine = hand & suit
        if mine > out & suit:
            return mine.bit_length() - 1
    if trumps and not theirs:
        return trumps.bit_length() - 1
    sides = hand & ~TRUMPS
    if not sides:
        high = trumps.bit_length() - 1
        return high if trumps > theirs else (trumps & -trumps).bit_length() - 1
    return lowest(sides)


def follow(  # noqa: PLR0913  # plain values: this is the hot path
    hand: int, out: int, led: int, best: int, *, is_friends: bool, is_last: bool
) -> int:
    """Returns what to play on a trick in which `best` is winning, `is_friends` if it is theirs."""
    mine = hand & SUITS[led]
    if mine:
        over = mine & ABOVE[best] if best >> 4 == led else 0
        if over and not is_friends:
            if is_last:
                return (over & -over).bit_length() - 1
            if over > out & SUITS[led]:
                return over.bit_length() - 1
        return (mine & -mine).bit_length() - 1
    trumps = hand & TRUMPS
    if trumps and not is_friends:
        over = trumps & ABOVE[best] if best >= TRUMP else trumps
        if over:
            return (over & -over).bit_length() - 1
    return lowest(hand)


class Tricks:
    """The play of a deal, with all cards dealt out in some way; seats count from 0."""

    __slots__ = ("after", "hands", "maker", "size", "taken")

    def __init__(self, hands: list[int], maker: int, out: int, taken: list[int]) -> None:
        self.hands = hands
        self.maker = maker
        self.taken = taken
        self.size = 3 if out < 0 else 2
        self.after = AFTER[out]

    def play(self, leader: int, trick: Sequence[int], first: int = -1) -> None:
        """Plays to the end when `trick` lies; `first` is the next card played, if it is given."""
        hands, after, size = self.hands, self.after, self.size
        cards = [*trick]
        while True:
            seat = leader
            best = -1
            winner = leader
            for place in range(size):
                if place < len(cards):
                    card = cards[place]
                else:
                    hand = hands[seat]
                    if first >= 0:
                        card, first = first, -1
                    elif not hand & (hand - 1):
                        card = hand.bit_length() - 1
                    else:
                        card = self._choice(seat, cards, best, winner)
                    hands[seat] = hand ^ (1 << card)
                    cards.append(card)
                if best < 0 or (card > best if card >> 4 == best >> 4 else card >= TRUMP):
                    best, winner = card, seat
                seat = after[seat]
            self.taken[winner] += 1
            leader = winner
            if not hands[leader]:
                return
            cards = []

    def _choice(self, seat: int, cards: list[int], best: int, winner: int) -> int:
        hands, maker = self.hands, self.maker
        hand = hands[seat]
        out = hands[seat - 1] | hands[seat - 2]
        if not cards:
            return lead(hand, out, is_maker=seat == maker)
        is_friends = seat != maker != winner
        is_last = len(cards) == self.size - 1
        return follow(hand, out, cards[0] >> 4, best, is_friends=is_friends, is_last=is_last)


AFTER = {-1: (1, 2, 0), 0: (1, 2, 1), 1: (2, 2, 0), 2: (1, 0, 0)}
"""By who sits out, the next seat to play after each."""
