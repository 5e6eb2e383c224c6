/** The conversation with the arena: one stream from hello to goodbye. */

import { join } from "node:path";

import { credentials, loadPackageDefinition } from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";

import { chooseInEuchre, chooseInSpades } from "./choose";
import type { ProtoGrpcType } from "./generated/arena";
import type { Decision } from "./generated/arena/v1/Decision";
import type { Goodbye } from "./generated/arena/v1/Goodbye";
import type { MoveInput } from "./generated/arena/v1/Move";
import type { PlayResponse } from "./generated/arena/v1/PlayResponse";

export { _arena_v1_Goodbye_Reason as Reason } from "./generated/arena/v1/Goodbye";

/** How many tables the bot offers to serve at once: the more, the longer the turns. */
const TABLES = 64;

const definition = loadSync("arena/v1/arena.proto", {
  includeDirs: [join(__dirname, "..", "proto")],
  longs: Number, // every number of the protocol stays below 2^53
  defaults: true,
  oneofs: true,
});

export const { ArenaService } = (loadPackageDefinition(definition) as unknown as ProtoGrpcType)
  .arena.v1;

/** Plays every table that the arena at `address` has for this bot; throws if it goes away. */
export async function converse(address: string): Promise<Goodbye> {
  const client = new ArenaService(address, credentials.createInsecure());
  try {
    const stream = client.play();
    stream.write({
      hello: { protocol: "arena.v1", games: ["spades", "euchre"], tables: TABLES, client: "bot" },
    });
    for await (const message of stream as AsyncIterable<PlayResponse>) {
      if (message.turn) {
        const { number, decisions } = message.turn;
        stream.write({ moves: { turn: number, moves: decisions.map(answered) } });
      } else if (message.goodbye) {
        return message.goodbye;
      }
    }
    throw new Error(`the arena at ${address} went away without a goodbye`);
  } finally {
    client.close();
  }
}

function answered({ match, seed, refusal, spades, euchre }: Decision): MoveInput {
  if (refusal !== "") {
    console.error(`refused: ${refusal}`);
  }
  if (spades) {
    return { match, spades: chooseInSpades(spades, seed) };
  }
  if (euchre) {
    return { match, euchre: chooseInEuchre(euchre, seed) };
  }
  throw new Error("a decision of a game that this bot does not know");
}
