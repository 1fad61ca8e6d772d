// The server of a seat's page: asks for the open decision, hears of changes, sends answers.
import { reason } from "../source.ts";
import type { Told } from "./question.ts";

/** How the reason begins where an answer did not come to the server. */
export const UNREACHED = "The server does not answer";
const LONGEST_ANSWER_MS = 20_000;
/** How often the page asks where it may not listen. */
const ASK_MS = 3000;

export class Desk {
  readonly #address = location.pathname.replace(/\/$/, "");
  #events: EventSource | null = null;
  #timer: ReturnType<typeof setInterval> | null = null;

  /** Take the seat for this browser. Throws an Error if another browser has it. */
  async claim(): Promise<void> {
    const problem = await this.#post("claim", {});
    if (problem) throw new Error(problem);
  }

  async told(): Promise<Told> {
    const answer = await fetch(`${this.#address}/question`, {
      cache: "no-store",
      signal: AbortSignal.timeout(LONGEST_ANSWER_MS),
    }).catch((cause: unknown) => {
      throw new Error("the server does not answer", { cause });
    });
    if (!answer.ok) throw new Error(`the server answers ${answer.status}`);
    return (await answer.json()) as Told;
  }

  /** Send an answer; return why it was not taken, '' if it was. */
  answer(decision: number, picks: readonly number[]): Promise<string> {
    return this.#post("answer", { decision, picks });
  }

  /** Leave the match; return why that failed, '' if it did not. */
  leave(): Promise<string> {
    return this.#post("leave", {});
  }

  /** Call `changed` whenever something may be new. */
  listen(changed: () => void): void {
    this.#events = new EventSource(`${this.#address}/events`);
    this.#events.onmessage = changed;
    // Browsers listen again by themselves after a loss, but not after a refusal.
    this.#timer = setInterval(changed, ASK_MS);
  }

  /** Hear nothing more; the server may end once no page listens. */
  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#events?.close();
  }

  async #post(part: string, body: object): Promise<string> {
    try {
      const answer = await fetch(`${this.#address}/${part}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(LONGEST_ANSWER_MS),
      });
      return answer.ok ? "" : (await answer.text()).trim();
    } catch (problem) {
      return `${UNREACHED}: ${reason(problem)}`;
    }
  }
}
