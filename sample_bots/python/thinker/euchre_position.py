"""Reads a view of Euchre: what is known, what is hidden, and ways in which that may lie."""

from collections.abc import Iterator, Sequence
from random import Random

import euchre
from euchre_deal import ROUND, Deal, best_five

from arena.v1.euchre_pb2 import (
    EUCHRE_UPCARD_TAKEN,
    EuchreRules,
    EuchreView,
)

TRIES = 4
"""How many ways of dealing are looked at, at most, until one explains what was said."""
HAND = 5


class Position:
    """What a seat knows when it has to answer; seats count from 0, -1 is none."""

    def __init__(self, rules: EuchreRules, view: EuchreView) -> None:
        self.rules = rules
        self.view = view
        self.seat = view.seat - 1
        self.dealer = view.dealer - 1
        self.maker = view.maker - 1
        self.trump = view.trump
        self.alone = [seat.alone for seat in view.seats]
        self.out = next((seat for seat in range(3) if view.seats[seat].sits_out), -1)
        self.taken = [seat.taken for seat in view.seats]
        self.trick = euchre.table(view)
        size = euchre.trick_size(view)
        self.left = HAND - len(view.played) // size
        """Tricks that are not decided yet, that in play among them."""
        self.played: list[list[int]] = [[], [], []]
        """What each seat has played."""
        self.voids: list[set[int]] = [set(), set(), set()]
        """The suits of which each seat has shown that it holds none."""
        for number, leader in enumerate(view.leaders):
            self._read_trick(leader - 1, view.played[number * size : (number + 1) * size])
        self.is_taken = view.upcard_state == EUCHRE_UPCARD_TAKEN
        known = {*view.hand, *view.dummy, *view.played, *view.left_out, view.upcard}
        self.hidden = sorted(euchre.pack(rules) - known - {view.put_down})

    def _read_trick(self, leader: int, cards: Sequence[int]) -> None:
        seat, led = leader, 0
        for card in cards:
            if seat == self.out:
                seat = (seat + 1) % 3
            suit = euchre.suit(card, self.trump)
            led = led or suit
            if suit != led:
                self.voids[seat].add(led)
            self.played[seat].append(card)
            seat = (seat + 1) % 3

    def deals(self, count: int, dice: Random) -> Iterator[Deal]:
        """Yields `count` deals before the first lead: who has passed had no hand to call on."""
        for _ in range(count):
            for _ in range(TRIES):
                hands, dummy = self._dealt(dice)
                deal = Deal(self.rules, self.view, hands, dummy)
                if self._explains(deal):
                    break
            yield deal

    def _dealt(self, dice: Random) -> tuple[list[list[int]], list[int]]:
        """Returns the hands and the dummy as they may have been dealt, or are held after a swap."""
        cards = self.hidden.copy()
        dice.shuffle(cards)
        hands: list[list[int]] = []
        for seat in range(3):
            known: list[int] = [self.view.upcard] if self.is_taken and seat == self.dealer else []
            if seat == self.seat:
                hands.append(list(self.view.hand))
                continue
            room = HAND - len(known)
            hands.append([*cards[:room], *known])
            del cards[:room]
        return hands, list(self.view.dummy) or cards[:HAND]

    def _explains(self, deal: Deal) -> bool:
        """Tells whether the others would have called as they did, by the simple rules."""
        for number, call in enumerate(self.view.calls[:ROUND]):
            seat = (self.dealer + 1 + number) % 3
            if seat == self.seat or (self.is_taken and seat == self.dealer):
                continue
            has_called = call == euchre.ORDER_UP
            if deal.likes(seat, self.view.upcard_suit, is_up=True) != has_called:
                return False
        return True

    def tables(self, count: int, dice: Random) -> Iterator[list[list[int]]]:
        """Yields `count` times three hands as they may be held now, in the play."""
        for _ in range(count):
            for _ in range(TRIES):
                hands = self._held(dice)
                if hands is not None:
                    break
            yield hands or self._held(dice, is_strict=False) or []

    def _held(self, dice: Random, *, is_strict: bool = True) -> list[list[int]] | None:
        """Returns hands that fit what was seen; None where chance has found no such hands."""
        cards = self.hidden.copy()
        dice.shuffle(cards)
        hands: list[list[int]] = [[], [], []]
        hands[self.seat] = list(self.view.hand)
        others = [seat for seat in range(3) if seat not in (self.seat, self.out)]
        # Who is known to hold least of it comes first, the maker with his choice of ten last.
        others.sort(key=lambda seat: (seat == self.maker, -len(self.voids[seat])))
        for seat in others:
            hand = self._hand(seat, cards)
            if hand is None and is_strict:
                return None
            hands[seat] = hand if hand is not None else cards[: HAND - len(self.played[seat])]
            for card in hands[seat]:
                if card in cards:
                    cards.remove(card)
        return hands

    def _hand(self, seat: int, cards: list[int]) -> list[int] | None:
        """Returns a hand out of `cards`, shuffled, that `seat` may hold."""
        played, trump = self.played[seat], self.trump
        room = HAND - len(played)
        fits = [card for card in cards if euchre.suit(card, trump) not in self.voids[seat]]
        upcard = self.view.upcard
        has_upcard = self.is_taken and seat == self.dealer and upcard not in played
        known: list[int] = [upcard] if has_upcard else []
        if seat == self.maker and not self.alone[seat]:
            # Of ten cards he has kept the best; those that he played were among them.
            ten = [*known, *fits[: 2 * HAND - len(played) - len(known)]]
            best = best_five(ten, trump)
            return best[len(best) - room :] if len(ten) >= room else None
        if has_upcard and euchre.suit(upcard, trump) in self.voids[seat]:
            known = []
        if len(fits) + len(known) < room:
            return None
        return [*known, *fits[: room - len(known)]]
