// A match that still runs: asks the server for new steps every second.
import type { Document } from "./document.ts";
import type { Player } from "./player.ts";
import type { More, Replay } from "./replay.ts";

const EVERY_MS = 1000;
const MOST_MS = 30_000;

/** What the server answers: new steps, or that the whole match can be had now. */
type News = More & Partial<Pick<Document, "live">> & { reload?: boolean };

/** Follow a match until it is over; then load its page anew, which shows the whole record. */
export async function follow(replay: Replay, player: Player): Promise<void> {
  let pause = EVERY_MS;
  for (;;) {
    await new Promise((done) => setTimeout(done, pause));
    if (document.hidden) continue;
    try {
      const answer = await fetch(`${location.pathname}/frames?from=${replay.steps}`);
      if (!answer.ok && answer.status !== 304)
        throw new Error(`the server answered ${answer.status}`);
      const news = answer.status === 304 ? null : ((await answer.json()) as News);
      if (news?.reload) {
        location.reload();
        return;
      }
      pause = EVERY_MS;
      player.tell("");
      if (news?.steps.length) {
        const followed = player.atEnd;
        replay.add(news);
        if (followed) player.go(replay.steps);
        else player.draw();
      }
    } catch (error) {
      pause = Math.min(MOST_MS, pause * 2);
      const why = error instanceof Error ? error.message : String(error);
      player.tell(`No news of the match: ${why}. Trying again in ${Math.round(pause / 1000)} s.`);
    }
  }
}
