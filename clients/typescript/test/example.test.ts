import assert from "node:assert/strict";
import { test } from "node:test";

import { ExampleBot } from "../src/bots/example.js";
import { Decision } from "../src/decision.js";
import { recorded } from "./recorded.js";

for (const transcript of ["northgard-random", "northgard-default", "northgard-modules"]) {
  test(`in every position of ${transcript} it takes what is legal, and the same again`, async () => {
    const bot = new ExampleBot();
    const { match, requests } = await recorded(transcript);
    for (const decision of requests.map((request) => new Decision(request, match, "0"))) {
      const picks = bot.decide(decision);
      assert.ok(picks.length >= decision.least && picks.length <= decision.most, decision.prompt);
      assert.ok(picks.every((pick) => pick < decision.optionCount));
      assert.deepEqual(bot.decide(decision), picks);
    }
  });
}
