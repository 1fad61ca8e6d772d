import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL, SPECTATOR } from "../src/document.ts";
import { GENERIC } from "../src/generic.ts";
import { Player } from "../src/player.ts";
import { Replay } from "../src/replay.ts";
import { match } from "./match.ts";

function player(more: Parameters<typeof match>[0] = {}): Player {
  return new Player(new Replay(match(more)), GENERIC, () => undefined);
}

test("a match begins at its beginning, and one cannot leave it", () => {
  const one = player();
  assert.deepEqual(one.place, { step: 0, eye: ALL, speed: 1 });
  one.by(-1);
  assert.equal(one.step, 0);
  one.go(99);
  assert.equal(one.step, 4);
});

test("chapters are gone through in both directions", () => {
  const one = player();
  const steps = ([1, 1, -1, -1, -1] as const).map((direction) => {
    one.byChapter(direction);
    return one.step;
  });
  assert.deepEqual(steps, [2, 4, 2, 0, 0]);
});

test("only eyes of the document and known speeds are taken", () => {
  const one = player();
  one.visit({ step: 3, eye: SPECTATOR, speed: 8 });
  assert.deepEqual(one.place, { step: 3, eye: SPECTATOR, speed: 8 });
  one.visit({ eye: 1, speed: 3 });
  assert.deepEqual(one.place, { step: 3, eye: SPECTATOR, speed: 8 });
  one.faster(1);
  assert.equal(one.speed, 8);
  one.faster(-1);
  assert.equal(one.speed, 4);
});

test("a match is played to its end, chance for a shorter time, and then from its beginning", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const one = player();
  one.go(1);
  one.toggle();
  context.mock.timers.tick(279);
  assert.equal(one.step, 1, "step 1 is chance, which stays 280 ms");
  context.mock.timers.tick(1);
  assert.equal(one.step, 2);
  one.hurry(2);
  context.mock.timers.tick(350);
  assert.equal(one.step, 3);
  assert.ok(one.playing);
  context.mock.timers.tick(350);
  assert.equal(one.step, 4);
  assert.ok(!one.playing);
  one.toggle();
  assert.equal(one.step, 0);
  one.by(1);
  assert.ok(!one.playing, "who goes by hand pauses");
});

test("who stands at the end of a live match follows it, who looks back stays", () => {
  const { steps, eyes, ...whole } = match();
  const first = { ...whole, steps: steps.slice(0, 2), eyes, live: { delay_s: 0 } };
  const longer = new Replay({ ...whole, steps: steps.slice(0, 3), eyes, live: { delay_s: 0 } });
  const over = new Replay(match());
  const one = player(first);
  assert.equal(one.step, 2);
  one.replace(longer);
  assert.equal(one.step, 3);
  one.go(1);
  one.replace(over);
  assert.equal(one.step, 1);
  assert.ok(!one.live);
});
