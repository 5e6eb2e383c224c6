"""What happens in a Euchre deal before its first trick, by simple rules, and what it is worth."""

from collections.abc import Sequence

from euchre_playout import BITS, CODES, Tricks

from arena.v1.euchre_pb2 import EuchreRules, EuchreView

CALLS = 1.25
"""Tricks of a hand on which it makes trump by the simple rules."""
RIVALRY = 0.5
"""What a point of another seat counts against one of its own."""
ROUND = 3
"""Calls of one round."""

_TRUMP_WORTH = (*(0.35,) * 8, 0.4, 0.5, 0.5, 0.6, 0.75, 0.9, 1.0, 1.1)
_SIDE_WORTH = (*(0.0,) * 11, 0.15, 0.45, 0.0, 0.0, 0.0)
_WORTH = (*_SIDE_WORTH * 3, *_TRUMP_WORTH)
WORTHS = [[_WORTH[code] for code in codes] for codes in CODES]
"""By trump, then by card: the tricks that it looks good for."""


def likely_tricks(hand: Sequence[int], trump: int) -> float:
    row = WORTHS[trump]
    return sum(row[card] for card in hand)


def best_five(cards: Sequence[int], trump: int) -> list[int]:
    """Returns the five that look good for most tricks, and leave the fewest suits."""
    row, codes = WORTHS[trump], CODES[trump]
    held = [0, 0, 0, 0]
    for card in cards:
        held[codes[card] >> 4] += 1

    def looks(card: int) -> tuple[float, int, int]:
        return row[card], -held[codes[card] >> 4], codes[card] & 15

    return sorted(cards, key=looks)[-5:]


class Deal:
    """A deal with all its cards dealt out in some way; seats count from 0."""

    __slots__ = ("dealer", "dummy", "hands", "rules", "upcard", "upcard_suit")

    def __init__(
        self, rules: EuchreRules, view: EuchreView, hands: list[list[int]], dummy: list[int]
    ) -> None:
        self.rules = rules
        self.dealer = view.dealer - 1
        self.hands = hands
        self.dummy = dummy
        self.upcard = view.upcard
        self.upcard_suit = view.upcard_suit

    def worth_of_calls(self, seat: int, calls: int, *, is_stuck: bool) -> tuple[float, ...]:
        """Returns what each seat gets when the others go on after so many passes.

        `seat` is to call; all pass or make trump by the simple rules.
        """
        while True:
            call = self.call(seat, calls, is_stuck=is_stuck)
            if call:
                return self.made(seat, call, is_ordered=calls < ROUND)
            calls += 1
            if calls == 2 * ROUND:
                return (0.0, 0.0, 0.0)
            seat = (seat + 1) % 3

    def call(self, seat: int, calls: int, *, is_stuck: bool) -> int:
        """Returns the suit that `seat` makes trump by the simple rules, or 0."""
        hand, upcard_suit = self.hands[seat], self.upcard_suit
        if calls < ROUND:
            return upcard_suit if self.likes(seat, upcard_suit, is_up=True) else 0
        suits = [
            suit for suit in range(1, 5) if suit != upcard_suit or self.rules.rename_turned_down
        ]
        best = max(suits, key=lambda suit: likely_tricks(hand, suit))
        is_forced = is_stuck and calls == 2 * ROUND - 1
        return best if is_forced or likely_tricks(hand, best) >= CALLS else 0

    def likes(self, seat: int, trump: int, *, is_up: bool) -> bool:
        """Tells whether `seat` would make `trump` by the simple rules."""
        row = WORTHS[trump]
        tricks = sum(row[card] for card in self.hands[seat])
        if is_up and seat == self.dealer:  # the upcard takes the place of the worst card
            tricks += row[self.upcard] - min(row[card] for card in self.hands[seat])
        elif is_up:
            tricks -= row[self.upcard] / 3
        return tricks >= CALLS

    def made(self, maker: int, trump: int, *, is_ordered: bool) -> tuple[float, ...]:
        """Returns what each seat gets when `maker` has made `trump`, the upcard up or not."""
        hands = [list(hand) for hand in self.hands]
        if is_ordered:
            swap(hands[self.dealer], self.upcard, trump, is_free=maker != self.dealer)
        return self.played(maker, trump, hands)

    def played(
        self, maker: int, trump: int, hands: list[list[int]], alone: Sequence[bool] = (False,) * 3
    ) -> tuple[float, ...]:
        """Returns what each seat gets once the dealer has swapped, by who plays alone."""
        if not alone[maker]:
            hands[maker] = best_five([*hands[maker], *self.dummy], trump)
        return self.tricks(maker, trump, hands, alone)

    def tricks(
        self, maker: int, trump: int, hands: list[list[int]], alone: Sequence[bool]
    ) -> tuple[float, ...]:
        """Returns what each seat gets for the play of `hands` from the first lead on."""
        lone = next((seat for seat in range(3) if alone[seat] and seat != maker), -1)
        out = -1 if lone < 0 else 3 - maker - lone
        bits = BITS[trump]
        masks = [0 if seat == out else sum(bits[card] for card in hands[seat]) for seat in range(3)]
        play = Tricks(masks, maker, out, [0, 0, 0])
        play.play(self._leader(maker, lone, out, is_maker_alone=alone[maker]), ())
        return points(play.taken, maker, lone, self.march(is_alone=alone[maker]))

    def march(self, *, is_alone: bool) -> int:
        return self.rules.lone_march if is_alone else 3

    def _leader(self, maker: int, lone: int, out: int, *, is_maker_alone: bool) -> int:
        before = self.dealer if lone < 0 else lone
        if is_maker_alone and (lone < 0 or self.rules.both_alone_lead == "maker-left"):
            before = maker
        elif is_maker_alone and self.rules.both_alone_lead == "dealer-left":
            before = self.dealer
        seat = (before + 1) % 3
        return (seat + 1) % 3 if seat == out else seat


def swap(hand: list[int], upcard: int, trump: int, *, is_free: bool) -> None:
    """Puts the worst card down for the upcard, unless the upcard is worse still."""
    row, codes = WORTHS[trump], CODES[trump]
    worst = min(hand, key=lambda card: (row[card], codes[card] & 15))
    if not is_free or row[upcard] >= row[worst]:
        hand[hand.index(worst)] = upcard


def points(taken: Sequence[int], maker: int, lone: int, march: int) -> tuple[float, ...]:
    """Returns what each seat gets."""
    won = taken[maker]
    if won >= 3:  # noqa: PLR2004  # the maker has made it
        return tuple([(march if won == 5 else 1) * (seat == maker) for seat in range(3)])  # noqa: PLR2004  # all five
    each = 4 if lone >= 0 and taken[lone] == 5 else 2  # noqa: PLR2004  # the same
    return tuple([0 if seat == maker else each for seat in range(3)])


def gain(points: Sequence[float], seat: int) -> float:
    """Returns what points are worth to `seat`."""
    return points[seat] - RIVALRY * (points[seat - 1] + points[seat - 2])
