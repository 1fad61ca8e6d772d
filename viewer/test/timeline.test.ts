import assert from "node:assert/strict";
import { test } from "node:test";
import { labelled, percent, ticksOf } from "../src/timeline.ts";

const CHAPTERS = [
  { step: 0, label: "year 0, season 0 Spring, phase setup" },
  { step: 2, label: "year 1, season 0 Spring, phase arrivals" },
  { step: 10, label: "year 1, season 0 Spring, phase actions" },
  { step: 50, label: "year 1, season 1 Summer, phase actions" },
  { step: 90, label: "year 2, season 0 Spring, phase actions" },
];

test("a position stands at its part of the timeline", () => {
  assert.deepEqual(
    [0, 25, 50].map((step) => percent(step, 50)),
    [0, 50, 100],
  );
  assert.equal(percent(0, 0), 0);
});

test("a tick is labelled with the largest part that changes, and lasts until one as large", () => {
  const ticks = ticksOf(CHAPTERS, 120);
  assert.deepEqual(
    ticks.map(({ level, label, length }) => [level, label, length]),
    [
      [0, "Year 0", 2],
      [0, "Year 1", 88],
      [2, "actions", 40],
      [1, "Summer", 40],
      [0, "Year 2", 30],
    ],
  );
  assert.equal(ticks[2]?.title, "Year 1 · Spring · actions");
});

test("labels never overlap, and the longest chapter is labelled first", () => {
  const ticks = ticksOf(CHAPTERS, 120);
  const shown = (width: number) => labelled(ticks, 120, width).map((tick) => tick.label);
  assert.deepEqual(shown(5000), ["Year 0", "Year 1", "Summer", "Year 2"]);
  assert.deepEqual(shown(300), ["Year 1", "Summer", "Year 2"]);
  assert.deepEqual(shown(100), ["Year 1"]);
});
