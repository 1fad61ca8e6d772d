import { BACKOFF, type Backoff } from "./backoff.js";
import { ConnectionRefusedError } from "./errors.js";
import type { Tls } from "./tls.js";

/** How a bot is run; what is left out comes from the environment, or is as said here. */
export interface RunOptions {
  /** HOST:PORT or unix:/PATH; else LAWSPEAKER_ADDRESS. */
  readonly address?: string;
  /** What the referee handed out for this bot; else LAWSPEAKER_TOKEN. */
  readonly token?: string;
  /** Files for an encrypted connection; else LAWSPEAKER_TLS_CA, LAWSPEAKER_TLS_CERT and LAWSPEAKER_TLS_KEY. */
  readonly tls?: Tls;
  /**
   * How long a referee is dialled that is not there yet, and then its Welcome waited for; 30000, as long as a referee's
   * clock waits for bots.
   */
  readonly connectWithinMs?: number;
  /** A lost connection is tried again for so long, 0 for not at all; else LAWSPEAKER_RECONNECT_WITHIN, or 60000. */
  readonly reconnectWithinMs?: number;
  /** Pauses between the tries to come back. */
  readonly backoff?: Backoff;
  /** A connection that was silent for so long is asked whether it lives; 15000. Referees allow 5000 and more. */
  readonly keepaliveMs?: number;
  /** Names the numbers of `decision.random()`; else LAWSPEAKER_BOT_SEED, or "0". */
  readonly seed?: string;
  /** Where a line goes that tells of a lost connection or a refused answer; else to stderr. */
  readonly log?: (line: string) => void;
  /** Ends the run: it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Every option, settled. */
export interface Settings {
  readonly address: string;
  readonly token: string;
  readonly tls: Tls | undefined;
  readonly connectWithinMs: number;
  readonly reconnectWithinMs: number;
  readonly backoff: Backoff;
  readonly keepaliveMs: number;
  readonly seed: string;
  readonly log: (line: string) => void;
  readonly signal: AbortSignal | undefined;
}

const DIALLED = /^(?:unix:.+|(?:\[[^\][\s]+\]|[^\][:/\s]+):(\d{1,5}))$/;
const URL_OF = /^[a-z][a-z0-9+.-]*:\/\/+(?:[^/?#]*@)?(\[[^\]/]*\]|[^:/?#]+)?(:\d+)?/i;
const MOST_PORT = 65535;

type Environment = Readonly<Record<string, string | undefined>>;

/** Options with what the environment says and the defaults. Throws ConnectionRefusedError for what makes no sense. */
export function settle(options: RunOptions, environment: Environment = process.env): Settings {
  return {
    address: addressOf(options, environment),
    token: options.token ?? environment.LAWSPEAKER_TOKEN ?? "",
    tls: options.tls ?? tlsOf(environment),
    connectWithinMs: options.connectWithinMs ?? 30_000,
    reconnectWithinMs: options.reconnectWithinMs ?? reconnectWithinOf(environment),
    backoff: options.backoff ?? BACKOFF,
    keepaliveMs: options.keepaliveMs ?? 15_000,
    seed: options.seed ?? seedOf(environment),
    log: options.log ?? ((line) => console.error(`lawspeaker-bot: ${line}`)),
    signal: options.signal,
  };
}

function addressOf(options: RunOptions, environment: Environment): string {
  const address = options.address ?? environment.LAWSPEAKER_ADDRESS ?? "";
  if (!address) {
    throw new ConnectionRefusedError(
      'no referee\'s address: pass run(bot, { address: "HOST:PORT" }) or set LAWSPEAKER_ADDRESS',
    );
  }
  const port = DIALLED.exec(address);
  if (port && Number(port[1] ?? 0) <= MOST_PORT) return address;
  const [url, host = "127.0.0.1", colonPort = ":50051"] = URL_OF.exec(address) ?? [];
  throw new ConnectionRefusedError(
    url
      ? `the referee's address is a URL, not HOST:PORT; give ${host}${colonPort}`
      : `the referee's address is "${address}"; it must be HOST:PORT, such as 127.0.0.1:50051, or unix:/PATH`,
  );
}

function tlsOf(environment: Environment): Tls | undefined {
  const ca = environment.LAWSPEAKER_TLS_CA ?? "";
  const cert = environment.LAWSPEAKER_TLS_CERT ?? "";
  const key = environment.LAWSPEAKER_TLS_KEY ?? "";
  if (!ca && (cert || key)) {
    throw new ConnectionRefusedError(
      "LAWSPEAKER_TLS_CERT and LAWSPEAKER_TLS_KEY need LAWSPEAKER_TLS_CA: the file of the authority of the " +
        'referee\'s certificate, or "public"',
    );
  }
  return ca ? { ca, cert, key } : undefined;
}

function seedOf({ LAWSPEAKER_BOT_SEED: seed = "" }: Environment): string {
  return seed === "" ? "0" : seed;
}

function reconnectWithinOf(environment: Environment): number {
  const text = environment.LAWSPEAKER_RECONNECT_WITHIN ?? "";
  if (!text) return 60_000;
  const seconds = text.trim() ? Number(text) : NaN;
  if (!Number.isFinite(seconds) || seconds < 0) {
    throw new ConnectionRefusedError(
      `LAWSPEAKER_RECONNECT_WITHIN is "${text}"; it must be a number of seconds, such as 60; ` +
        "0 ends the bot with its connection",
    );
  }
  return seconds * 1000;
}
