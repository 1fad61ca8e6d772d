import assert from "node:assert/strict";
import { test } from "node:test";
import { columnsOf, namesOf, title, valueText } from "../src/generic.ts";

const CATALOGUE = { cards: [{ name: "Ox" }, { name: "Elk" }], rates: [{ give: 1 }], year: 3 };

test("a number has the name that its column or the plural of its field gives", () => {
  const names = namesOf(CATALOGUE);
  assert.equal(names("card", 1), "Elk");
  assert.equal(names("cards", 0), "Ox");
  assert.equal(names("card", 2), "");
  assert.equal(names("card", -1), "");
  assert.equal(names("rate", 0), "");
  assert.equal(names("year", 0), "");
  assert.equal(namesOf(null)("card", 0), "");
  assert.equal(namesOf(CATALOGUE), names, "names are found once a catalogue");
});

test("values are text", () => {
  const names = namesOf(CATALOGUE);
  assert.equal(valueText("card", 1, names), "1 Elk");
  assert.equal(valueText("card", [0, 1], names), "0 Ox, 1 Elk");
  assert.equal(valueText("food", [0, 1, 2], names), "0 1 2");
  assert.equal(valueText("food", [], names), "none");
  assert.equal(valueText("food", null, names), "none");
  assert.equal(valueText("passed", false, names), "no");
  assert.equal(valueText("offer", { card: 0, to_seat: 2 }, names), "Card 0 Ox, To seat 2");
});

test("fields are headings, and a table has the fields of all its rows", () => {
  assert.equal(title("tales_left"), "Tales left");
  assert.deepEqual(columnsOf([{ a: 1 }, { b: 2, a: 3 }]), ["a", "b"]);
});
