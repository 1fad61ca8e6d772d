import assert from "node:assert/strict";
import { test } from "node:test";

import { create } from "@bufbuild/protobuf";
import { anyPack } from "@bufbuild/protobuf/wkt";

import { GreedyBot } from "../src/bots/greedy.js";
import { wins } from "../src/bots/northgard/fights.js";
import { scores } from "../src/bots/northgard/scores.js";
import { Decision } from "../src/decision.js";
import {
  DecisionRequestSchema,
  MatchStartedSchema,
} from "../src/gen/lawspeaker/v1/referee_service_pb.js";
import { Match } from "../src/match.js";
import { northgard, OptionsSchema, ViewSchema, type Option } from "../src/northgard.js";
import { recorded } from "./recorded.js";

const bot = new GreedyBot();

/** Every decision of a whole recorded match. */
async function decisionsOf(transcript: string): Promise<Decision[]> {
  const { match, requests } = await recorded(transcript);
  return requests.map((request) => new Decision(request, match, "0"));
}

const matches = [await decisionsOf("northgard-random"), await decisionsOf("northgard-default")];

test("in every recorded position the greedy bot takes what is legal, and the same again", () => {
  for (const decision of matches.flat()) {
    const picks = bot.decide(decision);
    assert.ok(picks.length >= decision.least && picks.length <= decision.most, decision.prompt);
    assert.equal(new Set(picks).size, picks.length);
    assert.ok(picks.every((pick) => pick < decision.optionCount));
    assert.deepEqual(bot.decide(decision), picks);
  }
});

test("what it takes scores no less than what it leaves, and whole hundredths", () => {
  for (const decision of matches.flat()) {
    const worth = scores(decision);
    assert.ok(worth.every(Number.isInteger), decision.prompt);
    const taken = bot.decide(decision);
    const left = worth.filter((_, option) => !taken.includes(option));
    const least = Math.min(...taken.map((pick) => worth[pick] ?? NaN));
    assert.ok(
      left.every((each) => each <= least || each <= 0),
      decision.prompt,
    );
  }
});

test("of a game without rules of thumb it takes the default", () => {
  const match = new Match(create(MatchStartedSchema, { setup: { game: "hnefatafl" } }));
  const request = { least: 1, most: 2, optionCount: 4, defaultPicks: [3, 1] };
  const decision = new Decision(create(DecisionRequestSchema, request), match, "0");
  assert.deepEqual(bot.decide(decision), [3, 1]);
});

/** What the bot picks of these options when it leads by so many points against a creature that it attacks. */
function againstCreature(lead: number, verbs: Option["verb"][]): number[] {
  const match = new Match(matches[0]?.[0]?.match.message ?? create(MatchStartedSchema));
  const combat = { attacker: match.seat, attackerPoints: 3 + lead, defenderPoints: 3, creature: 1 };
  const players = Array.from({ length: match.players }, (_, seat) => ({ seat }));
  const view = create(ViewSchema, { year: 1, years: 7, combat, players });
  const options = create(OptionsSchema, { options: verbs.map((verb) => ({ verb })) });
  const request = create(DecisionRequestSchema, {
    least: 1,
    most: 1,
    optionCount: verbs.length,
    options: anyPack(OptionsSchema, options),
    view: anyPack(ViewSchema, view),
  });
  const decision = new Decision(request, match, "0");
  assert.equal(decision.view(northgard).combat?.attackerPoints, 3 + lead);
  return bot.decide(decision);
}

for (const [lead, food] of [
  [2, 0],
  [1, 1],
  [-1, 3],
  [-9, 0],
] as const) {
  test(`with a lead of ${lead} against a creature it spends ${food} food: enough for a safe lead, or none`, () => {
    const spend = (each: number): Option["verb"] => ({
      case: "spendFood",
      value: { food: each } as Extract<Option["verb"], { case: "spendFood" }>["value"],
    });
    assert.deepEqual(againstCreature(lead, [0, 1, 2, 3].map(spend)), [food]);
  });
}

test("an attacker wins the throws in which the die brings more than the lead lacks", () => {
  assert.deepEqual(
    [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((lead) => wins(lead, 9, 9)),
    [0, 0, 1, 5, 13, 23, 31, 35, 36],
  );
});

test("who loses all figures has lost, and casualties besides the dice count", () => {
  assert.equal(wins(-9, 9, 1), 24);
  assert.equal(wins(-9, 9, 2), 6);
  assert.equal(wins(9, 1, 9), 12);
  assert.equal(wins(9, 2, 9, 1), 12);
  assert.equal(wins(9, 1, 9, 1), 0);
});
