import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL, SPECTATOR } from "../src/document.ts";
import { Replay, atMost } from "../src/replay.ts";
import { match } from "./match.ts";

test("a view is found at any position, in any order, and shares what did not change", () => {
  const replay = new Replay(match());
  assert.deepEqual(replay.view(ALL, 3), { round: 1, hand: [] });
  assert.deepEqual(replay.view(ALL, 0), { round: 0, hand: [1] });
  assert.equal(replay.view(ALL, 2), replay.view(ALL, 1));
  assert.deepEqual(replay.view(SPECTATOR, 4), { round: 1 });
  assert.equal(replay.view(1, 2), null);
});

test("acts hold what an eye knows beyond everybody", () => {
  const replay = new Replay(match());
  assert.deepEqual(replay.acts(ALL, 1)[0]?.text, ["Ox"]);
  assert.equal(replay.acts(SPECTATOR, 1)[0]?.text, undefined);
  assert.equal(replay.acts(ALL, 3)[0]?.annotation, "I bluff");
  assert.equal(replay.acts(SPECTATOR, 3)[0]?.annotation, undefined);
  assert.deepEqual(replay.acts(ALL, 0), []);
});

test("who is asked is who acts next, or what the document says at its end", () => {
  const replay = new Replay(match({ asked: [{ seat: 0, prompt: "turn" }] }));
  assert.deepEqual(replay.asked(0), [], "chance is asked nothing");
  assert.deepEqual(
    replay.asked(2).map((each) => each.seat),
    [0, 1],
  );
  assert.deepEqual(replay.asked(4), [{ seat: 0, prompt: "turn" }]);
});

test("a scene has the view before, and none at the beginning", () => {
  const replay = new Replay(match());
  assert.equal(replay.scene(ALL, 0).before, null);
  assert.deepEqual(replay.scene(ALL, 1).before, { round: 0, hand: [1] });
});

test("a seat's last act is found up to a position, not beyond", () => {
  const replay = new Replay(match());
  assert.equal(replay.lastAct(ALL, 0, 1), null);
  assert.equal(replay.lastAct(ALL, 0, 4)?.step, 3);
  assert.equal(replay.lastAct(ALL, 1, 3)?.act.fault, "timeout");
  assert.equal(replay.lastAct(ALL, 1, 4)?.act.fault, undefined);
  const remarks = (act: object) => "annotation" in act;
  assert.equal(replay.lastAct(ALL, 0, 4, remarks)?.step, 3);
  assert.equal(replay.lastAct(SPECTATOR, 0, 4, remarks), null);
});

test("faults and chapters are found by step", () => {
  const replay = new Replay(match());
  assert.deepEqual(replay.faults(SPECTATOR), [3]);
  assert.deepEqual(
    [0, 1, 2, 4].map((step) => replay.chapter(step)),
    [0, 0, 1, 1],
  );
  assert.equal(new Replay(match({ chapters: [] })).chapter(3), -1);
});

test("news make a match longer; those that do not follow are refused", () => {
  const { steps, eyes, ...whole } = match();
  const first = new Replay({
    ...whole,
    steps: steps.slice(0, 2),
    chapters: whole.chapters.slice(0, 1),
    eyes: eyes.map((each) => ({ ...each, views: each.views.slice(0, 3), acts: {} })),
    outcome: null,
    live: { delay_s: 2 },
  });
  assert.deepEqual(first.view(ALL, 2), { round: 1, hand: [1] });
  const news = {
    from: 2,
    steps: steps.slice(2),
    chapters: whole.chapters.slice(1),
    asked: [],
    eyes: eyes.map((each) => ({ ...each, views: each.views.slice(3) })),
  };
  const longer = first.with(news);
  assert.ok(longer);
  const known = new Replay(match());
  for (const step of [0, 1, 2, 3, 4]) {
    assert.deepEqual(longer.view(ALL, step), known.view(ALL, step));
    assert.deepEqual(longer.asked(step), known.asked(step));
  }
  assert.equal(longer.acts(ALL, 3)[0]?.annotation, "I bluff");
  assert.deepEqual(longer.document.chapters, known.document.chapters);
  assert.equal(longer.lastAct(ALL, 1, 4)?.step, 4);
  assert.equal(longer.with(news), null);
});

test("news from the beginning hold the first view again", () => {
  const { steps, eyes, ...whole } = match();
  const none = {
    ...whole,
    steps: [],
    eyes: eyes.map((each) => ({ ...each, views: each.views.slice(0, 1) })),
  };
  const longer = new Replay(none).with({ from: 0, steps, chapters: [], asked: [], eyes });
  assert.deepEqual(longer?.view(ALL, 4), new Replay(match()).view(ALL, 4));
});

test("sentences beside a view follow like views, and are none where a game says nothing", () => {
  const { steps, eyes, ...whole } = match();
  const said = [{ offer: ["a"] }, null, { offer: [] }, { offer: ["b"] }, null];
  const spoken = eyes.map((each) => ({ ...each, said }));
  const all = new Replay({ ...whole, steps, eyes: spoken });
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((step) => all.said(ALL, step).offer),
    [["a"], ["a"], [], ["b"], ["b"]],
  );
  const first = new Replay({
    ...whole,
    steps: steps.slice(0, 2),
    eyes: spoken.map((each) => ({
      ...each,
      views: each.views.slice(0, 3),
      said: said.slice(0, 3),
    })),
  });
  const longer = first.with({
    from: 2,
    steps: steps.slice(2),
    chapters: [],
    asked: [],
    eyes: spoken.map((each) => ({ ...each, views: each.views.slice(3), said: said.slice(3) })),
  });
  assert.deepEqual(longer?.scene(ALL, 4).said, { offer: ["b"] });
  assert.deepEqual(new Replay(match()).scene(ALL, 4).said, {});
});

test("the last number up to a limit is found", () => {
  assert.deepEqual(
    [0, 1, 2, 3, 9].map((limit) => atMost([1, 3, 3, 7], limit)),
    [-1, 0, 0, 2, 3],
  );
  assert.equal(atMost([], 3), -1);
});
