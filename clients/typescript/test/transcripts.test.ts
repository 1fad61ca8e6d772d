import assert from "node:assert/strict";
import { test } from "node:test";

import { clone, create, equals, fromBinary } from "@bufbuild/protobuf";

import { RandomBot } from "../src/bots/random.js";
import { clansmen } from "../src/clansmen.js";
import type { Decision } from "../src/decision.js";
import { ConnectionLostError, RefusedError, UnreadableError } from "../src/errors.js";
import {
  HelloSchema,
  PlayRequestSchema,
  PlayResponseSchema,
  type Answer,
  type Hello,
  type PlayRequest,
} from "../src/gen/lawspeaker/v1/referee_service_pb.js";
import {
  Conduct,
  RunEnding,
  type TranscriptHeader,
} from "../src/gen/lawspeaker/v1/transcript_pb.js";
import type { Bot } from "../src/index.js";
import { northgard } from "../src/northgard.js";
import { paxViking } from "../src/pax_viking.js";
import { play } from "../src/run.js";
import { entriesOf, transcripts, type Entry } from "./recorded.js";
import { Referee, SOON, type Table } from "./referee.js";

for (const transcript of transcripts()) {
  test(`transcript ${transcript}`, { timeout: 20_000 }, async () => {
    await perform(await entriesOf(transcript));
  });
}

/** Behaves as a header says, and counts what it is told. */
class Actor implements Bot {
  readonly name: string;
  readonly version: string;
  readonly games: readonly string[];
  readonly maxMatches: number;
  readonly text: boolean;
  readonly positions: boolean;
  readonly challengers: readonly string[];
  readonly told = { decisions: 0, matchesOver: 0, rejections: 0, resumed: 0 };
  readonly #decide: (decision: Decision) => number[];

  constructor({ bot, version, games, maxMatches, conduct }: TranscriptHeader, hello: Hello) {
    this.name = bot;
    this.version = version;
    this.games = games;
    this.maxMatches = maxMatches;
    this.text = hello.text;
    this.positions = hello.positions;
    this.challengers = hello.challengers;
    const random = new RandomBot();
    this.#decide =
      conduct === Conduct.RANDOM ? (asked) => random.decide(asked) : (asked) => asked.default;
  }

  decide(decision: Decision): number[] {
    this.told.decisions++;
    assert.equal(decision.text !== undefined, this.text);
    assert.equal(decision.position.length > 0, this.positions);
    assert.equal(decision.match.unrated, this.challengers.length > 0);
    look(decision);
    return this.#decide(decision);
  }

  resumed(): void {
    this.told.resumed++;
  }

  over(): void {
    this.told.matchesOver++;
  }

  rejected(): void {
    this.told.rejections++;
  }
}

/** Read all that can be read of a decision; of another game nothing can. */
function look(decision: Decision): void {
  const game = [northgard, clansmen, paxViking].find(({ name }) => name === decision.match.game);
  if (!game) {
    assert.throws(() => decision.view(northgard), UnreadableError);
    return;
  }
  assert.equal(decision.options(game).length, decision.optionCount);
  assert.equal(decision.view(game).seat, decision.seat);
  assert.ok(decision.catalogue(game).cards.length > 0);
}

/** Run a bot against the entries, and compare what it says and how its run ends. */
async function perform(entries: Entry[]): Promise<void> {
  const [header, ends] = [entries.at(0), entries.at(-1)];
  assert(header?.case === "header" && ends?.case === "runEnds");
  const hello = entries.find((entry) => entry.case === "fromBot")?.value;
  const actor = new Actor(header.value, helloOf(hello));
  const referee = await Referee.start();
  try {
    const ending = play(actor, {
      address: referee.address,
      backoff: SOON,
      reconnectWithinMs: 5000,
      seed: header.value.seed,
      log: () => undefined,
    }).then(() => RunEnding.DONE, endingOf);
    const parts = await Promise.race([playReferee(referee, entries), ending]);
    assert(typeof parts === "object", `the run ended too soon: ${RunEnding[await ending]}`);
    assert.equal(RunEnding[await ending], RunEnding[ends.value.ending]);
    for (const part of parts) await part.checkCrossed();
    const { decisions, matchesOver, rejections, resumed } = ends.value;
    assert.deepEqual(actor.told, { decisions, matchesOver, rejections, resumed });
    referee.stop();
    assert.equal(await referee.tables.next(), undefined, "the bot dialled once more");
  } finally {
    referee.stop();
  }
}

/** Say and hear everything, and end every stream. */
async function playReferee(referee: Referee, entries: Entry[]): Promise<Part[]> {
  const parts: Part[] = [];
  for (const entry of entries) {
    const part = parts.at(-1);
    if (entry.case === "fromBot") part?.expect(fromBinary(PlayRequestSchema, entry.value));
    else await part?.hear();
    if (entry.case === "botDials") parts.push(new Part(await referee.table()));
    if (entry.case === "fromReferee") part?.say(entry.value);
    if (entry.case === "streamEnds") part?.table.end(entry.value.status, entry.value.message);
  }
  return parts;
}

/** The referee's part of one stream. */
class Part {
  readonly table: Table;
  #expected: PlayRequest[] = [];
  /** What the bot has said and was not looked at yet. */
  readonly #said: PlayRequest[] = [];
  /** Questions that have no answer yet. */
  readonly #open = new Set<string>();

  constructor(table: Table) {
    this.table = table;
  }

  say(bytes: Uint8Array): void {
    const response = fromBinary(PlayResponseSchema, bytes);
    const { message: batch } = response;
    for (const { message } of batch.case === "batch" ? batch.value.responses : [response]) {
      if (message.case === "decisionRequest") this.#open.add(nameOf(message.value));
    }
    this.table.sayBytes(bytes);
  }

  expect(request: PlayRequest): void {
    this.#expected.push(...compared(request));
  }

  /** Wait for all that is expected, in any order. */
  async hear(): Promise<void> {
    while (this.#expected.length > 0) {
      const request = await this.#next();
      assert(request, "the bot hung up");
      const place = this.#expected.findIndex((each) => equals(PlayRequestSchema, each, request));
      if (place < 0) assert.deepEqual(request, this.#expected[0]);
      this.#expected.splice(place, 1);
      if (request.message.case === "answer") this.#open.delete(nameOf(request.message.value));
    }
  }

  /** After the stream's end: nothing more came, but what crossed it. */
  async checkCrossed(): Promise<void> {
    for (let request; (request = await this.#next());) {
      const { message } = request;
      assert(
        message.case === "answer" && this.#open.delete(nameOf(message.value)),
        "said too much",
      );
    }
  }

  /** What the bot says next, as it is compared; undefined when it has gone. */
  async #next(): Promise<PlayRequest | undefined> {
    while (this.#said.length === 0) {
      const request = await this.table.next();
      if (!request) return undefined;
      this.#said.push(...compared(request));
    }
    return this.#said.shift();
  }
}

function nameOf({ matchId, decisionId }: { matchId: string; decisionId: bigint }): string {
  return `${matchId}/${decisionId}`;
}

/** Without what is the bot's own business; a batch of answers is a message for each. */
function compared(request: PlayRequest): PlayRequest[] {
  const { message } = clone(PlayRequestSchema, request);
  if (message.case === "answerBatch") return message.value.answers.map(comparedAnswer);
  if (message.case === "answer") return [comparedAnswer(message.value)];
  if (message.case === "hello") {
    message.value.token = "";
    message.value.sdk = "";
    message.value.batches = false;
  }
  return [create(PlayRequestSchema, { message })];
}

function comparedAnswer(answer: Answer): PlayRequest {
  const value = { ...answer, annotation: "" };
  return create(PlayRequestSchema, { message: { case: "answer", value } });
}

function helloOf(first: Uint8Array | undefined): Hello {
  const { message } = first
    ? fromBinary(PlayRequestSchema, first)
    : { message: { case: undefined } };
  return message.case === "hello" ? message.value : create(HelloSchema);
}

function endingOf(error: unknown): RunEnding {
  if (error instanceof RefusedError) return RunEnding.REFUSED;
  if (error instanceof ConnectionLostError) return RunEnding.LOST;
  throw error;
}
