import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { after, test } from "node:test";

import { isLocal } from "../src/connection.js";
import { play } from "../src/index.js";
import { bot } from "./playing.js";
import { Referee } from "./referee.js";

const LIMIT = { timeout: 10_000 };

/** What a proxy is asked first, a line each. */
const asked: string[] = [];
const open = new Set<Socket>();
const proxy = createServer((socket) => {
  open.add(socket);
  socket.once("data", (data) => {
    asked.push(data.toString().split("\r\n", 1)[0] ?? "");
    proxy.emit("asked");
    socket.destroy();
  });
}).listen(0, "127.0.0.1");
await once(proxy, "listening");
for (const name of ["http_proxy", "https_proxy", "grpc_proxy", "all_proxy"]) {
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  process.env[name] = url;
  process.env[name.toUpperCase()] = url;
}
for (const name of ["no_proxy", "no_grpc_proxy", "NO_PROXY", "NO_GRPC_PROXY"]) {
  process.env[name] = "";
}
after(() => {
  proxy.close();
  for (const socket of open) socket.destroy();
});

test("addresses of this machine are those of the loopback and of sockets", () => {
  const local = ["127.0.0.1:1", "127.9.9.9:1", "localhost:1", "LocalHost:1", "[::1]:1", "unix:/x"];
  const others = ["0.0.0.0:1", "192.0.2.1:1", "127.example.org:1", "localhost.example.org:1"];
  assert.deepEqual(local.filter(isLocal), local);
  assert.deepEqual([...others, "[2001:db8::1]:1"].filter(isLocal), []);
});

for (const place of ["127.0.0.1:0", "127.7.7.7:0", "localhost:0", "[::1]:0", undefined]) {
  test(`a referee at ${place ?? "a socket"} is dialled without a proxy`, LIMIT, async (t) => {
    const referee = await Referee.start(place);
    t.after(() => referee.stop());
    const run = play(bot(), { address: referee.address });
    const table = await referee.table();
    await table.hello();
    table.goodbye();
    await run;
    assert.deepEqual(asked, []);
  });
}

test("any other address is dialled through the proxy", LIMIT, async () => {
  const stop = new AbortController();
  const run = play(bot(), { address: "referee.invalid:50051", signal: stop.signal });
  await Promise.race([once(proxy, "asked"), run]);
  stop.abort();
  await assert.rejects(run, { name: "AbortError" });
  assert.equal(asked[0], "CONNECT referee.invalid:50051 HTTP/1.1");
});
