use super::*;
use crate::v1::{Card, EuchreSeat, SpadesSeat};

/// Reads cards as a card player writes them: "9S JH AD".
fn parse(text: &str) -> Vec<i32> {
    text.split_whitespace()
        .map(|name| Card::from_str_name(&format!("CARD_{name}")).unwrap().into())
        .collect()
}

fn card(text: &str) -> i32 {
    parse(text)[0]
}

fn chosen(bid: u32, taken: u32, on_table: &str, legal: &str) -> spades_answer::Answer {
    let me = SpadesSeat {
        bid: Some(bid),
        taken,
        ..Default::default()
    };
    let view = SpadesView {
        seat: 1,
        seats: vec![me, SpadesSeat::default(), SpadesSeat::default()],
        played: parse(&format!("2C 3C 4C {on_table}")),
        legal_cards: parse(legal),
        ..Default::default()
    };
    choose(&view, 0)
}

#[test]
fn it_takes_the_tricks_that_it_has_bid_and_no_more() {
    for (bid, taken, on_table, legal, expected) in [
        (2, 1, "", "5C AH 6D", "AH"), // leads its highest card while it needs tricks
        (2, 1, "QH 3H", "4H KH AH", "KH"), // wins as cheaply as it can in the last seat
        (2, 1, "QH 3D", "4H KH AH", "KH"), // a discard does not have the trick
        (2, 1, "AH 3H", "4H KH", "4H"), // throws its lowest card where it cannot win
        (2, 1, "AH 9S", "2S 7C", "7C"), // keeps a spade where it cannot win with it
        (1, 1, "QH 3H", "4H TH KH", "TH"), // throws its highest loser once its bid is made
        (1, 1, "3H", "QH KH", "QH"),  // wins with its lowest card where it has to
    ] {
        let answer = chosen(bid, taken, on_table, legal);
        assert_eq!(
            answer,
            spades_answer::Answer::Card(card(expected)),
            "{on_table} / {legal}"
        );
    }
}

#[test]
fn it_bids_its_aces_and_kings_and_long_spades() {
    for (hand, expected) in [
        ("AC KD QH 2S 3S 4S 5S 6S", 3), // an ace, a king, a fifth spade
        ("3C 3D 4H", 1),                // never nil
    ] {
        let legal_bids = (0..=17).collect();
        let view = SpadesView {
            hand: parse(hand),
            legal_bids,
            ..Default::default()
        };
        assert_eq!(
            choose(&view, 0),
            spades_answer::Answer::Bid(expected),
            "{hand}"
        );
    }
}

#[test]
fn it_makes_trump_on_three_trumps() {
    use EuchreCall::{Clubs, Hearts, OrderUp, Pass};

    for (hand, legal, expected) in [
        ("9S AS JC 9H TD", vec![Pass, OrderUp], OrderUp), // the left bower is the third
        ("9S AS 9C 9H TD", vec![Pass, OrderUp], Pass),
        ("9H TH AH 9C TD", vec![Pass, Clubs, Hearts], Hearts),
        ("9H TH 9C 9D TD", vec![Clubs, Hearts], Hearts), // it may not pass
    ] {
        let view = EuchreView {
            due: EuchreDue::Call.into(),
            hand: parse(hand),
            upcard_suit: Suit::Spades.into(),
            legal_calls: legal.into_iter().map(Into::into).collect(),
            ..Default::default()
        };
        let expected = euchre_answer::Answer::Call(expected.into());
        assert_eq!(choose_in_euchre(&view, 0), expected, "{hand}");
    }
}

#[test]
fn it_plays_the_left_bower_as_a_trump() {
    use EuchreDue::{Card, Swap};

    for (due, on_table, legal, expected) in [
        (Swap, "", "9H JD TC AS KC", "TC"), // puts down its lowest plain card
        (Card, "", "AS KC 9H", "9H"),       // leads its highest card
        (Card, "AH 9C", "JD KH", "JD"),     // the left bower beats the ace of trumps
        (Card, "AD 9D", "TD QD", "TD"),     // without a winner it throws its lowest card
    ] {
        let view = EuchreView {
            due: due.into(),
            trump: Suit::Hearts.into(),
            seats: vec![EuchreSeat::default(); 3],
            played: parse(on_table),
            legal_cards: parse(legal),
            ..Default::default()
        };
        let expected = euchre_answer::Answer::Card(card(expected));
        assert_eq!(choose_in_euchre(&view, 0), expected, "{on_table} / {legal}");
    }
}

#[test]
fn it_keeps_its_five_best_cards() {
    let view = EuchreView {
        due: EuchreDue::Keep.into(),
        trump: Suit::Hearts.into(),
        hand: parse("9C TC 9H JD AS"),
        dummy: parse("9D TD KD JH QS"),
        ..Default::default()
    };

    let cards = parse("KD AS 9H JD JH");
    assert_eq!(
        choose_in_euchre(&view, 0),
        euchre_answer::Answer::Kept(EuchreKept { cards })
    );
}
