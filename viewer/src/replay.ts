// A match that can be looked at from any eye at any step.
import { apply } from "./document.ts";
import type { Act, Document, Eye, Outcome, Piece, Plain, Remarks, Step } from "./document.ts";
import type { Scene } from "./renderer.ts";

/** An act with what one eye knows of it. */
export type KnownAct = Act & Remarks;

/** What a server tells of a match that still runs: the steps from `from` (from 0) on. */
export interface News {
  from: number;
  steps: Step[];
  chapters: Document["chapters"];
  asked: Document["asked"];
  eyes: Eye[];
  prompts?: Document["prompts"];
  match?: Document["match"];
  outcome?: Outcome | null;
  note?: string;
  /** Absent or null when the match is over. */
  live?: Document["live"] | null;
  /** True if the whole document is to be fetched anew. */
  reload?: boolean;
}

/** An act and the number of the step that it belongs to. */
export interface Dated {
  step: number;
  act: KnownAct;
}

/** Positions are numbered by the steps that are done: 0 is the beginning, `last` the end as far as it is known. Step n,
 * from 1, leads from position n - 1 to position n. */
export class Replay {
  readonly document: Document;
  /** By eye, its views so far: each shares with the one before what did not change, so all are kept. */
  readonly #views = new Map<number, Plain[]>();
  /** The same of what is said beside them. */
  readonly #said = new Map<number, Plain[]>();
  readonly #pieces = new Map<number, Plain[]>();
  /** By seat, the numbers of the steps that it acted in. */
  readonly #turns: number[][];

  constructor(document: Document) {
    this.document = document;
    this.#turns = document.seats.map(() => []);
    this.#note(0);
  }

  get last(): number {
    return this.document.steps.length;
  }

  /** The eyes in this document, in its order. */
  get eyes(): number[] {
    return this.document.eyes.map((each) => each.eye);
  }

  /** Return what an eye sees at a position; null if the document lacks this eye. */
  view(eye: number, position: number): Plain {
    return upTo(this.#views, eye, position, this.#eye(eye)?.views);
  }

  /** Return the sentences beside an eye's view, by topic. */
  said(eye: number, position: number): Scene["said"] {
    const said = upTo(this.#said, eye, position, this.#eye(eye)?.said);
    return (said ?? {}) as Scene["said"];
  }

  /** Return the board with what an eye sees on it; null in a game that brings none. */
  board(eye: number, position: number): Scene["board"] {
    const drawing = this.document.board;
    if (!drawing) return null;
    const pieces = upTo(this.#pieces, eye, position, this.#eye(eye)?.pieces);
    return { drawing, pieces: (pieces ?? []) as unknown as Piece[] };
  }

  #eye(eye: number): Eye | undefined {
    return this.document.eyes.find((each) => each.eye === eye);
  }

  /** Return the acts that led to a position, as an eye may know them; none at the beginning. */
  acts(eye: number, position: number): KnownAct[] {
    const acts = this.document.steps[position - 1]?.acts ?? [];
    const known = this.#eye(eye)?.acts;
    if (!known) return acts;
    return acts.map((act, index) => {
      const more = known[`${position - 1}.${index}`];
      return more ? { ...act, ...more } : act;
    });
  }

  /** Return who is asked at a position, and what; chance is asked nothing. */
  asked(position: number): Document["asked"] {
    const next = this.document.steps[position];
    if (!next) return this.document.asked;
    return next.acts
      .filter((act) => act.seat >= 0)
      .map((act) => ({ seat: act.seat, prompt: act.prompt }));
  }

  /** Return what a renderer needs to draw a position. */
  scene(eye: number, position: number): Scene {
    const { catalogue, seats, teams } = this.document;
    return {
      view: this.view(eye, position),
      before: position > 0 ? this.view(eye, position - 1) : null,
      catalogue,
      seats,
      teams,
      acts: this.acts(eye, position),
      said: this.said(eye, position),
      board: this.board(eye, position),
      asked: this.asked(position),
      eye,
    };
  }

  /** Return the last act of a seat up to a position, for which `wanted` holds; null if there is none. */
  lastAct(
    eye: number,
    seat: number,
    position: number,
    wanted: (act: KnownAct) => boolean = () => true,
  ): Dated | null {
    const turns = this.#turns[seat] ?? [];
    for (let turn = atMost(turns, position); turn >= 0; turn--) {
      const step = turns[turn] ?? 0;
      const act = this.acts(eye, step).find((each) => each.seat === seat && wanted(each));
      if (act) return { step, act };
    }
    return null;
  }

  /** Return the numbers of the steps in which, as an eye may know, the referee answered for a seat. */
  faults(eye: number): number[] {
    const found: number[] = [];
    for (let step = 1; step <= this.last; step++) {
      if (this.acts(eye, step).some((act) => act.fault)) found.push(step);
    }
    return found;
  }

  /** Return the index of the chapter of a position; -1 if there are no chapters. */
  chapter(position: number): number {
    return atMost(
      this.document.chapters.map((each) => each.step),
      position,
    );
  }

  /** Return this match with what happened since, or null if the news do not follow what is known. */
  with(news: News): Replay | null {
    if (news.from !== this.last) return null;
    const old = this.document;
    const replay = new Replay({
      ...old,
      match: news.match ?? old.match,
      prompts: { ...old.prompts, ...news.prompts },
      steps: [...old.steps, ...news.steps],
      chapters: [...old.chapters, ...news.chapters],
      asked: news.asked,
      eyes: old.eyes.map((eye) => {
        const more = news.eyes.find((each) => each.eye === eye.eye);
        if (!more) return eye;
        // News from step 0 begin with the first view, which is known.
        const latest = (parts: Plain[] = []): Plain[] =>
          parts.slice(parts.length - news.steps.length);
        return {
          eye: eye.eye,
          views: [...eye.views, ...latest(more.views)],
          ...(eye.said ? { said: [...eye.said, ...latest(more.said)] } : {}),
          ...(eye.pieces ? { pieces: [...eye.pieces, ...latest(more.pieces)] } : {}),
          ...(eye.chances ? { chances: eye.chances } : {}),
          acts: { ...eye.acts, ...more.acts },
        };
      }),
      outcome: news.outcome ?? old.outcome,
      note: news.note ?? old.note,
    });
    for (const [eye, views] of this.#views) replay.#views.set(eye, views);
    for (const [eye, said] of this.#said) replay.#said.set(eye, said);
    for (const [eye, pieces] of this.#pieces) replay.#pieces.set(eye, pieces);
    return replay;
  }

  #note(first: number): void {
    for (let index = first; index < this.last; index++) {
      for (const act of this.document.steps[index]?.acts ?? []) {
        this.#turns[act.seat]?.push(index + 1);
      }
    }
  }
}

/** Return what a first value and its changes have become at a position; all until then is kept by eye. */
function upTo(
  kept: Map<number, Plain[]>,
  eye: number,
  position: number,
  changes: readonly Plain[] | undefined,
): Plain {
  if (!changes) return null;
  let values = kept.get(eye);
  if (!values) kept.set(eye, (values = []));
  for (let next = values.length; next <= position; next++) {
    const change = changes[next] ?? null;
    const before = values[next - 1] ?? null;
    values.push(change === null ? before : next === 0 ? change : apply(before, change));
  }
  return values[position] ?? null;
}

/** Return the index of the last of these rising numbers that is at most `limit`; -1 if none is. */
export function atMost(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
