// The page of a match: it holds the place in the match, draws it, and follows mouse, keys and address.
import { html, nothing, render } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { TemplateResult } from "lit-html";
import { read, SPEEDS, write } from "./address.ts";
import type { Place } from "./address.ts";
import { SPECTATOR } from "./document.ts";
import { GENERIC } from "./generic.ts";
import { RENDERERS } from "./games/index.ts";
import { heading, outcome } from "./heading.ts";
import { icon } from "./icons.ts";
import type { Icon } from "./icons.ts";
import { HELP, KEYS } from "./keys.ts";
import type { Command } from "./keys.ts";
import { log, taken } from "./log.ts";
import type { Replay } from "./replay.ts";
import type { Renderer, Scene } from "./renderer.ts";
import { seatBox } from "./seats.ts";
import { chapterFrom, marks, track } from "./timeline.ts";
import type { Mark } from "./timeline.ts";
import { actor, eyeName } from "./words.ts";

/** How long a step of the usual weight stays, in milliseconds, at speed 1. */
const STEP_MS = 700;
/** The address is written at most this often, because browsers refuse pages that change it too often. */
const ADDRESS_MS = 250;

export class Player {
  private readonly replay: Replay;
  private readonly root: HTMLElement;
  private readonly renderer: Renderer;
  private place: Place;
  private playing = false;
  private helping = false;
  /** What is wrong with a live match's server; empty if nothing is. */
  private trouble = "";
  private timer: number | undefined;
  private written: number | undefined;
  private readonly marks = new Map<string, Mark[]>();

  constructor(replay: Replay, root: HTMLElement) {
    this.replay = replay;
    this.root = root;
    this.renderer = RENDERERS[replay.document.match.game] ?? GENERIC;
    const eyes = replay.eyes;
    const start = replay.document.live ? replay.steps : 0;
    this.place = { step: start, eye: eyes[0] ?? SPECTATOR, speed: 1 };
    this.place = read(location.hash, this.place, eyes, replay.steps);
    // The event says which address was gone to; by now our own writing may have changed it again.
    addEventListener("hashchange", (event) =>
      this.move(read(new URL(event.newURL).hash, this.place, replay.eyes, replay.steps)),
    );
    addEventListener("keydown", (event) => this.pressed(event));
    document.title = `${replay.document.match.title}: ${replay.document.match.id}`;
  }

  /** True while the last step is shown, so that a running match is followed. */
  get atEnd(): boolean {
    return this.place.step === this.replay.steps;
  }

  /** Show a step. */
  go(step: number): void {
    this.move({ ...this.place, step: Math.max(0, Math.min(this.replay.steps, step)) });
  }

  /** Say what is wrong with the server, or that nothing is any more. */
  tell(trouble: string): void {
    this.trouble = trouble;
    this.draw();
  }

  private move(place: Place): void {
    this.place = place;
    this.draw();
    this.written ??= window.setTimeout(() => {
      this.written = undefined;
      history.replaceState(null, "", write(this.place));
    }, ADDRESS_MS);
  }

  private play(playing: boolean): void {
    this.playing =
      playing && (this.place.step < this.replay.steps || this.replay.document.live !== undefined);
    window.clearTimeout(this.timer);
    if (this.playing) this.wait();
    this.draw();
  }

  private wait(): void {
    const scene = this.replay.scene(this.place.eye, this.place.step);
    const weight = scene.view === null ? 1 : this.renderer.weight(scene);
    this.timer = window.setTimeout(
      () => {
        if (this.place.step < this.replay.steps) this.go(this.place.step + 1);
        if (this.place.step < this.replay.steps) this.wait();
        else this.play(false);
      },
      (STEP_MS * weight) / this.place.speed,
    );
  }

  private pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const on = event.target instanceof HTMLElement ? event.target.tagName : "";
    if (
      on === "SELECT" ||
      (on === "INPUT" && event.key !== " ") ||
      (event.key === " " && on === "BUTTON")
    )
      return;
    if ((event.key === " " || event.key === "Enter") && (on === "SUMMARY" || on === "A")) return;
    const eye = /^[0-9]$/.test(event.key) ? Number(event.key) : null;
    const command = KEYS[event.key];
    if (eye !== null && this.replay.eyes.includes(eye)) this.move({ ...this.place, eye });
    else if (command) this.run(command);
    else return;
    event.preventDefault();
  }

  private run(command: Command): void {
    const { step, speed } = this.place;
    const at = SPEEDS.findIndex((each) => each === speed);
    switch (command) {
      case "first":
        return this.go(0);
      case "back":
        return this.go(step - 1);
      case "play":
        return this.play(!this.playing);
      case "forward":
        return this.go(step + 1);
      case "last":
        return this.go(this.replay.steps);
      case "chapter back":
        return this.go(chapterFrom(this.replay, step, false));
      case "chapter forward":
        return this.go(chapterFrom(this.replay, step, true));
      case "slower":
        return this.move({ ...this.place, speed: SPEEDS[Math.max(0, at - 1)] ?? speed });
      case "faster":
        return this.move({
          ...this.place,
          speed: SPEEDS[Math.min(SPEEDS.length - 1, at + 1)] ?? speed,
        });
      case "spectator":
        return this.look(SPECTATOR);
      case "all":
        return this.look(-2);
      case "help":
        this.helping = !this.helping;
        return this.draw();
    }
  }

  private look(eye: number): void {
    if (this.replay.eyes.includes(eye)) this.move({ ...this.place, eye });
  }

  /** Draw the page as it should be now. */
  draw(): void {
    const { step, eye } = this.place;
    render(this.page(this.replay.scene(eye, step)), this.root);
    this.showCurrentLine();
  }

  private page(scene: Scene): TemplateResult {
    const { document: match } = this.replay;
    const { step, eye } = this.place;
    const over = step === this.replay.steps ? match.outcome : null;
    const drawn = scene.view !== null;
    return html`${heading(match)}
      ${this.trouble ? html`<p class="trouble" role="status">${this.trouble}</p>` : nothing}
      <main
        data-step=${step}
        data-steps=${this.replay.steps}
        data-eye=${eye}
        class=${drawn ? "" : "plain"}
      >
        <div class="now" aria-live=${this.playing ? "off" : "polite"}>
          <p class="chapter">${this.replay.chapter(step)}</p>
          ${this.now(scene)} ${over ? outcome(match, over) : nothing}
        </div>
        ${drawn ? html`<div class="board">${guarded(() => this.renderer.board(scene))}</div>` : nothing}
        ${
          drawn
            ? html`<section class="table" aria-label="The table">
                ${guarded(() => this.renderer.table(scene))}
              </section>`
            : nothing
        }
        <div class="seats">
          ${match.seats.map((_, seat) =>
            guarded(() => seatBox(this.renderer, scene, match, seat, this.lastAct(seat), over)),
          )}
        </div>
        <nav class="story" aria-label="Log">${log(this.replay, eye, step)}</nav>
      </main>
      ${this.controls()} ${this.helping ? this.help() : nothing}`;
  }

  /** Return what was asked and taken in this step. */
  private now(scene: Scene): TemplateResult {
    const { step } = this.place;
    const { document: match } = this.replay;
    if (step === 0) return html`<p class="taken">Before the first step.</p>`;
    return html`${scene.acts.map(
      (act) =>
        html`<p class="taken ${act.stream === undefined ? `of-${act.seat}` : "chance"}">
          <span class="who">${actor(match.seats, act.seat)}</span>
          <span class="question"
            >${match.prompts[act.prompt] ?? act.prompt}${act.stream ? ` (${act.stream})` : ""}</span
          >
          <span class="what">${taken(act)}</span>
          ${act.fault ? html`<span class="fault">${act.fault}${act.evidence ? `: ${act.evidence}` : ""}</span>` : nothing}
        </p>`,
    )}
    ${this.replay.changes(step).map((each) => html`<p class="change">${each}</p>`)}`;
  }

  /** Return the last act of a seat up to this step. */
  private lastAct(seat: number): Parameters<typeof seatBox>[4] {
    for (let step = this.place.step; step > 0; step -= 1) {
      if (!this.replay.document.steps[step - 1]?.acts.some((act) => act.seat === seat)) continue;
      const last = this.replay.acts(this.place.eye, step).find((act) => act.seat === seat) ?? null;
      return { last, justNow: step === this.place.step };
    }
    return { last: null, justNow: false };
  }

  private controls(): TemplateResult {
    const { step, eye, speed } = this.place;
    const { steps, eyes, document: match } = this.replay;
    const button = (command: Command, sign: Icon, label: string): TemplateResult =>
      html`<button
        type="button"
        title=${label}
        aria-label=${label}
        @click=${() => this.run(command)}
      >
        ${icon(sign)}
      </button>`;
    return html`<footer class="controls">
      <div class="slider">
        ${track(this.marked(), step, steps)}
        <input
          type="range"
          min="0"
          max=${steps}
          .value=${live(String(step))}
          aria-label="Step"
          aria-valuetext="Step ${step} of ${steps}, ${this.replay.chapter(step)}"
          @input=${(event: Event) => this.go(Number((event.target as HTMLInputElement).value))}
        />
      </div>
      <div class="buttons">
        ${button("first", "first", "To the beginning")}
        ${button("chapter back", "chapter back", "To the chapter before")}
        ${button("back", "back", "One step back")}
        ${button("play", this.playing ? "stop" : "play", this.playing ? "Stop" : "Play")}
        ${button("forward", "forward", "One step on")}
        ${button("chapter forward", "chapter forward", "To the next chapter")}
        ${button("last", "last", "To the end")}
        <span class="count">${step} / ${steps}</span>
        ${match.live && !this.atEnd ? html`<button type="button" @click=${() => this.run("last")}>To the present</button>` : nothing}
        <label
          >Speed
          <select @change=${(event: Event) => this.move({ ...this.place, speed: chosen(event) })}>
            ${SPEEDS.map((each) => html`<option value=${each} .selected=${each === speed}>${each}×</option>`)}
          </select></label
        >
        ${
          eyes.length > 1
            ? html`<label
                >Seen by
                <select class="eyes" @change=${(event: Event) => this.look(chosen(event))}>
                  ${eyes.map((each) => html`<option value=${each} .selected=${each === eye}>${eyeName(match.seats, each)}</option>`)}
                </select></label
              >`
            : nothing
        }
        ${button("help", "help", "Keys")}
      </div>
    </footer>`;
  }

  private help(): TemplateResult {
    return html`<dialog open class="help" aria-label="Keys">
      <table>
        ${HELP.map(
          ([keys, does]) =>
            html`<tr>
              <th scope="row">${keys}</th>
              <td>${does}</td>
            </tr>`,
        )}
      </table>
      <button type="button" @click=${() => this.run("help")}>Close</button>
    </dialog>`;
  }

  /** Return the marks of the timeline; they are looked for once an eye and length. */
  private marked(): Mark[] {
    const key = `${this.place.eye} ${this.replay.steps}`;
    let found = this.marks.get(key);
    if (!found) {
      found = marks(this.replay, this.renderer, this.place.eye);
      this.marks.clear();
      this.marks.set(key, found);
    }
    return found;
  }

  /** Scroll the log, and nothing else, to the line of this step. */
  private showCurrentLine(): void {
    const box = this.root.querySelector<HTMLElement>(".story");
    const line = box?.querySelector<HTMLElement>("[aria-current]");
    if (!box) return;
    box.scrollTop = line ? line.offsetTop - box.clientHeight / 2 : 0;
  }
}

function chosen(event: Event): number {
  return Number((event.target as HTMLSelectElement).value);
}

/** Return what a renderer draws; if it fails, say so in its place, so that the rest of the page stays. */
function guarded(draw: () => TemplateResult): TemplateResult {
  try {
    return draw();
  } catch (error) {
    console.error(error);
    return html`<p class="trouble">This part cannot be drawn.</p>`;
  }
}
