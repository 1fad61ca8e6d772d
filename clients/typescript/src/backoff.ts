// When a lost connection is tried again, and when it is given up.

/** Pauses between tries: they double from the first to the longest, and each is cut by up to a half. */
export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
  /** By how much of that half, from 0 to 1: at random, so that bots do not all come back at once. */
  readonly draw: () => number;
}

export const BACKOFF: Backoff = { firstMs: 100, longestMs: 5000, draw: Math.random };

/** The tries of one bot; the caller has the clock. */
export class Patience {
  /** Within this a lost connection must be back; 0 if it is not tried again. */
  readonly withinMs: number;
  readonly #backoff: Backoff;
  #nextMs: number;
  #until: number | undefined;

  constructor(withinMs: number, backoff: Backoff = BACKOFF) {
    this.withinMs = withinMs;
    this.#backoff = backoff;
    this.#nextMs = backoff.firstMs;
  }

  /**
   * A connection that held for so long is gone.
   *
   * One that broke soon and led to nothing counts as a try that failed, or a message that breaks it every time would
   * be sent for ever.
   */
  lost(now: number, heldMs: number, progress: boolean): void {
    if (this.#until === undefined || progress || heldMs > this.#backoff.longestMs) {
      this.#nextMs = this.#backoff.firstMs;
      this.#until = now + this.withinMs;
    }
  }

  /** Milliseconds until the next try; undefined if it is given up. The last try is when the time is up. */
  wait(now: number): number | undefined {
    if (this.#until === undefined || now >= this.#until) return undefined;
    const delay = this.#nextMs * (1 - this.#backoff.draw() / 2);
    this.#nextMs = Math.min(2 * this.#nextMs, this.#backoff.longestMs);
    return Math.min(delay, this.#until - now);
  }
}
