// What the score of a seat is the sum of, in the words of the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Outcome } from "../src/document.ts";
import { partNames, partsText } from "../src/score.ts";
import { match } from "./match.ts";

const { outcome } = match() as { outcome: Outcome };

test("parts are listed in their order, without those that brought nobody anything", () => {
  assert.deepEqual(partNames(outcome), ["tokens", "Unrest"]);
});

test("a seat's parts are told without those that brought it nothing", () => {
  assert.equal(partsText(outcome, 0), ": tokens 2, Unrest -2");
  assert.equal(partsText(outcome, 1), ": tokens 3");
});

test("a game that says nothing of its scores has no parts", () => {
  const silent = { ...outcome, parts: [], decided: [] };
  assert.deepEqual(partNames(silent), []);
  assert.equal(partsText(silent, 0), "");
});
