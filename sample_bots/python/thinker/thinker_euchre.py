"""Euchre by thinking ahead: every answer is tried out on many ways in which the cards may lie.

Each way is played to the end of the deal by the simple rules, for every answer that comes into
question; the answer that gains most is given.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random

import euchre
from euchre_deal import ROUND, WORTHS, Deal, gain, points
from euchre_playout import BITS, CODES, TRUMP, Tricks
from euchre_position import Position

from arena.v1.euchre_pb2 import EuchreRules, EuchreView

WORK = 100
"""Deals played in thought for one decision; it fixes the number of samples, whatever the clock."""
LEAST, MOST = 8, 40
"""The bounds of the number of samples."""
FIVES = 8
"""Ways to keep five that are tried out."""
TRICK = 0.01
"""What a trick is worth beside the points: it decides between answers that are as good."""
REDEALS = 10
"""After so many in a row the dealer may not pass."""


class Euchre:
    """Answers from the decision alone; it keeps nothing but the rules."""

    def __init__(self, rules: EuchreRules) -> None:
        self._rules = rules

    def choose(self, view: EuchreView, seed: int) -> euchre.Answer:
        if view.due == euchre.JOKER_SUIT_DUE:
            return view.legal_calls[0]
        answers = candidates(view)
        if len(answers) == 1:
            return answers[0]
        position = Position(self._rules, view)
        gains = self._gains(position, answers, euchre.dice(view, seed))
        return answers[gains.index(max(gains))]

    def _gains(
        self, position: Position, answers: Sequence[euchre.Answer], dice: Random
    ) -> list[float]:
        """Returns what each of `answers` gains, summed over all samples."""
        count = samples(len(answers))
        due = position.view.due
        if due == euchre.CARD_DUE:
            return self._cards(position, answers, position.tables(count, dice))
        gains = [0.0] * len(answers)
        for deal in position.deals(count, dice):
            for index, answer in enumerate(answers):
                gains[index] += gain(self._outcome(position, deal, answer), position.seat)
        return gains

    def _outcome(self, position: Position, deal: Deal, answer: euchre.Answer) -> Sequence[float]:
        """Returns what each seat gets in `deal` after `answer`, before the first lead."""
        view, seat = position.view, position.seat
        maker, trump = position.maker, position.trump
        match view.due:
            case euchre.CALL_DUE:
                return self._called(position, deal, int(answer))  # type: ignore[arg-type]  # a call
            case euchre.SWAP_DUE:
                hands = [list(hand) for hand in deal.hands]
                if answer:
                    hands[seat][hands[seat].index(answer)] = view.upcard  # type: ignore[arg-type]  # a card
                return deal.played(maker, trump, hands)
            case euchre.ALONE_DUE:
                hands = [list(hand) for hand in deal.hands]
                alone = position.alone.copy()
                alone[seat] = answer == euchre.ALONE
                return deal.played(maker, trump, hands, alone)
            case _:
                hands = [list(hand) for hand in deal.hands]
                hands[seat] = list(answer)  # type: ignore[arg-type]  # five cards
                return deal.tricks(maker, trump, hands, position.alone)

    def _called(self, position: Position, deal: Deal, call: int) -> Sequence[float]:
        view, seat = position.view, position.seat
        done = len(view.calls)
        if call != euchre.PASS:
            suit = euchre.suit_of_call(view, call)
            return deal.made(seat, suit, is_ordered=call == euchre.ORDER_UP)
        if done + 1 == 2 * ROUND:
            return (0.0, 0.0, 0.0)
        is_stuck = self._rules.stick_the_dealer or view.redeals >= REDEALS
        return deal.worth_of_calls((seat + 1) % 3, done + 1, is_stuck=is_stuck)

    def _cards(
        self,
        position: Position,
        answers: Sequence[euchre.Answer],
        tables: Iterable[list[list[int]]],
    ) -> list[float]:
        """Returns what each card gains, played now."""
        view, maker, out = position.view, position.maker, position.out
        codes, bits = CODES[position.trump], BITS[position.trump]
        lone = -1 if out < 0 else 3 - maker - out
        march = self._rules.lone_march if position.alone[maker] else 3
        leader = view.leaders[-1] - 1
        trick = [codes[card] for card in position.trick]
        gains = [0.0] * len(answers)
        for hands in tables:
            masks = [sum(bits[card] for card in hand) for hand in hands]
            for index, answer in enumerate(answers):
                play = Tricks(masks.copy(), maker, out, position.taken.copy())
                play.play(leader, trick, codes[answer])  # type: ignore[index]  # a card
                got = points(play.taken, maker, lone, march)
                gains[index] += gain(got, position.seat) + TRICK * play.taken[position.seat]
        return gains


def samples(answers: int) -> int:
    """Returns in how many ways the hidden cards are dealt out for so many `answers`."""
    return min(MOST, max(LEAST, WORK // answers))


def candidates(view: EuchreView) -> Sequence[euchre.Answer]:
    """Returns the answers that come into question."""
    if view.due == euchre.KEEP_DUE:
        return likely_fives([*view.hand, *view.dummy], view.trump)
    if view.due == euchre.CARD_DUE:
        return distinct(view)
    return euchre.legal(view)


def likely_fives(cards: Sequence[int], trump: int) -> list[euchre.Answer]:
    """Returns the ways to keep five of ten that look best: all trumps, aces and short suits."""
    codes, row = CODES[trump], WORTHS[trump]

    def looks(five: Sequence[int]) -> float:
        suits = {codes[card] >> 4 for card in five if codes[card] < TRUMP}
        ranks = sum(codes[card] & 15 for card in five)
        return sum(row[card] for card in five) - 0.1 * len(suits) + 0.001 * ranks

    return sorted(combinations(sorted(cards), euchre.KEPT), key=looks, reverse=True)[:FIVES]  # type: ignore[return-value]  # tuples of five


def distinct(view: EuchreView) -> list[int]:
    """Returns the legal cards but those that are as good as the one below them, all cards seen."""
    codes = CODES[view.trump]
    gone = {codes[card] for card in view.played}
    on_table = {codes[card] for card in euchre.table(view)}
    held = {codes[card] for card in view.hand}
    cards = sorted(view.legal_cards, key=lambda card: codes[card])
    kept: list[int] = []
    for card in cards:
        code = codes[card]
        below = code - 1
        while below in gone - on_table:
            below -= 1
        if below in held and below >> 4 == code >> 4 and kept:
            continue
        kept.append(card)
    return kept
