import assert from "node:assert/strict";
import { test } from "node:test";

import { create, toBinary } from "@bufbuild/protobuf";

import {
  AnswerSchema,
  PlayResponseSchema,
  RejectReason,
  type Answer,
} from "../src/gen/lawspeaker/v1/referee_service_pb.js";
import { RefusedError, type Bot } from "../src/index.js";
import { bot, playing } from "./playing.js";
import type { Table } from "./referee.js";

const LIMIT = { timeout: 10_000 };
const MATCHES = Array.from({ length: 150 }, (_, number) => `m${number}`);

/** Hear Hello and say whether the referee takes batches. */
async function welcome(table: Table, batches: boolean): Promise<void> {
  const hello = (await table.next())?.message;
  assert(hello?.case === "hello" && hello.value.batches, "the bot says that it takes batches");
  table.say({ case: "welcome", value: { protocol: 1, batches } });
}

/** Hear so many answers, by message. */
async function heard(table: Table, count: number): Promise<Answer[][]> {
  const messages: Answer[][] = [];
  for (let left = count; left > 0; left -= messages.at(-1)?.length ?? 0) {
    const message = (await table.next())?.message;
    if (message?.case === "answer") messages.push([message.value]);
    else {
      assert(message?.case === "answerBatch", `an answer should come, not ${message?.case}`);
      assert(message.value.answers.length > 1, "an answer alone needs no batch");
      messages.push(message.value.answers);
    }
  }
  return messages;
}

/** Ask all matches in one message, and hear the answers. */
function asked(table: Table, matches: string[], decisionId = 1n): Promise<Answer[][]> {
  table.together(() => {
    for (const match of matches) table.ask(decisionId, match);
  });
  return heard(table, matches.length);
}

/** Play matches that are asked together once; resolves with the answers by message. */
async function answersOf(player: Bot, batches: boolean, matches = MATCHES): Promise<Answer[][]> {
  let messages: Answer[][] = [];
  let overs = 0;
  const over = () => {
    overs++;
  };
  const counting = { ...player, maxMatches: matches.length, over };
  await playing(counting, [
    async (table) => {
      await welcome(table, batches);
      table.together(() => {
        for (const match of matches) table.start(match);
      });
      messages = await asked(table, matches);
      table.together(() => {
        for (const match of matches) table.over(match);
        table.goodbye();
      });
      table.end();
    },
  ]);
  assert.deepEqual(
    messages.flat().map(({ matchId }) => matchId),
    matches,
  );
  assert.equal(overs, matches.length);
  return messages;
}

for (const [kind, player] of Object.entries({
  "at once": bot(),
  "in a promise": bot({ decide: async (decision) => await Promise.resolve(decision.default) }),
})) {
  test(`what is decided ${kind} leaves in messages of at most 64`, LIMIT, async () => {
    const messages = await answersOf(player, true);
    assert.deepEqual(
      messages.map(({ length }) => length),
      [64, 64, 22],
    );
  });

  test(`what is decided ${kind} leaves alone if the referee wants it so`, LIMIT, async () => {
    assert.equal((await answersOf(player, false)).length, MATCHES.length);
  });
}

test("long answers leave in messages of at most 32 KiB", LIMIT, async () => {
  const player = bot({
    decide: (decision) => {
      if (decision.matchId === "m30") {
        return new Array<number>(8000).fill(0xffffffff); // too long for any batch
      }
      decision.annotation = "ä".repeat(1000); // two bytes each
      return decision.default;
    },
  });
  const messages = await answersOf(player, true, MATCHES.slice(0, 60));
  const bytes = messages.map((answers) =>
    answers.reduce((sum, answer) => sum + toBinary(AnswerSchema, answer).length, 0),
  );
  assert(bytes.every((sum, place) => sum <= 32 << 10 || messages[place]?.length === 1));
  assert.deepEqual(
    messages.map(({ length }) => length),
    [15, 15, 1, 15, 14],
  );
});

test("a rejection in a batch is answered with the default", LIMIT, async () => {
  const rejected: string[] = [];
  const player = bot({
    maxMatches: 2,
    decide: () => [0],
    rejected: ({ matchId, reason }) => void rejected.push(`${matchId} ${reason}`),
  });
  await playing(player, [
    async (table) => {
      await welcome(table, true);
      table.together(() => {
        table.start("a");
        table.start("b");
      });
      await asked(table, ["a", "b"]);
      table.together(() => {
        table.reject(1n, RejectReason.WRONG_COUNT, "a");
        table.reject(1n, RejectReason.STALE, "b");
      });
      const { matchId, picks } = await table.answer();
      assert.deepEqual([matchId, picks], ["a", [3]]);
      table.goodbye();
    },
  ]);
  assert.deepEqual(rejected, ["a WRONG_COUNT", "b STALE"]);
});

test("the welcome may come in a batch with what follows", LIMIT, async () => {
  const seen: string[] = [];
  const player = bot({
    started: ({ matchId }) => void seen.push(matchId),
    over: ({ match }) => void seen.push(`${match.matchId} over`),
  });
  await playing(player, [
    async (table) => {
      await table.next();
      table.say({ case: "batch", value: {} });
      table.together(() => {
        table.say({ case: "welcome", value: { protocol: 1 } });
        table.start();
        table.ask();
      });
      await table.answer();
      table.together(() => {
        table.over();
        table.goodbye();
      });
      table.end();
    },
  ]);
  assert.deepEqual(seen, ["m", "m over"]);
});

test("a batch in a batch is passed over like any unknown message", LIMIT, async () => {
  await playing(bot(), [
    async (table) => {
      await welcome(table, true);
      table.start();
      table.together(() => table.together(() => table.ask(1n)));
      table.ask(2n);
      assert.equal((await table.answer()).decisionId, 2n);
      table.goodbye();
    },
  ]);
});

test("a batch in a batch is no welcome", LIMIT, async () => {
  const welcomed = create(PlayResponseSchema, {
    message: { case: "welcome", value: { protocol: 1 } },
  });
  const run = playing(bot(), [
    async (table) => {
      await table.next();
      table.together(() => {
        table.say({ case: "batch", value: { responses: [welcomed] } });
      });
      table.end();
    },
  ]);
  await assert.rejects(run, RefusedError);
});

test("after a reconnect the new welcome counts", LIMIT, async () => {
  const matches = MATCHES.slice(0, 10);
  const lengths: number[] = [];
  const script = (batches: boolean, decisionId: bigint) => async (table: Table) => {
    await welcome(table, batches);
    for (const match of matches) table.start(match);
    lengths.push((await asked(table, matches, decisionId)).length);
    if (batches) table.end(14, "cut");
    else table.goodbye();
  };
  await playing(bot({ maxMatches: matches.length }), [script(true, 1n), script(false, 2n)]);
  assert.deepEqual(lengths, [1, matches.length]);
});
