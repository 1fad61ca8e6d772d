// Steps that stand out on the timeline. A game's big steps need every view, so they are found bit by bit.
import { chancesOf, mistakesOf, share } from "./chances.ts";
import type { Renderer } from "./renderer.ts";
import type { Replay } from "./replay.ts";
import type { Mark } from "./timeline.ts";

/** How long it may look at views before the page has its turn again. */
const SLICE_MS = 8;

export class Marks {
  readonly #renderer: Renderer;
  readonly #changed: () => void;
  #replay: Replay | null = null;
  #eye = 0;
  #faults: Mark[] = [];
  #events: Mark[] = [];
  #mistakes: Mark[] = [];
  #marks: Mark[] = [];
  /** The next step to look at. */
  #next = 1;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(renderer: Renderer, changed: () => void) {
    this.#renderer = renderer;
    this.#changed = changed;
  }

  /** Return what is known so far of these marks, and look for the rest. */
  of(replay: Replay, eye: number): readonly Mark[] {
    if (replay !== this.#replay || eye !== this.#eye) {
      const longer = this.#replay !== null && eye === this.#eye && replay.last >= this.#replay.last;
      this.#replay = replay;
      this.#eye = eye;
      this.#faults = replay.faults(eye).map((step) => ({
        step,
        kind: "fault",
        word: `step ${step}: ${faultsOf(replay, eye, step)}`,
      }));
      // What a match that still runs has shown does not change.
      if (!longer) {
        this.#events = [];
        this.#next = 1;
      }
      this.#mistakes = mistakeMarks(replay, eye);
      this.#marks = this.#all();
      this.#look();
    }
    return this.#marks;
  }

  /** The mistakes come last: they are drawn over the others. */
  #all(): Mark[] {
    return [...this.#events, ...this.#faults, ...this.#mistakes];
  }

  #look(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      const replay = this.#replay;
      if (!replay || replay.eyes.length === 0 || this.#next > replay.last) return;
      const end = performance.now() + SLICE_MS;
      while (this.#next <= replay.last && performance.now() < end) {
        const step = this.#next++;
        const word = this.#renderer.event(replay.scene(this.#eye, step));
        if (word) this.#events.push({ step, word: `step ${step}: ${word}`, kind: "event" });
      }
      if (this.#next <= replay.last) this.#look();
      // The picture is drawn anew only once all are found, or it would be drawn too often.
      else if (this.#marks.length < this.#all().length) {
        this.#marks = this.#all();
        this.#changed();
      }
    });
  }
}

/** Return the mistakes that an analysis found, as marks on the timeline. */
export function mistakeMarks(replay: Replay, eye: number): Mark[] {
  return mistakesOf(chancesOf(replay, eye)).map((each) => ({
    step: each.step,
    word: `step ${each.step}: seat ${each.seat} lost ${share(each.loss)}`,
    kind: "mistake",
  }));
}

function faultsOf(replay: Replay, eye: number, step: number): string {
  return replay
    .acts(eye, step)
    .filter((act) => act.fault)
    .map((act) => `seat ${act.seat}, ${act.fault ?? ""}`)
    .join("; ");
}
