import copy
import pickle

import pytest

from arena.games.cards import PACK, Card, format_cards, parse_cards


@pytest.mark.parametrize("card", PACK, ids=str)
def test_every_card_is_one_object(card: Card) -> None:
    assert Card.parse(card.text) is card
    assert Card(card.rank, card.suit) is card
    assert copy.copy(card) is card
    assert copy.deepcopy(card) is card
    assert pickle.loads(pickle.dumps(card)) is card  # noqa: S301  # what was dumped just now


def test_numbers_and_bits_go_suit_by_suit() -> None:
    assert [card.number for card in PACK] == list(range(1, 53))
    assert format_cards([PACK[0], PACK[12], PACK[13], PACK[51]]) == "2C AC 2D AS"
    assert all(card.rank_bit == 2 ** (card.rank - 2) for card in PACK)
    assert [card.suit_index for card in PACK] == [0] * 13 + [1] * 13 + [2] * 13 + [3] * 13


@pytest.mark.parametrize("text", ["1H", "th", "10H", "HT", "", "T", "TH ", "🂡", "\u0422H"])
def test_other_words_are_not_cards(text: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        Card.parse(text)


def test_cards_are_written_as_they_are_read() -> None:
    assert format_cards(parse_cards("9S JH AD")) == "9S JH AD"
    assert parse_cards("") == []
