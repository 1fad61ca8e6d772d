import assert from "node:assert/strict";
import { test } from "node:test";
import type { Document } from "../src/document.ts";
import { Replay } from "../src/replay.ts";
import type { News } from "../src/replay.ts";
import { follow } from "../src/source.ts";
import type { Source } from "../src/source.ts";
import { match } from "./match.ts";

const WHOLE = match();
const LIVE = { delay_s: 0 };

/** Return the match after so many steps, as a server tells it while it runs. */
function begun(steps: number): Document {
  return {
    ...WHOLE,
    steps: WHOLE.steps.slice(0, steps),
    eyes: WHOLE.eyes.map((each) => ({ ...each, views: each.views.slice(0, steps + 1) })),
    outcome: null,
    live: LIVE,
  };
}

function news(from: number, to: number, more: Partial<News> = { live: LIVE }): News {
  return {
    from,
    steps: WHOLE.steps.slice(from, to),
    chapters: [],
    asked: [],
    eyes: WHOLE.eyes.map((each) => ({ ...each, views: each.views.slice(from + 1, to + 1) })),
    ...more,
  };
}

/** Follow a match whose server gives these answers, one at a time; return how many steps there were and each problem. */
async function followed(
  answers: (News | null | Error)[],
  documents: Document[] = [WHOLE],
): Promise<[number, string][]> {
  const told: [number, string][] = [];
  const server: Source = {
    news: () => {
      const answer = answers.shift();
      if (answer === undefined) throw new Error("it was asked too often");
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    document: () => Promise.resolve(documents.shift() ?? WHOLE),
  };
  await follow(
    server,
    new Replay(begun(1)),
    (replay, problem) => told.push([replay.last, problem]),
    1,
  );
  assert.deepEqual(answers, []);
  return told;
}

test("a live match grows by its news, and is fetched whole when it is over", async () => {
  assert.deepEqual(await followed([null, news(1, 3), news(3, 3, {})]), [
    [1, ""],
    [3, ""],
    [4, ""],
  ]);
});

test("a server that fails is asked again, and the page says so meanwhile", async () => {
  assert.deepEqual(
    await followed([new Error("it sleeps"), news(1, 2), news(2, 4, { live: null })]),
    [
      [1, "No news: it sleeps. The page asks again in 1 s."],
      [2, ""],
      [4, ""],
    ],
  );
});

test("news that do not follow, and those that say so, bring the whole match", async () => {
  const told = await followed(
    [news(2, 3), news(3, 4, { live: LIVE, reload: true })],
    [begun(3), WHOLE],
  );
  assert.deepEqual(
    told.map(([steps]) => steps),
    [3, 4],
  );
});
