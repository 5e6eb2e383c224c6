"""The number of ways in which small deals of Euchre can go, against a slow second reference.

The reference was written from the rules page alone and shares nothing with the engine: cards and
calls are text, a deal is what was said so far, and every rule is written out again.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random

import pytest

from arena.games.euchre.match import EuchreMatch
from arena.games.euchre.play import TrickPlay
from arena.games.euchre.rules import EuchreRules
from arena.games.game import Action
from tests.games.euchre_playing import new_deal, new_trick

COLOURS = {"C": "S", "S": "C", "D": "H", "H": "D"}
PLAIN = "789TJQKA"


# The reference: trick play.


def suit_of(card: str, trump: str) -> str:
    return trump if card in ("XX", "J" + COLOURS[trump]) else card[1]


def height(card: str, trump: str) -> int:
    if card == "XX":
        return 33
    if card[0] == "J" and suit_of(card, trump) == trump:
        return 32 if card[1] == trump else 31
    return PLAIN.index(card[0])


def taker(table: Sequence[str], trump: str) -> int:
    """Returns the index of the card that takes the trick."""
    trumps = [card for card in table if suit_of(card, trump) == trump]
    led = suit_of(table[0], trump)
    running = trumps or [card for card in table if suit_of(card, trump) == led]
    return table.index(max(running, key=lambda card: height(card, trump)))


def allowed(hand: str, table: Sequence[str], trump: str) -> list[str]:
    cards = hand.split()
    if not table:
        return cards
    led = suit_of(table[0], trump)
    following = [card for card in cards if suit_of(card, trump) == led]
    return following or cards


def play_count(hands: Mapping[int, str], trump: str, seat: int, table: tuple[str, ...] = ()) -> int:
    """Returns the ways to play `hands` out; they are those of the seats that play, by seat."""
    if not any(hands.values()) and not table:
        return 1
    count = 0
    seats = sorted(hands)
    for card in allowed(hands[seat], table, trump):
        left = " ".join(other for other in hands[seat].split() if other != card)
        after = seats[(seats.index(seat) + 1) % len(seats)]
        now = (*table, card)
        if len(now) == len(seats):
            first = seats.index(after)  # who led: the seat after the last
            after, now = seats[(first + taker(now, trump)) % len(seats)], ()
        count += play_count({**hands, seat: left}, trump, after, now)
    return count


# The engine: trick play.


def engine_play_count(hands: Sequence[str], trump: str, leader: int, out: int | None) -> int:
    """Returns the same through the engine's tricks, which end with the last card."""
    cards = sum(len(hand.split()) for seat, hand in enumerate(hands) if seat != out)
    return _count(new_trick(hands, trump, leader=leader, out=out), cards)


def _count(tricks: TrickPlay, cards: int) -> int:
    if len(tricks.played) == cards:
        return 1
    seat, count = tricks.seat, 0
    assert seat is not None
    for card in tricks.legal:
        twin = tricks.copy([hand.copy() for hand in tricks._hands])
        twin.play(seat, card)
        count += _count(twin, cards)
    return count


@pytest.mark.parametrize(
    ("hands", "trump", "leader", "out", "count"),
    [
        (["9C", "9D", "9H"], "S", 0, None, 1),  # no choice
        (["AC QC", "KC JC", "TC 9C"], "H", 0, None, 8),  # one suit: any order, 2 · 2 · 2
        (["9S AC", "JC TC", "QS KC"], "S", 0, None, 2),  # JC is a trump; 4 if it were a club
        (["AS QD", "JC KC", "9S TD"], "S", 0, None, 3),  # AS draws JC; on QD seat 1 is free (2)
        (["JD QC", "QD 9H", "AD KD"], "H", 0, None, 6),  # JD draws 9H, AD or KD (2); QC: 2 · 2
        (["XX 9C", "9H 9D", "AC TC"], "H", 0, None, 6),  # led XX draws 9H, AC or TC is free
        (["AC KD", "", "QC JD"], "H", 0, 1, 3),  # two seats: AC draws QC; on KD seat 2 is free (2)
    ],
)
def test_counts_by_hand(
    hands: list[str], trump: str, leader: int, out: int | None, count: int
) -> None:
    held = {seat: hand for seat, hand in enumerate(hands) if seat != out}

    assert play_count(held, trump, leader) == count
    assert engine_play_count(hands, trump, leader, out) == count


@pytest.mark.parametrize("seed", range(60))
def test_random_endings_have_as_many_lines_as_the_reference_finds(seed: int) -> None:
    dice = Random(seed)
    trump = dice.choice("CDHS")
    # Few suits with both bowers, so that following, voids and the left bower all matter.
    suits = {trump, COLOURS[trump], dice.choice("CDHS")}
    pack = [card.text for card in EuchreRules(deck=25).pack if card.text[1] in (*suits, "X")]
    out = dice.choice([None, None, 0, 1, 2])
    cards = dice.sample(pack, 9)
    hands = ["" if seat == out else " ".join(cards[seat::3]) for seat in range(3)]
    leader = dice.choice([seat for seat in range(3) if seat != out])
    held = {seat: hand for seat, hand in enumerate(hands) if seat != out}

    expected = play_count(held, trump, leader)

    assert engine_play_count(hands, trump, leader, out) == expected


# The reference: all that is said before the lead.


class Bidding:
    """What has been said in a deal, as text; the rules of EU-5 to EU-12 written out."""

    def __init__(
        self, options: Mapping[str, object], dealer: int, upcard: str, *, stuck: bool
    ) -> None:
        self.rename = bool(options.get("rename_turned_down"))
        self.stuck = stuck or bool(options.get("stick_the_dealer"))
        self.lead = str(options.get("both_alone_lead", "maker-left"))
        self.dealer, self.upcard = dealer, upcard

    def next_words(self, said: tuple[str, ...]) -> tuple[int, list[str]] | int | None:
        """Returns who answers next and what he may; who leads; or None for a redeal."""
        words = list(said)
        suit = self.upcard[1]
        if self.upcard == "XX":
            if not words:
                return self.dealer, list("CDHS")
            suit = words.pop(0)
        calls = [word for word in words if word in ("pass", "order up", *"CDHS")]
        after_calls = words[len(calls) :]
        if all(call == "pass" for call in calls):
            return self._call(calls, suit)
        maker = (self.dealer + len(calls)) % 3
        return self._after_calls(calls[-1] == "order up", maker, after_calls)

    def _call(self, calls: list[str], suit: str) -> tuple[int, list[str]] | None:
        seat = (self.dealer + 1 + len(calls)) % 3
        if len(calls) < 3:
            return seat, ["pass", "order up"]
        if len(calls) == 6:
            return None
        names = [name for name in "CDHS" if self.rename or name != suit]
        is_stuck = self.stuck and len(calls) == 5
        return seat, names if is_stuck else ["pass", *names]

    def _after_calls(
        self,
        ordered: bool,
        maker: int,
        words: list[str],
    ) -> tuple[int, list[str]] | int:
        if ordered:
            if not words:
                cards = [f"card {number}" for number in range(5)]
                return self.dealer, cards if maker == self.dealer else [*cards, "decline"]
            words = words[1:]
        around = [(self.dealer + turn) % 3 for turn in (1, 2, 3)]
        asked = [maker, *(seat for seat in around if seat != maker)]
        alone = [asked[index] for index, word in enumerate(words) if word == "alone"]
        lone_defender = next((seat for seat in alone if seat != maker), None)
        if lone_defender is None and len(words) < 3:
            return asked[len(words)], ["alone", "not alone"]
        is_kept = any(word.startswith("keep") for word in words)
        if maker not in alone and not is_kept:
            return maker, [f"keep {number}" for number in combinations(range(10), 5)]
        return self._leader(maker, lone_defender, is_maker_alone=maker in alone)

    def _leader(self, maker: int, lone: int | None, *, is_maker_alone: bool) -> int:
        if lone is None:
            return (maker + 1) % 3 if is_maker_alone else (self.dealer + 1) % 3
        before = lone
        if is_maker_alone:
            sides = {"maker-left": maker, "dealer-left": self.dealer, "defender-left": lone}
            before = sides[self.lead]
        out = 3 - maker - lone
        return (before + 2) % 3 if (before + 1) % 3 == out else (before + 1) % 3


def word_of(match: EuchreMatch, action: Action, number: int) -> str:
    """Returns the reference's word for the legal action of that number."""
    kind = match.due.name
    if kind == "KEEP":
        pool = sorted([*match._hands[match.seat or 0], *match._dummy], key=lambda card: card.number)
        return f"keep {tuple(pool.index(card) for card in getattr(action, 'cards', ()))}"
    if kind == "SWAP" and number < 5:
        return f"card {number}"
    return action.text


def check_all(match: EuchreMatch, bidding: Bidding, said: tuple[str, ...], dice: Random) -> int:
    """Compares every way from here to the first lead, and returns how many there are.

    Of the cards swapped and kept all are compared, and one is followed.
    """
    expected = bidding.next_words(said)
    if expected is None:
        assert match.deals[-1].is_redeal
        return 1
    if isinstance(expected, int):
        assert (match.due.name, match.seat) == ("CARD", expected)
        return 1
    words = [word_of(match, action, at) for at, action in enumerate(match.legal_actions())]
    seat, right = expected
    assert match.seat == seat
    assert sorted(words) == sorted(right)
    followed = list(enumerate(words))
    if words[0].startswith(("card", "keep")):
        one = dice.randrange(5)
        followed = [followed[one], *(pair for pair in followed if pair[1] == "decline")]
    count = 0
    for at, word in followed:
        twin = match.copy()
        twin.act(twin.legal_actions()[at])
        count += check_all(twin, bidding, (*said, word), dice)
    return count


@pytest.mark.parametrize(
    ("options", "upcard", "count"),
    [
        # Answers about alone: maker 2 · (first alone, second alone, neither) 3 = 6 ways.
        # Ordered by another: swap or decline: 2 · 2 · 6; by the dealer: 6. Round 2: 3 · 3 · 6 + 1.
        ({}, "9H", 2 * 2 * 6 + 6 + 3 * 3 * 6 + 1),
        ({"rename_turned_down": True}, "9H", 2 * 2 * 6 + 6 + 3 * 4 * 6 + 1),
        ({"stick_the_dealer": True}, "9H", 2 * 2 * 6 + 6 + 3 * 3 * 6),
        ({"deck": 32, "both_alone_lead": "dealer-left"}, "7S", 2 * 2 * 6 + 6 + 3 * 3 * 6 + 1),
        ({"deck": 25, "both_alone_lead": "defender-left"}, "XX", 4 * (2 * 2 * 6 + 6 + 54 + 1)),
    ],
)
@pytest.mark.parametrize("dealer", range(3))
def test_all_that_can_be_said_before_the_lead(
    options: dict[str, object], upcard: str, count: int, dealer: int
) -> None:
    match = new_deal(upcard=upcard, dealer=dealer, options=options)
    bidding = Bidding(options, dealer, upcard, stuck=False)

    assert check_all(match, bidding, (), Random(dealer)) == count


def test_after_ten_redeals_the_dealer_is_stuck_as_the_reference_has_it() -> None:
    match = new_deal(upcard="9H")
    for _ in range(10):
        while match.seat is not None:
            match.act(match.legal_actions()[0])
        match.start_deal(match.rules.pack)
    upcard = match.rules.pack[20].text

    bidding = Bidding({}, match.dealer, upcard, stuck=True)
    assert check_all(match, bidding, (), Random(1)) == 2 * 2 * 6 + 6 + 3 * 3 * 6
