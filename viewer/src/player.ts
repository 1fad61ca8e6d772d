// What is shown and how it moves: a position, an eye, a speed. It knows nothing of the page.
import { SPEEDS } from "./address.ts";
import type { Place } from "./address.ts";
import type { Renderer } from "./renderer.ts";
import type { Replay } from "./replay.ts";

/** How long a usual step stays at speed 1. */
const STAY_MS = 700;

export class Player {
  readonly #renderer: Renderer;
  readonly #changed: () => void;
  #replay: Replay;
  #step = 0;
  #eye: number;
  #speed = 1;
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** `changed` is called after each change, at once. */
  constructor(replay: Replay, renderer: Renderer, changed: () => void) {
    this.#replay = replay;
    this.#renderer = renderer;
    this.#changed = changed;
    this.#eye = replay.eyes[0] ?? -1;
    if (this.live) this.#step = replay.last;
  }

  get replay(): Replay {
    return this.#replay;
  }
  get renderer(): Renderer {
    return this.#renderer;
  }
  get step(): number {
    return this.#step;
  }
  get last(): number {
    return this.#replay.last;
  }
  get eye(): number {
    return this.#eye;
  }
  get speed(): number {
    return this.#speed;
  }
  get playing(): boolean {
    return this.#timer !== null;
  }
  /** True while the match still runs. */
  get live(): boolean {
    return Boolean(this.#replay.document.live);
  }
  get place(): Required<Place> {
    return { step: this.#step, eye: this.#eye, speed: this.#speed };
  }

  /** Show a match that has more steps, or the whole of it; whoever stands at the end follows while it is live. */
  replace(replay: Replay): void {
    const follows = this.live && this.#step === this.last;
    this.#replay = replay;
    if (!replay.eyes.includes(this.#eye)) this.#eye = replay.eyes[0] ?? -1;
    this.#step = follows ? replay.last : Math.min(this.#step, replay.last);
    this.#changed();
  }

  /** Go to a position; playing ends. */
  go(step: number): void {
    this.#stop();
    this.#step = this.#within(step);
    this.#changed();
  }

  by(steps: number): void {
    this.go(this.#step + steps);
  }

  /** Go to the beginning of the next chapter (1), or of this one or the one before (-1). */
  byChapter(direction: 1 | -1): void {
    const { chapters } = this.#replay.document;
    const begins = chapters.map((each) => each.step);
    const next =
      direction > 0
        ? begins.find((step) => step > this.#step)
        : begins.findLast((step) => step < this.#step);
    this.go(next ?? (direction > 0 ? this.last : 0));
  }

  look(eye: number): void {
    if (!this.#replay.eyes.includes(eye) || eye === this.#eye) return;
    this.#eye = eye;
    this.#changed();
  }

  /** Play at one of SPEEDS. */
  hurry(speed: number): void {
    if (!SPEEDS.includes(speed) || speed === this.#speed) return;
    this.#speed = speed;
    if (this.playing) this.#wait();
    this.#changed();
  }

  faster(places: 1 | -1): void {
    this.hurry(SPEEDS[SPEEDS.indexOf(this.#speed) + places] ?? this.#speed);
  }

  /** Go to what an address says. */
  visit({ step, eye, speed }: Place): void {
    if (eye !== undefined) this.look(eye);
    if (speed !== undefined) this.hurry(speed);
    if (step !== undefined && this.#within(step) !== this.#step) this.go(step);
  }

  toggle(): void {
    if (this.playing) {
      this.#stop();
    } else {
      if (this.#step === this.last) this.#step = 0;
      this.#wait();
    }
    this.#changed();
  }

  #wait(): void {
    this.#stop();
    const scene = this.#replay.scene(this.#eye, this.#step);
    const stay = (STAY_MS * this.#renderer.weight(scene)) / this.#speed;
    this.#timer = setTimeout(() => {
      this.#stop();
      this.#step = this.#within(this.#step + 1);
      if (this.#step < this.last) this.#wait();
      this.#changed();
    }, stay);
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #within(step: number): number {
    return Math.max(0, Math.min(step, this.last));
  }
}
