/** The strategy: what to answer to a view. Start here. */

import { KING, Order, SPADES, onTheTable, rank, suit } from "./cards.js";

/** What may be due in Euchre, and what may be said there. */
export const DUE = { JOKER_SUIT: 1, CALL: 2, SWAP: 3, ALONE: 4, KEEP: 5, CARD: 6 };
export const CALL = {
  ...{ PASS: 1, ORDER_UP: 2, CLUBS: 3, DIAMONDS: 4, HEARTS: 5, SPADES: 6 },
  ...{ DECLINE: 7, NOT_ALONE: 8, ALONE: 9 },
};

/** Trumps in hand on which it makes trump in Euchre. */
const ENOUGH_TRUMPS = 3;

/**
 * Bids its high cards, takes tricks until its bid is made, then ducks.
 *
 * The seed is for dice: the same number in all decisions of one match and seat.
 */
export function chooseInSpades(view, _seed) {
  if (view.asks_blind_nil) {
    return { blind_nil: false };
  }
  if (view.legal_bids.length > 0) {
    return { bid: likelyTricks(view.hand) };
  }
  const order = new Order(SPADES);
  const trick = onTheTable(view.played, view.seats.length);
  const me = view.seats[view.seat - 1];
  if (me.taken < me.bid) {
    return { card: win(order, view.legal_cards, trick, view.seats.length) };
  }
  return { card: duck(order, view.legal_cards, trick) };
}

/** Makes trump on three trumps, is never alone, and wins what it can. */
export function chooseInEuchre(view, _seed) {
  const order = new Order(view.trump, { hasBowers: true });
  switch (view.due) {
    case DUE.JOKER_SUIT:
      return { call: view.legal_calls[0] }; // the hand is not to be seen yet
    case DUE.CALL:
      return { call: bestCall(view) };
    case DUE.SWAP:
      return { card: order.lowest(view.legal_cards) };
    case DUE.ALONE:
      return { call: CALL.NOT_ALONE };
    case DUE.KEEP:
      return { kept: { cards: order.sorted([...view.hand, ...view.dummy]).slice(-5) } };
    default: {
      const playing = view.seats.filter((seat) => !seat.sits_out).length;
      return { card: win(order, view.legal_cards, onTheTable(view.played, playing), playing) };
    }
  }
}

/** Counts aces, kings and long spades; it is never a nil. */
function likelyTricks(hand) {
  const high = hand.filter((card) => rank(card) >= KING).length;
  const trumps = hand.filter((card) => suit(card) === SPADES).length;
  return Math.max(1, high + Math.max(0, trumps - 4));
}

/** Takes the trick with what the last seat needs, or with the most that an earlier one can. */
function win(order, legal, trick, seats) {
  const winners = order.winners(legal, trick);
  if (winners.length === 0) {
    return order.lowest(legal);
  }
  return trick.length === seats - 1 ? order.lowest(winners) : order.highest(winners);
}

/** Throws the highest card that does not take the trick, else the lowest that there is. */
function duck(order, legal, trick) {
  const winners = order.winners(legal, trick);
  const losers = legal.filter((card) => !winners.includes(card));
  return losers.length > 0 ? order.highest(losers) : order.lowest(legal);
}

/** Returns the call of which the hand holds the most trumps, or a pass if those are too few. */
function bestCall(view) {
  const calls = view.legal_calls.filter((call) => call !== CALL.PASS);
  const best = calls.reduce((one, other) =>
    trumps(view, other) > trumps(view, one) ? other : one,
  );
  const mayPass = calls.length < view.legal_calls.length;
  return mayPass && trumps(view, best) < ENOUGH_TRUMPS ? CALL.PASS : best;
}

/** Counts the trumps that the hand would have after a call. */
function trumps(view, call) {
  const trump = call === CALL.ORDER_UP ? view.upcard_suit : call - CALL.CLUBS + 1;
  const order = new Order(trump, { hasBowers: true });
  return view.hand.filter((card) => order.suit(card) === trump).length;
}
