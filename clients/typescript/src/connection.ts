import { isIPv4 } from "node:net";

import { Client, connectivityState, type ServiceError } from "@grpc/grpc-js";

import { ConnectionRefusedError } from "./errors.js";
import { PLAY } from "./service.js";
import type { Settings } from "./settings.js";
import { credentialsOf, hint } from "./tls.js";

/** A connection that was asked whether it lives has so long to answer. */
const KEEPALIVE_ANSWER_MS = 5000;
/** gRPC's words for a failure are waited for so long. */
const DETAILS_WITHIN_MS = 1000;
/** After so long without a referee a line says so. */
const NOTICE_AFTER_MS = 2000;
/** Bytes of a message from the referee, and of one to it. */
const MOST_RECEIVED = 16 << 20;
const MOST_SENT = 1 << 20;

/** A way to make connections, none of which has anything in common with another. Throws ConnectionRefusedError. */
export function connector({ address, tls, keepaliveMs }: Settings): () => Client {
  const credentials = credentialsOf(tls);
  return () =>
    new Client(address, credentials, {
      "grpc.keepalive_time_ms": keepaliveMs,
      "grpc.keepalive_timeout_ms": KEEPALIVE_ANSWER_MS,
      "grpc.max_receive_message_length": MOST_RECEIVED,
      "grpc.max_send_message_length": MOST_SENT,
      // A session says itself what it says again.
      "grpc.enable_retries": 0,
      // A referee that is started together with its bots may be there in a moment.
      "grpc.initial_reconnect_backoff_ms": 100,
      "grpc.max_reconnect_backoff_ms": 1000,
      // Else a new connection would wait for gRPC's own back-off of a lost one.
      "grpc.use_local_subchannel_pool": 1,
      // Else the name server would be asked for settings that no referee has there.
      "grpc.service_config_disable_resolution": 1,
      // Else gRPC sends bots through http_proxy and its like to the machine that they are on.
      "grpc.enable_http_proxy": isLocal(address) ? 0 : 1,
    });
}

/** Whether HOST:PORT or unix:/PATH is on this machine. */
export function isLocal(address: string): boolean {
  const host = address.replace(/:\d+$/, "").toLowerCase();
  const loopback = host === "localhost" || host === "[::1]" || host === "::1";
  return loopback || address.startsWith("unix:") || (isIPv4(host) && host.startsWith("127."));
}

/** Wait for the first connection. Rejects with ConnectionRefusedError if there is none in time. */
export async function connected(client: Client, settings: Settings): Promise<void> {
  const { address, connectWithinMs, tls, log } = settings;
  const notice = setTimeout(() => {
    if (client.getChannel().getConnectivityState(false) !== connectivityState.TRANSIENT_FAILURE)
      return;
    log(`no referee answers at ${address} yet; trying for up to ${connectWithinMs / 1000} s`);
  }, NOTICE_AFTER_MS);
  const ready = await new Promise<boolean>((resolve) => {
    client.waitForReady(Date.now() + connectWithinMs, (error) => resolve(!error));
  });
  clearTimeout(notice);
  if (ready) return;
  const details = await detailsOf(client);
  const why = details.startsWith("Name resolution failed")
    ? "the host cannot be resolved to an address; is it spelt right?"
    : hint(details, tls !== undefined);
  throw new ConnectionRefusedError(
    `no referee answers at ${address} (tried for ${connectWithinMs / 1000} s); ` +
      (why || "is it running, and is the address right?"),
  );
}

/** gRPC's words for why a client has no connection; empty if it has none. */
async function detailsOf(client: Client): Promise<string> {
  const call = client.makeBidiStreamRequest(
    PLAY.path,
    PLAY.requestSerialize,
    PLAY.responseDeserialize,
    { deadline: Date.now() + DETAILS_WITHIN_MS },
  );
  const error = await new Promise<ServiceError>((resolve) => call.on("error", resolve));
  return error.details;
}
