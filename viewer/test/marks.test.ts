import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL, SPECTATOR } from "../src/document.ts";
import { GENERIC } from "../src/generic.ts";
import { Marks } from "../src/marks.ts";
import { Replay } from "../src/replay.ts";
import { match } from "./match.ts";

test("faults are known at once, big steps a little later, and the page is told once", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let told = 0;
  const renderer = { ...GENERIC, event: ({ eye }: { eye: number }) => (eye === ALL ? "deal" : "") };
  const marks = new Marks(renderer, () => told++);
  const replay = new Replay(match());
  assert.deepEqual(marks.of(replay, ALL), [
    { step: 3, kind: "fault", word: "step 3: seat 1, timeout" },
  ]);
  context.mock.timers.runAll();
  assert.equal(told, 1);
  const found = marks.of(replay, ALL);
  assert.deepEqual(
    found.filter((each) => each.kind !== "fault").map((each) => each.step),
    [1, 2, 3, 4],
  );
  assert.equal(marks.of(replay, ALL), found, "nothing is looked for twice");
  assert.equal(marks.of(replay, SPECTATOR).length, 1, "another eye may see other steps");
  context.mock.timers.runAll();
  assert.equal(told, 1);
  assert.equal(marks.of(replay, SPECTATOR).length, 1);
});
