/** The strategy, with cards as card players write them: "9S JH AD". */

import assert from "node:assert/strict";
import { test } from "node:test";

import { ArenaService } from "./arena";
import { chooseInEuchre, chooseInSpades } from "./choose";
import { Card } from "./generated/arena/v1/Card";
import type { Decision, DecisionInput } from "./generated/arena/v1/Decision";
import { EuchreCall } from "./generated/arena/v1/EuchreCall";
import type { EuchreViewInput } from "./generated/arena/v1/EuchreView";
import type { SpadesViewInput } from "./generated/arena/v1/SpadesView";

const CARDS: Readonly<Record<string, Card | undefined>> = Card;

function cards(text: string): Card[] {
  return text
    .split(" ")
    .filter((name) => name !== "")
    .map((name) => {
      const card = CARDS[`CARD_${name}`];
      assert(card, `${name} is no card`);
      return card;
    });
}

/** Returns a decision as it comes out of a message, with all that was left out. */
function received(decision: DecisionInput): Decision {
  const { responseSerialize, responseDeserialize } = ArenaService.service.Play;
  const { turn } = responseDeserialize(responseSerialize({ turn: { decisions: [decision] } }));
  assert(turn?.decisions[0]);
  return turn.decisions[0];
}

function inSpades(spades: SpadesViewInput) {
  const { spades: view, seed } = received({ seed: 1, spades: { seat: "SEAT_1", ...spades } });
  assert(view);
  return chooseInSpades(view, seed);
}

function inEuchre(euchre: EuchreViewInput) {
  const { euchre: view, seed } = received({ seed: 1, euchre: { seats: [{}, {}, {}], ...euchre } });
  assert(view);
  return chooseInEuchre(view, seed);
}

const PLAYED: [
  what: string,
  bid: number,
  taken: number,
  table: string,
  legal: string,
  card: string,
][] = [
  ["cashes its highest card when it needs tricks", 2, 1, "", "4C AH 6D", "AH"],
  ["takes a trick as cheaply as it can in the last seat", 2, 1, "QH 3H", "4H KH AH", "KH"],
  ["takes a trick in which somebody has thrown a card away", 2, 1, "QH 3D", "4H KH AH", "KH"],
  ["throws its lowest card where it cannot win", 2, 1, "AH 3H", "4H KH", "4H"],
  ["keeps a spade where it cannot win with it", 2, 1, "AH 9S", "2S 7C", "7C"],
  ["throws its highest loser once its bid is made", 1, 1, "QH 3H", "4H TH KH", "TH"],
  ["wins with its lowest card where it has to", 1, 1, "3H", "QH KH", "QH"],
];

for (const [what, bid, taken, table, legal, card] of PLAYED) {
  test(`in Spades it ${what}`, () => {
    const answer = inSpades({
      seats: [{ bid, taken }, { bid: 3 }, { bid: 3 }],
      played: cards(`2C 3C 4C ${table}`),
      legalCards: cards(legal),
    });

    assert.deepEqual(answer, { card: cards(card)[0] });
  });
}

test("it bids its aces, its kings and its long spades, and never nil", () => {
  const bids = { seats: [{}, {}, {}], legalBids: [0, 1, 2, 3, 4] };

  assert.deepEqual(inSpades({ ...bids, hand: cards("KD AC QH 2S 3S 4S 5S 6S") }), { bid: 3 });
  assert.deepEqual(inSpades({ ...bids, hand: cards("2C 3D 4H") }), { bid: 1 });
});

test("it bids nothing blind", () => {
  assert.deepEqual(inSpades({ asksBlindNil: true }), { blindNil: false });
});

const { EUCHRE_CALL_PASS, EUCHRE_CALL_ORDER_UP, EUCHRE_CALL_CLUBS, EUCHRE_CALL_HEARTS } =
  EuchreCall;

const CALLED: [what: string, hand: string, legal: EuchreCall[], call: EuchreCall][] = [
  [
    "orders up on three trumps, the left bower among them",
    "JC 9S AS 9H TD",
    [EUCHRE_CALL_PASS, EUCHRE_CALL_ORDER_UP],
    EUCHRE_CALL_ORDER_UP,
  ],
  ["passes on two", "9C 9S AS 9H TD", [EUCHRE_CALL_PASS, EUCHRE_CALL_ORDER_UP], EUCHRE_CALL_PASS],
  [
    "names its best suit",
    "9C TD 9H TH AH",
    [EUCHRE_CALL_PASS, EUCHRE_CALL_CLUBS, EUCHRE_CALL_HEARTS],
    EUCHRE_CALL_HEARTS,
  ],
  [
    "names one where it may not pass",
    "9C 9D TD 9H TH",
    [EUCHRE_CALL_CLUBS, EUCHRE_CALL_HEARTS],
    EUCHRE_CALL_HEARTS,
  ],
];

for (const [what, hand, legalCalls, call] of CALLED) {
  test(`in Euchre it ${what}`, () => {
    const view = { due: "EUCHRE_DUE_CALL", upcardSuit: "SUIT_SPADES", legalCalls } as const;

    assert.deepEqual(inEuchre({ ...view, hand: cards(hand) }), { call });
  });
}

const TRICKS: [what: string, table: string, legal: string, card: string][] = [
  ["leads its highest card", "", "KC 9H AS", "9H"],
  ["beats an ace of trumps with the left bower", "AH 9C", "JD KH", "JD"],
  ["does not take the left bower for a diamond", "AD 9D", "TD QD", "TD"],
];

for (const [what, table, legal, card] of TRICKS) {
  test(`in Euchre it ${what}`, () => {
    const view = { due: "EUCHRE_DUE_CARD", trump: "SUIT_HEARTS", played: cards(table) } as const;

    assert.deepEqual(inEuchre({ ...view, legalCards: cards(legal) }), { card: cards(card)[0] });
  });
}

test("it puts down its lowest card that is no trump", () => {
  const view = { due: "EUCHRE_DUE_SWAP", trump: "SUIT_HEARTS" } as const;
  const legalCards = cards("TC KC JD 9H AS");

  assert.deepEqual(inEuchre({ ...view, legalCards }), { card: cards("TC")[0] });
});

test("it keeps the five best cards of ten", () => {
  const view = { due: "EUCHRE_DUE_KEEP", trump: "SUIT_HEARTS" } as const;
  const [hand, dummy] = [cards("9C TC JD 9H AS"), cards("9D TD KD JH QS")];

  const answer = inEuchre({ ...view, hand, dummy });

  assert.deepEqual(answer, { kept: { cards: cards("KD AS 9H JD JH") } });
});
