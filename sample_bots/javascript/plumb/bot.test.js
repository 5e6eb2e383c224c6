/** The program, as the arena starts it: lines in, lines out. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test } from "node:test";

import { parse } from "./messages.js";

/** Returns what the program writes for `messages`, and how it ends. */
async function played(messages) {
  const program = spawn(process.execPath, ["bot.js"], { cwd: import.meta.dirname });
  const log = program.stderr.toArray();
  const ended = once(program, "close");
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  const said = [await next(lines)];
  for (const message of messages) {
    program.stdin.write(`${JSON.stringify(message)}\n`);
    if (message.turn) {
      said.push(await next(lines)); // each answer has to come before the next message goes out
    }
  }
  const [code] = await ended;
  return { said, code, log: Buffer.concat(await log).toString() };
}

async function next(lines) {
  const { value } = await lines.next();
  return JSON.parse(value);
}

/** Returns a decision with one legal answer, whatever the strategy is. */
function forced(match, card, refusal = "") {
  const seat = { bid: 1, taken: 0, score: 0, bags: 0, replaced: false };
  const cards = { hand: [card], played: [], leaders: ["SEAT_1"] };
  const legal = { legal_bids: [], legal_cards: [card], asks_blind_nil: false };
  const view = { seat: "SEAT_1", seats: [seat, seat, seat], ...cards, ...legal };
  return { match, seed: "1", refusal, spades: view };
}

test("it says hello, answers every turn whole, and ends at goodbye", async () => {
  const { said, code, log } = await played([
    { welcome: { game: "spades" } },
    { turn: { number: "1", decisions: [forced(7, "CARD_AS"), forced(4, "CARD_2C")] } },
    { turn: { number: "2", decisions: [forced(7, "CARD_3C", "AS is not legal here")] } },
    { goodbye: { reason: "REASON_FINISHED", text: "all tables are done" } },
  ]);

  const [{ hello }, first, second] = said;
  assert.equal(hello.protocol, "arena.v1");
  assert.deepEqual(hello.games, ["spades", "euchre"]);
  assert.ok(hello.tables >= 32);
  const both = [
    { match: 7, spades: { card: 52 } },
    { match: 4, spades: { card: 1 } },
  ];
  assert.deepEqual(first, { moves: { turn: 1, moves: both } });
  assert.deepEqual(second, { moves: { turn: 2, moves: [{ match: 7, spades: { card: 2 } }] } });
  assert.equal(code, 0);
  assert.equal(log, "refused: AS is not legal here\nall tables are done\n");
});

test("names of enums come as their numbers, and long numbers as numbers", () => {
  const line = '{"seed": "9007199254740991", "hand": ["CARD_2C", "CARD_AS", "CARD_JOKER"]}';

  assert.deepEqual(parse(line), { seed: 2 ** 53 - 1, hand: [1, 52, 53] });
});
