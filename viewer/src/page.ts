// The page: puts the parts together, and draws them anew when something changes.
import { html, nothing, render } from "lit-html";
import type { TemplateResult } from "lit-html";
import { AddressBar } from "./address.ts";
import type { Place } from "./address.ts";
import type { Companion } from "./companion.ts";
import { drawn } from "./drawn.ts";
import { RENDERERS } from "./games/index.ts";
import { PACKAGE_BOARD } from "./package_board.ts";
import { GENERIC } from "./generic.ts";
import { heading } from "./header.ts";
import { help, pressed } from "./keys.ts";
import { log, showEnd } from "./log.ts";
import type { Opened } from "./log.ts";
import { Marks } from "./marks.ts";
import { Player } from "./player.ts";
import type { Replay } from "./replay.ts";
import { seatBoxes, showActing } from "./seats.ts";
import { taken } from "./taken.ts";
import { timeline } from "./timeline.ts";

export class Page {
  readonly #root: HTMLElement;
  readonly #player: Player;
  readonly #marks: Marks;
  readonly #address: AddressBar;
  readonly #beside: Companion | null;
  readonly #opened: Opened = new Map();
  #problem = "";
  #width = 600;
  #frame = 0;
  #shownStep = -1;
  #bank = { replay: null as Replay | null, largest: 0 };

  constructor(root: HTMLElement, replay: Replay, beside: Companion | null = null) {
    this.#root = root;
    this.#beside = beside;
    const { board, match } = replay.document;
    const renderer = RENDERERS[match.game] ?? (board ? PACKAGE_BOARD : GENERIC);
    const changed = () => this.#later();
    this.#player = new Player(replay, renderer, changed);
    this.#marks = new Marks(renderer, changed);
    this.#address = new AddressBar((place) => this.#player.visit(place));
    this.#player.visit(this.#address.place);
    this.#draw();
    addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(([entry]) => {
      const width = Math.round(entry?.contentRect.width ?? 0);
      if (width && width !== this.#width) {
        this.#width = width;
        this.#later();
      }
    }).observe(this.#part(".track"));
  }

  /** Show a match that has become longer, and what is wrong with its server, '' if nothing is. */
  update(replay: Replay, problem: string): void {
    if (problem !== this.#problem) {
      this.#problem = problem;
      this.#later();
    }
    if (replay !== this.#player.replay) this.#player.replace(replay);
  }

  /** Draw the page anew: what stands beside the match has changed. */
  redraw(): void {
    this.#later();
  }

  /** Several changes before the next frame are drawn once. */
  #later(): void {
    if (!this.#frame) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    this.#frame = 0;
    const player = this.#player;
    render(this.#content(), this.#root);
    if (player.step !== this.#shownStep) {
      showEnd(this.#root);
      showActing(this.#root);
    }
    this.#beside?.drawn(this.#root, player);
    this.#shownStep = player.step;
    this.#address.write(this.#place());
  }

  /** What the address says: whoever follows a live match does so again after a reload. */
  #place(): Place {
    const { live, step, last, place } = this.#player;
    return live && step === last ? { eye: place.eye, speed: place.speed } : place;
  }

  #content(): TemplateResult {
    const player = this.#player;
    const { replay, renderer, step, eye } = player;
    const beside = this.#beside?.draw(player) ?? nothing;
    const scene = { ...replay.scene(eye, step), ...this.#beside?.scene(player) };
    const hasViews = replay.eyes.length > 0;
    const copy = "clipboard" in navigator ? () => void this.#copy() : null;
    return html`${heading(player, this.#problem)}
      <main
        data-step=${step}
        data-steps=${player.last}
        data-eye=${eye}
        data-game=${replay.document.match.game}
        ?data-playing=${player.playing}
      >
        ${beside}
        <div class="middle">
          <section class="board" aria-label="Board">
            ${taken(player)} ${hasViews ? drawn("board", () => renderer.board(scene)) : nothing}
          </section>
          ${
            hasViews
              ? html`<section class="table" aria-label="Table">
                  ${drawn("table", () => renderer.table(scene))}
                </section>`
              : nothing
          }
        </div>
        ${seatBoxes(player, scene, this.#largestBank(replay))}
        ${log(player, this.#opened, () => this.#later())}
      </main>
      ${timeline(player, this.#marks.of(replay, eye), this.#width, copy, () => this.#help())}
      ${help(() => this.#dialog().close(), this.#beside?.keys)}`;
  }

  #largestBank(replay: Replay): number {
    if (this.#bank.replay !== replay) {
      const banks = replay.document.steps.flatMap((each) =>
        each.acts.map((act) => act.bank_us ?? 0),
      );
      this.#bank = { replay, largest: banks.reduce((one, other) => Math.max(one, other), 0) };
    }
    return this.#bank.largest;
  }

  #key(event: KeyboardEvent): void {
    if (this.#dialog().open) return;
    if (event.key === "?" && !event.ctrlKey && !event.metaKey && !event.altKey) this.#help();
    else if (!this.#beside?.pressed(event, this.#player)) pressed(this.#player, event);
  }

  #help(): void {
    this.#dialog().showModal();
  }

  #dialog(): HTMLDialogElement {
    return this.#part("dialog") as HTMLDialogElement;
  }

  async #copy(): Promise<void> {
    this.#address.writeNow(this.#place());
    try {
      await navigator.clipboard.writeText(location.href);
      this.#problem = "";
    } catch {
      this.#problem = "The browser does not let this page copy the address.";
    }
    this.#later();
  }

  #part(selector: string): Element {
    const found = this.#root.querySelector(selector);
    if (!found) throw new Error(`the page has no ${selector}`);
    return found;
  }
}
