import { inspect } from "node:util";

import { create, equals } from "@bufbuild/protobuf";

import type { Bot } from "./bot.js";
import { Decision } from "./decision.js";
import { WrongBotError, WrongPicksError } from "./errors.js";
import { AnswerOrigin } from "./gen/lawspeaker/v1/match_pb.js";
import {
  AnswerSchema,
  DecisionRequestSchema,
  type Answer,
  type AnswerRejected,
  type DecisionRequest,
} from "./gen/lawspeaker/v1/referee_service_pb.js";
import { Mailbox } from "./mailbox.js";
import type { Match } from "./match.js";
import { Rejection, Result } from "./outcome.js";
import type { Message, Stream } from "./stream.js";

const ANNOTATION_BYTES = 4096;

/** What the seats of a session have in common. */
export interface Company {
  readonly bot: Bot;
  /** Names the numbers of `decision.random()`. */
  readonly seed: string;
  readonly log: (line: string) => void;
  /** Aborted when the run is over, whatever is still to be worked off. */
  readonly stopped: AbortSignal;
}

/**
 * A bot's place in one match: what comes for it is worked off one message after the other, over any number of streams.
 *
 * What was answered last is kept. A decision that is asked again, because the connection or the referee was lost, is
 * not put to the bot again: it gets the very same answer.
 */
export class Seat {
  readonly match: Match;
  /** Whether the connection was lost and the referee has not said since that the match goes on. */
  away = false;
  /** The newest decision that has come: those before it are over, for a seat has at most one open. */
  latest = 0n;
  readonly #company: Company;
  readonly #inbox = new Mailbox<{ message: Message; stream: Stream }>();
  #decision: Decision | undefined;
  /** To the decision; undefined as long as the bot thinks about it. */
  #answer: Answer | undefined;
  #lost = "";

  constructor(match: Match, company: Company) {
    this.match = match;
    this.#company = company;
  }

  /** Queue a message. */
  take(message: Message, stream: Stream): void {
    if (message.case === "decisionRequest") {
      this.latest = message.value.decisionId;
      // Now, for the bot may be thinking about it.
      if (this.#isSame(message.value)) this.#decision?.askedAgain(message.value);
    }
    this.#inbox.put({ message, stream });
  }

  /** No more will come; `lost` tells the bot why if the match was not over. */
  end(lost = ""): void {
    this.#lost = lost;
    this.#inbox.close();
  }

  /** Serve the match to its end. Rejects with what the bot throws. */
  async play(): Promise<void> {
    const { bot, stopped } = this.#company;
    await bot.started?.(this.match);
    for await (const { message, stream } of this.#inbox) {
      if (stopped.aborted) return;
      if (message.case === "matchOver") {
        await bot.over?.(new Result(this.match, message.value));
        return;
      }
      if (message.case === "matchStarted") await bot.resumed?.(this.match);
      else if (message.case === "answerRejected") await this.#reject(message.value, stream);
      else if (message.case === "decisionRequest") await this.#decide(message.value, stream);
    }
    if (this.#lost && !stopped.aborted) {
      await bot.over?.(new Result(this.match, undefined, this.#lost));
    }
  }

  async #decide(request: DecisionRequest, stream: Stream): Promise<void> {
    if (request.decisionId !== this.latest) return; // it is over already
    if (!this.#decision || !this.#isSame(request)) {
      this.#answer = undefined;
      this.#decision = new Decision(request, this.match, this.#company.seed);
    }
    this.#answer ??= writtenDown(this.#decision, await this.#ask(this.#decision));
    stream.answer(this.#answer);
  }

  /** What the bot decides. Rejects with what it throws, after a line that says at which decision. */
  async #ask(decision: Decision): Promise<unknown> {
    const { bot, log, stopped } = this.#company;
    try {
      return await bot.decide(decision);
    } catch (error) {
      const { prompt, decisionId, matchId } = decision;
      if (!stopped.aborted)
        log(`the bot failed at ${prompt}, decision ${decisionId} of ${matchId}`);
      throw error;
    }
  }

  /** Tell the bot; if the decision is still open, answer its default so that the game goes on. */
  async #reject(message: AnswerRejected, stream: Stream): Promise<void> {
    const { bot, log } = this.#company;
    const decision = this.#decision?.decisionId === message.decisionId ? this.#decision : undefined;
    const rejection = new Rejection(message, decision);
    if (bot.rejected) await bot.rejected(rejection);
    else log(lineOf(rejection));
    if (decision && rejection.open) {
      decision.origin = AnswerOrigin.UNPARSABLE; // it is the SDK that answers
      decision.resign = false;
      this.#answer = writtenDown(decision, decision.default);
      stream.answer(this.#answer);
    }
  }

  #isSame(request: DecisionRequest): boolean {
    return (
      this.#decision?.decisionId === request.decisionId &&
      equals(DecisionRequestSchema, question(this.#decision.message), question(request))
    );
  }
}

/** What makes a decision the same. After a loss of data the referee may ask another one under the same id. */
function question(request: DecisionRequest): DecisionRequest {
  const { prompt, least, most, ordered, defaultPicks, optionCount, options, view } = request;
  const fields = { prompt, least, most, ordered, defaultPicks, optionCount };
  return create(DecisionRequestSchema, {
    ...fields,
    ...(options && { options }),
    ...(view && { view }),
  });
}

/** An answer as a message. Throws WrongPicksError or WrongBotError if that cannot be. */
function writtenDown(decision: Decision, returned: unknown): Answer {
  const { matchId, decisionId, prompt, annotation, tokens, origin, resign, optionCount } = decision;
  const picks = resign ? [] : returned;
  if (typeof annotation !== "string") {
    throw new WrongBotError(`the annotation of ${prompt} is ${shown(annotation)}; it must be text`);
  }
  if (!Array.isArray(picks) || !picks.every(isIndex)) {
    throw new WrongPicksError(
      `decide() returned ${shown(picks)} for ${prompt}; it must return an array of option indices, ` +
        `each 0 to ${optionCount - 1}`,
    );
  }
  if (!isIndex(tokens.read) || !isIndex(tokens.written)) {
    throw new WrongBotError(
      `the tokens of ${prompt} are ${shown(tokens)}; they must be { read, written }`,
    );
  }
  if (!isIndex(origin)) {
    throw new WrongBotError(
      `the origin of ${prompt} is ${shown(origin)}; it must be an AnswerOrigin`,
    );
  }
  return create(AnswerSchema, {
    matchId,
    decisionId,
    picks: [...picks],
    annotation: kept(annotation),
    inputTokens: tokens.read,
    outputTokens: tokens.written,
    origin,
    resign,
  });
}

/** As much of a remark as a record keeps, without breaking a character: a longer one could exceed a message. */
function kept(remark: string): string {
  const { read } = new TextEncoder().encodeInto(remark, new Uint8Array(ANNOTATION_BYTES));
  return remark.slice(0, read);
}

function isIndex(pick: unknown): pick is number {
  return Number.isInteger(pick) && (pick as number) >= 0 && (pick as number) <= 0xffffffff;
}

function shown(value: unknown): string {
  return inspect(value, { breakLength: Infinity, maxArrayLength: 10, depth: 1 });
}

function lineOf({ decision, decisionId, disqualified, matchId, message }: Rejection): string {
  if (disqualified) return `${matchId}: out of the match: ${message}`;
  return `${matchId}, ${decision?.prompt ?? `decision ${decisionId}`}: answer refused: ${message}`;
}
