/** The messages of the protocol: what they mean on the way in, what they look like on the way out. */

import { chooseInEuchre, chooseInSpades } from "./choose.js";

/** The bot's first message; more `tables` make longer turns. */
export const HELLO = {
  hello: { protocol: "arena.v1", games: ["spades", "euchre"], tables: 64, client: "bot" },
};

const RANKS = [..."23456789TJQKA"];
const CARDS = [..."CDHS"].flatMap((suit) => RANKS.map((rank) => rank + suit));

/** The names of all enums of a view, each without its prefix, by their numbers from 1. */
const ENUMS = {
  CARD: [...CARDS, "JOKER"],
  SUIT: ["CLUBS", "DIAMONDS", "HEARTS", "SPADES"],
  SEAT: ["1", "2", "3", "4"],
  BLIND_NIL: ["CLOSED", "OPEN", "DECLINED", "TAKEN"],
  EUCHRE_CALL: [
    ...["PASS", "ORDER_UP", "CLUBS", "DIAMONDS", "HEARTS", "SPADES"],
    ...["DECLINE", "NOT_ALONE", "ALONE"],
  ],
  EUCHRE_DUE: ["JOKER_SUIT", "CALL", "SWAP", "ALONE", "KEEP", "CARD"],
  EUCHRE_UPCARD: ["UP", "TAKEN", "DECLINED", "TURNED_DOWN"],
};

const NUMBERS = new Map(
  Object.entries(ENUMS).flatMap(([prefix, names]) =>
    ["UNSPECIFIED", ...names].map((name, number) => [`${prefix}_${name}`, number]),
  ),
);

/** Returns the message of a line, with a number for each name of an enum. */
export function parse(line) {
  return JSON.parse(line, (key, value) => {
    if (key === "seed" || key === "number") {
      return Number(value); // 64 bits are sent as text; the protocol stays below 2^53
    }
    return NUMBERS.get(value) ?? value;
  });
}

/** Returns the answer to every decision of `turn`. */
export function reply({ number, decisions }) {
  return { moves: { turn: number, moves: decisions.map(answered) } };
}

function answered({ match, seed, refusal, spades, euchre }) {
  if (refusal) {
    console.error(`refused: ${refusal}`);
  }
  return spades
    ? { match, spades: chooseInSpades(spades, seed) }
    : { match, euchre: chooseInEuchre(euchre, seed) };
}
