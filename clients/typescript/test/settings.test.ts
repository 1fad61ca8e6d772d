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

for (const address of ["", "localhost", "unix:", ":50051", "localhost:port"]) {
  test(`"${address}" is no address, and the error says what one looks like`, () => {
    assert.throws(
      () => settle({}, { LAWSPEAKER_ADDRESS: address }),
      (error) => error instanceof ConnectionRefusedError && error.message.includes("HOST:PORT"),
    );
  });
}

test("a certificate of the bot needs the referee's authority too", () => {
  assert.throws(() => settle({}, { ...ADDRESS, LAWSPEAKER_TLS_CERT: "bot.pem" }), {
    message: /need LAWSPEAKER_TLS_CA/,
  });
});
