import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";

import { start } from "./program.js";
import { Referee } from "./referee.js";

const LIMIT = { timeout: 30_000 };
const BOTS = join(import.meta.dirname, "../src/bin");

test("a bot's program plays and ends with exit code 0 and without a word", LIMIT, async () => {
  const referee = await Referee.start();
  const environment = { LAWSPEAKER_ADDRESS: referee.address, LAWSPEAKER_TOKEN: "secret" };
  const { ended } = start(join(BOTS, "random.ts"), environment);
  const table = await referee.table();
  const { bot, version, token, maxMatches, games } = await table.hello();
  assert.deepEqual([bot, version, token, maxMatches, games], ["random", "1", "secret", 64, []]);
  table.start();
  table.ask();
  await table.answer();
  table.over();
  table.goodbye();
  assert.deepEqual(await ended, { code: 0, signal: null, printed: "" });
  referee.stop();
});

test("what goes wrong with the referee is one line and exit code 1", LIMIT, async () => {
  const { ended } = start(join(BOTS, "random.ts"), { LAWSPEAKER_ADDRESS: "nowhere" });
  const { code, printed } = await ended;
  assert.equal(code, 1);
  assert.match(printed, /^lawspeaker-bot: the referee's address is "nowhere"; it must be .*\n$/);
});

for (const [signal, ending] of [
  ["SIGINT", { code: 130, signal: null }],
  ["SIGTERM", { code: null, signal: "SIGTERM" }],
] as const) {
  test(`${signal} ends a bot that waits, at once`, LIMIT, async () => {
    const referee = await Referee.start();
    const { child, ended } = start(join(BOTS, "random.ts"), {
      LAWSPEAKER_ADDRESS: referee.address,
    });
    await (await referee.table()).hello();
    child.kill(signal);
    assert.deepEqual(await ended, { ...ending, printed: "" });
    referee.stop();
  });
}

test("what the bot throws ends the program with its decision and its stack", LIMIT, async () => {
  const referee = await Referee.start();
  const environment = { LAWSPEAKER_ADDRESS: referee.address };
  const { ended } = start(join(import.meta.dirname, "clumsy.ts"), environment);
  const table = await referee.table();
  await table.hello();
  table.start();
  table.ask();
  const { code, printed } = await ended;
  assert.equal(code, 1);
  const [first] = printed.split("\n");
  assert.equal(first, "lawspeaker-bot: the bot failed at test.one, decision 1 of m");
  assert.match(printed, /TypeError: all thumbs\n +at .*clumsy\.ts/);
  referee.stop();
});
