import { html, render } from "lit-html";
import type { TemplateResult } from "lit-html";
import { Page } from "./page.ts";
import { playSeat } from "./seat/start.ts";
import { Replay } from "./replay.ts";
import { Server, follow, heldDocument, reason } from "./source.ts";

async function start(root: HTMLElement): Promise<void> {
  const say = (line: TemplateResult) => render(line, root);
  say(html`<p class="status" role="status">Loading the match.</p>`);
  try {
    const held = await heldDocument();
    const server = held ? null : new Server();
    if (server && "seat" in root.dataset) {
      await playSeat(root, server);
      return;
    }
    const match = held ?? (await server?.document());
    if (!match) throw new Error("there is no match in this page");
    const replay = new Replay(match);
    document.title = `${match.match.title}: ${match.match.id}`;
    render(html``, root);
    const page = new Page(root, replay);
    if (server) await follow(server, replay, (longer, problem) => page.update(longer, problem));
  } catch (problem) {
    say(
      html`<p class="status fault" role="alert">
        The match cannot be shown: ${reason(problem)}. Reload the page to try again.
      </p>`,
    );
  }
}

const root = document.getElementById("viewer");
if (root) void start(root);
