import assert from "node:assert/strict";
import { test } from "node:test";

import { Chance } from "../src/chance.js";

test("the numbers are those of docs/protocol.md", () => {
  const chance = new Chance("0/m/2/7");
  const words = [chance.next(), chance.next(), chance.next()];
  assert.deepEqual(words, [0x855dffe684f91967n, 0x0d3e363f9f426546n, 0xdaa9f36b948b0cffn]);
  assert.equal(chance.below(6), 4);
  assert.deepEqual(chance.distinct(5, 3), [2, 1, 3]);
});

test("a name is hashed by the bytes of its UTF-8", () => {
  assert.notEqual(new Chance("0/mäx/0/1").next(), new Chance("0/mx/0/1").next());
  assert.equal(new Chance("0/m\u00e4x/0/1").next(), new Chance("0/mäx/0/1").next());
});

test("a whole shuffle has every number once", () => {
  const drawn = new Chance("a shuffle").distinct(1000, 1000);
  assert.deepEqual(
    drawn.sort((one, other) => one - other),
    Array.from({ length: 1000 }, (_, index) => index),
  );
});

test("each number below a bound is about as likely", () => {
  const chance = new Chance("fair");
  const counts = [0, 0, 0];
  for (let draw = 0; draw < 3000; draw++) {
    const number = chance.below(3);
    counts[number] = (counts[number] ?? 0) + 1;
  }
  for (const count of counts) assert.ok(count > 850 && count < 1150, counts.join());
});
