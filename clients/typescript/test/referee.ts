import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { create, toBinary, type MessageInitShape } from "@bufbuild/protobuf";
import {
  Server,
  ServerCredentials,
  status,
  type MethodDefinition,
  type ServerDuplexStream,
} from "@grpc/grpc-js";

import type { Backoff } from "../src/backoff.js";
import {
  GoodbyeReason,
  PlayResponseSchema,
  type Answer,
  type DecisionRequest,
  type Hello,
  type MatchStarted,
  type PlayRequest,
  type PlayResponse,
  type RejectReason,
} from "../src/gen/lawspeaker/v1/referee_service_pb.js";
import { Mailbox } from "../src/mailbox.js";
import { PLAY } from "../src/service.js";

/** Comes back at once, so that no test waits. */
export const SOON: Backoff = { firstMs: 2, longestMs: 20, draw: () => 0 };

type Response = NonNullable<MessageInitShape<typeof PlayResponseSchema>["message"]>;
type Started = Partial<Pick<MatchStarted, "seat" | "seedCommitment" | "moveTimeMs">>;
type Asked = Partial<Pick<DecisionRequest, "prompt" | "least" | "most" | "timeLeftMs">>;

/** The referee's end of one stream, in words. */
export class Table {
  readonly #call: ServerDuplexStream<PlayRequest, Uint8Array>;
  readonly #inbox = new Mailbox<PlayRequest>();
  /** What is said meanwhile, to be said in one message. */
  #batch: PlayResponse[] | undefined;

  constructor(call: ServerDuplexStream<PlayRequest, Uint8Array>) {
    this.#call = call;
    call.on("data", (request: PlayRequest) => this.#inbox.put(request));
    call.on("end", () => this.#inbox.close());
    call.on("cancelled", () => this.#inbox.close());
  }

  /** The bot's next message; undefined when it has gone. */
  next(): Promise<PlayRequest | undefined> {
    return this.#inbox.next();
  }

  /** Read Hello and welcome the bot. */
  async hello(): Promise<Hello> {
    const message = (await this.next())?.message;
    if (message?.case !== "hello") throw new Error(`Hello should come, not ${message?.case}`);
    this.say({ case: "welcome", value: { protocol: 1, refereeVersion: "test" } });
    return message.value;
  }

  /** The bot's next answer. */
  async answer(): Promise<Answer> {
    const message = (await this.next())?.message;
    if (message?.case !== "answer") throw new Error(`an Answer should come, not ${message?.case}`);
    return message.value;
  }

  /** Begin a match, or go on with it. */
  start(matchId = "m", fields: Started = {}): void {
    const setup = { game: "test", players: 2 };
    this.say({ case: "matchStarted", value: { matchId, setup, bots: ["one", "two"], ...fields } });
  }

  /** Ask for one of four options, unless told otherwise. */
  ask(decisionId = 1n, matchId = "m", fields: Asked = {}): void {
    const question = { prompt: "test.one", least: 1, most: 1, optionCount: 4, defaultPicks: [3] };
    this.say({ case: "decisionRequest", value: { matchId, decisionId, ...question, ...fields } });
  }

  /** Refuse an answer. */
  reject(decisionId: bigint, reason: RejectReason, matchId = "m"): void {
    const value = { matchId, decisionId, reason, message: "that was wrong" };
    this.say({ case: "answerRejected", value });
  }

  /** End a match. */
  over(matchId = "m", ranks = [1, 2]): void {
    const outcome = { ranks, scores: ranks.map(() => 9), reason: "test" };
    this.say({ case: "matchOver", value: { matchId, outcome } });
  }

  /** Say goodbye and end the stream. */
  goodbye(reason = GoodbyeReason.DONE): void {
    this.say({ case: "goodbye", value: { reason, message: "thank you" } });
    this.end();
  }

  /** Say anything. */
  say(message: Response): void {
    const response = create(PlayResponseSchema, { message });
    if (this.#batch) this.#batch.push(response);
    else this.sayBytes(toBinary(PlayResponseSchema, response));
  }

  /** Say in one message what is said meanwhile; it does not end the stream. */
  together(say: () => void): void {
    const outer = this.#batch;
    const responses: PlayResponse[] = (this.#batch = []);
    say();
    this.#batch = outer;
    this.say({ case: "batch", value: { responses } });
  }

  /** Say a serialised message as it stands. */
  sayBytes(bytes: Uint8Array): void {
    this.#call.write(bytes);
  }

  /** End the stream, after what was said. */
  end(code: number = status.OK, details = ""): void {
    if (this.#batch) return;
    if (code === 0) this.#call.end();
    else this.#call.emit("error", { code, details });
  }
}

/** A referee without rules: every stream that begins is a table that a test takes. */
export class Referee {
  readonly address: string;
  readonly tables = new Mailbox<Table>();
  readonly #folder: string | undefined;
  readonly #server: Server;

  private constructor(server: Server, address: string, folder?: string) {
    const play: MethodDefinition<PlayRequest, Uint8Array> = {
      ...PLAY,
      responseSerialize: (bytes) => Buffer.from(bytes),
      responseDeserialize: (bytes) => bytes,
    };
    const handler = (call: ServerDuplexStream<PlayRequest, Uint8Array>) => {
      this.tables.put(new Table(call));
    };
    server.addService({ play }, { play: handler });
    this.#server = server;
    this.#folder = folder;
    this.address = address;
  }

  /** Start one, at a socket in a folder of its own unless an address is given. */
  static async start(address?: string, credentials = ServerCredentials.createInsecure()) {
    const folder = address ? undefined : mkdtempSync(join(tmpdir(), "referee-"));
    const place = address ?? `unix:${folder ?? ""}/socket`;
    const server = new Server();
    const port = await new Promise<number>((resolve, reject) => {
      server.bindAsync(place, credentials, (error, bound) =>
        error ? reject(error) : resolve(bound),
      );
    });
    return new Referee(server, place.replace(/:0$/, `:${port}`), folder);
  }

  /** The next stream. */
  async table(): Promise<Table> {
    const table = await this.tables.next();
    if (!table) throw new Error("the referee was stopped");
    return table;
  }

  /** Break every connection, and listen no more. */
  stop(): void {
    this.tables.close();
    this.#server.forceShutdown();
    if (this.#folder) rmSync(this.#folder, { recursive: true, force: true });
  }
}
