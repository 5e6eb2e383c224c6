"""What the bot answers, with cards as players write them: `PYTHONPATH=kit python3 -m unittest`."""

import unittest
from pathlib import Path

import euchre
import spades
from arena_bot import load
from google.protobuf.json_format import ParseDict

from arena.v1.euchre_pb2 import EuchreView
from arena.v1.spades_pb2 import SpadesView

BOT = load(Path(__file__).with_name("bot.py"))
SEED = 7


def card(text: str) -> int:
    return spades.parse(text)


def cards(text: str) -> list[int]:
    """Returns the cards of a text as in "9S JH AD"."""
    return [spades.parse(word) for word in text.split()]


def bidding(hand: str) -> SpadesView:
    """Returns what seat 1 is shown when it has to bid."""
    fields = {"seat": 1, "seats": [{}, {}, {}], "hand": cards(hand), "legal_bids": [*range(18)]}
    return ParseDict(fields, SpadesView())


def playing(legal: str, trick: str, bid: int) -> SpadesView:
    """Returns what seat 1 is shown when it has taken nothing of its bid and has to play."""
    fields = {
        "seat": 1,
        "seats": [{"bid": bid}, {"bid": 3}, {"bid": 3}],
        "hand": cards(legal),
        "played": cards(trick),
        "legal_cards": cards(legal),
    }
    return ParseDict(fields, SpadesView())


def in_euchre(due: int, hand: str, **fields: object) -> EuchreView:
    """Returns what the maker in seat 1 is shown, with hearts as trump or turned up."""
    common = {"seat": 1, "maker": 1, "seats": [{}, {}, {}], "upcard_suit": 3, "trump": 3}
    return ParseDict({**common, "due": due, "hand": cards(hand), **fields}, EuchreView())


class Case(unittest.TestCase):
    """A test of answers."""

    def check(self, answer: euchre.Answer, expected: euchre.Answer) -> None:
        self.assertEqual(answer, expected)  # noqa: PT009  # a bot's tests need nothing but Python


class Spades(Case):
    """The bids and the cards of Spades."""

    def test_it_bids_its_high_cards(self) -> None:
        self.check(BOT.choose(bidding("AS KH 2D 9C 8C"), SEED), 2)

    def test_it_bids_its_long_spades(self) -> None:
        self.check(BOT.choose(bidding("2S 3S 4S 5S 6S 7S KD"), SEED), 3)

    def test_it_never_bids_nil(self) -> None:
        self.check(BOT.choose(bidding("2H 3D 4C"), SEED), 1)

    def test_it_takes_a_trick_that_it_needs(self) -> None:
        self.check(BOT.choose(playing("AH 2H", trick="KH", bid=1), SEED), card("AH"))

    def test_it_takes_no_discard_for_a_winner(self) -> None:
        self.check(BOT.choose(playing("AH 2H", trick="KH 3D", bid=1), SEED), card("AH"))

    def test_it_saves_its_high_cards_where_it_cannot_win(self) -> None:
        self.check(BOT.choose(playing("QH 2H", trick="KH", bid=1), SEED), card("2H"))

    def test_it_ducks_once_its_bid_is_made(self) -> None:
        self.check(BOT.choose(playing("AH QH 2H", trick="KH", bid=0), SEED), card("QH"))


class Euchre(Case):
    """The calls and the cards of Euchre."""

    def test_it_makes_trump_on_a_good_hand(self) -> None:
        calls = [euchre.PASS, euchre.ORDER_UP]
        good = in_euchre(euchre.CALL_DUE, "JH JD AH 9C TC", legal_calls=calls)
        bad = in_euchre(euchre.CALL_DUE, "9C TC 9D TD QS", legal_calls=calls)

        self.check(BOT.choose_in_euchre(good, SEED), euchre.ORDER_UP)
        self.check(BOT.choose_in_euchre(bad, SEED), euchre.PASS)

    def test_it_keeps_the_best_five_of_its_hand_and_the_dummy(self) -> None:
        view = in_euchre(euchre.KEEP_DUE, "JH 9C TC 9D TD", dummy=cards("JD AH KH QH 9S"))

        self.check(BOT.choose_in_euchre(view, SEED), tuple(sorted(cards("JH JD AH KH QH"))))

    def test_it_wins_as_cheaply_as_it_can(self) -> None:
        legal, trick = cards("AH KH"), cards("QH")
        view = in_euchre(euchre.CARD_DUE, "AH KH 9S", legal_cards=legal, played=trick)

        self.check(BOT.choose_in_euchre(view, SEED), card("KH"))


if __name__ == "__main__":
    unittest.main()
