// What the page is given: a match as one JSON document. referee/lawspeaker_referee/viewer/document.py writes it.

/** Any value of a view. */
export type Plain = null | boolean | number | string | Plain[] | { [field: string]: Plain };

/** One option: a verb of the game and its fields, such as `{place_tile: {tile: 3, x: 1, y: 0, rotation: 2}}`. */
export type Option = Record<string, Record<string, Plain>>;

/** All eyes in one view: every secret is seen. */
export const ALL = -2;
/** What anybody may see. */
export const SPECTATOR = -1;
/** The seat of chance in acts. */
export const CHANCE = -1;

/** What was taken: absent where the eye may not know it. */
export interface Taken {
  chosen: Option[];
  /** One line for each option. */
  text: string[];
  /** Why the referee answered for the seat, such as `timeout`. */
  fault?: string;
  evidence?: string;
}

/** What only a seat itself may know of its act. */
export interface Remarks {
  /** The bot's own words. */
  annotation?: string;
  /** How many answers were refused before one was taken. */
  refused?: number;
  /** Why a stand-in gave the answer, as the bot says, such as `provider failure`. */
  stand_in?: string;
}

/** An act of a seat, or of chance, as everybody may see it. */
export interface Act extends Partial<Taken> {
  seat: number;
  prompt: string;
  /** The stream that chance drew from. */
  stream?: string;
  /** Times in microseconds; absent for chance. */
  think_us?: number;
  charged_us?: number;
  bank_us?: number;
  /** The limit of this decision; absent if it had none. */
  limit_us?: number;
}

/** One question that was answered: by one seat, by several at once, or by chance. */
export interface Step {
  acts: Act[];
  /** What came of it, in sentences, as spectators may know it. */
  changes?: string[];
}

/** What one eye sees: the first view, and how each step changes it. */
export interface Eye {
  /** ALL, SPECTATOR or a seat. */
  eye: number;
  /** The view before the first step, then one delta a step; null if it changed nothing. */
  views: Plain[];
  /** Likewise the sentences beside the drawing, by topic; absent if the game says nothing. */
  said?: Plain[];
  /** Likewise the pieces on the board, of a game that brings one. */
  pieces?: Plain[];
  /** What an analysis says, of the seats whose knowledge this eye has; absent if there was none. */
  chances?: Chances[];
  /** What this eye knows of acts beyond what everybody knows: by `STEP.ACT`, both from 0. */
  acts: Record<string, Partial<Taken> & Remarks>;
}

/** The chances of a seat to win, as it could know them, from 0 to 1. */
export interface Chances {
  seat: number;
  /** Steps that it acted in, each with its chance after what it took; at the end 1, 0 or its share of the first place. */
  points: [number, number][];
  mistakes: Mistake[];
}

/** An answer beside which another one was clearly better. */
export interface Mistake {
  step: number;
  loss: number;
  value: number;
  best_value: number;
  /** What the seat did, and what it should have done, in sentences without their subject. */
  took: string;
  best: string;
}

export interface Seat {
  bot: string;
  version: string;
  sdk: string;
  /** The name of the bot's token; empty if there was none. */
  identity: string;
}

export interface Outcome {
  /** By seat: 1 for the winner. */
  ranks: number[];
  scores: number[];
  reason: string;
  /** By seat, the points of each part of its score by name; empty where the game does not say. */
  parts: Record<string, number>[];
  /** What decided the places, in sentences. */
  decided: string[];
  forfeits: { seat: number; fault: string; evidence: string }[];
  /** The seats that resigned. */
  resigned: number[];
  /** The seats that lost their bots and that a substitute played to the end. */
  substituted: number[];
  /** The seats that are lost because too many of their answers were stand-ins. */
  stood_in: number[];
}

/** The board of a game that brings one. */
export interface Board {
  width: number;
  height: number;
  /** Elements of SVG below all pieces. */
  ground: string;
  /** Elements of SVG by name, around (0, 0). */
  symbols: Record<string, string>;
  /** By name: x, y, width and height. */
  places: Record<string, [number, number, number, number]>;
  /** By seat what its side is called; may be empty. */
  seats: string[];
}

/** Something at a place of the board; without a label it is a mark. */
export interface Piece {
  symbol: string;
  at: string;
  label: string;
}

/** A match as one document. */
export interface Document {
  /** The layout of this document. */
  format: 1;
  match: {
    id: string;
    game: string;
    title: string;
    version: number;
    engine: string;
    options: Record<string, string>;
    /** The clock, as `--clock` reads it. */
    clock: string;
    /** Who asked for a challenge of a ladder, which counts in no rating; absent for other matches. */
    challenger?: string;
    started_ms: number;
    ended_ms: number | null;
    /** The seed in hexadecimal digits, where every secret may be known. */
    seed?: string;
    commitment: string;
    /** The fingerprint of the key that signed the record; empty if there is none. */
    signed_by: string;
  };
  seats: Seat[];
  /** By seat, the number of its team; empty where everybody plays alone. */
  teams: number[];
  /** The question of each prompt, in a sentence. */
  prompts: Record<string, string>;
  /** What never changes in a game; null if the game is not known here with the same cards. */
  catalogue: Plain;
  steps: Step[];
  /** Years, seasons, phases: each begins at a step. */
  chapters: { step: number; label: string }[];
  /** Who is asked after the last step, and what. */
  asked: { seat: number; prompt: string }[];
  /** Only of a game that brings a board. */
  board?: Board;
  /** Empty if the record cannot be replayed here. */
  eyes: Eye[];
  /** Null while the match runs, or if its record ends before it. */
  outcome: Outcome | null;
  /** What is missing and why; empty if nothing is. */
  note: string;
  /** Only of a match that still runs. */
  live?: { delay_s: number };
}

/** Return `base` with a delta applied; neither is changed. A delta holds the changed fields of an object, the changed
 * entries of a list of the same length by index, or else the whole new value. */
export function apply(base: Plain, delta: Plain): Plain {
  if (!isObject(delta)) return delta;
  if (Array.isArray(base)) {
    const list = [...base];
    for (const [index, part] of Object.entries(delta)) {
      list[Number(index)] = apply(list[Number(index)] ?? null, part);
    }
    return list;
  }
  if (!isObject(base)) return delta;
  const found = { ...base };
  for (const [field, part] of Object.entries(delta))
    found[field] = apply(base[field] ?? null, part);
  return found;
}

function isObject(value: Plain): value is Record<string, Plain> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
