import assert from "node:assert/strict";
import { test } from "node:test";
import { Choice } from "../src/seat/choice.ts";
import type { Question } from "../src/seat/question.ts";

function moves(least = 1, most = 1): Choice {
  const options = [
    [7, 1, 1],
    [7, 1, 2],
    [7, 2, 1],
    [3, 1, 1],
  ].map(([source = 0, target = 0, units = 0]) => ({
    text: `${units} from ${source} to ${target}`,
    does: { move: { source, target, units } },
  }));
  const question = { decision: 1, least, most, default: [0], options } as unknown as Question;
  return new Choice(
    question,
    options.map(({ does }) => [`s${does.move.source}`, `t${does.move.target}`]),
  );
}

test("options that differ in one number only are one row", () => {
  const [group] = moves().rows();
  assert.deepEqual(
    group?.rows.map((row) => [row.options, row.field, row.values]),
    [
      [[0, 1], "units", [1, 2]],
      [[2], "", []],
      [[3], "", []],
    ],
  );
});

test("places are pointed at in the order of the option, and the only option there is taken", () => {
  const choice = moves();
  assert.deepEqual([...choice.marked.keys()], ["s7", "s3"]);
  assert.equal(choice.point("s7"), "narrowed");
  assert.deepEqual([...choice.marked.keys()], ["t1", "t2"]);
  assert.equal(choice.point("t2"), "picked");
  assert.deepEqual(choice.picks, [2]);
  assert.equal(choice.point("s3"), "picked");
  assert.deepEqual(choice.picks, [3]);
  assert.equal(choice.toggle(3), "again");
});

test("several picks keep their order, end at the most, and are taken back one by one", () => {
  const choice = moves(1, 2);
  assert.equal(choice.ready, false);
  assert.deepEqual(
    [choice.toggle(3), choice.toggle(0), choice.toggle(1)],
    ["picked", "picked", "full"],
  );
  assert.deepEqual(choice.picks, [3, 0]);
  choice.find("from 7");
  assert.ok(choice.undo());
  assert.ok(choice.undo());
  assert.deepEqual(choice.picks, [3]);
  assert.equal(choice.toggle(3), "unpicked");
  assert.equal(choice.undo(), false);
});

test("words and numbers narrow the list", () => {
  const choice = moves();
  choice.find("7 from");
  assert.deepEqual(choice.listed, [0, 1, 2]);
  choice.find("3");
  assert.deepEqual(choice.listed, [3]);
});
