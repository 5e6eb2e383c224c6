/** The program: plays until the arena says goodbye. */

import { Reason, converse } from "./arena";

async function main(): Promise<void> {
  const address = process.env.ARENA_SOCKET;
  if (address === undefined) {
    console.error("ARENA_SOCKET is not set: let the arena start this bot, with `arena play`");
    process.exitCode = 2;
    return;
  }
  const { reason, text } = await converse(address);
  if (reason === Reason.REASON_PROTOCOL || reason === Reason.REASON_TIMEOUT) {
    console.error(`the arena ended the conversation: ${text}`);
    process.exitCode = 1;
  }
}

// What is thrown anywhere ends the program with 1, and its stack goes to the bot's log.
void main();
