//! The examples by which every plumb is measured, whatever its language.

use super::*;
use crate::v1::{Card, EuchreCall, EuchreSeat, EuchreUpcard, Seat, SpadesSeat, Suit};

fn last_bid() -> SpadesView {
    let bids = [None, Some(3), Some(15)];
    SpadesView {
        seat: Seat::Seat1.into(),
        dealer: Seat::Seat1.into(),
        deal: 1,
        hand: vec![
            6, 8, 12, 13, 15, 16, 20, 22, 23, 28, 30, 34, 35, 39, 43, 49, 52,
        ],
        seats: bids
            .map(|bid| SpadesSeat {
                bid,
                ..Default::default()
            })
            .into(),
        legal_bids: (0..=17).collect(),
        ..Default::default()
    }
}

fn later_card() -> SpadesView {
    SpadesView {
        seat: Seat::Seat2.into(),
        dealer: Seat::Seat3.into(),
        deal: 3,
        hand: vec![8, 16, 17, 20, 21, 22, 32, 41, 43, 48, 49],
        seats: vec![
            SpadesSeat {
                bid: Some(6),
                score: -120,
                ..Default::default()
            },
            SpadesSeat {
                bid: Some(4),
                taken: 2,
                score: 60,
                ..Default::default()
            },
            SpadesSeat {
                bid: Some(3),
                taken: 4,
                score: -89,
                bags: 1,
                ..Default::default()
            },
        ],
        played: vec![
            38, 39, 27, 14, 26, 24, 10, 5, 11, 25, 45, 18, 9, 2, 7, 33, 31, 29, 47, 50,
        ],
        leaders: vec![1, 2, 3, 2, 3, 3, 3],
        broken: true,
        legal_cards: vec![41, 43, 48, 49],
        ..Default::default()
    }
}

#[test]
fn spades_examples_give_their_checksums_and_answers() {
    use spades_answer::Answer::{Bid, Card};

    for (view, seed, c, answer) in [
        (last_bid(), 8_122_274_141_285_904, 2_131_369_826, Bid(14)),
        (later_card(), 7_597_797_028_237_967, 2_426_655_070, Card(48)),
    ] {
        assert_eq!(spades_checksum(&view, seed), c);
        assert_eq!(choose(&view, seed), answer);
    }
}

/// Reads cards as a card player writes them: "9S JH AD".
fn parse(text: &str) -> Vec<i32> {
    text.split_whitespace()
        .map(|name| Card::from_str_name(&format!("CARD_{name}")).unwrap().into())
        .collect()
}

fn card(name: &str) -> i32 {
    parse(name)[0]
}

fn call_after_a_redeal() -> EuchreView {
    EuchreView {
        seat: Seat::Seat3.into(),
        dealer: Seat::Seat2.into(),
        deal: 2,
        redeals: 1,
        due: EuchreDue::Call.into(),
        hand: parse("JD JH QH TS QS"),
        upcard: card("JS"),
        upcard_suit: Suit::Spades.into(),
        upcard_state: EuchreUpcard::Up.into(),
        seats: vec![EuchreSeat::default(); 3],
        legal_calls: vec![EuchreCall::Pass.into(), EuchreCall::OrderUp.into()],
        ..Default::default()
    }
}

fn five_to_keep() -> EuchreView {
    EuchreView {
        seat: Seat::Seat3.into(),
        dealer: Seat::Seat1.into(),
        deal: 1,
        due: EuchreDue::Keep.into(),
        hand: parse("KC AC KH 9S JS"),
        upcard: card("AS"),
        upcard_suit: Suit::Spades.into(),
        upcard_state: EuchreUpcard::Declined.into(),
        calls: vec![EuchreCall::Pass.into(), EuchreCall::OrderUp.into()],
        maker: Seat::Seat3.into(),
        trump: Suit::Spades.into(),
        seats: vec![
            EuchreSeat {
                alone: Some(true),
                ..Default::default()
            },
            EuchreSeat {
                alone: Some(false),
                sits_out: true,
                ..Default::default()
            },
            EuchreSeat {
                alone: Some(false),
                ..Default::default()
            },
        ],
        dummy: parse("TC QC KD TH QS"),
        ..Default::default()
    }
}

fn card_of_the_maker() -> EuchreView {
    EuchreView {
        seat: Seat::Seat1.into(),
        dealer: Seat::Seat1.into(),
        deal: 4,
        deals_played: 3,
        due: EuchreDue::Card.into(),
        hand: parse("9D TD"),
        upcard: card("TD"),
        upcard_suit: Suit::Diamonds.into(),
        upcard_state: EuchreUpcard::Taken.into(),
        calls: vec![
            EuchreCall::Pass.into(),
            EuchreCall::Pass.into(),
            EuchreCall::OrderUp.into(),
        ],
        maker: Seat::Seat1.into(),
        trump: Suit::Diamonds.into(),
        seats: vec![
            EuchreSeat {
                alone: Some(false),
                taken: 2,
                score: 3,
                ..Default::default()
            },
            EuchreSeat {
                alone: Some(true),
                taken: 1,
                score: 1,
                ..Default::default()
            },
            EuchreSeat {
                sits_out: true,
                score: 1,
                ..Default::default()
            },
        ],
        put_down: card("TS"),
        left_out: parse("QC 9H JH 9S QS"),
        played: parse("AS KH TC 9C KS QD KD"),
        leaders: vec![1, 1, 1, 2],
        legal_cards: parse("9D TD"),
        ..Default::default()
    }
}

#[test]
fn euchre_examples_give_their_checksums_and_answers() {
    use euchre_answer::Answer::{Call, Card, Kept};

    let kept = Kept(EuchreKept {
        cards: vec![11, 13, 35, 38, 49],
    });
    for (view, seed, c, answer) in [
        (
            call_after_a_redeal(),
            1_370_051_032_973_791,
            2_202_365_036,
            Call(1),
        ),
        (five_to_keep(), 7_393_679_405_331_180, 876_985_876, kept),
        (
            card_of_the_maker(),
            1_404_071_200_203_958,
            4_200_344_307,
            Card(22),
        ),
    ] {
        assert_eq!(euchre_checksum(&view, seed), c);
        assert_eq!(choose_in_euchre(&view, seed), answer);
    }
}

#[test]
fn combinations_stand_in_the_order_of_a_dictionary() {
    let ways = combinations(b"abcdefghij", 5);

    assert_eq!(ways.len(), 252);
    for (index, way) in [
        (0, b"abcde"),
        (1, b"abcdf"),
        (126, b"bcdef"),
        (251, b"fghij"),
    ] {
        assert_eq!(ways[index], way);
    }
}
