//! Cards as the protocol numbers them, and how they stand to each other once there is a trump.

use crate::v1::{Card, Suit};

pub const ACE: i32 = 14;
const JACK: i32 = 11;
const JOKER: i32 = Card::Joker as i32;

/// Returns the suit that is printed on a card; the joker has none.
pub fn suit(card: i32) -> Suit {
    match card {
        1..=13 => Suit::Clubs,
        14..=26 => Suit::Diamonds,
        27..=39 => Suit::Hearts,
        40..=52 => Suit::Spades,
        _ => Suit::Unspecified,
    }
}

/// Returns 2 to 14; aces are high.
pub fn rank(card: i32) -> i32 {
    (card - 1) % 13 + 2
}

/// Returns the cards of the trick in play, in which so many seats play.
pub fn on_the_table(played: &[i32], seats: usize) -> &[i32] {
    &played[played.len() - played.len() % seats..]
}

/// How cards stand to each other.
pub struct Order {
    trump: Suit,
    /// The other suit of the trump's colour, where its jack is a trump.
    left: Option<Suit>,
}

impl Order {
    pub fn of_spades() -> Self {
        Self {
            trump: Suit::Spades,
            left: None,
        }
    }

    pub fn of_euchre(trump: Suit) -> Self {
        let left = match trump {
            Suit::Clubs => Some(Suit::Spades),
            Suit::Diamonds => Some(Suit::Hearts),
            Suit::Hearts => Some(Suit::Diamonds),
            Suit::Spades => Some(Suit::Clubs),
            Suit::Unspecified => None,
        };
        Self { trump, left }
    }

    pub fn is_trump(&self, card: i32) -> bool {
        card == JOKER || suit(card) == self.trump || self.is_left_bower(card)
    }

    fn is_left_bower(&self, card: i32) -> bool {
        rank(card) == JACK && Some(suit(card)) == self.left
    }

    /// Returns the suit that a card counts as.
    fn suit(&self, card: i32) -> Suit {
        if self.is_trump(card) {
            self.trump
        } else {
            suit(card)
        }
    }

    /// Tells which of two cards is worth more: trumps stand above all others.
    fn height(&self, card: i32) -> i32 {
        if !self.is_trump(card) {
            rank(card)
        } else if card == JOKER {
            103
        } else if rank(card) == JACK && self.left.is_some() {
            if self.is_left_bower(card) { 101 } else { 102 }
        } else {
            50 + rank(card)
        }
    }

    /// Tells whether a card takes the trick from another that was played before.
    fn beats(&self, card: i32, other: i32) -> bool {
        let can_beat = self.is_trump(card) || self.suit(card) == self.suit(other);
        can_beat && self.height(card) > self.height(other)
    }

    /// Tells whether a card would have a trick, whose first card was led.
    pub fn wins(&self, card: i32, trick: &[i32]) -> bool {
        let holder = trick
            .iter()
            .copied()
            .reduce(|best, other| if self.beats(other, best) { other } else { best });
        holder.is_none_or(|best| self.beats(card, best))
    }

    /// Returns the card that tries to take a trick of so many seats at the least cost.
    pub fn win(&self, legal: &[i32], trick: &[i32], seats: usize) -> i32 {
        let winners = legal.iter().copied().filter(|&card| self.wins(card, trick));
        let best = if trick.len() + 1 == seats {
            winners.min_by_key(|&card| self.height(card))
        } else {
            self.highest(winners)
        };
        best.unwrap_or_else(|| self.lowest(legal))
    }

    /// Returns the cards, the lowest first.
    pub fn sorted(&self, mut cards: Vec<i32>) -> Vec<i32> {
        cards.sort_by_key(|&card| self.height(card));
        cards
    }

    /// Returns the lowest of some cards, of which there is one at least.
    pub fn lowest(&self, cards: &[i32]) -> i32 {
        *cards
            .iter()
            .min_by_key(|&&card| self.height(card))
            .expect("a card is legal")
    }

    pub fn highest(&self, cards: impl Iterator<Item = i32>) -> Option<i32> {
        cards.max_by_key(|&card| self.height(card))
    }
}
