/** The strategy against the worked examples of sample_bots/README.md. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  checksum,
  chooseInEuchre,
  chooseInSpades,
  wordsOfEuchre,
  wordsOfSpades,
} from "./choose.js";
import { parse } from "./messages.js";

const SPADES_SEAT = {
  ...{ taken: 0, score: 0, bags: 0, replaced: false },
  ...{ blind_nil: "BLIND_NIL_UNSPECIFIED", reneged: false, reneges: 0 },
};
const SPADES = {
  ...{ seat: "SEAT_1", dealer: "SEAT_1", deal: 1, hand: [], seats: [], played: [], leaders: [] },
  ...{ broken: false, legal_bids: [], legal_cards: [], asks_blind_nil: false },
};
const EUCHRE_SEAT = { sits_out: false, taken: 0, score: 0, replaced: false };
const EUCHRE = {
  ...{ deals_played: 0, redeals: 0, calls: [], dummy: [], left_out: [], played: [], leaders: [] },
  ...{ maker: "SEAT_UNSPECIFIED", trump: "SUIT_UNSPECIFIED", put_down: "CARD_UNSPECIFIED" },
  ...{ legal_calls: [], legal_cards: [] },
};

/** Returns the checksum and the answer for a view that comes in as a line. */
function inSpades(seed, { seats, ...view }) {
  const told = { ...SPADES, ...view, seats: seats.map((seat) => ({ ...SPADES_SEAT, ...seat })) };
  const decision = parse(JSON.stringify({ seed, spades: told }));
  return {
    c: checksum(wordsOfSpades(decision.spades, decision.seed)),
    answer: chooseInSpades(decision.spades, decision.seed),
  };
}

function inEuchre(seed, { seats, ...view }) {
  const told = { ...EUCHRE, ...view, seats: seats.map((seat) => ({ ...EUCHRE_SEAT, ...seat })) };
  const decision = parse(JSON.stringify({ seed, euchre: told }));
  return {
    c: checksum(wordsOfEuchre(decision.euchre, decision.seed)),
    answer: chooseInEuchre(decision.euchre, decision.seed),
  };
}

test("the last bid of a deal of Spades", () => {
  const worked = inSpades("8122274141285904", {
    hand: [6, 8, 12, 13, 15, 16, 20, 22, 23, 28, 30, 34, 35, 39, 43, 49, 52],
    seats: [{}, { bid: 3 }, { bid: 15 }],
    legal_bids: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17],
  });

  assert.deepEqual(worked, { c: 2131369826, answer: { bid: 14 } });
});

test("a card of Spades, with a negative score", () => {
  const worked = inSpades("7597797028237967", {
    seat: "SEAT_2",
    dealer: "SEAT_3",
    deal: 3,
    hand: [8, 16, 17, 20, 21, 22, 32, 41, 43, 48, 49],
    seats: [
      { bid: 6, score: -120 },
      { bid: 4, taken: 2, score: 60 },
      { bid: 3, taken: 4, score: -89, bags: 1 },
    ],
    played: [38, 39, 27, 14, 26, 24, 10, 5, 11, 25, 45, 18, 9, 2, 7, 33, 31, 29, 47, 50],
    leaders: [1, 2, 3, 2, 3, 3, 3],
    broken: true,
    legal_cards: [41, 43, 48, 49],
  });

  assert.deepEqual(worked, { c: 2426655070, answer: { card: 48 } });
});

test("a bid that is absent is no nil", () => {
  const absent = inSpades("1", { seats: [{}], legal_bids: [0] });
  const nil = inSpades("1", { seats: [{ bid: 0 }], legal_bids: [0] });

  assert.notEqual(absent.c, nil.c);
});

test("asked for a blind nil it says no", () => {
  const { answer } = inSpades("1", { seats: [], asks_blind_nil: true });

  assert.deepEqual(answer, { blind_nil: false });
});

test("the first call of a deal of Euchre that follows a redeal", () => {
  const worked = inEuchre("1370051032973791", {
    seat: "SEAT_3",
    dealer: "SEAT_2",
    deal: 2,
    redeals: 1,
    due: "EUCHRE_DUE_CALL",
    hand: ["CARD_JD", "CARD_JH", "CARD_QH", "CARD_TS", "CARD_QS"],
    upcard: "CARD_JS",
    upcard_suit: "SUIT_SPADES",
    upcard_state: "EUCHRE_UPCARD_UP",
    seats: [{}, {}, {}],
    legal_calls: ["EUCHRE_CALL_PASS", "EUCHRE_CALL_ORDER_UP"],
  });

  assert.deepEqual(worked, { c: 2202365036, answer: { call: 1 } });
});

test("a maker who keeps five, while a defender plays alone", () => {
  const worked = inEuchre("7393679405331180", {
    seat: "SEAT_3",
    dealer: "SEAT_1",
    deal: 1,
    due: "EUCHRE_DUE_KEEP",
    hand: ["CARD_KC", "CARD_AC", "CARD_KH", "CARD_9S", "CARD_JS"],
    upcard: "CARD_AS",
    upcard_suit: "SUIT_SPADES",
    upcard_state: "EUCHRE_UPCARD_DECLINED",
    calls: ["EUCHRE_CALL_PASS", "EUCHRE_CALL_ORDER_UP"],
    maker: "SEAT_3",
    trump: "SUIT_SPADES",
    seats: [{ alone: true }, { alone: false, sits_out: true }, { alone: false }],
    dummy: ["CARD_TC", "CARD_QC", "CARD_KD", "CARD_TH", "CARD_QS"],
  });

  assert.deepEqual(worked, { c: 876985876, answer: { kept: { cards: [11, 13, 35, 38, 49] } } });
});

test("a card of a dealer who took up both the upcard and the dummy", () => {
  const worked = inEuchre("1404071200203958", {
    seat: "SEAT_1",
    dealer: "SEAT_1",
    deal: 4,
    deals_played: 3,
    due: "EUCHRE_DUE_CARD",
    hand: ["CARD_9D", "CARD_TD"],
    upcard: "CARD_TD",
    upcard_suit: "SUIT_DIAMONDS",
    upcard_state: "EUCHRE_UPCARD_TAKEN",
    calls: ["EUCHRE_CALL_PASS", "EUCHRE_CALL_PASS", "EUCHRE_CALL_ORDER_UP"],
    maker: "SEAT_1",
    trump: "SUIT_DIAMONDS",
    seats: [
      { alone: false, taken: 2, score: 3 },
      { alone: true, taken: 1, score: 1 },
      { sits_out: true, score: 1 },
    ],
    put_down: "CARD_TS",
    left_out: ["CARD_QC", "CARD_9H", "CARD_JH", "CARD_9S", "CARD_QS"],
    played: ["CARD_AS", "CARD_KH", "CARD_TC", "CARD_9C", "CARD_KS", "CARD_QD", "CARD_KD"],
    leaders: ["SEAT_1", "SEAT_1", "SEAT_1", "SEAT_2"],
    legal_cards: ["CARD_9D", "CARD_TD"],
  });

  assert.deepEqual(worked, { c: 4200344307, answer: { card: 22 } });
});
