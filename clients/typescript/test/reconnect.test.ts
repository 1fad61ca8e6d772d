import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { GoodbyeReason } from "../src/gen/lawspeaker/v1/referee_service_pb.js";
import type { Decision } from "../src/index.js";
import { ConnectionLostError, ConnectionRefusedError, play, RefusedError } from "../src/index.js";
import { Mailbox } from "../src/mailbox.js";
import { bot, playing, signal } from "./playing.js";
import { Referee, SOON, type Table } from "./referee.js";

const LIMIT = { timeout: 10_000 };

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

test("a signal ends the run while it waits for a referee", LIMIT, async () => {
  const stop = new AbortController();
  const run = play(bot(), { address: "127.0.0.1:1", signal: stop.signal });
  stop.abort(new Error("enough"));
  await assert.rejects(run, { message: "enough" });
});

test("a patience longer than any timer holds does not give up at once", LIMIT, async () => {
  const lines = await playing(
    bot({ maxMatches: 2 }),
    [
      async (table) => {
        await table.hello();
        table.start("m");
        table.start("n");
        table.ask(1n, "n");
        await table.answer();
        table.end(14, "cut");
      },
      async (table) => {
        await table.hello();
        table.start("n");
        await sleep(5); // a timer that overflows is due after 1 ms
        table.start("m");
        table.ask(1n, "m");
        await table.answer();
        table.over("m");
        table.over("n");
        table.goodbye();
      },
    ],
    { reconnectWithinMs: 1e12 },
  );
  assert.equal(lines.length, 2, lines.join("\n"));
});

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

test("a host that cannot be resolved is told as that", LIMIT, async () => {
  const address = `${"a".repeat(64)}.invalid:50051`; // too long a label: no name server is asked
  await assert.rejects(play(bot(), { address, connectWithinMs: 500 }), {
    name: "ConnectionRefusedError",
    message: `no referee answers at ${address} (tried for 0.5 s); the host cannot be resolved to an address; is it spelt right?`,
  });
});

test("a referee that is not there yet is waited for", LIMIT, async () => {
  const folder = mkdtempSync(join(tmpdir(), "referee-"));
  const address = `unix:${folder}/socket`;
  const log = new Mailbox<string>();
  const run = play(bot(), { address, log: (line) => log.put(line) });
  assert.equal(await log.next(), `no referee answers at ${address} yet; trying for up to 30 s`);
  const referee = await Referee.start(address);
  const table = await referee.table();
  await table.hello();
  table.goodbye();
  await run;
  referee.stop();
  rmSync(folder, { recursive: true });
});

test("a referee that does not welcome the bot in time is given up", LIMIT, async () => {
  const script = async (table: Table) => {
    await table.next();
  };
  const quiet = playing(bot(), [script], { connectWithinMs: 2000 });
  await assert.rejects(quiet, new ConnectionLostError("no answer within 2 s"));
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
