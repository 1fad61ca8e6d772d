import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { test } from "node:test";

import type { Bot, Decision, RunOptions } from "../src/index.js";
import {
  ConnectionLostError,
  ConnectionRefusedError,
  play,
  RefusedError,
  WrongBotError,
  WrongPicksError,
} from "../src/index.js";
import { GoodbyeReason, RejectReason } from "../src/gen/lawspeaker/v1/referee_service_pb.js";
import { Referee, SOON, type Table } from "./referee.js";

const LIMIT = { timeout: 10_000 };

/** Takes the default, unless told otherwise. */
function bot(methods: Partial<Bot> = {}): Bot {
  return { name: "tester", decide: (decision) => decision.default, ...methods };
}

/** Run a bot against scripts, one a stream; the bot comes back only if there are several. Resolves with its log. */
async function playing(
  player: Bot,
  scripts: ((table: Table) => void | Promise<void>)[],
  options: RunOptions = {},
): Promise<string[]> {
  const referee = await Referee.start();
  const failed = new AbortController();
  const lines: string[] = [];
  const run = play(player, {
    address: referee.address,
    backoff: SOON,
    reconnectWithinMs: scripts.length > 1 ? 5000 : 0,
    log: (line) => lines.push(line),
    signal: failed.signal,
    ...options,
  });
  const refereed = (async () => {
    for (const script of scripts) await script(await referee.table());
  })().catch((error: unknown) => failed.abort(error));
  try {
    await run;
    await refereed;
  } finally {
    referee.stop();
  }
  return lines;
}

/** A promise that a test settles. */
function signal() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

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

test(
  "a decision goes on while the connection is lost, and its answer is sent when it is back",
  LIMIT,
  async () => {
    const { promise: back, resolve } = signal();
    const asked: Decision[] = [];
    const player = bot({
      maxMatches: 2,
      started: ({ matchId }) => {
        if (matchId === "later") resolve(); // what was sent before it has arrived
      },
      decide: async (decision) => {
        asked.push(decision);
        await back;
        assert.ok((decision.timeLeftMs ?? 0) > 5000, "the clock is that of the second time");
        return [2];
      },
    });
    const lines = await playing(player, [
      async (table) => {
        await table.hello();
        table.start();
        table.ask(1n, "m", { timeLeftMs: 100 });
        while (asked.length === 0) await new Promise((resume) => setImmediate(resume));
        table.end(14, "cut");
      },
      async (table) => {
        await table.hello();
        table.start();
        table.ask(1n, "m", { timeLeftMs: 9000 });
        table.start("later");
        assert.deepEqual((await table.answer()).picks, [2]);
        table.over();
        table.goodbye();
      },
    ]);
    assert.equal(asked.length, 1);
    assert.match(
      lines[0] ?? "",
      /^the connection to the referee broke \(UNAVAILABLE\): cut; trying/,
    );
    assert.match(lines[1] ?? "", /^connected again after/);
  },
);

test("without time to come back a lost connection ends the run", LIMIT, async () => {
  const script = async (table: Table) => {
    await table.hello();
    table.end(14, "cut");
  };
  await assert.rejects(playing(bot(), [script]), {
    name: "ConnectionLostError",
    message: "the connection to the referee broke (UNAVAILABLE): cut",
  });
});

test(
  "a bot that cannot come back in time says why it was lost and why the last try failed",
  LIMIT,
  async () => {
    const referee = await Referee.start("127.0.0.1:0");
    const { promise: welcomed, resolve: started } = signal();
    const run = play(bot({ started }), {
      address: referee.address,
      reconnectWithinMs: 60,
      backoff: SOON,
      log: () => undefined,
    });
    const table = await referee.table();
    await table.hello();
    table.start();
    await welcomed;
    referee.stop();
    await assert.rejects(
      run,
      (error) =>
        error instanceof ConnectionLostError &&
        /it did not come back within 0\.06 s: .*UNAVAILABLE.*ECONNREFUSED/s.test(error.message),
    );
  },
);

test(
  "a match that does not come back within the time is over, and others go on",
  LIMIT,
  async () => {
    const { promise: lost, resolve } = signal();
    const player = bot({
      maxMatches: 2,
      over: (result) => {
        if (result.lost) resolve();
      },
    });
    const lines = await playing(
      player,
      [
        async (table) => {
          await table.hello();
          table.start("gone");
          table.start("back");
          table.ask(1n, "back");
          await table.answer();
          table.end(14, "cut");
        },
        async (table) => {
          await table.hello();
          table.start("back");
          await lost;
          table.ask(2n, "back");
          await table.answer();
          table.over("back");
          table.goodbye();
        },
      ],
      { reconnectWithinMs: 100 },
    );
    assert.equal(
      lines.at(-1),
      "gone: the connection was lost, and the match did not come back within 0.1 s",
    );
  },
);

test("a goodbye that blames the bot refuses it in the referee's words", LIMIT, async () => {
  const script = async (table: Table) => {
    await table.hello();
    table.goodbye(GoodbyeReason.PROTOCOL);
  };
  await assert.rejects(
    playing(bot(), [script]),
    (error) => error instanceof RefusedError && error.message.endsWith("thank you"),
  );
});

for (const where of ["while it plays", "while it waits to come back", "before it begins"]) {
  test(`a signal ends the run ${where}`, LIMIT, async () => {
    const stop = new AbortController();
    const reason = new Error("enough");
    const { promise: never } = signal();
    const player = bot({
      decide: () => {
        stop.abort(reason);
        return never.then(() => []);
      },
    });
    if (where === "before it begins") stop.abort(reason);
    const script = async (table: Table) => {
      await table.hello();
      if (where === "while it plays") {
        table.start();
        table.ask();
      } else table.end(14, "cut");
    };
    const log = () => stop.abort(reason);
    const options = {
      signal: stop.signal,
      reconnectWithinMs: 60_000,
      backoff: { ...SOON, firstMs: 60_000 },
    };
    await assert.rejects(playing(player, [script], { ...options, log }), reason);
  });
}

test("where no referee listens the error says so and names the address", LIMIT, async () => {
  const run = play(bot(), { address: "127.0.0.1:1", connectWithinMs: 50 });
  await assert.rejects(
    run,
    (error) =>
      error instanceof ConnectionRefusedError &&
      error.message.startsWith(
        "no referee answers at 127.0.0.1:1 (tried for 0.05 s); is it running",
      ),
  );
});

test("a referee that is not there yet is waited for", LIMIT, async () => {
  const first = await Referee.start("127.0.0.1:0");
  first.stop();
  const run = play(bot(), { address: first.address });
  const referee = await Referee.start(first.address);
  const table = await referee.table();
  await table.hello();
  table.goodbye();
  await run;
  referee.stop();
});

test("a silent connection is asked whether it lives", LIMIT, async () => {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = new AbortController();
  const pinged = new Promise<void>((resolve) => {
    server.on("session", (session) => session.on("ping", () => resolve()));
  });
  const { port } = server.address() as AddressInfo;
  const run = play(bot(), { address: `127.0.0.1:${port}`, keepaliveMs: 20, signal: stop.signal });
  const ended = assert.rejects(run, { name: "AbortError" });
  await pinged;
  stop.abort();
  await ended;
  server.close();
});
