import type { Decision } from "./decision.js";
import type { Match } from "./match.js";
import type { Rejection, Result } from "./outcome.js";

/** A value, or the promise of it. */
export type Awaitable<T> = T | Promise<T>;

/**
 * What plays. Every method may be async.
 *
 * With `maxMatches` above 1 one bot plays several matches at once: keep what belongs to a match under its `matchId`.
 * Within a match nothing is called before what was called last has settled.
 */
export interface Bot {
  /** 1 to 64 printable characters. */
  readonly name: string;
  /** The bot's own version, up to 64 characters; "0" if it says none. */
  readonly version?: string;
  /** The games it plays, by name; any if it says none. */
  readonly games?: readonly string[];
  /** How many matches it plays at once; 1 if it does not say. */
  readonly maxMatches?: number;
  /** Names of tokens whose challenges it takes on a ladder, "*" for everybody; nobody's if it says none. */
  readonly challengers?: readonly string[];
  /** Whether every decision comes in words too: `decision.text`. */
  readonly text?: boolean;
  /** Whether every decision comes with a position to look ahead from: `decision.position`. */
  readonly positions?: boolean;

  /** Indices of the options taken, between `decision.least` and `decision.most` of them. */
  decide(decision: Decision): Awaitable<readonly number[]>;

  /** Called once a match, before its first decision. */
  started?(match: Match): Awaitable<void>;

  /**
   * Called when a match goes on after the connection was lost, with the object that `started` was given.
   *
   * The open decision needs no care: if `decide` has settled, the same picks are sent again, and if it is still at it,
   * it goes on.
   */
  resumed?(match: Match): Awaitable<void>;

  /** Called when a match has ended, or has not come back after a lost connection: then `result.lost` says so. */
  over?(result: Result): Awaitable<void>;

  /**
   * Called for an answer that was refused; without it a line is logged. If its decision is still open the default is
   * answered next.
   */
  rejected?(rejection: Rejection): Awaitable<void>;
}
