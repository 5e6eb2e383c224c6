/**
 * The strategy: `legal[c mod n]`, where c is a checksum of every field of the view.
 *
 * A field that is read wrongly changes the answers; sample_bots/README.md of the arena defines the
 * checksum word by word.
 */

const KEEP_DUE = 5;
const KEPT = 5;

/** Returns a bid while one is due, else a card. */
export function chooseInSpades(view, seed) {
  if (view.asks_blind_nil) {
    return { blind_nil: false };
  }
  const c = checksum(wordsOfSpades(view, seed));
  const { legal_bids: bids, legal_cards: cards } = view;
  return bids.length > 0 ? { bid: bids[c % bids.length] } : { card: cards[c % cards.length] };
}

/** Returns five cards to keep while they are due, else a call or a card. */
export function chooseInEuchre(view, seed) {
  const c = checksum(wordsOfEuchre(view, seed));
  if (view.due === KEEP_DUE) {
    const ten = [...view.hand, ...view.dummy].sort((one, other) => one - other);
    const ways = [...combinations(ten, KEPT)];
    return { kept: { cards: ways[c % ways.length] } };
  }
  const calls = view.legal_calls.map((call) => ({ call }));
  const cards = view.legal_cards.map((card) => ({ card }));
  const legal = [...calls, ...cards];
  return legal[c % legal.length];
}

/** Returns 0 to 2^32 - 1. */
export function checksum(words) {
  let value = 1;
  for (const word of words) {
    value = (31 * value + Number(word)) >>> 0; // modulo 2^32, of negative numbers too
  }
  return value;
}

export function wordsOfSpades(view, seed) {
  return [
    ...halves(seed),
    view.seat,
    view.dealer,
    view.deal,
    ...listed(view.hand),
    view.seats.length,
    ...view.seats.flatMap((seat) => [
      ...optional(seat.bid),
      seat.taken,
      seat.score,
      seat.bags,
      seat.replaced,
      seat.blind_nil,
      seat.reneged,
      seat.reneges,
    ]),
    ...listed(view.played),
    ...listed(view.leaders),
    view.broken,
    ...listed(view.legal_bids),
    ...listed(view.legal_cards),
    view.asks_blind_nil,
  ];
}

export function wordsOfEuchre(view, seed) {
  return [
    ...halves(seed),
    view.seat,
    view.dealer,
    view.deal,
    view.deals_played,
    view.redeals,
    view.due,
    ...listed(view.hand),
    view.upcard,
    view.upcard_suit,
    view.upcard_state,
    ...listed(view.calls),
    view.maker,
    view.trump,
    view.seats.length,
    ...view.seats.flatMap((seat) => [
      ...optional(seat.alone),
      seat.sits_out,
      seat.taken,
      seat.score,
      seat.replaced,
    ]),
    ...listed(view.dummy),
    view.put_down,
    ...listed(view.left_out),
    ...listed(view.played),
    ...listed(view.leaders),
    ...listed(view.legal_calls),
    ...listed(view.legal_cards),
  ];
}

function halves(seed) {
  return [seed % 2 ** 32, Math.floor(seed / 2 ** 32)];
}

function listed(values) {
  return [values.length, ...values];
}

function optional(value) {
  return value === undefined ? [0] : [1, value];
}

/** Yields the ways to take `count` of `items`, in the order of their places among the items. */
function* combinations(items, count) {
  if (count === 0) {
    yield [];
    return;
  }
  for (const [place, item] of items.entries()) {
    for (const rest of combinations(items.slice(place + 1), count - 1)) {
      yield [item, ...rest];
    }
  }
}
