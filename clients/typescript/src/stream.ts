import { create } from "@bufbuild/protobuf";
import { status, type Client, type ClientDuplexStream, type StatusObject } from "@grpc/grpc-js";

import { ConnectionLostError, RefusedError } from "./errors.js";
import {
  AnswerBatchSchema,
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

/** Answers in one message, and their bytes. */
const MOST_BATCH = 64;
const BATCH_BYTES = 32 << 10;
/** Bytes of a number or of a length in a message, its tag included, are fewer. */
const NUMBER_BYTES = 11;

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
  /** Answers of this turn of the loop, the oldest first. */
  readonly #answers: Answer[] = [];
  /** Whether the referee takes several answers in one message. */
  #batches = false;
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
      const batch = message.case === "batch" ? message.value.responses : [{ message }];
      for (const single of batch) this.#inbox.put(single.message);
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
    this.#batches = welcome.value.batches;
    this.welcomedAt = performance.now();
  }

  /** The next message, undefined at the stream's end. Rejects with RefusedError or ConnectionLostError. */
  next(): Promise<Message | undefined> {
    return this.#inbox.next();
  }

  [Symbol.asyncIterator](): AsyncGenerator<Message, void> {
    return this.#inbox[Symbol.asyncIterator]();
  }

  /** Send an answer, together with others of this turn of the loop, or drop it if the stream is over. */
  answer(answer: Answer): void {
    if (!this.#batches) {
      this.#write({ case: "answer", value: answer });
      return;
    }
    this.#answers.push(answer);
    // When all promises that are settled now have gone on.
    if (this.#answers.length === 1) process.nextTick(() => this.#writeAnswers());
  }

  /** End call and connection without a word; who waits for a message gets the error, or none. */
  close(error?: Error): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#inbox.close(error);
    this.#call.cancel();
    this.#client.close();
  }

  #writeAnswers(): void {
    for (const [first, ...others] of inBatches(this.#answers.splice(0))) {
      if (others.length === 0) this.#write({ case: "answer", value: first });
      else {
        const value = create(AnswerBatchSchema, { answers: [first, ...others] });
        this.#write({ case: "answerBatch", value });
      }
    }
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

/** Answers in their order, as many together as may go in one message; one that is too long for that goes alone. */
function inBatches(answers: readonly Answer[]): [Answer, ...Answer[]][] {
  const batches: [Answer, ...Answer[]][] = [];
  let room = 0;
  for (const answer of answers) {
    const bytes = mostBytes(answer);
    const batch = batches.at(-1);
    if (batch && batch.length < MOST_BATCH && bytes <= room) batch.push(answer);
    else {
      batches.push([answer]);
      room = BATCH_BYTES;
    }
    room -= bytes;
  }
  return batches;
}

/** No fewer bytes than the answer has in a message. */
function mostBytes({ matchId, picks, annotation }: Answer): number {
  const text = Buffer.byteLength(matchId) + Buffer.byteLength(annotation);
  return text + NUMBER_BYTES * (5 + picks.length);
}
