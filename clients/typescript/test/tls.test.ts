import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { ServerCredentials } from "@grpc/grpc-js";

import type { Bot, Tls } from "../src/index.js";
import { play } from "../src/run.js";
import { Referee } from "./referee.js";

const LIMIT = { timeout: 20_000 };
const BOT: Bot = { name: "tester", decide: (decision) => decision.default };

const folder = mkdtempSync(join(tmpdir(), "certificates-"));
after(() => rmSync(folder, { recursive: true }));

/** Make a certificate of its own authority for 127.0.0.1, or for a name; the paths of it and its key. */
function certificate(name: string, alternative: string): { cert: string; key: string } {
  const [cert, key] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)];
  const made = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=${name}`;
  const more = ["-addext", `subjectAltName=${alternative}`, "-out", cert, "-keyout", key];
  execFileSync("openssl", [...made.split(" "), ...more], { stdio: "pipe" });
  return { cert, key };
}

const here = certificate("here", "IP:127.0.0.1");
const elsewhere = certificate("elsewhere", "DNS:referee.example");
const player = certificate("player", "DNS:player.example");
const empty = join(folder, "empty.pem");
writeFileSync(empty, "-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----\n");

function credentials({ cert, key }: { cert: string; key: string }, clients?: string) {
  const pair = { cert_chain: readFileSync(cert), private_key: readFileSync(key) };
  return ServerCredentials.createSsl(
    clients ? readFileSync(clients) : null,
    [pair],
    Boolean(clients),
  );
}

/** Let a bot dial a referee that welcomes it and says goodbye. */
async function dial(server: ServerCredentials, tls?: Tls, connectWithinMs = 15_000): Promise<void> {
  const referee = await Referee.start("127.0.0.1:0", server);
  try {
    const welcomed = referee.tables.next().then(async (table) => {
      await table?.hello();
      table?.goodbye();
    });
    const options = { address: referee.address, connectWithinMs, reconnectWithinMs: 0 };
    await play(BOT, tls ? { ...options, tls } : options);
    await welcomed;
  } finally {
    referee.stop();
  }
}

test("a bot that knows the referee's authority plays", LIMIT, async () => {
  await dial(credentials(here), { ca: here.cert });
});

test("a bot shows its own certificate to a referee that asks", LIMIT, async () => {
  await dial(credentials(here, player.cert), { ca: here.cert, ...player });
});

for (const [what, server, tls, words] of [
  [
    "an unknown authority",
    credentials(here),
    { ca: elsewhere.cert },
    /does LAWSPEAKER_TLS_CA hold/,
  ],
  ["public authorities", credentials(here), { ca: "public" }, /does LAWSPEAKER_TLS_CA hold/],
  ["another name", credentials(elsewhere), { ca: elsewhere.cert }, /is for another name/],
  ["TLS where none is spoken", undefined, { ca: here.cert }, /no TLS is spoken there/],
  ["no TLS where it is spoken", credentials(here), undefined, /set LAWSPEAKER_TLS_CA$/],
  ["no certificate", credentials(here, player.cert), { ca: here.cert }, /set LAWSPEAKER_TLS_CERT/],
] as const) {
  test(`with ${what} the error says what to do`, LIMIT, async () => {
    await assert.rejects(dial(server ?? ServerCredentials.createInsecure(), tls, 500), {
      name: "ConnectionRefusedError",
      message: words,
    });
  });
}

for (const [what, files, words] of [
  ["is not there", { ca: join(folder, "none.pem") }, /none\.pem: it cannot be read \(ENOENT\)/],
  ["is none", { ca: here.key }, /here\.key holds no certificate in PEM/],
  ["holds nothing", { ca: empty }, /empty\.pem holds no certificate that can be read/],
  ["lacks its key", { ca: here.cert, cert: player.cert }, /go together/],
  ["is of another key", { ca: here.cert, cert: player.cert, key: here.key }, /not usable together/],
] as const) {
  test(`a certificate that ${what} is one line`, LIMIT, async () => {
    await assert.rejects(play(BOT, { address: "127.0.0.1:1", tls: files }), {
      name: "ConnectionRefusedError",
      message: words,
    });
  });
}

test("a key with a password is asked for without one", LIMIT, async () => {
  const key = join(folder, "locked.key");
  writeFileSync(key, "-----BEGIN ENCRYPTED PRIVATE KEY-----\n");
  const run = play(BOT, { address: "127.0.0.1:1", tls: { ca: here.cert, cert: here.cert, key } });
  await assert.rejects(run, /locked with a password/);
});
