import assert from "node:assert/strict";
import { test } from "node:test";

import { RejectReason } from "../src/gen/lawspeaker/v1/referee_service_pb.js";
import { AnswerOrigin, WrongBotError, WrongPicksError, type Bot } from "../src/index.js";
import { bot, playing, signal } from "./playing.js";
import type { Table } from "./referee.js";

const LIMIT = { timeout: 10_000 };

test("a bot introduces itself, plays a match and leaves after the goodbye", LIMIT, async () => {
  const seen: string[] = [];
  const player = bot({
    version: "7",
    games: ["test"],
    started: ({ matchId, seat, players }) => void seen.push(`${matchId} ${seat} of ${players}`),
    decide: (decision) => {
      decision.annotation = "because";
      return [0];
    },
    over: ({ rank, scores }) => void seen.push(`over, rank ${rank}, ${scores.join()}`),
  });
  const script = async (table: Table) => {
    const hello = await table.hello();
    const { protocol, token, version, games, maxMatches, text } = hello;
    assert.deepEqual([protocol, token, hello.bot, version], [1, "secret", "tester", "7"]);
    assert.deepEqual([games, maxMatches, text], [["test"], 1, false]);
    assert.match(hello.sdk, /^typescript\//);
    table.start("m", { seat: 1 });
    table.ask();
    const { matchId, decisionId, picks, annotation } = await table.answer();
    assert.deepEqual([matchId, decisionId, picks, annotation], ["m", 1n, [0], "because"]);
    table.over();
    table.goodbye();
  };
  await playing(player, [script], { token: "secret" });
  assert.deepEqual(seen, ["m 1 of 2", "over, rank 2, 9,9"]);
});

test("a bot resigns, and if that is refused the default is answered", LIMIT, async () => {
  const player = bot({
    decide: (decision) => {
      decision.resign = true;
      return [];
    },
  });
  await playing(player, [
    async (table) => {
      await table.hello();
      table.start();
      table.ask(1n);
      const first = await table.answer();
      assert.deepEqual([first.resign, first.picks], [true, []]);
      table.reject(1n, RejectReason.WRONG_COUNT);
      const second = await table.answer();
      assert.deepEqual([second.resign, second.origin], [false, AnswerOrigin.UNPARSABLE]);
      table.goodbye();
    },
  ]);
});

test("an answer says whose it is and what it cost, and long remarks are cut", LIMIT, async () => {
  const player = bot({
    decide: (decision) => {
      if (decision.decisionId === 1n) {
        decision.tokens = { read: 1200, written: 34 };
        decision.origin = AnswerOrigin.REFUSAL;
      } else decision.annotation = "x" + "\u{1f600}".repeat(30_000);
      return [0];
    },
  });
  await playing(player, [
    async (table) => {
      await table.hello();
      table.start();
      table.ask(1n);
      const { inputTokens, outputTokens, origin } = await table.answer();
      assert.deepEqual([inputTokens, outputTokens, origin], [1200, 34, AnswerOrigin.REFUSAL]);
      table.ask(2n);
      const second = await table.answer();
      assert.equal(second.annotation, "x" + "\u{1f600}".repeat(1023));
      assert.equal(second.origin, AnswerOrigin.UNSPECIFIED);
      table.goodbye();
    },
  ]);
});

test("a slow decision does not hold up another match", LIMIT, async () => {
  const { promise: quickAnswered, resolve } = signal();
  const player = bot({
    maxMatches: 2,
    decide: async ({ matchId }) => {
      if (matchId === "slow") await quickAnswered;
      return [1];
    },
  });
  await playing(player, [
    async (table) => {
      await table.hello();
      for (const match of ["slow", "quick"]) {
        table.start(match);
        table.ask(1n, match);
      }
      assert.equal((await table.answer()).matchId, "quick");
      resolve();
      assert.equal((await table.answer()).matchId, "slow");
      table.goodbye();
    },
  ]);
});

test(
  "within a match nothing is called before what was called last has settled",
  LIMIT,
  async () => {
    const calls: string[] = [];
    const slowly = async (what: string) => {
      calls.push(`${what} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      calls.push(`${what} ends`);
    };
    const player = bot({
      started: () => slowly("started"),
      decide: async () => {
        await slowly("decide");
        return [0];
      },
      over: () => slowly("over"),
    });
    await playing(player, [
      async (table) => {
        await table.hello();
        table.start();
        table.ask();
        table.over();
        await table.answer();
        table.goodbye();
      },
    ]);
    const words = ["started", "decide", "over"].flatMap((what) => [
      `${what} begins`,
      `${what} ends`,
    ]);
    assert.deepEqual(calls, words);
  },
);

test("a decision that is over before the bot saw it is not decided", LIMIT, async () => {
  const { promise: bothAsked, resolve } = signal();
  const decided: bigint[] = [];
  const player = bot({
    maxMatches: 2,
    started: ({ matchId }) => (matchId === "m" ? bothAsked : undefined),
    decide: ({ matchId, decisionId }) => {
      if (matchId === "other") resolve();
      else decided.push(decisionId);
      return [0];
    },
  });
  await playing(player, [
    async (table) => {
      await table.hello();
      table.start();
      table.ask(1n);
      table.ask(2n);
      table.start("other");
      table.ask(1n, "other");
      await table.answer();
      assert.equal((await table.answer()).decisionId, 2n);
      table.goodbye();
    },
  ]);
  assert.deepEqual(decided, [2n]);
});

for (const [where, methods] of Object.entries({
  "decide throws": { decide: () => fail() },
  "decide rejects": { decide: () => Promise.reject(new TypeError("my own")) },
  "started throws": { started: () => fail() },
  "over throws": { over: () => fail() },
} satisfies Record<string, Partial<Bot>>)) {
  test(`the run ends with what the bot throws: ${where}`, LIMIT, async () => {
    const { promise: never } = signal();
    const waiting = bot({ maxMatches: 2, ...methods });
    const player: Bot = {
      ...waiting,
      decide: (decision) =>
        decision.matchId === "stuck" ? never.then(() => []) : waiting.decide(decision),
      started: (match) => (match.matchId === "stuck" ? undefined : waiting.started?.(match)),
    };
    const script = async (table: Table) => {
      await table.hello();
      for (const match of ["stuck", "m"]) {
        table.start(match);
        table.ask(1n, match);
      }
      table.over("m");
    };
    await assert.rejects(playing(player, [script]), { name: "TypeError", message: "my own" });
  });
}

function fail(): never {
  throw new TypeError("my own");
}

for (const [picks, shown] of [
  [undefined, "undefined"],
  [2, "2"],
  [["0"], "[ '0' ]"],
  [[0.5], "[ 0.5 ]"],
  [[-1], "[ -1 ]"],
] as const) {
  test(`${shown} is no answer, and the error says what one is`, LIMIT, async () => {
    const player = bot({ decide: () => picks as unknown as number[] });
    const script = async (table: Table) => {
      await table.hello();
      table.start();
      table.ask();
    };
    await assert.rejects(
      playing(player, [script]),
      (error) =>
        error instanceof WrongPicksError &&
        error.message ===
          `decide() returned ${shown} for test.one; it must return an array of option indices, each 0 to 3`,
    );
  });
}

test("a bot that says of itself what is not text is not introduced", LIMIT, async () => {
  const named = { ...bot(), name: 7 as unknown as string };
  await assert.rejects(playing(named, [() => undefined]), WrongBotError);
  const gamed = { ...bot(), games: "northgard" as unknown as string[] };
  await assert.rejects(
    playing(gamed, [() => undefined]),
    /northgard; it must be an array of names/,
  );
});

test(
  "a refusal is logged by a bot that does not listen, and the default is answered",
  LIMIT,
  async () => {
    const lines = await playing(bot({ decide: () => [0] }), [
      async (table) => {
        await table.hello();
        table.start();
        table.ask();
        await table.answer();
        table.reject(1n, RejectReason.OUT_OF_RANGE);
        assert.deepEqual((await table.answer()).picks, [3]);
        table.reject(1n, RejectReason.DISQUALIFIED);
        table.over();
        table.goodbye();
      },
    ]);
    assert.deepEqual(lines, [
      "m, test.one: answer refused: that was wrong",
      "m: out of the match: that was wrong",
    ]);
  },
);

test("once the run has failed, no match of it goes on", LIMIT, async () => {
  const { promise: failed, resolve } = signal();
  const calls: string[] = [];
  const player = bot({
    maxMatches: 2,
    started: ({ matchId }) => (matchId === "slow" ? failed : undefined),
    decide: ({ matchId }) => {
      calls.push(matchId);
      return [0];
    },
  });
  const script = async (table: Table) => {
    await table.hello();
    table.start("slow");
    table.ask(1n, "slow");
    table.start("quick");
    table.ask(1n, "quick");
    await table.answer();
    table.end(16, "the token was revoked");
  };
  await assert.rejects(playing(player, [script]), /the token was revoked/);
  resolve();
  await new Promise((resume) => setImmediate(resume));
  assert.deepEqual(calls, ["quick"]);
});

test("what a bot does with its array later is not its answer", LIMIT, async () => {
  const picks = [1];
  const player = bot({ decide: () => picks });
  const ask = async (table: Table) => {
    await table.hello();
    table.start();
    table.ask();
    assert.deepEqual((await table.answer()).picks, [1]);
    picks[0] = 2;
  };
  await playing(player, [
    async (table) => {
      await ask(table);
      table.end(14, "cut");
    },
    async (table) => {
      await ask(table);
      table.over();
      table.goodbye();
    },
  ]);
});
