import { setTimeout as sleep } from "node:timers/promises";

import { equals } from "@bufbuild/protobuf";
import type { Client } from "@grpc/grpc-js";

import { abortOf } from "./abort.js";
import { Patience } from "./backoff.js";
import type { Bot } from "./bot.js";
import { ConnectionLostError, RefusedError } from "./errors.js";
import { GameSetupSchema } from "./gen/lawspeaker/v1/match_pb.js";
import {
  GoodbyeReason,
  type Goodbye,
  type Hello,
  type MatchStarted,
} from "./gen/lawspeaker/v1/referee_service_pb.js";
import { Match } from "./match.js";
import { Seat, type Company } from "./seat.js";
import type { Settings } from "./settings.js";
import { NoPlaceError, Stream, type Message } from "./stream.js";

/** One try to connect again may take so long. */
const TRY_WITHIN_MS = 5000;
/** What `setTimeout` takes at most. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** Goodbyes that do not blame the bot; every other one does, those of later versions too. */
const FRIENDLY: ReadonlySet<GoodbyeReason> = new Set([
  GoodbyeReason.UNSPECIFIED,
  GoodbyeReason.DRAINING,
  GoodbyeReason.DONE,
]);

/** Introduces the bot, hands messages to its matches, and comes back when the connection is lost. */
export class Session {
  readonly #bot: Bot;
  readonly #hello: Hello;
  readonly #connect: () => Client;
  readonly #company: Company;
  readonly #patience: Patience;
  readonly #welcomeWithinMs: number;
  /** Aborted with what a match failed with. */
  readonly #failed = new AbortController();
  readonly #seats = new Map<string, Seat>();
  readonly #playing = new Set<Promise<void>>();
  #goodbye: Goodbye | undefined;
  /** Whether the stream has brought anything that the one before had not. */
  #progress = false;

  constructor(bot: Bot, hello: Hello, connect: () => Client, settings: Settings) {
    const { seed, log, signal } = settings;
    const stopped = signal ? AbortSignal.any([signal, this.#failed.signal]) : this.#failed.signal;
    this.#bot = bot;
    this.#hello = hello;
    this.#connect = connect;
    this.#company = { bot, seed, log, stopped };
    this.#patience = new Patience(settings.reconnectWithinMs, settings.backoff);
    this.#welcomeWithinMs = settings.connectWithinMs;
  }

  /** Play until the referee says goodbye, first with this client. Rejects with a BotError, or what the bot threw. */
  async play(client: Client): Promise<void> {
    const { stopped } = this.#company;
    try {
      let stream = await this.#introduced(client, this.#welcomeWithinMs);
      let loss = await this.#listen(stream);
      while (loss) {
        stream = await this.#comeBack(loss);
        loss = await this.#listen(stream);
      }
      for (const seat of this.#seats.values()) {
        seat.end(seat.away ? "the connection was lost, and the match did not come back" : "");
      }
      await Promise.race([Promise.all(this.#playing), abortOf(stopped)]);
    } catch (error) {
      this.#failed.abort(error); // the matches go no further
      for (const seat of this.#seats.values()) seat.end();
      stopped.throwIfAborted(); // what ended the run, and not what came of it
    }
  }

  // Streams.

  async #introduced(client: Client, withinMs: number): Promise<Stream> {
    const stream = new Stream(client);
    const giveUp = () => {
      stream.close(new ConnectionLostError(`no answer within ${withinMs / 1000} s`));
    };
    const timer = setTimeout(giveUp, Math.min(withinMs, LONGEST_TIMEOUT_MS));
    const release = this.#closedWhenStopped(stream);
    try {
      await stream.introduce(this.#hello);
    } catch (error) {
      stream.close();
      throw error;
    } finally {
      release();
      clearTimeout(timer);
    }
    return stream;
  }

  /** Dispatch what comes until the stream is over; resolves with why if it is to be taken up again. */
  async #listen(stream: Stream): Promise<ConnectionLostError | undefined> {
    this.#goodbye = undefined;
    this.#progress = false;
    const release = this.#closedWhenStopped(stream);
    const givingUp = setTimeout(
      () => this.#giveUpMatches(),
      Math.min(this.#patience.withinMs, LONGEST_TIMEOUT_MS),
    );
    try {
      await this.#dispatchAll(stream);
      this.#checkGoodbye();
      return undefined;
    } catch (error) {
      if (!(error instanceof ConnectionLostError) || !this.#patience.withinMs) throw error;
      const now = performance.now();
      this.#patience.lost(now, now - stream.welcomedAt, this.#progress);
      return error;
    } finally {
      clearTimeout(givingUp);
      release();
      stream.close();
    }
  }

  async #dispatchAll(stream: Stream): Promise<void> {
    try {
      for await (const message of stream) this.#dispatch(message, stream);
    } catch (error) {
      // After a goodbye it does not matter how the stream ends: an answer may have crossed it.
      if (!(error instanceof ConnectionLostError && this.#goodbye)) throw error;
    }
  }

  /** A new stream. Rejects with ConnectionLostError if none can be had in time, and RefusedError. */
  async #comeBack(loss: ConnectionLostError): Promise<Stream> {
    const { log, stopped } = this.#company;
    const lostAt = performance.now();
    const within = `${this.#patience.withinMs / 1000} s`;
    log(`${loss.message}; trying again for up to ${within}`);
    for (const seat of this.#seats.values()) seat.away = true;
    let last = "";
    for (;;) {
      const delay = this.#patience.wait(performance.now());
      if (delay === undefined) break;
      await sleep(delay, undefined, { signal: stopped });
      try {
        const stream = await this.#introduced(this.#connect(), TRY_WITHIN_MS);
        log(`connected again after ${((performance.now() - lostAt) / 1000).toFixed(1)} s`);
        return stream;
      } catch (error) {
        if (!(error instanceof ConnectionLostError || error instanceof NoPlaceError)) throw error;
        last = `: ${error.message}`;
      }
    }
    throw new ConnectionLostError(`${loss.message}; it did not come back within ${within}${last}`);
  }

  /** Throws RefusedError or ConnectionLostError unless the stream ended as it should. */
  #checkGoodbye(): void {
    if (!this.#goodbye) {
      throw new ConnectionLostError("the referee closed the stream without a goodbye");
    }
    const { reason, message } = this.#goodbye;
    if (!FRIENDLY.has(reason)) throw new RefusedError(`the referee ended the stream: ${message}`);
    const unfinished = this.#seats.size;
    if (reason === GoodbyeReason.DRAINING && unfinished && this.#patience.withinMs) {
      throw new ConnectionLostError(
        `the referee said goodbye with ${unfinished} of the bot's matches unfinished: ${message}`,
      );
    }
  }

  #closedWhenStopped(stream: Stream): () => void {
    const { stopped } = this.#company;
    const close = () => {
      stream.close(stopped.reason as Error);
    };
    if (stopped.aborted) close();
    stopped.addEventListener("abort", close);
    return () => {
      stopped.removeEventListener("abort", close);
    };
  }

  // Matches.

  /** Hand a message to its match; a match's own messages are worked off one after the other. */
  #dispatch(message: Message, stream: Stream): void {
    switch (message.case) {
      case "goodbye":
        this.#goodbye = message.value;
        return;
      case "matchStarted":
        this.#start(message.value, message, stream);
        return;
      case "decisionRequest":
      case "answerRejected":
      case "matchOver": {
        const seat = this.#seats.get(message.value.matchId);
        if (!seat) return;
        if (message.case === "matchOver") this.#seats.delete(message.value.matchId);
        this.#progress ||=
          message.case === "matchOver" ||
          (message.case === "decisionRequest" && message.value.decisionId !== seat.latest);
        seat.take(message, stream);
      }
    }
  }

  #start(started: MatchStarted, message: Message, stream: Stream): void {
    const known = this.#seats.get(started.matchId);
    if (known && isSameMatch(started, known.match.message)) {
      known.away = false;
      known.take(message, stream);
      return;
    }
    if (known) this.#giveUp(known, "the referee has begun another match under the same name");
    this.#makeRoom();
    this.#progress = true;
    const seat = new Seat(new Match(started), this.#company);
    this.#seats.set(started.matchId, seat);
    const playing: Promise<void> = seat
      .play()
      .catch((error: unknown) => this.#failed.abort(error))
      .finally(() => this.#playing.delete(playing));
    this.#playing.add(playing);
  }

  /**
   * Give up matches that have not come back, as far as the bot plays more than it said without them.
   *
   * The referee never seats a bot in more matches than that, so they must be over.
   */
  #makeRoom(): void {
    const most = Math.max(1, this.#bot.maxMatches ?? 1);
    const away = [...this.#seats.values()].filter((seat) => seat.away);
    for (const seat of away.slice(0, Math.max(0, this.#seats.size + 1 - most))) {
      this.#giveUp(seat, "the connection was lost, and the match ended meanwhile");
    }
  }

  /** End the matches that have not come back. */
  #giveUpMatches(): void {
    const within = `${this.#patience.withinMs / 1000} s`;
    for (const seat of this.#seats.values()) {
      if (!seat.away) continue;
      this.#giveUp(
        seat,
        `the connection was lost, and the match did not come back within ${within}`,
      );
    }
  }

  #giveUp(seat: Seat, why: string): void {
    this.#company.log(`${seat.match.matchId}: ${why}`);
    this.#seats.delete(seat.match.matchId);
    seat.end(why);
  }
}

/** Whether it is the match itself that goes on: a referee that lost its records may use its name once more. */
function isSameMatch(one: MatchStarted, other: MatchStarted): boolean {
  if (!one.setup || !other.setup) return one.setup === other.setup;
  return (
    one.seat === other.seat &&
    Buffer.compare(one.seedCommitment, other.seedCommitment) === 0 &&
    equals(GameSetupSchema, one.setup, other.setup)
  );
}
