// The bar at the bottom: where one is in the match, its chapters, faults and big steps, and the buttons.
import { html, nothing, svg } from "lit-html";
import type { TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { live } from "lit-html/directives/live.js";
import { SPEEDS } from "./address.ts";
import type { Document } from "./document.ts";
import { icon } from "./icons.ts";
import type { Icon } from "./icons.ts";
import type { Player } from "./player.ts";
import { chapterParts, chapterTitle, eyeName } from "./words.ts";

/** A chapter on the timeline. */
export interface Tick {
  step: number;
  /** True if the largest part changes here, such as the year. */
  major: boolean;
  label: string;
  title: string;
}

/** A step that stands out. */
export interface Mark {
  step: number;
  word: string;
  fault: boolean;
}

const LETTER_PX = 6.6;
const GAP_PX = 10;

/** Return where a position stands on the timeline, in percent. */
export function percent(step: number, last: number): number {
  return last > 0 ? (step / last) * 100 : 0;
}

/** Return a tick for each chapter, labelled with the largest part of its name that has changed. */
export function ticksOf(chapters: Document["chapters"]): Tick[] {
  let before: string[] = [];
  return chapters.map(({ step, label }) => {
    const parts = chapterParts(label);
    const changed = parts.findIndex((part, index) => part !== before[index]);
    before = parts;
    return {
      step,
      major: changed <= 0,
      label: parts[Math.max(changed, 0)] ?? "",
      title: chapterTitle(label),
    };
  });
}

/** Return the ticks whose labels fit beside each other on a track of this width, the major ones first. */
export function labelled(ticks: readonly Tick[], last: number, width: number): Tick[] {
  const taken: { from: number; to: number }[] = [];
  const found = [true, false].flatMap((major) =>
    ticks.filter((tick) => {
      if (tick.major !== major) return false;
      const from = (percent(tick.step, last) / 100) * width;
      const to = from + tick.label.length * LETTER_PX + GAP_PX;
      if (to > width + GAP_PX) return false;
      if (taken.some((other) => from < other.to && to > other.from)) return false;
      taken.push({ from, to });
      return true;
    }),
  );
  return found.sort((one, other) => one.step - other.step);
}

/** Draw the timeline with its buttons. */
export function timeline(
  player: Player,
  marks: readonly Mark[],
  width: number,
  copy: (() => void) | null,
  askHelp: () => void,
): TemplateResult {
  const { replay, step, last } = player;
  const { chapters } = replay.document;
  const label = chapters[replay.chapter(step)]?.label;
  const where = label ? chapterTitle(label) : "";
  return html`<footer class="timeline" aria-label="Timeline">
    <div class="track">
      ${guard([replay, marks, width], () => track(ticksOf(chapters), marks, last, width))}
      <input
        type="range"
        min="0"
        max=${last}
        step="1"
        aria-label="Step"
        aria-valuetext=${`Step ${step} of ${last}${where && `, ${where}`}`}
        .value=${live(String(step))}
        @input=${(event: Event) => {
          if (event.target instanceof HTMLInputElement) player.go(Number(event.target.value));
        }}
      />
    </div>
    <div class="controls">
      <div class="buttons" role="group" aria-label="Steps">
        ${button("first", "First step", () => player.go(0), step === 0)}
        ${button("chapter back", "Previous chapter", () => player.byChapter(-1), step === 0)}
        ${button("back", "One step back", () => player.by(-1), step === 0)}
        ${button(player.playing ? "stop" : "play", player.playing ? "Pause" : "Play", () => player.toggle(), last === 0, "play")}
        ${button("forward", "One step forward", () => player.by(1), step === last)}
        ${button("chapter forward", "Next chapter", () => player.byChapter(1), step === last)}
        ${button("last", "Last step", () => player.go(last), step === last)}
      </div>
      <p class="where">
        <strong>${step}</strong> of ${last}${where ? html` <span>${where}</span>` : nothing}
      </p>
      ${
        player.live && step < last
          ? html`<button type="button" class="to-live" @click=${() => player.go(last)}>
              Go to live
            </button>`
          : nothing
      }
      <div class="choices">
        <label
          >Speed
          <select
            .value=${live(String(player.speed))}
            @change=${(event: Event) => {
              if (event.target instanceof HTMLSelectElement)
                player.hurry(Number(event.target.value));
            }}
          >
            ${SPEEDS.map(
              (speed) =>
                html`<option value=${speed} ?selected=${speed === player.speed}>${speed}×</option>`,
            )}
          </select></label
        >
        ${eyes(player)}
        ${copy ? html`<button type="button" @click=${copy}>Copy link</button>` : nothing}
        <button type="button" aria-label="Keys" aria-keyshortcuts="?" @click=${askHelp}>?</button>
      </div>
    </div>
  </footer>`;
}

function eyes(player: Player): TemplateResult | typeof nothing {
  const { eyes, document } = player.replay;
  if (eyes.length === 0) return nothing;
  return html`<label
    >Seen by
    <select
      class="eyes"
      .value=${live(String(player.eye))}
      @change=${(event: Event) => {
        if (event.target instanceof HTMLSelectElement) player.look(Number(event.target.value));
      }}
    >
      ${eyes.map(
        (eye) =>
          html`<option value=${eye} ?selected=${eye === player.eye}>
            ${eyeName(document, eye)}
          </option>`,
      )}
    </select></label
  >`;
}

/** Positions are in percent, so that the picture fits any width; only the choice of labels depends on it. */
function track(
  ticks: readonly Tick[],
  marks: readonly Mark[],
  last: number,
  width: number,
): TemplateResult {
  const at = (step: number) => `${percent(step, last).toFixed(3)}%`;
  return html`<svg class="chapters" width="100%" height="34" aria-hidden="true">
    ${ticks.map(
      (tick) =>
        svg`<line class=${tick.major ? "tick major" : "tick"} x1=${at(tick.step)} x2=${at(tick.step)}
          y1=${tick.major ? 0 : 8} y2="20"><title>${tick.title}</title></line>`,
    )}
    ${labelled(ticks, last, width).map(
      (tick) =>
        svg`<text class=${tick.major ? "major" : ""} x=${at(tick.step)} dx="3" y="9">${tick.label}</text>`,
    )}
    ${marks.map((mark) =>
      mark.fault
        ? svg`<line class="mark fault" x1=${at(mark.step)} x2=${at(mark.step)} y1="22" y2="34"><title>${mark.word}</title></line>`
        : svg`<circle class="mark" cx=${at(mark.step)} cy="28" r="2.5"><title>${mark.word}</title></circle>`,
    )}
  </svg>`;
}

function button(
  sign: Icon,
  label: string,
  act: () => void,
  off: boolean,
  name = "",
): TemplateResult {
  return html`<button
    type="button"
    class=${name}
    aria-label=${label}
    title=${label}
    ?disabled=${off}
    @click=${act}
  >
    ${icon(sign)}
  </button>`;
}
