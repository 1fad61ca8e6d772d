import assert from "node:assert/strict";
import { test } from "node:test";

import { ConnectionRefusedError } from "../src/errors.js";
import { settle } from "../src/settings.js";

const ADDRESS = { LAWSPEAKER_ADDRESS: "127.0.0.1:50051" };

test("what no option says comes from the environment", () => {
  const settings = settle(
    {},
    {
      LAWSPEAKER_ADDRESS: "unix:/tmp/referee",
      LAWSPEAKER_TOKEN: "secret",
      LAWSPEAKER_TLS_CA: "ca.pem",
      LAWSPEAKER_RECONNECT_WITHIN: "2.5",
      LAWSPEAKER_BOT_SEED: "7",
    },
  );
  assert.equal(settings.address, "unix:/tmp/referee");
  assert.equal(settings.token, "secret");
  assert.deepEqual(settings.tls, { ca: "ca.pem", cert: "", key: "" });
  assert.equal(settings.reconnectWithinMs, 2500);
  assert.equal(settings.seed, "7");
});

test("an option goes before the environment", () => {
  const options = { address: "[::1]:1", token: "", reconnectWithinMs: 0, seed: "9" };
  const { address, token, reconnectWithinMs, seed } = settle(options, {
    ...ADDRESS,
    LAWSPEAKER_TOKEN: "secret",
    LAWSPEAKER_RECONNECT_WITHIN: "5",
    LAWSPEAKER_BOT_SEED: "7",
  });
  assert.deepEqual({ address, token, reconnectWithinMs, seed }, options);
});

test("what is empty counts as not said", () => {
  const settings = settle(
    {},
    { ...ADDRESS, LAWSPEAKER_RECONNECT_WITHIN: "", LAWSPEAKER_BOT_SEED: "", LAWSPEAKER_TLS_CA: "" },
  );
  assert.equal(settings.reconnectWithinMs, 60_000);
  assert.equal(settings.connectWithinMs, 30_000);
  assert.equal(settings.seed, "0");
  assert.equal(settings.tls, undefined);
});

for (const text of ["soon", "-1", "NaN", "Infinity", "1m", " "]) {
  test(`"${text}" is no number of seconds to come back within`, () => {
    assert.throws(() => settle({}, { ...ADDRESS, LAWSPEAKER_RECONNECT_WITHIN: text }), {
      name: "ConnectionRefusedError",
      message: `LAWSPEAKER_RECONNECT_WITHIN is "${text}"; it must be a number of seconds, such as 60; 0 ends the bot with its connection`,
    });
  });
}

/** The line that an address is refused with. */
function refused(address: string): string {
  try {
    settle({}, { LAWSPEAKER_ADDRESS: address });
  } catch (error) {
    assert(error instanceof ConnectionRefusedError);
    return error.message;
  }
  return "";
}

test("without an address the error says what to set", () => {
  assert.match(refused(""), /^no referee's address: .* set LAWSPEAKER_ADDRESS$/);
});

for (const [url, place] of [
  ["http://127.0.0.1:50051", "127.0.0.1:50051"],
  ["https://bots.example:443/play?token=1#x", "bots.example:443"],
  ["HTTP://bots.example", "bots.example:50051"],
  ["grpc+tls://me:secret@[::1]:9", "[::1]:9"],
  ["http://[::1]", "[::1]:50051"],
  ["dns:///bots.example:1", "bots.example:1"],
  ["http://", "127.0.0.1:50051"],
] as const) {
  test(`"${url}" is refused with the address that it holds`, () => {
    assert.equal(refused(url), `the referee's address is a URL, not HOST:PORT; give ${place}`);
    assert.equal(refused(place), "");
  });
}

for (const address of [
  ...["localhost", "localhost:", ":50051", "localhost:port", "localhost:65536", "localhost:99999"],
  ...["localhost:-1", "::1:50051", "[::1]", "localhost:50051/x", "localhost:50051 ", "unix:"],
]) {
  test(`"${address}" is no address, and the error says what one looks like`, () => {
    assert.equal(
      refused(address),
      `the referee's address is "${address}"; it must be HOST:PORT, such as 127.0.0.1:50051, or unix:/PATH`,
    );
  });
}

for (const address of [
  ...["localhost:1", "127.0.0.1:65535", "my_bots.example:50051", "[::1]:50051", "[fe80::1%eth0]:1"],
  ...["unix:/run/referee", "unix:referee", "unix:///run/referee"],
]) {
  test(`"${address}" can be dialled`, () => assert.equal(refused(address), ""));
}

test("a certificate of the bot needs the referee's authority too", () => {
  assert.throws(() => settle({}, { ...ADDRESS, LAWSPEAKER_TLS_CERT: "bot.pem" }), {
    message: /need LAWSPEAKER_TLS_CA/,
  });
});
