// What a person has picked so far of the options of a decision, and which are left. It knows nothing of the page.
import type { Plain } from "../document.ts";
import type { Question } from "./question.ts";

/** Fields that count something: options that differ in one of them alone are one row, with a stepper. */
const COUNTS = new Set([
  "amount",
  "count",
  "food",
  "goods",
  "lore",
  "people",
  "rotation",
  "stone",
  "units",
  "wood",
]);

/** Options of one row: one, or several that differ in one number only. */
export interface Row {
  /** Their indices, by rising number. */
  options: number[];
  /** The field that they differ in; '' for a row of one option. */
  field: string;
  values: number[];
}

/** What became of a click or a key. */
export type Outcome = "picked" | "unpicked" | "again" | "narrowed" | "full" | "nothing";

export class Choice {
  readonly question: Question;
  /** By option: the places of the drawings that it names, in the order in which one points at them. */
  readonly #places: readonly (readonly string[])[];
  readonly #verbs: readonly string[];
  /** The options taken, in order. */
  #picks: number[] = [];
  /** The places that were pointed at since the last pick. */
  #at: string[] = [];
  #words = "";
  /** The option that one looks at before it is picked; -1 for none. */
  #considered = -1;

  constructor(question: Question, places: readonly (readonly string[])[]) {
    this.question = question;
    this.#places = places;
    this.#verbs = question.options.map((each) => verbOf(each.does));
  }

  get picks(): readonly number[] {
    return this.#picks;
  }
  get at(): readonly string[] {
    return this.#at;
  }
  get words(): string {
    return this.#words;
  }
  /** The option that one looks at; without one the last pick; -1 for none. */
  get considered(): number {
    return this.#considered >= 0 ? this.#considered : (this.#picks.at(-1) ?? -1);
  }

  /** True if these picks may be sent. */
  get ready(): boolean {
    const { least, most } = this.question;
    return this.#picks.length >= least && this.#picks.length <= most;
  }

  /** The options that are listed: those of the place pointed at, with the words looked for. */
  get listed(): number[] {
    const wanted = this.#words.toLowerCase().split(/\s+/).filter(Boolean);
    const number = /^\d+$/.test(this.#words.trim()) ? this.#words.trim() : "";
    return this.#here().filter((index) => {
      const text = this.question.options[index]?.text.toLowerCase() ?? "";
      return (
        (number && String(index).startsWith(number)) || wanted.every((word) => text.includes(word))
      );
    });
  }

  /** The places that may be pointed at next, with their options. */
  get marked(): Map<string, number[]> {
    const found = new Map<string, number[]>();
    for (const index of this.#here()) {
      const place = this.#places[index]?.[this.#at.length];
      if (place !== undefined) found.set(place, [...(found.get(place) ?? []), index]);
    }
    return found;
  }

  /** Return the listed options in rows, by verb. */
  rows(): { verb: string; rows: Row[] }[] {
    const groups = new Map<string, Map<string, number[]>>();
    const fields = this.listed.map((index) => ({ index, ...this.#row(index) }));
    for (const { index, verb, key } of fields) {
      const rows = groups.get(verb) ?? new Map<string, number[]>();
      rows.set(key, [...(rows.get(key) ?? []), index]);
      groups.set(verb, rows);
    }
    return [...groups].map(([verb, rows]) => ({
      verb,
      rows: [...rows.values()].flatMap((options) => this.#stepped(options)),
    }));
  }

  /** Take an option, or give it back; taking the only one again means to send it. */
  toggle(index: number): Outcome {
    if (!this.question.options[index]) return "nothing";
    this.#at = [];
    this.#words = "";
    this.#considered = -1;
    const { most } = this.question;
    if (this.#picks.includes(index)) {
      if (most === 1) return "again";
      this.#picks = this.#picks.filter((each) => each !== index);
      return "unpicked";
    }
    if (most === 1) this.#picks = [index];
    else if (this.#picks.length >= most) return "full";
    else this.#picks = [...this.#picks, index];
    return "picked";
  }

  /** Point at a place: it picks the option there if there is only one. */
  point(place: string): Outcome {
    const options = this.marked.get(place) ?? [];
    if (options.length === 0) return "nothing";
    if (options.length === 1) return this.toggle(options[0] ?? -1);
    this.#at = [...this.#at, place];
    this.#words = "";
    // Options that name the same further place: one need not point at it.
    const next = this.marked;
    if (next.size === 1 && this.listed.every((index) => [...next.values()][0]?.includes(index))) {
      const [only] = next.keys();
      if (only !== undefined) this.#at = [...this.#at, only];
    }
    this.#considered = this.listed[0] ?? -1;
    return "narrowed";
  }

  /** Look for words; '' shows all again. */
  find(words: string): void {
    this.#words = words;
    this.#considered = -1;
  }

  /** Look at an option without picking it; -1 for none. */
  consider(index: number): void {
    this.#considered = index;
  }

  /** Take back the last thing: words, places, then picks; return false if there is nothing to take back. */
  undo(): boolean {
    this.#considered = -1;
    if (this.#words) this.#words = "";
    else if (this.#at.length) this.#at = [];
    else if (this.#picks.length) this.#picks = this.#picks.slice(0, -1);
    else return false;
    return true;
  }

  /** Take what the referee would take. */
  takeDefault(): void {
    this.#at = [];
    this.#words = "";
    this.#considered = -1;
    this.#picks = [...this.question.default];
  }

  #here(): number[] {
    return this.#places.flatMap((places, index) =>
      this.#at.every((place, depth) => places[depth] === place) ? [index] : [],
    );
  }

  /** Options with the same key are one row. */
  #row(index: number): { verb: string; key: string } {
    const verb = this.#verbs[index] ?? "";
    const fields = this.question.options[index]?.does[verb] ?? {};
    const others = Object.entries(fields).filter(([field]) => !COUNTS.has(field));
    return { verb, key: JSON.stringify(others) };
  }

  /** Return one row with a stepper if the options differ in one number only, else a row for each. */
  #stepped(options: readonly number[]): Row[] {
    const singles = options.map((index): Row => ({ options: [index], field: "", values: [] }));
    const all = options.map((index) => countsOf(this.question.options[index]?.does ?? {}));
    const differ = Object.keys(all[0] ?? {}).filter((field) =>
      all.some((each) => each[field] !== all[0]?.[field]),
    );
    const [field] = differ;
    if (options.length < 2 || differ.length !== 1 || field === undefined) return singles;
    const sorted = options
      .map((index, place) => ({ index, value: all[place]?.[field] ?? 0 }))
      .sort((one, other) => one.value - other.value);
    return [
      {
        options: sorted.map((each) => each.index),
        field,
        values: sorted.map((each) => each.value),
      },
    ];
  }
}

/** Return the verb of an option. */
export function verbOf(does: Record<string, unknown>): string {
  return Object.keys(does)[0] ?? "";
}

function countsOf(does: Record<string, Record<string, Plain>>): Record<string, number> {
  const fields = does[verbOf(does)] ?? {};
  return Object.fromEntries(
    Object.entries(fields).filter(
      (each): each is [string, number] => COUNTS.has(each[0]) && typeof each[1] === "number",
    ),
  );
}
