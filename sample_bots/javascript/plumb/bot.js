/** The program: one JSON message a line in, one out, until the arena says goodbye. */

import { createInterface } from "node:readline";

import { HELLO, parse, reply } from "./messages.js";

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

say(HELLO);
for await (const line of createInterface({ input: process.stdin })) {
  const message = parse(line);
  if (message.goodbye) {
    console.error(message.goodbye.text);
    break;
  }
  if (message.turn) {
    say(reply(message.turn));
  }
}
process.stdin.destroy(); // or node would wait for more
