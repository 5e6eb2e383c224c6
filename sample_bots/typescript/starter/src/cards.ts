/** What any card player knows: suits, ranks, bowers, and which card beats which. */

import type { Card } from "./generated/arena/v1/Card";
import { Suit } from "./generated/arena/v1/Suit";

export const JACK = 11;
export const KING = 13;

const JOKER = 53;

/** Returns 1 to 4, as in `Suit`, for the suit that is printed on a card; the joker has none. */
export function suit(card: Card): number {
  return card === JOKER ? Suit.SUIT_UNSPECIFIED : Math.floor((card - 1) / 13) + 1;
}

/** Returns 2 to 14; aces are high. */
export function rank(card: Card): number {
  return ((card - 1) % 13) + 2;
}

/** How cards stand to each other once there is a trump. */
export class Order {
  /** With bowers, as in Euchre, both jacks of the trump's colour are the highest trumps. */
  constructor(
    readonly trump: number,
    readonly hasBowers = false,
  ) {}

  /** Returns the suit that a card counts as: the left bower and the joker are trumps. */
  suit(card: Card): number {
    return card === JOKER || this.isBower(card) ? this.trump : suit(card);
  }

  /** Tells which of two cards is worth more: trumps stand above all others. */
  height(card: Card): number {
    if (this.suit(card) !== this.trump) {
      return rank(card);
    }
    if (card === JOKER) {
      return 103;
    }
    if (this.isBower(card)) {
      return suit(card) === this.trump ? 102 : 101;
    }
    return 50 + rank(card);
  }

  /** Tells whether a card takes the trick from another that was played before. */
  beats(card: Card, other: Card): boolean {
    const canBeat = this.suit(card) === this.suit(other) || this.suit(card) === this.trump;
    return canBeat && this.height(card) > this.height(other);
  }

  /** Returns the card that has the trick so far; none has one that is still to be led to. */
  best([led, ...others]: readonly Card[]): Card | undefined {
    return others.reduce((best, card) => (best && this.beats(card, best) ? card : best), led);
  }

  /** Returns the cards that would have the trick. */
  winners(cards: readonly Card[], trick: readonly Card[]): Card[] {
    const best = this.best(trick);
    return cards.filter((card) => best === undefined || this.beats(card, best));
  }

  /** Returns the cards, the lowest first. */
  sorted(cards: readonly Card[]): Card[] {
    return [...cards].sort((one, other) => this.height(one) - this.height(other));
  }

  lowest(cards: readonly Card[]): Card {
    return cards.reduce((one, other) => (this.height(other) < this.height(one) ? other : one));
  }

  highest(cards: readonly Card[]): Card {
    return cards.reduce((one, other) => (this.height(other) < this.height(one) ? one : other));
  }

  private isBower(card: Card): boolean {
    if (!this.hasBowers || rank(card) !== JACK) {
      return false;
    }
    // Clubs and spades are 1 and 4, diamonds and hearts 2 and 3: a colour adds up to 5.
    return suit(card) === this.trump || suit(card) + this.trump === 5;
  }
}

/** Returns the cards of the trick in play, in which so many seats play. */
export function onTheTable(played: readonly Card[], seats: number): Card[] {
  return played.slice(played.length - (played.length % seats));
}
