import assert from "node:assert/strict";
import { test } from "node:test";
import { apply } from "../src/document.ts";

test("a delta changes fields, entries by index, and whole values", () => {
  const before = { a: 1, b: [1, 2, 3], c: { d: [{ e: 1 }, { e: 2 }] }, f: null };
  const after = apply(before, { b: { "1": 5 }, c: { d: { "0": { e: 7 } } }, f: { g: [1] } });
  assert.deepEqual(after, { a: 1, b: [1, 5, 3], c: { d: [{ e: 7 }, { e: 2 }] }, f: { g: [1] } });
  assert.deepEqual(apply(after, { b: [1], f: null }), { ...(after as object), b: [1], f: null });
  assert.deepEqual(before, { a: 1, b: [1, 2, 3], c: { d: [{ e: 1 }, { e: 2 }] }, f: null });
});
