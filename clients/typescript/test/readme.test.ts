import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { Decision } from "../src/decision.js";
import { northgard } from "../src/northgard.js";
import { start } from "./program.js";
import { recorded } from "./recorded.js";
import { Referee } from "./referee.js";

const HOME = join(import.meta.dirname, "..");

test("the bot of the README plays as it stands there", { timeout: 30_000 }, async () => {
  const [, code] = /```ts\n(.*?)```/s.exec(readFileSync(join(HOME, "README.md"), "utf8")) ?? [];
  assert.ok(code);
  const folder = join(HOME, "build/readme"); // inside the package, which can import itself by its name
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "my-bot.ts"), code);

  const { match, requests } = await recorded("northgard-random");
  const turn = requests.find(({ prompt }) => prompt === "turn.action");
  assert.ok(turn);
  const referee = await Referee.start();
  const { ended } = start(join(folder, "my-bot.ts"), { LAWSPEAKER_ADDRESS: referee.address });
  const table = await referee.table();
  assert.deepEqual((await table.hello()).games, ["northgard"]);
  table.say({ case: "matchStarted", value: match.message });
  table.say({ case: "decisionRequest", value: turn });
  const { picks, annotation } = await table.answer();
  const [first = NaN] = picks;
  assert.equal(new Decision(turn, match, "0").options(northgard)[first]?.case, "playCard");
  assert.match(annotation, /^plays \w/);
  table.goodbye();
  assert.deepEqual(await ended, { code: 0, signal: null, printed: "" });
  referee.stop();
});
