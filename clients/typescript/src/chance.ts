const WORD = (1n << 64n) - 1n;

/**
 * Random numbers that every SDK draws alike, so that one bot in several languages plays one game.
 *
 * SplitMix64, begun at the FNV-1a hash of a name; docs/protocol.md has both in full.
 */
export class Chance {
  #state = 0xcbf29ce484222325n;

  constructor(name: string) {
    for (const byte of new TextEncoder().encode(name)) {
      this.#state = ((this.#state ^ BigInt(byte)) * 0x100000001b3n) & WORD;
    }
  }

  /** The next 64 bits, as an integer from 0. */
  next(): bigint {
    this.#state = (this.#state + 0x9e3779b97f4a7c15n) & WORD;
    let word = this.#state;
    word = ((word ^ (word >> 30n)) * 0xbf58476d1ce4e5b9n) & WORD;
    word = ((word ^ (word >> 27n)) * 0x94d049bb133111ebn) & WORD;
    return word ^ (word >> 31n);
  }

  /** An integer from 0 to count - 1, each as likely: what is left over of 2^64 is drawn again. */
  below(count: number): number {
    const divisor = BigInt(count);
    const leastLeftOver = WORD + 1n - ((WORD + 1n) % divisor);
    let word = this.next();
    while (word >= leastLeftOver) word = this.next();
    return Number(word % divisor);
  }

  /** `most` different integers from 0 to count - 1 in random order: the beginning of a shuffle. */
  distinct(count: number, most: number): number[] {
    const drawn: number[] = [];
    const moved = new Map<number, number>();
    for (let place = 0; place < most; place++) {
      const other = place + this.below(count - place);
      drawn.push(moved.get(other) ?? other);
      moved.set(other, moved.get(place) ?? place);
    }
    return drawn;
  }
}
