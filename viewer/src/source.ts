// Where a match comes from: out of the page itself, or from the server that the page came from.
import type { Document } from "./document.ts";
import { Replay } from "./replay.ts";
import type { News } from "./replay.ts";

const POLL_MS = 1000;
const LONGEST_WAIT_MS = 15_000;
const LONGEST_ANSWER_MS = 20_000;

/** Return the match that the page holds; null if it holds none. Throws an Error that says what is wrong with it. */
export async function heldDocument(): Promise<Document | null> {
  const held = document.getElementById("match");
  return held?.textContent ? checked(await unpacked(held.textContent)) : null;
}

async function unpacked(text: string): Promise<unknown> {
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return JSON.parse(await new Response(plain).text());
  } catch (cause) {
    throw new Error("the match in this page is damaged", { cause });
  }
}

/** The frames of a match on the server: `ADDRESS/frames`, where ADDRESS is the page's own. */
export class Server {
  readonly #address = `${location.pathname.replace(/\/$/, "")}/frames`;

  async document(): Promise<Document> {
    return checked(await this.#get(this.#address));
  }

  /** Return the match; null if it has not begun. */
  async begun(): Promise<Document | null> {
    const found = await this.#get(this.#address);
    return found === null ? null : checked(found);
  }

  /** Return what is new after `step` steps; null if nothing is. */
  async news(step: number): Promise<News | null> {
    const found = await this.#get(`${this.#address}?from=${step}`);
    return found as News | null;
  }

  /** Return the JSON at an address; null if it has not changed. Browsers send the ETag and keep the answer. */
  async #get(address: string): Promise<unknown> {
    const answer = await fetch(address, {
      cache: "no-cache",
      signal: AbortSignal.timeout(LONGEST_ANSWER_MS),
    }).catch((cause: unknown) => {
      throw new Error("the server does not answer", { cause });
    });
    if (answer.status === 304) return null;
    if (answer.status === 404) throw new Error("the server does not know this match");
    if (!answer.ok) throw new Error(`the server answers ${answer.status} ${answer.statusText}`);
    return answer.json();
  }
}

/** What `follow` needs of a server. */
export type Source = Pick<Server, "document" | "news">;

/** Ask a server for news until the match is over, at first every `poll_ms`, and less often while it fails. `tell` is
 * called with each longer match, and with a line that says what is wrong ('' if nothing is). */
export async function follow(
  server: Source,
  first: Replay,
  tell: (replay: Replay, problem: string) => void,
  poll_ms = POLL_MS,
): Promise<void> {
  let replay = first;
  let wait = poll_ms;
  while (replay.document.live) {
    await sleep(wait);
    try {
      const news = await server.news(replay.last);
      if (news) replay = await following(server, replay, news);
      wait = poll_ms;
      tell(replay, "");
    } catch (problem) {
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
      const seconds = Math.ceil(wait / 1000);
      tell(replay, `No news: ${reason(problem)}. The page asks again in ${seconds} s.`);
    }
  }
}

/** Return the match with its news, or the whole of it if it is over or the news do not fit. */
export async function following(server: Source, replay: Replay, news: News): Promise<Replay> {
  const longer = news.live && !news.reload ? replay.with(news) : null;
  return longer ?? new Replay(await server.document());
}

/** Return why something failed, in words for the page. */
export function reason(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}

function checked(found: unknown): Document {
  const format = (found as { format?: unknown } | null)?.format;
  if (format !== 1) throw new Error("this match is in a format that this page does not know");
  return found as Document;
}

export function sleep(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
