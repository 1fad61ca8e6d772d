// What the server tells a seat's page of the open decision. referee/lawspeaker_referee/web/seat_page.py sends it.
import type { Option } from "../document.ts";

export interface Offered {
  /** The option in words. */
  text: string;
  /** The option itself: a verb of the game and its fields. */
  does: Option;
  /** The places of the board that it names, of a game that brings a board. */
  places?: string[];
}

export interface Question {
  decision: number;
  seat: number;
  prompt: string;
  question: string;
  least: number;
  most: number;
  /** True if the order of the picks counts. */
  ordered: boolean;
  default: number[];
  options: Offered[];
  /** How many steps led here. */
  step: number;
  /** Who plays, in a sentence. */
  who: string;
  /** The year or turn, if this is the first decision in it. */
  period: string;
  /** What each player has, in a new year or season. */
  standing: string[];
  /** What happened since the last decision, in sentences. */
  events: string[];
  /** The time limit and what is charged, in sentences. */
  clock: string[];
  /** What the last answer was charged, and the bank, in sentences. */
  charged: string[];
  bank_ms: number;
  /** Time left when the server said so; null for no limit. */
  left_ms: number | null;
}

export interface Told {
  question?: Question;
  /** Such as that an answer was refused, or taken by the referee. */
  notes: string[];
  /** True once the person has left the match. */
  left: boolean;
  /** The end of the match. */
  over: { void: string; rank: number | null } | null;
  /** The address of the page of the person's next match; '' if there is none. */
  next: string;
  /** True at the end of the match, once nothing more comes. */
  complete: boolean;
}

/** Return how many options to take, in words. */
export function countWords({ least, most, ordered, options }: Question): string {
  const order = ordered && most > 1 ? " Their order counts." : "";
  const all = options.length;
  if (least === most) return `Take ${least} of ${all}.${order}`;
  if (least === 0)
    return most === 1
      ? `Take 1 of ${all}, or nothing.`
      : `Take up to ${most} of ${all}, or nothing.${order}`;
  return `Take ${least} to ${most} of ${all}.${order}`;
}
