import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { create } from "@bufbuild/protobuf";
import { anyPack, TimestampSchema } from "@bufbuild/protobuf/wkt";

import { Decision } from "../src/decision.js";
import { UnreadableError } from "../src/errors.js";
import { unpack } from "../src/game.js";
import {
  DecisionRequestSchema,
  MatchStartedSchema,
} from "../src/gen/lawspeaker/v1/referee_service_pb.js";
import { clansmen } from "../src/clansmen.js";
import { Match } from "../src/match.js";
import { northgard, OptionsSchema, ViewSchema } from "../src/northgard.js";

type Request = NonNullable<Parameters<typeof create<typeof DecisionRequestSchema>>[1]>;

function decision(request: Request, seed = "0"): Decision {
  const match = new Match(create(MatchStartedSchema, { matchId: "m", seat: 2 }));
  return new Decision(create(DecisionRequestSchema, request), match, seed);
}

const OPTIONS = create(OptionsSchema, {
  options: [
    { verb: { case: "playCard", value: { card: 3 } } },
    { verb: { case: "pass", value: {} } },
  ],
});

test("options are verbs with their values", () => {
  const [first, second] = decision({ options: anyPack(OptionsSchema, OPTIONS) }).options(northgard);
  assert.equal(first?.case === "playCard" && first.value.card, 3);
  assert.equal(second?.case, "pass");
});

test("a question without options has none", () => {
  assert.deepEqual(decision({}).options(northgard), []);
});

test("a verb of a later version cannot be read, and nothing is made of it", () => {
  const later = create(OptionsSchema, { options: [{}] });
  assert.throws(() => decision({ options: anyPack(OptionsSchema, later) }).options(northgard), {
    name: "UnreadableError",
    message: /upgrade lawspeaker-bot/,
  });
});

test("a view read as another game's is an error that names both", () => {
  const asked = decision({ view: anyPack(ViewSchema, create(ViewSchema, { year: 4 })) });
  assert.equal(asked.view(northgard).year, 4);
  assert.equal(asked.view(northgard), asked.view(northgard));
  assert.throws(() => asked.view(clansmen), {
    name: "UnreadableError",
    message: /a message lawspeaker\.northgard\.v1\.View came .* lawspeaker\.clansmen\.v1\.View/,
  });
});

test("a damaged message is an error that says so", () => {
  const view = { typeUrl: "x/lawspeaker.northgard.v1.View", value: Uint8Array.of(255) };
  assert.throws(() => decision({ view }).view(northgard), /it is damaged/);
});

test("a message of anybody's schema can be unpacked", () => {
  const packed = anyPack(TimestampSchema, create(TimestampSchema, { seconds: 5n }));
  assert.equal(unpack(TimestampSchema, packed).seconds, 5n);
  assert.throws(() => unpack(TimestampSchema, undefined), UnreadableError);
});

test("time left runs on, never below zero, and begins anew when it is asked again", () => {
  let now = 1000;
  mock.method(performance, "now", () => now);
  try {
    const asked = decision({ timeLeftMs: 2000, bankLeftMs: 500n, lastChargedUs: 1250n });
    assert.equal(asked.timeLeftMs, 2000);
    now += 1500;
    assert.equal(asked.timeLeftMs, 500);
    now += 1500;
    assert.equal(asked.timeLeftMs, 0);
    asked.askedAgain(create(DecisionRequestSchema, { timeLeftMs: 700, bankLeftMs: 300n }));
    assert.deepEqual([asked.timeLeftMs, asked.bankLeftMs], [700, 300]);
    assert.equal(asked.lastChargedMs, 1.25);
  } finally {
    mock.restoreAll();
  }
});

test("without a limit no time is left or lacking", () => {
  assert.equal(decision({}).timeLeftMs, undefined);
});

test("a decision asked again draws the same, under another seed something else", () => {
  const draw = (seed: string) => decision({ decisionId: 7n }, seed).random().next();
  assert.equal(draw("0"), 0x855dffe684f91967n);
  assert.equal(draw("0"), draw("0"));
  assert.notEqual(draw("1"), draw("0"));
});

test("the default is a copy, which a bot may change", () => {
  const asked = decision({ defaultPicks: [2, 0] });
  asked.default.reverse();
  assert.deepEqual(asked.default, [2, 0]);
});

test("limits that a clock leaves out are those of a move, and an absent one is none", () => {
  const clockOf = (clock: { moveMs?: number; reactionMs?: number }) =>
    new Match(create(MatchStartedSchema, { clock: { bankMs: 9, ...clock } })).clock;
  const clock = clockOf({ moveMs: 100, reactionMs: 0 });
  assert.deepEqual(
    [clock.moveMs, clock.firstMoveMs, clock.reactionMs, clock.bankMs],
    [100, 100, 0, 9],
  );
  assert.equal(clockOf({}).firstMoveMs, undefined);
});

test("a match tells its players, options and bots", () => {
  const options = [{ name: "length", value: "short" }];
  const setup = { game: "clansmen", players: 3, options };
  const match = new Match(create(MatchStartedSchema, { setup, bots: ["a", "b", "c"] }));
  assert.deepEqual([match.game, match.players, match.bots], ["clansmen", 3, ["a", "b", "c"]]);
  assert.equal(match.options.get("length"), "short");
});
