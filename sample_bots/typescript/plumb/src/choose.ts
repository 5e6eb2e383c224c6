/**
 * The strategy: `legal[c mod n]`, where c is a checksum of every field of the view.
 *
 * A field that is decoded wrongly changes the answers; sample_bots/README.md of the arena defines
 * the checksum word by word.
 */

import type { EuchreAnswerInput } from "./generated/arena/v1/EuchreAnswer";
import { EuchreDue } from "./generated/arena/v1/EuchreDue";
import type { EuchreView } from "./generated/arena/v1/EuchreView";
import type { SpadesAnswerInput } from "./generated/arena/v1/SpadesAnswer";
import type { SpadesView } from "./generated/arena/v1/SpadesView";

const KEPT = 5;

/** Returns a bid while one is due, else a card. */
export function chooseInSpades(view: SpadesView, seed: number): SpadesAnswerInput {
  if (view.asksBlindNil) {
    return { blindNil: false };
  }
  const c = checksum(wordsOfSpades(view, seed));
  return view.legalBids.length > 0
    ? { bid: pick(view.legalBids, c) }
    : { card: pick(view.legalCards, c) };
}

/** Returns five cards to keep while they are due, else a call or a card. */
export function chooseInEuchre(view: EuchreView, seed: number): EuchreAnswerInput {
  const c = checksum(wordsOfEuchre(view, seed));
  if (view.due === EuchreDue.EUCHRE_DUE_KEEP) {
    const cards = [...view.hand, ...view.dummy].sort((one, other) => one - other);
    return { kept: { cards: pick([...combinations(cards, KEPT)], c) } };
  }
  const calls = view.legalCalls.map((call) => ({ call }));
  const cards = view.legalCards.map((card) => ({ card }));
  return pick([...calls, ...cards], c);
}

/** Returns 0 to 2^32 - 1. */
export function checksum(words: Iterable<number>): number {
  let value = 1;
  for (const word of words) {
    value = (31 * value + word) >>> 0; // modulo 2^32, of negative numbers too
  }
  return value;
}

export function wordsOfSpades(view: SpadesView, seed: number): number[] {
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
      Number(seat.replaced),
      seat.blindNil,
      Number(seat.reneged),
      seat.reneges,
    ]),
    ...listed(view.played),
    ...listed(view.leaders),
    Number(view.broken),
    ...listed(view.legalBids),
    ...listed(view.legalCards),
    Number(view.asksBlindNil),
  ];
}

export function wordsOfEuchre(view: EuchreView, seed: number): number[] {
  return [
    ...halves(seed),
    view.seat,
    view.dealer,
    view.deal,
    view.dealsPlayed,
    view.redeals,
    view.due,
    ...listed(view.hand),
    view.upcard,
    view.upcardSuit,
    view.upcardState,
    ...listed(view.calls),
    view.maker,
    view.trump,
    view.seats.length,
    ...view.seats.flatMap((seat) => [
      ...optional(seat.alone),
      Number(seat.sitsOut),
      seat.taken,
      seat.score,
      Number(seat.replaced),
    ]),
    ...listed(view.dummy),
    view.putDown,
    ...listed(view.leftOut),
    ...listed(view.played),
    ...listed(view.leaders),
    ...listed(view.legalCalls),
    ...listed(view.legalCards),
  ];
}

function halves(seed: number): number[] {
  return [seed % 2 ** 32, Math.floor(seed / 2 ** 32)];
}

function listed(values: readonly number[]): number[] {
  return [values.length, ...values];
}

function optional(value: number | boolean | undefined): number[] {
  return value === undefined ? [0] : [1, Number(value)];
}

/** Yields the ways to take `count` of `items`, in the order of their places among the items. */
function* combinations<Item>(items: readonly Item[], count: number): Generator<Item[]> {
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

function pick<Answer>(legal: readonly Answer[], c: number): Answer {
  const answer = legal[c % legal.length];
  if (answer === undefined) {
    throw new Error("a decision with nothing legal to answer");
  }
  return answer;
}
