import assert from "node:assert/strict";
import { test } from "node:test";
import { hashOf, placeOf } from "../src/address.ts";

test("an address is read as it is written", () => {
  const place = { step: 120, eye: -2, speed: 4 };
  assert.equal(hashOf(place), "#step=120&eye=-2&speed=4");
  assert.deepEqual(placeOf(hashOf(place)), place);
  assert.equal(hashOf({ step: 0, eye: 1, speed: 1 }), "#step=0&eye=1");
});

test("parts that make no sense are left out", () => {
  assert.deepEqual(placeOf(""), {});
  assert.deepEqual(placeOf("#step=-1&eye=x&speed=3"), {});
  assert.deepEqual(placeOf("#step=1e3&eye=&speed=8"), { speed: 8 });
  assert.deepEqual(placeOf("#step=99999999999"), {});
  assert.deepEqual(placeOf("#eye=0"), { eye: 0 });
});
