import { create } from "@bufbuild/protobuf";

import { abortOf } from "./abort.js";
import type { Bot } from "./bot.js";
import { connected, connector } from "./connection.js";
import { BotError, WrongBotError } from "./errors.js";
import { HelloSchema, type Hello } from "./gen/lawspeaker/v1/referee_service_pb.js";
import { Session } from "./session.js";
import { settle, type RunOptions } from "./settings.js";
import { PROTOCOL, SDK } from "./version.js";

/**
 * A bot process's last line: play matches until the referee says goodbye.
 *
 * Ends the process with one line on stderr and exit code 1 if it cannot. What the bot itself throws goes through.
 */
export async function run(bot: Bot, options: RunOptions = {}): Promise<void> {
  process.once("SIGINT", () => process.exit(130));
  // The first process of a container would not hear it otherwise.
  if (process.pid === 1) process.once("SIGTERM", () => process.exit(143));
  try {
    await play(bot, options);
  } catch (error) {
    if (!(error instanceof BotError)) throw error;
    console.error(`lawspeaker-bot: ${error.message}`);
    process.exit(1);
  }
}

/** `run` for programs that live on: rejects with a BotError, or with what the bot threw. */
export async function play(bot: Bot, options: RunOptions = {}): Promise<void> {
  const settings = settle(options);
  settings.signal?.throwIfAborted();
  const hello = helloOf(bot, settings.token);
  const connect = connector(settings);
  const client = connect();
  try {
    await Promise.race([connected(client, settings), abortOf(settings.signal)]);
    await new Session(bot, hello, connect, settings).play(client);
  } finally {
    client.close();
  }
}

/** How the bot introduces itself, on every stream. Throws WrongBotError for what no type check has seen. */
function helloOf(bot: Bot, token: string): Hello {
  const { name, version = "0", games = [], challengers = [], maxMatches = 1 } = bot;
  const { text = false, positions = false } = bot;
  for (const [what, value] of Object.entries({ name, version })) {
    if (typeof value !== "string") {
      throw new WrongBotError(`the bot's ${what} is ${String(value)}; it must be text`);
    }
  }
  for (const [what, names] of Object.entries({ games, challengers })) {
    if (!Array.isArray(names)) {
      throw new WrongBotError(
        `the bot's ${what} are ${String(names)}; it must be an array of names`,
      );
    }
  }
  const about = { token, bot: name, version, games: [...games], challengers: [...challengers] };
  const wishes = { maxMatches, text, positions, batches: true };
  return create(HelloSchema, { protocol: PROTOCOL, sdk: SDK, ...about, ...wishes });
}
