import assert from "node:assert/strict";
import { test } from "node:test";

import { BACKOFF, Patience } from "../src/backoff.js";

const WHOLE = { ...BACKOFF, draw: () => 0 };

test("tries double from the first to the longest and are cut by up to a half", () => {
  for (const [draw, share] of [
    [0, 1],
    [1, 0.5],
  ] as const) {
    const patience = new Patience(60_000, { ...BACKOFF, draw: () => draw });
    patience.lost(1000, 30_000, true);
    const waits = Array.from({ length: 9 }, () => patience.wait(1000));
    const whole = [100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000];
    assert.deepEqual(
      waits,
      whole.map((each) => share * each),
    );
  }
});

test("the last try is when the time is up", () => {
  const patience = new Patience(10_000, { ...WHOLE, firstMs: 4000 });
  patience.lost(0, 0, false);
  const waits = [0, 8000, 9500, 10_000].map((now) => patience.wait(now));
  assert.deepEqual(waits, [4000, 2000, 500, undefined]);
});

for (const [heldMs, progress, fresh] of [
  [4900, false, false],
  [5100, false, true],
  [0, true, true],
] as const) {
  const what = `held for ${heldMs} ms and brought ${progress ? "something" : "nothing"}`;
  test(`a stream that ${what} is ${fresh ? "a new loss" : "a try that failed"}`, () => {
    const patience = new Patience(10_000, WHOLE);
    patience.lost(0, 100_000, true);
    assert.equal(patience.wait(0), 100);
    patience.lost(9950, heldMs, progress);
    assert.equal(patience.wait(9950), fresh ? 100 : 50);
    assert.equal(patience.wait(10_000) === undefined, !fresh);
  });
}

test("bots that were cut off together do not come back together", () => {
  const [one, other] = [new Patience(10_000), new Patience(10_000)];
  one.lost(0, 0, true);
  other.lost(0, 0, true);
  assert.notEqual(one.wait(0), other.wait(0));
});
