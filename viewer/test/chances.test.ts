import assert from "node:assert/strict";
import { test } from "node:test";
import { chanceAt, chancesOf, line, mistakesOf } from "../src/chances.ts";
import { mistakeMarks } from "../src/marks.ts";
import type { Chances } from "../src/document.ts";
import { Replay } from "../src/replay.ts";
import { match } from "./match.ts";

const mistake = (step: number, loss: number) => ({
  step,
  loss,
  value: 0.5 - loss,
  best_value: 0.5,
  took: "passes.",
  best: "builds.",
});
const ONE: Chances = {
  seat: 0,
  points: [
    [1, 0.5],
    [3, 0.25],
    [4, 0],
  ],
  mistakes: [mistake(3, 0.25)],
};
const TWO: Chances = { seat: 1, points: [[2, 1]], mistakes: [mistake(2, 0.4), mistake(4, 0.25)] };

test("a chance holds until the next one is known", () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 9].map((step) => chanceAt(ONE, step)),
    [null, 0.5, 0.5, 0.25, 0, 0],
  );
});

test("a curve goes by steps, from 0 at the foot to 1 at the top", () => {
  assert.equal(line(ONE, 4), "25.00,50.00 75.00,50.00 75.00,75.00 100.00,75.00 100.00,100.00");
  assert.equal(line({ ...ONE, points: [] }, 0), "");
});

test("the largest mistakes of all seats come first", () => {
  assert.deepEqual(
    mistakesOf([ONE, TWO]).map(({ seat, step }) => [seat, step]),
    [
      [1, 2],
      [0, 3],
      [1, 4],
    ],
  );
});

test("an eye has the marks of the seats that it knows, and none without an analysis", () => {
  const document = match();
  const [all] = document.eyes;
  assert.ok(all);
  all.chances = [ONE];
  const replay = new Replay(document);
  assert.deepEqual(mistakeMarks(replay, -2), [
    { step: 3, word: "step 3: seat 0 lost 25 %", kind: "mistake" },
  ]);
  assert.deepEqual(mistakeMarks(replay, -1), []);
  assert.deepEqual(chancesOf(replay, 7), []);
});
