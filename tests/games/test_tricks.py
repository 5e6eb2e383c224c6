import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.cards import PACK, Card, Suit, format_cards, parse_cards
from arena.games.tricks import ANYTHING, HOLDINGS, beaters, cards_of, hand_of, legal_cards, winner
from tests.games.playing import steady


@pytest.mark.parametrize(
    ("plays", "trump", "winning"),
    [
        ("9D AD KD", Suit.SPADES, "AD"),  # the highest card of the led suit
        ("AD 2S KD", Suit.SPADES, "2S"),  # any trump beats it
        ("AD 2S 3S", Suit.SPADES, "3S"),  # a higher trump beats the first
        ("AD 3S 2S", Suit.SPADES, "3S"),  # a lower one does not
        ("9D AH KC", Suit.SPADES, "9D"),  # cards off suit never win
        ("9D AH KC", Suit.HEARTS, "AH"),  # trump is an argument
        ("2C AS AD", Suit.CLUBS, "2C"),  # a trump led is beaten by trumps only
        ("TH 9H JH", Suit.CLUBS, "JH"),  # T is between 9 and J
        ("AH KH", Suit.SPADES, "AH"),  # two seats
        ("2D 3D 4D 2S", Suit.SPADES, "2S"),  # four seats
        ("7C", Suit.SPADES, "7C"),  # a lead wins so far
    ],
)
def test_winner(plays: str, trump: Suit, winning: str) -> None:
    cards = parse_cards(plays)

    assert cards[winner(cards, trump)] is Card.parse(winning)


@pytest.mark.parametrize(
    ("hand", "plays", "legal"),
    [
        ("KH QS", "AH 2S", "KH"),  # the led suit is followed, not the trump
        ("QS 3C 2D", "AH", "QS 3C 2D"),  # void: any card
        ("QS 3C 2D", "", "QS 3C 2D"),  # a lead: any card
        ("5S 7H", "9S", "5S"),  # a trump led is a suit as any other
        ("2H 3H 4C", "AH KH", "2H 3H"),  # no duty to beat
    ],
)
def test_legal_cards(hand: str, plays: str, legal: str) -> None:
    assert format_cards(legal_cards(parse_cards(hand), parse_cards(plays))) == legal


@steady
@given(st.lists(st.sampled_from(PACK), min_size=1, max_size=4, unique=True), st.sampled_from(Suit))
def test_the_winner_is_the_highest_trump_else_the_highest_of_the_led_suit(
    plays: list[Card], trump: Suit
) -> None:
    trumps = [card for card in plays if card.suit is trump]
    followers = [card for card in plays if card.suit is plays[0].suit]

    assert plays[winner(plays, trump)] is max(trumps or followers, key=lambda card: card.rank)


@steady
@given(st.lists(st.sampled_from(PACK), unique=True))
def test_a_hand_is_its_cards_by_number(cards: list[Card]) -> None:
    assert list(cards_of(hand_of(cards))) == sorted(cards, key=lambda card: card.number)


@pytest.mark.parametrize("trump", Suit)
def test_a_card_is_beaten_by_higher_ones_of_its_suit_and_by_trumps(trump: Suit) -> None:
    table = beaters(trump)
    for card in PACK:
        for other in PACK:
            is_higher = other.suit is card.suit and other.rank > card.rank
            is_ruff = other.suit is trump and card.suit is not trump
            assert table[card.number][other.number] is (is_higher or is_ruff)


def test_an_empty_table_is_beaten_by_any_card() -> None:
    assert all(ANYTHING[card.number] for card in PACK)


def test_the_holdings_of_a_suit_are_all_its_sets_of_cards() -> None:
    for suit, holdings in zip(Suit, HOLDINGS, strict=True):
        assert len(set(holdings)) == 2**13
        assert format_cards(holdings[-1]) == " ".join(
            f"{rank}{suit.letter}" for rank in "23456789TJQKA"
        )
        assert all(
            hand_of(holding)[suit.value - 1] == bits for bits, holding in enumerate(holdings)
        )
