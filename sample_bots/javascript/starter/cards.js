/** What any card player knows. Cards are numbers from 1 (2C) to 53 (the joker), suits from 1 to 4. */

export const SPADES = 4;

export const JACK = 11;
export const KING = 13;

const JOKER = 53;

/** Returns the suit that is printed on a card: clubs, diamonds, hearts, spades; 0 for the joker. */
export function suit(card) {
  return card === JOKER ? 0 : Math.floor((card - 1) / 13) + 1;
}

/** Returns 2 to 14; aces are high. */
export function rank(card) {
  return ((card - 1) % 13) + 2;
}

/** How cards stand to each other once there is a trump. */
export class Order {
  /** With bowers, as in Euchre, both jacks of the trump's colour are the highest trumps. */
  constructor(trump, { hasBowers = false } = {}) {
    this.trump = trump;
    this.hasBowers = hasBowers;
  }

  /** Returns the suit that a card counts as: the left bower and the joker are trumps. */
  suit(card) {
    return card === JOKER || this.#isBower(card) ? this.trump : suit(card);
  }

  /** Tells which of two cards is worth more: trumps stand above all others. */
  height(card) {
    if (this.suit(card) !== this.trump) {
      return rank(card);
    }
    if (card === JOKER) {
      return 103;
    }
    if (this.#isBower(card)) {
      return suit(card) === this.trump ? 102 : 101;
    }
    return 50 + rank(card);
  }

  /** Tells whether a card takes the trick from another that was played before. */
  beats(card, other) {
    const canBeat = this.suit(card) === this.suit(other) || this.suit(card) === this.trump;
    return canBeat && this.height(card) > this.height(other);
  }

  /** Returns the card that has the trick so far; none has one that is still to be led to. */
  best([led, ...others]) {
    return others.reduce((best, card) => (this.beats(card, best) ? card : best), led);
  }

  /** Returns the cards that would have the trick. */
  winners(cards, trick) {
    const best = this.best(trick);
    return cards.filter((card) => best === undefined || this.beats(card, best));
  }

  /** Returns the cards, the lowest first. */
  sorted(cards) {
    return [...cards].sort((one, other) => this.height(one) - this.height(other));
  }

  lowest(cards) {
    return this.sorted(cards)[0];
  }

  highest(cards) {
    return this.sorted(cards).at(-1);
  }

  #isBower(card) {
    if (!this.hasBowers || rank(card) !== JACK) {
      return false;
    }
    // Clubs and spades are 1 and 4, diamonds and hearts 2 and 3: a colour adds up to 5.
    return suit(card) === this.trump || suit(card) + this.trump === 5;
  }
}

/** Returns the cards of the trick in play, in which so many seats play. */
export function onTheTable(played, seats) {
  return played.slice(played.length - (played.length % seats));
}
