import assert from "node:assert/strict";
import { test } from "node:test";
import { groupsOf, openGroups } from "../src/log.ts";

const CHAPTERS = [
  { step: 0, label: "year 1" },
  { step: 2, label: "year 2" },
  { step: 200, label: "year 3" },
];

test("steps up to a position stand under their chapters, long ones in several groups", () => {
  assert.deepEqual(groupsOf(CHAPTERS, 0), []);
  assert.deepEqual(groupsOf(CHAPTERS, 2), [{ from: 1, to: 2, label: "Year 1" }]);
  const groups = groupsOf(CHAPTERS, 203);
  assert.deepEqual(
    groups.map(({ from, to }) => [from, to]),
    [
      [1, 2],
      [3, 62],
      [63, 122],
      [123, 182],
      [183, 200],
      [201, 203],
    ],
  );
  const numbers = groups.flatMap(({ from, to }) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index),
  );
  assert.deepEqual(
    numbers,
    Array.from({ length: 203 }, (_, index) => index + 1),
  );
  assert.equal(groupsOf([], 100).length, 2);
});

test("the last groups are open, and what someone chose", () => {
  const groups = groupsOf(CHAPTERS, 203);
  assert.deepEqual(openGroups(groups, new Map()), [false, false, false, false, true, true]);
  const chosen = new Map([
    [1, true],
    [201, false],
  ]);
  assert.deepEqual(openGroups(groups, chosen), [true, false, false, false, true, false]);
});
