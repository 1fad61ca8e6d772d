import { create } from "@bufbuild/protobuf";
import { status, type Client, type ClientDuplexStream, type StatusObject } from "@grpc/grpc-js";

import { ConnectionLostError, RefusedError } from "./errors.js";
import {
  GoodbyeReason,
  PlayRequestSchema,
  type Answer,
  type Hello,
  type PlayRequest,
  type PlayResponse,
} from "./gen/lawspeaker/v1/referee_service_pb.js";
import { Mailbox } from "./mailbox.js";
import { PLAY } from "./service.js";

const REFUSALS: ReadonlySet<status> = new Set([
  status.UNAUTHENTICATED,
  status.FAILED_PRECONDITION,
  status.INVALID_ARGUMENT,
  status.PERMISSION_DENIED,
  status.RESOURCE_EXHAUSTED,
]);

/** What the referee says, by its `case`; undefined for a message of a later protocol. */
export type Message = PlayResponse["message"];

/** There is no place now: the bot's own lost stream has it, maybe, which the referee has not missed yet. */
export class NoPlaceError extends RefusedError {}

/** One call of the referee and its connection, which are closed together. */
export class Stream {
  /** When the referee welcomed the bot, by `performance.now()`. */
  welcomedAt = performance.now();
  readonly #client: Client;
  readonly #call: ClientDuplexStream<PlayRequest, PlayResponse>;
  readonly #inbox = new Mailbox<Message>();
  #introduced = false;
  #closed = false;

  constructor(client: Client) {
    this.#client = client;
    this.#call = client.makeBidiStreamRequest(
      PLAY.path,
      PLAY.requestSerialize,
      PLAY.responseDeserialize,
    );
    // The status may overtake messages that were not read yet; the call is over when both have come.
    const end = new Promise<void>((resolve) => this.#call.once("end", resolve));
    this.#call.on("data", ({ message }: PlayResponse) => {
      this.#inbox.put(message);
    });
    this.#call.on("status", (last: StatusObject) => {
      void end.then(() => {
        this.#inbox.close(last.code === status.OK ? undefined : this.#explained(last));
      });
    });
    this.#call.on("error", () => {
      // The status says the same.
    });
  }

  /** Say Hello and hear Welcome. Rejects with NoPlaceError, RefusedError or ConnectionLostError. */
  async introduce(hello: Hello): Promise<void> {
    this.#write({ case: "hello", value: hello });
    const welcome = await this.next();
    if (welcome?.case === "goodbye") {
      const { reason, message } = welcome.value;
      const Kind = reason === GoodbyeReason.DRAINING ? NoPlaceError : RefusedError;
      throw new Kind(`the referee refused the bot: ${message}`);
    }
    if (welcome?.case !== "welcome") {
      throw new RefusedError(
        "the referee did not answer Hello with Welcome; is this a Lawspeaker referee?",
      );
    }
    this.#introduced = true;
    this.welcomedAt = performance.now();
  }

  /** The next message, undefined at the stream's end. Rejects with RefusedError or ConnectionLostError. */
  next(): Promise<Message | undefined> {
    return this.#inbox.next();
  }

  [Symbol.asyncIterator](): AsyncGenerator<Message, void> {
    return this.#inbox[Symbol.asyncIterator]();
  }

  /** Send an answer, or drop it if the stream is over. */
  answer(answer: Answer): void {
    this.#write({ case: "answer", value: answer });
  }

  /** End call and connection without a word; who waits for a message gets the error, or none. */
  close(error?: Error): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#inbox.close(error);
    this.#call.cancel();
    this.#client.close();
  }

  #write(message: PlayRequest["message"]): void {
    if (this.#closed || !this.#call.writable) return;
    this.#call.write(create(PlayRequestSchema, { message }));
  }

  #explained({ code, details }: StatusObject): ConnectionLostError | RefusedError {
    const words = details || status[code];
    if (!REFUSALS.has(code)) {
      return new ConnectionLostError(
        `the connection to the referee broke (${status[code]}): ${words}`,
      );
    }
    const Kind =
      code === status.RESOURCE_EXHAUSTED && !this.#introduced ? NoPlaceError : RefusedError;
    return new Kind(`the referee refused the bot: ${words}`);
  }
}
