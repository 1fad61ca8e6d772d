// A match as positions: what each eye sees after each step, and who did what.
import { apply } from "./document.ts";
import type { Act, Document, Eye, Plain, Remarks } from "./document.ts";
import type { Scene } from "./renderer.ts";

/** An act as one eye may see it, with the remarks that it may know. */
export type SeenAct = Act & Remarks;

/** What is added to a document of a match that still runs. */
export interface More extends Pick<Document, "steps" | "chapters" | "asked" | "eyes"> {
  /** The first step in it, from 0. */
  from: number;
}

export class Replay {
  readonly document: Document;
  /** By eye: the views that were made so far. A view shares with the one before all that did not change. */
  private readonly made = new Map<number, Plain[]>();

  constructor(document: Document) {
    this.document = document;
  }

  get steps(): number {
    return this.document.steps.length;
  }

  get eyes(): number[] {
    return this.document.eyes.map((each) => each.eye);
  }

  /** The position after `step` steps, from 0; null where the record could not be replayed. */
  view(eye: number, step: number): Plain {
    const found = this.eye(eye);
    if (!found) return null;
    let views = this.made.get(eye);
    if (!views) {
      views = [found.views[0] ?? null];
      this.made.set(eye, views);
    }
    while (views.length <= step && views.length < found.views.length) {
      const delta = found.views[views.length] ?? null;
      const before = views[views.length - 1] ?? null;
      views.push(delta === null ? before : apply(before, delta));
    }
    return views[Math.min(step, views.length - 1)] ?? null;
  }

  /** The acts of the step that led to a position, as an eye may see them; none at the beginning. */
  acts(eye: number, step: number): SeenAct[] {
    const found = this.document.steps[step - 1];
    if (!found) return [];
    const more = this.eye(eye)?.acts ?? {};
    return found.acts.map((act, index) => ({ ...act, ...more[`${step - 1}.${index}`] }));
  }

  /** What came of that step, in sentences. */
  changes(step: number): string[] {
    return this.document.steps[step - 1]?.changes ?? [];
  }

  /** Who is asked at a position, and what; nobody while chance answers, and when the match is over. */
  asked(step: number): { seat: number; prompt: string }[] {
    const next = this.document.steps[step];
    if (!next) return this.document.outcome ? [] : this.document.asked;
    return next.acts
      .filter((act) => act.stream === undefined)
      .map(({ seat, prompt }) => ({ seat, prompt }));
  }

  /** The label of the chapter of a position. */
  chapter(step: number): string {
    return this.document.chapters.findLast((each) => each.step <= step)?.label ?? "";
  }

  /** What a renderer is given for a position. */
  scene(eye: number, step: number): Scene {
    return {
      view: this.view(eye, step),
      before: step > 0 ? this.view(eye, step - 1) : null,
      catalogue: this.document.catalogue,
      seats: this.document.seats,
      teams: this.document.teams,
      acts: this.acts(eye, step),
      asked: this.asked(step),
      eye,
    };
  }

  /** Add the steps that a running match has made since; steps that are known already are left out. */
  add(more: More): void {
    const known = this.steps - more.from;
    if (known < 0) return;
    this.document.steps.push(...more.steps.slice(known));
    this.document.asked = more.asked;
    const labelled = this.document.chapters.at(-1)?.step ?? -1;
    this.document.chapters.push(...more.chapters.filter((each) => each.step > labelled));
    for (const each of more.eyes) {
      const eye = this.eye(each.eye);
      if (!eye) continue;
      eye.views.push(...each.views.slice(more.from === 0 ? known + 1 : known));
      Object.assign(eye.acts, each.acts);
    }
  }

  private eye(number: number): Eye | undefined {
    return this.document.eyes.find((each) => each.eye === number);
  }
}
