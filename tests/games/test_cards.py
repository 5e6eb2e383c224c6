import copy
import pickle

import pytest

from arena.games import parse_rules
from arena.games.cards import JOKER, PACK, Card, Rank, Seat, Suit, format_cards, parse_cards


@pytest.mark.parametrize("card", PACK, ids=str)
def test_every_card_is_one_object(card: Card) -> None:
    assert Card.parse(card.text) is card
    assert card.suit is not None
    assert Card(card.rank, card.suit) is card
    assert copy.copy(card) is card
    assert copy.deepcopy(card) is card
    assert pickle.loads(pickle.dumps(card)) is card  # noqa: S301  # what was dumped just now


def test_the_joker_is_one_object_too() -> None:
    assert Card.parse("XX") is JOKER
    assert copy.deepcopy(JOKER) is JOKER
    assert pickle.loads(pickle.dumps(JOKER)) is JOKER  # noqa: S301  # what was dumped just now


def test_the_joker_is_above_the_52_and_has_no_suit() -> None:
    assert (JOKER.number, JOKER.text, JOKER.suit) == (53, "XX", None)
    assert JOKER.rank > max(card.rank for card in PACK)
    assert JOKER not in PACK
    with pytest.raises(KeyError):
        Card(Rank.JOKER, Suit.CLUBS)


@pytest.mark.parametrize("at", range(51))
def test_a_joker_in_place_of_any_card_is_no_pack_of_spades(at: int) -> None:
    rules = parse_rules("spades", {})
    pack = [*rules.pack]
    pack[at] = JOKER
    with pytest.raises(ValueError, match="not the pack"):
        rules.new_match(Seat(0)).start_deal(pack)


def test_numbers_and_bits_go_suit_by_suit() -> None:
    assert [card.number for card in PACK] == list(range(1, 53))
    assert format_cards([PACK[0], PACK[12], PACK[13], PACK[51]]) == "2C AC 2D AS"
    assert all(card.rank_bit == 2 ** (card.rank - 2) for card in PACK)
    assert [card.suit_index for card in PACK] == [0] * 13 + [1] * 13 + [2] * 13 + [3] * 13


@pytest.mark.parametrize(
    "text", ["1H", "th", "10H", "HT", "", "T", "TH ", "XH", "xx", "🂡", "\u0422H"]
)
def test_other_words_are_not_cards(text: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        Card.parse(text)


def test_cards_are_written_as_they_are_read() -> None:
    assert format_cards(parse_cards("9S JH AD")) == "9S JH AD"
    assert parse_cards("") == []
