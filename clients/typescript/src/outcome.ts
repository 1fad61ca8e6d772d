import type { Decision } from "./decision.js";
import {
  RejectReason,
  type AnswerRejected,
  type MatchOver,
} from "./gen/lawspeaker/v1/referee_service_pb.js";
import type { Match } from "./match.js";

/** Refusals that leave the decision open. */
const OPEN: ReadonlySet<string> = new Set([
  "WRONG_COUNT",
  "OUT_OF_RANGE",
  "DUPLICATE_PICK",
  "MALFORMED",
]);

/** An answer of the bot that the referee refused; it changed nothing. */
export class Rejection {
  readonly matchId: string;
  readonly decisionId: bigint;
  /** The decision, if it still is the match's latest one. */
  readonly decision: Decision | undefined;
  /** A stable word, such as `STALE`, `OUT_OF_RANGE` or `DISQUALIFIED`; of a later version, a number. */
  readonly reason: string;
  /** What was wrong and what would be right. */
  readonly message: string;

  constructor(message: AnswerRejected, decision: Decision | undefined) {
    this.matchId = message.matchId;
    this.decisionId = message.decisionId;
    this.decision = decision;
    this.reason =
      (RejectReason as Record<number, string>)[message.reason] ?? String(message.reason);
    this.message = message.message;
  }

  /** Whether the answer was fine but came after the decision was over. */
  get late(): boolean {
    return this.reason === "STALE";
  }

  /** Whether the seat is out of the match for its faults; a substitute answers for it to the end. */
  get disqualified(): boolean {
    return this.reason === "DISQUALIFIED";
  }

  /** Whether the decision still waits for an answer, on the same clock. */
  get open(): boolean {
    return OPEN.has(this.reason);
  }
}

/** How a match ended. */
export class Result {
  readonly match: Match;
  /** Why nobody knows how it ended: it went on, or ended, while the connection was lost; empty if it is known. */
  readonly lost: string;
  /** Why the match does not count; empty if it does. */
  readonly voidReason: string;
  /** By seat, 1 for the winner; empty if the match was voided or lost. */
  readonly ranks: readonly number[];
  /** By seat, in the game's own points. */
  readonly scores: readonly number[];
  /** A stable dotted name, such as `fame`. */
  readonly reason: string;
  /** The bot's own. */
  readonly rank: number | undefined;
  /** The seed of all chance in the match; empty where matches to come have the same one. */
  readonly seed: Uint8Array;
  /** The record's last digest. */
  readonly digest: Uint8Array;

  constructor(match: Match, message?: MatchOver, lost = "") {
    this.match = match;
    this.lost = lost;
    this.voidReason = message?.voidReason ?? "";
    this.ranks = message?.outcome?.ranks ?? [];
    this.scores = message?.outcome?.scores ?? [];
    this.reason = message?.outcome?.reason ?? "";
    this.rank = this.ranks[match.seat];
    this.seed = message?.seed ?? new Uint8Array();
    this.digest = message?.digest ?? new Uint8Array();
  }
}
