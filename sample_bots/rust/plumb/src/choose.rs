//! Answers `legal[c mod n]`, where `c` is a checksum of all that the bot was shown.

#[cfg(test)]
mod tests;

use crate::v1::{EuchreDue, EuchreKept, EuchreView, SpadesView};
use crate::v1::{euchre_answer, spades_answer};

pub fn choose(view: &SpadesView, seed: u64) -> spades_answer::Answer {
    let c = spades_checksum(view, seed);
    if view.legal_bids.is_empty() {
        spades_answer::Answer::Card(*pick(&view.legal_cards, c))
    } else {
        spades_answer::Answer::Bid(*pick(&view.legal_bids, c))
    }
}

/// Does the same in Euchre, where calls stand before cards.
pub fn choose_in_euchre(view: &EuchreView, seed: u64) -> euchre_answer::Answer {
    use euchre_answer::Answer::{Call, Card, Kept};

    let c = euchre_checksum(view, seed);
    if view.due() == EuchreDue::Keep {
        let mut ten = [view.hand.as_slice(), &view.dummy].concat();
        ten.sort_unstable();
        let cards = pick(&combinations(&ten, 5), c).clone();
        return Kept(EuchreKept { cards });
    }
    let calls = view.legal_calls.iter().map(|&call| Call(call));
    let cards = view.legal_cards.iter().map(|&card| Card(card));
    pick(&calls.chain(cards).collect::<Vec<_>>(), c).clone()
}

fn pick<T>(legal: &[T], c: u32) -> &T {
    &legal[c as usize % legal.len()]
}

/// Returns the ways to take `size` of `items`, in the order of a dictionary.
fn combinations<T: Copy>(items: &[T], size: usize) -> Vec<Vec<T>> {
    if size == 0 {
        return vec![vec![]];
    }
    let mut ways = vec![];
    for (index, &first) in items.iter().enumerate() {
        for rest in combinations(&items[index + 1..], size - 1) {
            ways.push([&[first], rest.as_slice()].concat());
        }
    }
    ways
}

fn spades_checksum(view: &SpadesView, seed: u64) -> u32 {
    let mut c = Checksum::new(seed);
    c.word(view.seat).word(view.dealer).word(view.deal);
    c.list(&view.hand);
    c.length(&view.seats);
    for seat in &view.seats {
        c.optional(seat.bid).word(seat.taken).word(seat.score);
        c.word(seat.bags).word(seat.replaced).word(seat.blind_nil);
        c.word(seat.reneged).word(seat.reneges);
    }
    c.list(&view.played).list(&view.leaders).word(view.broken);
    c.list(&view.legal_bids).list(&view.legal_cards);
    c.word(view.asks_blind_nil);
    c.0
}

fn euchre_checksum(view: &EuchreView, seed: u64) -> u32 {
    let mut c = Checksum::new(seed);
    c.word(view.seat).word(view.dealer).word(view.deal);
    c.word(view.deals_played).word(view.redeals).word(view.due);
    c.list(&view.hand);
    c.word(view.upcard).word(view.upcard_suit);
    c.word(view.upcard_state).list(&view.calls);
    c.word(view.maker).word(view.trump);
    c.length(&view.seats);
    for seat in &view.seats {
        c.optional(seat.alone).word(seat.sits_out).word(seat.taken);
        c.word(seat.score).word(seat.replaced);
    }
    c.list(&view.dummy).word(view.put_down).list(&view.left_out);
    c.list(&view.played).list(&view.leaders);
    c.list(&view.legal_calls).list(&view.legal_cards);
    c.0
}

/// A checksum that is folded word by word, modulo 2^32.
struct Checksum(u32);

impl Checksum {
    fn new(seed: u64) -> Self {
        let mut c = Self(1);
        c.word(seed as u32).word((seed >> 32) as u32);
        c
    }

    /// Folds a number or a flag; to cut it to 32 bits is what its definition wants.
    fn word(&mut self, word: impl Into<i64>) -> &mut Self {
        self.0 = self.0.wrapping_mul(31).wrapping_add(word.into() as u32);
        self
    }

    /// Folds 1 and the word if it is present, else 0 alone.
    fn optional(&mut self, word: Option<impl Into<i64>>) -> &mut Self {
        match word {
            Some(word) => self.word(1).word(word),
            None => self.word(0),
        }
    }

    fn length<T>(&mut self, items: &[T]) -> &mut Self {
        self.word(items.len() as u32)
    }

    /// Folds how many words there are, and the words.
    fn list<T: Copy + Into<i64>>(&mut self, words: &[T]) -> &mut Self {
        self.length(words);
        words.iter().fold(self, |c, &word| c.word(word))
    }
}
