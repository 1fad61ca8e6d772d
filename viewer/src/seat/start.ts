// A seat's page from its beginning to the end of the match: the match and the decisions come from one server.
import { html, render } from "lit-html";
import { Page } from "../page.ts";
import { Replay } from "../replay.ts";
import type { Server } from "../source.ts";
import { following, reason, sleep } from "../source.ts";
import type { Document } from "../document.ts";
import { Desk } from "./desk.ts";
import { Seat } from "./seat.ts";

/** How often a page asks for a match that has not begun, and how many times it may fail one after another. */
const BEGIN_MS = 500;
const BEGIN_TRIES = 60;
/** How long a page waits for a record that is being finished before it asks again. */
const FINISH_MS = 50;
const BEFORE = "The match begins when all players are there. Keep this page open.";

/** Show the match of a seat, and follow it to its end. */
export async function playSeat(root: HTMLElement, server: Server): Promise<void> {
  const desk = new Desk();
  await desk.claim();
  // Browsers let the timers of a page in the background rest for a minute, but not what it listens to: so the server
  // knows that the page is open, and the page when the match begins.
  let news = (): void => undefined;
  desk.listen(() => news());
  const told = (): Promise<void> => new Promise((done) => (news = done));
  let replay = new Replay(await begun(server, root, told));
  document.title = `Your seat: ${replay.document.match.title}`;
  let page: Page | null = null;
  const seat: Seat = new Seat(desk, () => page?.redraw());
  page = new Page(root, replay, seat);
  const shown = page;

  const catchUp = async (): Promise<void> => {
    seat.tell(await desk.told());
    while (replay.document.live) {
      const news = await server.news(replay.last);
      if (news) replay = await following(server, replay, news);
      else await sleep(FINISH_MS);
      shown.update(replay, "");
      if (replay.last >= seat.needs && !seat.over) break;
    }
    // The record of a match is finished before its end is told: only both are the end.
    if (!replay.document.live && seat.complete) desk.close();
  };

  // One at a time; what comes meanwhile is asked for once more afterwards.
  let running = false;
  let again = false;
  const changed = (): void => {
    again = true;
    if (running) return;
    running = true;
    void (async () => {
      while (again) {
        again = false;
        try {
          await catchUp();
        } catch (problem) {
          shown.update(replay, `No news: ${reason(problem)}. The page asks again.`);
        }
      }
      running = false;
    })();
  };
  news = changed;
  changed();
}

/** Return the match once it has begun; until then the page says so. Throws an Error that says why it cannot be
 * shown. */
async function begun(
  server: Server,
  root: HTMLElement,
  told: () => Promise<void>,
): Promise<Document> {
  for (let tries = 1; ; tries++) {
    try {
      const found = await server.begun();
      if (found) return found;
      tries = 0;
      render(html`<p class="status" role="status" data-before>${BEFORE}</p>`, root);
      await Promise.race([sleep(BEGIN_MS), told()]);
    } catch (problem) {
      if (tries === BEGIN_TRIES) throw problem;
      await sleep(BEGIN_MS);
    }
  }
}
