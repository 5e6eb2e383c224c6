/** The strategy, with cards as card players write them: "9S JH AD". */

import assert from "node:assert/strict";
import { test } from "node:test";

import { CALL, DUE, chooseInEuchre, chooseInSpades } from "./choose.js";
import { parse } from "./messages.js";

const HEARTS = 3;
const SPADES = 4;

function cards(text) {
  const names = text.split(" ").filter((name) => name !== "");
  return parse(JSON.stringify(names.map((name) => `CARD_${name}`)));
}

for (const [what, bid, taken, table, legal, card] of [
  ["cashes its highest card when it needs tricks", 2, 1, "", "4C AH 6D", "AH"],
  ["takes a trick as cheaply as it can in the last seat", 2, 1, "QH 3H", "4H KH AH", "KH"],
  ["takes a trick in which somebody has thrown a card away", 2, 1, "QH 3D", "4H KH AH", "KH"],
  ["throws its lowest card where it cannot win", 2, 1, "AH 3H", "4H KH", "4H"],
  ["keeps a spade where it cannot win with it", 2, 1, "AH 9S", "2S 7C", "7C"],
  ["throws its highest loser once its bid is made", 1, 1, "QH 3H", "4H TH KH", "TH"],
  ["wins with its lowest card where it has to", 1, 1, "3H", "QH KH", "QH"],
]) {
  test(`in Spades it ${what}`, () => {
    const seats = [
      { bid, taken },
      { bid: 3, taken: 0 },
      { bid: 3, taken: 0 },
    ];
    const played = cards(`2C 3C 4C ${table}`);
    const view = { seat: 1, seats, played, legal_bids: [], legal_cards: cards(legal) };

    assert.deepEqual(chooseInSpades(view, 1), { card: cards(card)[0] });
  });
}

test("it bids its aces, its kings and its long spades, and never nil", () => {
  const legal_bids = [0, 1, 2, 3, 4];
  const strong = { hand: cards("KD AC QH 2S 3S 4S 5S 6S"), legal_bids };
  const weak = { hand: cards("2C 3D 4H"), legal_bids };

  assert.deepEqual(chooseInSpades(strong, 1), { bid: 3 });
  assert.deepEqual(chooseInSpades(weak, 1), { bid: 1 });
});

test("it bids nothing blind", () => {
  assert.deepEqual(chooseInSpades({ asks_blind_nil: true }, 1), { blind_nil: false });
});

const { PASS, ORDER_UP, CLUBS } = CALL;

for (const [what, hand, legal_calls, call] of [
  ["orders up on three trumps with the left bower", "JC 9S AS 9H TD", [PASS, ORDER_UP], ORDER_UP],
  ["passes on two", "9C 9S AS 9H TD", [PASS, ORDER_UP], PASS],
  ["names its best suit", "9C TD 9H TH AH", [PASS, CLUBS, CALL.HEARTS], CALL.HEARTS],
  ["names one where it may not pass", "9C 9D TD 9H TH", [CLUBS, CALL.HEARTS], CALL.HEARTS],
]) {
  test(`in Euchre it ${what}`, () => {
    const view = { due: DUE.CALL, upcard_suit: SPADES, hand: cards(hand), legal_calls };

    assert.deepEqual(chooseInEuchre(view, 1), { call });
  });
}

for (const [what, table, legal, card] of [
  ["leads its highest card", "", "KC 9H AS", "9H"],
  ["beats an ace of trumps with the left bower", "AH 9C", "JD KH", "JD"],
  ["does not take the left bower for a diamond", "AD 9D", "TD QD", "TD"],
]) {
  test(`in Euchre it ${what}`, () => {
    const view = { due: DUE.CARD, trump: HEARTS, seats: [{}, {}, {}], played: cards(table) };

    const answer = chooseInEuchre({ ...view, legal_cards: cards(legal) }, 1);

    assert.deepEqual(answer, { card: cards(card)[0] });
  });
}

test("it puts down its lowest card that is no trump", () => {
  const view = { due: DUE.SWAP, trump: HEARTS, legal_cards: cards("TC KC JD 9H AS") };

  assert.deepEqual(chooseInEuchre(view, 1), { card: cards("TC")[0] });
});

test("it keeps the five best cards of ten", () => {
  const [hand, dummy] = [cards("9C TC JD 9H AS"), cards("9D TD KD JH QS")];

  const answer = chooseInEuchre({ due: DUE.KEEP, trump: HEARTS, hand, dummy }, 1);

  assert.deepEqual(answer, { kept: { cards: cards("KD AS 9H JD JH") } });
});
