import assert from "node:assert/strict";
import { test } from "node:test";
import { clockText, partOf } from "../src/clocks.ts";
import { chapterTitle, duration, eyeName, question, seatName, takenText } from "../src/words.ts";
import { match } from "./match.ts";

test("a chapter is told by its names, and by its field where it has only a number", () => {
  assert.equal(chapterTitle("year 1, season 0 Spring, phase actions"), "Year 1 · Spring · actions");
  assert.equal(chapterTitle("round 12"), "Round 12");
  assert.equal(chapterTitle("setup"), "setup");
});

test("durations have a unit that suits them", () => {
  assert.deepEqual([0, 412, 34_567, 1_234_567, 725_000_000].map(duration), [
    "0.0 ms",
    "0.4 ms",
    "35 ms",
    "1.2 s",
    "12 min 5 s",
  ]);
});

test("seats, eyes and prompts have names", () => {
  const document = match();
  assert.equal(seatName(document, 1), "Seat 1 · two");
  assert.equal(seatName(document, -1), "Chance");
  assert.deepEqual(
    [-2, -1, 0].map((eye) => eyeName(document, eye)),
    ["All hands", "Spectator", "Seat 0: one"],
  );
  assert.equal(question(document, "bid"), "How much do you bid?");
  assert.equal(question(document, "turn"), "turn");
});

test("what was taken is told, is nothing, or is hidden", () => {
  const act = { seat: 0, prompt: "turn" };
  assert.equal(takenText({ ...act, text: ["a", "b"] }), "a, b");
  assert.equal(takenText({ ...act, text: [] }), "nothing");
  assert.equal(takenText(act), null);
});

test("a clock shows the part of its limit that was charged", () => {
  const act = { seat: 0, prompt: "turn", think_us: 900_000, charged_us: 500_000 };
  assert.equal(partOf(act), null);
  assert.equal(clockText(act), "900 ms");
  assert.equal(partOf({ ...act, limit_us: 2_000_000 }), 0.25);
  assert.equal(clockText({ ...act, limit_us: 2_000_000 }), "500 ms of 2.0 s");
  assert.equal(partOf({ ...act, limit_us: 100 }), 1);
  assert.equal(clockText({ seat: -1, prompt: "deal" }), "");
});
