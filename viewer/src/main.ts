// Finds the match of the page, inside it or at its server, and starts the player.
import { html, render } from "lit-html";
import type { Document } from "./document.ts";
import { follow } from "./live.ts";
import { Player } from "./player.ts";
import { Replay } from "./replay.ts";

async function held(element: Element): Promise<Document> {
  const packed = Uint8Array.from(atob(element.textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(stream).json()) as Document;
}

async function asked(): Promise<Document> {
  const answer = await fetch(`${location.pathname}/frames`);
  if (!answer.ok)
    throw new Error((await answer.text()).trim() || `the server answered ${answer.status}`);
  return (await answer.json()) as Document;
}

async function start(): Promise<void> {
  const root = document.getElementById("viewer");
  if (!root) return;
  render(html`<p class="loading">Loading the match.</p>`, root);
  try {
    const inside = document.getElementById("match");
    const match = inside ? await held(inside) : await asked();
    const replay = new Replay(match);
    const player = new Player(replay, root);
    render(html``, root);
    player.draw();
    if (match.live) void follow(replay, player);
  } catch (error) {
    render(
      html`<p class="trouble">
        The match cannot be shown: ${error instanceof Error ? error.message : error}
      </p>`,
      root,
    );
  }
}

void start();
