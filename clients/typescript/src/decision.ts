import type { Message, MessageShape } from "@bufbuild/protobuf";

import { Chance } from "./chance.js";
import { unpack, unpackOptions, type Game, type Verb } from "./game.js";
import { AnswerOrigin, type Act } from "./gen/lawspeaker/v1/match_pb.js";
import type { DecisionRequest, DecisionText } from "./gen/lawspeaker/v1/referee_service_pb.js";
import type { Match } from "./match.js";

/** A question put to the bot: take between `least` and `most` of the options, by their indices. */
export class Decision {
  /** The request as it came over the wire. */
  readonly message: DecisionRequest;
  readonly match: Match;
  readonly matchId: string;
  readonly seat: number;
  /** Rises within a match; a bigint, as all 64 bits of the wire. */
  readonly decisionId: bigint;
  /** A stable dotted name, such as `combat.food`. */
  readonly prompt: string;
  readonly least: number;
  readonly most: number;
  /** Whether the order of the picks means something. */
  readonly ordered: boolean;
  /** Picks are 0 to optionCount - 1. */
  readonly optionCount: number;
  /** A remark for the record; set it while deciding. What exceeds 4096 bytes is cut. */
  annotation = "";
  /** Tokens that a language model read and wrote for the answer; set it while deciding. */
  tokens: { read: number; written: number } = { read: 0, written: 0 };
  /** How the answer came about; set it while deciding if a stand-in gives it. */
  origin = AnswerOrigin.UNSPECIFIED;
  /** Set it to true while deciding to resign the match, where it allows that; then what is returned does not count. */
  resign = false;

  readonly #seed: string;
  #clock: { leftMs: number; bankMs: number; saidAt: number };
  #options: { game: Game; verbs: unknown[] } | undefined;
  #view: Message | undefined;

  constructor(message: DecisionRequest, match: Match, seed: string) {
    this.message = message;
    this.match = match;
    this.matchId = match.matchId;
    this.seat = match.seat;
    this.decisionId = message.decisionId;
    this.prompt = message.prompt;
    this.least = message.least;
    this.most = message.most;
    this.ordered = message.ordered;
    this.optionCount = message.optionCount;
    this.#seed = seed;
    this.#clock = clockSaidBy(message);
  }

  /** The same decision was asked once more, after a lost connection: its clock has changed. */
  askedAgain(message: DecisionRequest): void {
    this.#clock = clockSaidBy(message);
  }

  /** The picks that stand in for an answer that does not come: always legal, always harmless. */
  get default(): number[] {
    return [...this.message.defaultPicks];
  }

  /** The options as verbs of the game: `{ case: "playCard", value: PlayCard }`. Throws UnreadableError. */
  options<G extends Game>(game: G): Verb<G>[] {
    if (this.#options?.game !== game) {
      this.#options = { game, verbs: unpackOptions(game, this.message.options) };
    }
    return this.#options.verbs as Verb<G>[];
  }

  /** All that the seat knows. Throws UnreadableError if it is another game. */
  view<G extends Game>(game: G): MessageShape<G["view"]> {
    if (this.#view?.$typeName !== game.view.typeName) {
      this.#view = unpack(game.view, this.message.view);
    }
    return this.#view as MessageShape<G["view"]>;
  }

  /** What never changes in this game, such as printed cards. Throws UnreadableError if it is another game. */
  catalogue<G extends Game>(game: G): MessageShape<G["catalogue"]> {
    return this.match.catalogue(game);
  }

  /** What happened since this seat's last decision in this match; `unpackOptions(game, act.chosen)` spells it out. */
  get events(): readonly Act[] {
    return this.message.events;
  }

  /** The same in words, of which `prompt` makes one text; undefined unless the bot has set `text`. */
  get text(): DecisionText | undefined {
    return this.message.text;
  }

  /**
   * The match at this decision, dealt anew for this seat; empty unless the bot has set `positions`. The EngineService
   * of `lawspeaker engine` reads it.
   */
  get position(): Uint8Array {
    return this.message.position;
  }

  /** Milliseconds left for this decision, now, the bank included; undefined for no limit. */
  get timeLeftMs(): number | undefined {
    const { leftMs, saidAt } = this.#clock;
    return leftMs ? Math.max(0, leftMs - (performance.now() - saidAt)) : undefined;
  }

  /** Milliseconds that were in the seat's bank when the decision was asked. */
  get bankLeftMs(): number {
    return this.#clock.bankMs;
  }

  /** Milliseconds that the seat's previous answer was charged. */
  get lastChargedMs(): number {
    return Number(this.message.lastChargedUs) / 1000;
  }

  /**
   * A generator of this decision alone: asked again, in any process, it yields the same numbers.
   *
   * Named by LAWSPEAKER_BOT_SEED (0 if unset), match, seat and decision.
   */
  random(): Chance {
    return new Chance(`${this.#seed}/${this.matchId}/${this.seat}/${this.decisionId.toString()}`);
  }
}

function clockSaidBy(message: DecisionRequest) {
  return {
    leftMs: message.timeLeftMs,
    bankMs: Number(message.bankLeftMs),
    saidAt: performance.now(),
  };
}
