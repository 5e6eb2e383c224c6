/** The strategy against the worked examples of sample_bots/README.md. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { ArenaService } from "./arena";
import { checksum, chooseInEuchre, chooseInSpades, wordsOfEuchre, wordsOfSpades } from "./choose";
import type { Decision, DecisionInput } from "./generated/arena/v1/Decision";
import type { EuchreSeatInput } from "./generated/arena/v1/EuchreSeat";

/** Returns `decision` as it comes out of the bytes of a turn. */
function received(decision: DecisionInput): Decision {
  const { responseSerialize, responseDeserialize } = ArenaService.service.Play;
  const { turn } = responseDeserialize(responseSerialize({ turn: { decisions: [decision] } }));
  assert(turn?.decisions[0]);
  return turn.decisions[0];
}

function inSpades(decision: DecisionInput) {
  const { spades: view, seed } = received(decision);
  assert(view);
  return { c: checksum(wordsOfSpades(view, seed)), answer: chooseInSpades(view, seed) };
}

function inEuchre(decision: DecisionInput) {
  const { euchre: view, seed } = received(decision);
  assert(view);
  return { c: checksum(wordsOfEuchre(view, seed)), answer: chooseInEuchre(view, seed) };
}

const NO_TRICKS: EuchreSeatInput = { sitsOut: false, taken: 0, score: 0, replaced: false };

test("the last bid of a deal of Spades", () => {
  const example: DecisionInput = {
    seed: "8122274141285904",
    spades: {
      seat: 1,
      dealer: 1,
      deal: 1,
      hand: [6, 8, 12, 13, 15, 16, 20, 22, 23, 28, 30, 34, 35, 39, 43, 49, 52],
      seats: [
        { taken: 0, score: 0, bags: 0, replaced: false },
        { bid: 3, taken: 0, score: 0, bags: 0, replaced: false },
        { bid: 15, taken: 0, score: 0, bags: 0, replaced: false },
      ],
      legalBids: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17],
      broken: false,
    },
  };

  assert.deepEqual(inSpades(example), { c: 2131369826, answer: { bid: 14 } });
});

test("a card of Spades, with a negative score", () => {
  const example: DecisionInput = {
    seed: "7597797028237967",
    spades: {
      seat: 2,
      dealer: 3,
      deal: 3,
      hand: [8, 16, 17, 20, 21, 22, 32, 41, 43, 48, 49],
      seats: [
        { bid: 6, score: -120, taken: 0, bags: 0, replaced: false },
        { bid: 4, taken: 2, score: 60, bags: 0, replaced: false },
        { bid: 3, taken: 4, score: -89, bags: 1, replaced: false },
      ],
      played: [38, 39, 27, 14, 26, 24, 10, 5, 11, 25, 45, 18, 9, 2, 7, 33, 31, 29, 47, 50],
      leaders: [1, 2, 3, 2, 3, 3, 3],
      broken: true,
      legalCards: [41, 43, 48, 49],
    },
  };

  assert.deepEqual(inSpades(example), { c: 2426655070, answer: { card: 48 } });
});

test("a bid that is absent is no nil", () => {
  const absent = inSpades({ seed: 1, spades: { seats: [{}], legalBids: [0] } });
  const nil = inSpades({ seed: 1, spades: { seats: [{ bid: 0 }], legalBids: [0] } });

  assert.notEqual(absent.c, nil.c);
});

test("asked for a blind nil it says no", () => {
  assert.deepEqual(inSpades({ spades: { asksBlindNil: true } }).answer, { blindNil: false });
});

test("the first call of a deal of Euchre that follows a redeal", () => {
  const example: DecisionInput = {
    seed: "1370051032973791",
    euchre: {
      seat: "SEAT_3",
      dealer: "SEAT_2",
      deal: 2,
      redeals: 1,
      due: "EUCHRE_DUE_CALL",
      hand: ["CARD_JD", "CARD_JH", "CARD_QH", "CARD_TS", "CARD_QS"],
      upcard: "CARD_JS",
      upcardSuit: "SUIT_SPADES",
      upcardState: "EUCHRE_UPCARD_UP",
      seats: [NO_TRICKS, NO_TRICKS, NO_TRICKS],
      legalCalls: ["EUCHRE_CALL_PASS", "EUCHRE_CALL_ORDER_UP"],
    },
  };

  assert.deepEqual(inEuchre(example), { c: 2202365036, answer: { call: 1 } });
});

test("a maker who keeps five, while a defender plays alone", () => {
  const example: DecisionInput = {
    seed: "7393679405331180",
    euchre: {
      seat: "SEAT_3",
      dealer: "SEAT_1",
      deal: 1,
      due: "EUCHRE_DUE_KEEP",
      hand: ["CARD_KC", "CARD_AC", "CARD_KH", "CARD_9S", "CARD_JS"],
      upcard: "CARD_AS",
      upcardSuit: "SUIT_SPADES",
      upcardState: "EUCHRE_UPCARD_DECLINED",
      calls: ["EUCHRE_CALL_PASS", "EUCHRE_CALL_ORDER_UP"],
      maker: "SEAT_3",
      trump: "SUIT_SPADES",
      seats: [
        { ...NO_TRICKS, alone: true },
        { ...NO_TRICKS, alone: false, sitsOut: true },
        { ...NO_TRICKS, alone: false },
      ],
      dummy: ["CARD_TC", "CARD_QC", "CARD_KD", "CARD_TH", "CARD_QS"],
    },
  };

  const answer = { kept: { cards: [11, 13, 35, 38, 49] } };
  assert.deepEqual(inEuchre(example), { c: 876985876, answer });
});

test("a card of a dealer who took up both the upcard and the dummy", () => {
  const example: DecisionInput = {
    seed: "1404071200203958",
    euchre: {
      seat: "SEAT_1",
      dealer: "SEAT_1",
      deal: 4,
      dealsPlayed: 3,
      due: "EUCHRE_DUE_CARD",
      hand: ["CARD_9D", "CARD_TD"],
      upcard: "CARD_TD",
      upcardSuit: "SUIT_DIAMONDS",
      upcardState: "EUCHRE_UPCARD_TAKEN",
      calls: ["EUCHRE_CALL_PASS", "EUCHRE_CALL_PASS", "EUCHRE_CALL_ORDER_UP"],
      maker: "SEAT_1",
      trump: "SUIT_DIAMONDS",
      seats: [
        { alone: false, taken: 2, score: 3 },
        { alone: true, taken: 1, score: 1 },
        { sitsOut: true, score: 1 },
      ],
      putDown: "CARD_TS",
      leftOut: ["CARD_QC", "CARD_9H", "CARD_JH", "CARD_9S", "CARD_QS"],
      played: ["CARD_AS", "CARD_KH", "CARD_TC", "CARD_9C", "CARD_KS", "CARD_QD", "CARD_KD"],
      leaders: ["SEAT_1", "SEAT_1", "SEAT_1", "SEAT_2"],
      legalCards: ["CARD_9D", "CARD_TD"],
    },
  };

  assert.deepEqual(inEuchre(example), { c: 4200344307, answer: { card: 22 } });
});
