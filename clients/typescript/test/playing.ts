import type { Bot, RunOptions } from "../src/index.js";
import { play } from "../src/index.js";
import { Referee, SOON, type Table } from "./referee.js";

/** Takes the default, unless told otherwise. */
export function bot(methods: Partial<Bot> = {}): Bot {
  return { name: "tester", decide: (decision) => decision.default, ...methods };
}

/** Run a bot against scripts, one a stream; the bot comes back only if there are several. Resolves with its log. */
export async function playing(
  player: Bot,
  scripts: ((table: Table) => void | Promise<void>)[],
  options: RunOptions = {},
): Promise<string[]> {
  const referee = await Referee.start();
  const failed = new AbortController();
  const lines: string[] = [];
  const run = play(player, {
    address: referee.address,
    backoff: SOON,
    reconnectWithinMs: scripts.length > 1 ? 5000 : 0,
    log: (line) => lines.push(line),
    signal: failed.signal,
    ...options,
  });
  const refereed = (async () => {
    for (const script of scripts) await script(await referee.table());
  })().catch((error: unknown) => failed.abort(error));
  try {
    await run;
    await refereed;
  } finally {
    referee.stop();
  }
  return lines;
}

/** A promise that a test settles. */
export function signal() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}
