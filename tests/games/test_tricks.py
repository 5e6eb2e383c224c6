import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.cards import PACK, Card, Suit, format_cards, parse_cards
from arena.games.tricks import beaters, bits_of, cards_of, legal_cards, suit_bits, winner

HANDS = st.lists(st.sampled_from(PACK), min_size=1, max_size=17, unique=True)


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


@given(st.lists(st.sampled_from(PACK), min_size=1, max_size=4, unique=True), st.sampled_from(Suit))
def test_the_winner_is_the_highest_trump_else_the_highest_of_the_led_suit(
    plays: list[Card], trump: Suit
) -> None:
    trumps = [card for card in plays if card.suit is trump]
    followers = [card for card in plays if card.suit is plays[0].suit]

    assert plays[winner(plays, trump)] is max(trumps or followers, key=lambda card: card.rank)


@given(st.lists(st.sampled_from(PACK), unique=True))
def test_a_set_of_cards_is_those_cards_by_number(cards: list[Card]) -> None:
    expected = sorted(cards, key=lambda card: card.number)

    assert list(cards_of(bits_of(cards))) == expected
    assert list(cards_of(bits_of(cards))) == expected  # again, now from what is kept


@pytest.mark.parametrize("trump", Suit)
def test_a_card_is_beaten_by_higher_ones_of_its_suit_and_by_trumps(trump: Suit) -> None:
    table = beaters(trump)
    for card in PACK:
        beating = {
            other
            for other in PACK
            if (other.suit is card.suit and other.rank > card.rank)
            or (other.suit is trump and card.suit is not trump)
        }
        assert set(cards_of(table[card.number])) == beating


@given(HANDS, st.sampled_from(PACK))
def test_the_engine_follows_suit_with_sets_as_players_do_with_cards(
    hand: list[Card], led: Card
) -> None:
    bits = bits_of(hand)
    by_number = sorted(hand, key=lambda card: card.number)

    assert list(cards_of(bits & led.suit_bits or bits)) == legal_cards(by_number, [led])


def test_suits_share_no_card() -> None:
    assert [len(cards_of(suit_bits(suit))) for suit in Suit] == [13] * 4
    assert len(cards_of(sum(suit_bits(suit) for suit in Suit))) == 52
