/** The strategy: what to answer to a view. Start here. */

import { KING, Order, onTheTable, rank, suit } from "./cards";
import type { Card } from "./generated/arena/v1/Card";
import type { EuchreAnswerInput } from "./generated/arena/v1/EuchreAnswer";
import { EuchreCall } from "./generated/arena/v1/EuchreCall";
import { EuchreDue } from "./generated/arena/v1/EuchreDue";
import type { EuchreView } from "./generated/arena/v1/EuchreView";
import type { SpadesAnswerInput } from "./generated/arena/v1/SpadesAnswer";
import type { SpadesView } from "./generated/arena/v1/SpadesView";
import { Suit } from "./generated/arena/v1/Suit";

/** Trumps in hand on which it makes trump in Euchre. */
const ENOUGH_TRUMPS = 3;

/**
 * Bids its high cards, takes tricks until its bid is made, then ducks.
 *
 * The seed is for dice: the same number in all decisions of one match and seat.
 */
export function chooseInSpades(view: SpadesView, _seed: number): SpadesAnswerInput {
  if (view.asksBlindNil) {
    return { blindNil: false };
  }
  if (view.legalBids.length > 0) {
    return { bid: likelyTricks(view.hand) };
  }
  const order = new Order(Suit.SUIT_SPADES);
  const trick = onTheTable(view.played, view.seats.length);
  const me = view.seats[view.seat - 1];
  if (me?.bid !== undefined && me.taken < me.bid) {
    return { card: win(order, view.legalCards, trick, view.seats.length) };
  }
  return { card: duck(order, view.legalCards, trick) };
}

/** Makes trump on three trumps, is never alone, and wins what it can. */
export function chooseInEuchre(view: EuchreView, _seed: number): EuchreAnswerInput {
  const order = new Order(view.trump, true);
  switch (view.due) {
    case EuchreDue.EUCHRE_DUE_JOKER_SUIT:
      return { call: view.legalCalls[0] }; // the hand is not to be seen yet
    case EuchreDue.EUCHRE_DUE_CALL:
      return { call: bestCall(view) };
    case EuchreDue.EUCHRE_DUE_SWAP:
      return { card: order.lowest(view.legalCards) };
    case EuchreDue.EUCHRE_DUE_ALONE:
      return { call: EuchreCall.EUCHRE_CALL_NOT_ALONE };
    case EuchreDue.EUCHRE_DUE_KEEP:
      return { kept: { cards: order.sorted([...view.hand, ...view.dummy]).slice(-5) } };
    default: {
      const playing = view.seats.filter((seat) => !seat.sitsOut).length;
      return { card: win(order, view.legalCards, onTheTable(view.played, playing), playing) };
    }
  }
}

/** Counts aces, kings and long spades; it is never a nil. */
function likelyTricks(hand: readonly Card[]): number {
  const high = hand.filter((card) => rank(card) >= KING).length;
  const trumps = hand.filter((card) => suit(card) === Suit.SUIT_SPADES).length;
  return Math.max(1, high + Math.max(0, trumps - 4));
}

/** Takes the trick with what the last seat needs, or with the most that an earlier one can. */
function win(order: Order, legal: readonly Card[], trick: readonly Card[], seats: number): Card {
  const winners = order.winners(legal, trick);
  if (winners.length === 0) {
    return order.lowest(legal);
  }
  return trick.length === seats - 1 ? order.lowest(winners) : order.highest(winners);
}

/** Throws the highest card that does not take the trick, else the lowest that there is. */
function duck(order: Order, legal: readonly Card[], trick: readonly Card[]): Card {
  const winners = order.winners(legal, trick);
  const losers = legal.filter((card) => !winners.includes(card));
  return losers.length > 0 ? order.highest(losers) : order.lowest(legal);
}

/** Returns the call of which the hand holds the most trumps, or a pass if those are too few. */
function bestCall(view: EuchreView): EuchreCall {
  const calls = view.legalCalls.filter((call) => call !== EuchreCall.EUCHRE_CALL_PASS);
  const best = calls.reduce((one, other) =>
    trumps(view, other) > trumps(view, one) ? other : one,
  );
  const mayPass = calls.length < view.legalCalls.length;
  return mayPass && trumps(view, best) < ENOUGH_TRUMPS ? EuchreCall.EUCHRE_CALL_PASS : best;
}

/** Counts the trumps that the hand would have after a call. */
function trumps(view: EuchreView, call: EuchreCall): number {
  const isOrder = call === EuchreCall.EUCHRE_CALL_ORDER_UP;
  const trump = isOrder ? view.upcardSuit : call - EuchreCall.EUCHRE_CALL_CLUBS + 1;
  const order = new Order(trump, true);
  return view.hand.filter((card) => order.suit(card) === trump).length;
}
