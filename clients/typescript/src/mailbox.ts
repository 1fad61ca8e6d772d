/** A queue with one reader, who may wait for what is not there yet. */
export class Mailbox<T> {
  readonly #items: T[] = [];
  #closed = false;
  #error: Error | undefined;
  #wake: (() => void) | undefined;

  /** Add one more; of no use once it is closed. */
  put(item: T): void {
    if (this.#closed) return;
    this.#items.push(item);
    this.#wake?.();
  }

  /** No more will come. The reader still gets what is there, and then the error, if it is one. */
  close(error?: Error): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#error = error;
    this.#wake?.();
  }

  /** The next item; undefined at the end. Rejects with the error that it was closed with. */
  async next(): Promise<T | undefined> {
    while (this.#items.length === 0) {
      if (this.#error) throw this.#error;
      if (this.#closed) return undefined;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    return this.#items.shift();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    for (let item = await this.next(); item !== undefined; item = await this.next()) yield item;
  }
}
