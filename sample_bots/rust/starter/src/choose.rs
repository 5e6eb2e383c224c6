//! The strategy: what to bid, call and play. What it may look at is explained in `proto/`.

mod cards;
#[cfg(test)]
mod tests;

use crate::v1::{EuchreCall, EuchreDue, EuchreKept, EuchreView, SpadesView, Suit};
use crate::v1::{euchre_answer, spades_answer};
use cards::{ACE, Order, on_the_table, rank, suit};

/// Bids its high cards, takes tricks until its bid is made, then ducks.
///
/// The seed is for dice: the same number in all decisions of one match and seat.
pub fn choose(view: &SpadesView, _seed: u64) -> spades_answer::Answer {
    use spades_answer::Answer::{Bid, Card};

    if !view.legal_bids.is_empty() {
        return Bid(likely_tricks(&view.hand));
    }
    let order = Order::of_spades();
    let seats = view.seats.len();
    let trick = on_the_table(&view.played, seats);
    let me = &view.seats[view.seat as usize - 1];
    if me.taken < me.bid() {
        Card(order.win(&view.legal_cards, trick, seats))
    } else {
        Card(duck(&order, &view.legal_cards, trick))
    }
}

/// Counts aces, kings and long spades; it is never a nil.
fn likely_tricks(hand: &[i32]) -> u32 {
    let high = hand.iter().filter(|&&card| rank(card) >= ACE - 1).count();
    let spades = hand
        .iter()
        .filter(|&&card| suit(card) == Suit::Spades)
        .count();
    (high + spades.saturating_sub(4)).max(1) as u32
}

/// Throws the highest card that does not take the trick, else the lowest that there is.
fn duck(order: &Order, legal: &[i32], trick: &[i32]) -> i32 {
    let losers = legal
        .iter()
        .copied()
        .filter(|&card| !order.wins(card, trick));
    order.highest(losers).unwrap_or_else(|| order.lowest(legal))
}

/// Makes trump on three trumps, is never alone, and wins what it can.
pub fn choose_in_euchre(view: &EuchreView, _seed: u64) -> euchre_answer::Answer {
    use euchre_answer::Answer::{Call, Card, Kept};

    let order = Order::of_euchre(view.trump());
    match view.due() {
        // The hand is not to be seen yet.
        EuchreDue::JokerSuit => Call(view.legal_calls[0]),
        EuchreDue::Call => Call(best_call(view).into()),
        EuchreDue::Swap => Card(order.lowest(&view.legal_cards)),
        EuchreDue::Alone => Call(EuchreCall::NotAlone.into()),
        EuchreDue::Keep => {
            let ten = order.sorted([view.hand.as_slice(), &view.dummy].concat());
            Kept(EuchreKept {
                cards: ten[5..].to_vec(),
            })
        }
        EuchreDue::Card | EuchreDue::Unspecified => {
            let seats = view.seats.iter().filter(|seat| !seat.sits_out).count();
            let trick = on_the_table(&view.played, seats);
            Card(order.win(&view.legal_cards, trick, seats))
        }
    }
}

/// Returns the call of which the hand holds the most trumps, or a pass below three.
fn best_call(view: &EuchreView) -> EuchreCall {
    let can_pass = view.legal_calls().any(|call| call == EuchreCall::Pass);
    view.legal_calls()
        .filter(|&call| call != EuchreCall::Pass)
        .max_by_key(|&call| trumps_after(view, call))
        .filter(|&call| !can_pass || trumps_after(view, call) >= 3)
        .unwrap_or(EuchreCall::Pass)
}

/// Counts the trumps that the hand would have after a call.
fn trumps_after(view: &EuchreView, call: EuchreCall) -> usize {
    let trump = match call {
        EuchreCall::Clubs => Suit::Clubs,
        EuchreCall::Diamonds => Suit::Diamonds,
        EuchreCall::Hearts => Suit::Hearts,
        EuchreCall::Spades => Suit::Spades,
        _ => view.upcard_suit(),
    };
    let order = Order::of_euchre(trump);
    view.hand
        .iter()
        .filter(|&&card| order.is_trump(card))
        .count()
}
