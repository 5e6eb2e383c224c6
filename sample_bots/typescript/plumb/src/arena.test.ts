/** The conversation, with a server of the test's own on a port of loopback. */

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";

import { Server, ServerCredentials } from "@grpc/grpc-js";

import { ArenaService, Reason, converse } from "./arena";
import type { ArenaServiceHandlers } from "./generated/arena/v1/ArenaService";
import type { Card } from "./generated/arena/v1/Card";
import type { DecisionInput } from "./generated/arena/v1/Decision";
import type { PlayRequest } from "./generated/arena/v1/PlayRequest";
import type { PlayResponseInput } from "./generated/arena/v1/PlayResponse";

const GOODBYE: PlayResponseInput = { goodbye: { reason: "REASON_FINISHED", text: "all done" } };

/** Serves an arena that says welcome, then one message of `script` for each that it hears. */
async function served(context: TestContext, script: PlayResponseInput[]) {
  const heard: PlayRequest[] = [];
  const waiting = [...script];
  const handlers: ArenaServiceHandlers = {
    Play(call) {
      call.write({ welcome: { game: "spades" } });
      call.on("data", (request) => {
        heard.push(request);
        const next = waiting.shift();
        if (next) {
          call.write(next);
        }
        if (waiting.length === 0) {
          call.end();
        }
      });
    },
  };
  const server = new Server();
  server.addService(ArenaService.service, handlers);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  context.after(() => server.forceShutdown());
  return { address: `127.0.0.1:${port}`, heard };
}

function turnOf(number: number, decisions: DecisionInput[]): PlayResponseInput {
  return { turn: { number, decisions } };
}

/** Returns a decision with one legal answer, whatever the strategy is. */
function forced(match: number, card: Card): DecisionInput {
  const seat = { bid: 1 };
  const cards = { hand: [card], legalCards: [card] };
  return { match, spades: { seat: 1, seats: [seat, seat, seat], leaders: [1], ...cards } };
}

function forcedInEuchre(match: number, card: Card): DecisionInput {
  const view = { due: "EUCHRE_DUE_CARD", trump: "SUIT_CLUBS", seat: 1, maker: 1 } as const;
  const cards = { hand: [card], legalCards: [card] };
  return { match, euchre: { ...view, seats: [{}, {}, {}], leaders: [1], ...cards } };
}

test("it says hello, answers every turn whole, and ends at goodbye", async (context) => {
  const { address, heard } = await served(context, [
    turnOf(1, [forced(7, 52), forced(4, 1)]),
    turnOf(2, [forcedInEuchre(9, 30)]),
    GOODBYE,
  ]);

  const goodbye = await converse(address);

  const [hello, first, second] = heard;
  assert.equal(goodbye.reason, Reason.REASON_FINISHED);
  assert.equal(hello?.hello?.protocol, "arena.v1");
  assert.deepEqual(hello?.hello?.games, ["spades", "euchre"]);
  assert.ok(Number(hello?.hello?.tables) >= 32);
  assert.deepEqual(answers(first), { turn: 1, moves: { 7: { card: 52 }, 4: { card: 1 } } });
  assert.deepEqual(answers(second), { turn: 2, moves: { 9: { card: 30 } } });
});

test("a refusal goes to the log", async (context) => {
  const logged = context.mock.method(console, "error", () => {});
  const refused = { ...forced(7, 3), refusal: "AS is not legal here" };
  const { address } = await served(context, [turnOf(1, [refused]), GOODBYE]);

  await converse(address);

  assert.deepEqual(logged.mock.calls[0]?.arguments, ["refused: AS is not legal here"]);
});

test("an arena that hangs up without a goodbye is an error", async (context) => {
  const { address } = await served(context, [turnOf(1, [forced(7, 3)])]);

  await assert.rejects(converse(address), /without a goodbye/);
});

test("an arena that is not there is an error", async () => {
  await assert.rejects(converse("127.0.0.1:1"), /UNAVAILABLE/);
});

function answers(request: PlayRequest | undefined) {
  const { turn, moves = [] } = request?.moves ?? {};
  const byMatch = moves.map(({ match, spades, euchre }) => {
    const { answer: _, ...answer } = spades ?? euchre ?? {};
    return [match, answer];
  });
  return { turn, moves: Object.fromEntries(byMatch) };
}
