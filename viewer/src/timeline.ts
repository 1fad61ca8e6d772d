// The bar at the bottom: where one is in the match, its chapters, faults and big steps, and the buttons.
import { html, nothing, svg } from "lit-html";
import type { TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { live } from "lit-html/directives/live.js";
import { SPEEDS } from "./address.ts";
import { chancesPicture } from "./chances.ts";
import type { Document } from "./document.ts";
import { icon } from "./icons.ts";
import type { Player } from "./player.ts";
import { chapterParts, chapterTitle, eyeName } from "./words.ts";

/** A chapter on the timeline. */
export interface Tick {
  step: number;
  /** 0 if the largest part of its name changes here, such as the year; 1 for the next one, and so on. */
  level: number;
  /** How many steps it lasts until one of its level or a larger one begins. */
  length: number;
  label: string;
  title: string;
}

/** A step that stands out. */
export interface Mark {
  step: number;
  word: string;
  kind: "event" | "fault" | "mistake";
}

const LETTER_PX = 6.6;
const GAP_PX = 10;

/** Return where a position stands on the timeline, in percent. */
export function percent(step: number, last: number): number {
  return last > 0 ? (step / last) * 100 : 0;
}

/** Return a tick for each chapter, labelled with the largest part of its name that has changed. */
export function ticksOf(chapters: Document["chapters"], last: number): Tick[] {
  let before: string[] = [];
  const ticks = chapters.map(({ step, label }): Tick => {
    const parts = chapterParts(label);
    const level = Math.max(
      parts.findIndex((part, index) => part !== before[index]),
      0,
    );
    before = parts;
    return { step, level, length: 0, label: parts[level] ?? "", title: chapterTitle(label) };
  });
  return ticks.map((tick, index) => {
    const next = ticks.slice(index + 1).find((other) => other.level <= tick.level);
    return { ...tick, length: (next?.step ?? last) - tick.step };
  });
}

/** Return the ticks whose labels fit beside each other on a track of this width: those of larger parts first, then those
 * that last longer. The parts of parts of parts have no labels. */
export function labelled(ticks: readonly Tick[], last: number, width: number): Tick[] {
  const taken: { from: number; to: number }[] = [];
  return ticks
    .filter((tick) => tick.level < 2)
    .sort((one, other) => one.level - other.level || other.length - one.length)
    .filter((tick) => {
      const from = (percent(tick.step, last) / 100) * width;
      const to = from + tick.label.length * LETTER_PX + GAP_PX;
      if (to > width + GAP_PX) return false;
      if (taken.some((other) => from < other.to && to > other.from)) return false;
      taken.push({ from, to });
      return true;
    })
    .sort((one, other) => one.step - other.step);
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
    ${chancesPicture(player)}
    <div class="track">
      ${guard([replay, marks, width], () => track(player, ticksOf(chapters, last), marks, width))}
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
        ${button(icon("first"), "First step", () => player.go(0), step === 0)}
        ${button(icon("chapterBack"), "Previous chapter", () => player.byChapter(-1), step === 0)}
        ${button(icon("back"), "One step back", () => player.by(-1), step === 0)}
        ${button(icon(player.playing ? "pause" : "play"), player.playing ? "Pause" : "Play", () => player.toggle(), last === 0, "play")}
        ${button(icon("forward"), "One step forward", () => player.by(1), step === last)}
        ${button(icon("chapterForward"), "Next chapter", () => player.byChapter(1), step === last)}
        ${button(icon("last"), "Last step", () => player.go(last), step === last)}
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
          ><span class="hideable">Speed</span>
          <select
            aria-label="Speed"
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
        ${eyes(player)} ${copy ? button(icon("link"), "Copy link", copy, false) : nothing}
        <button
          type="button"
          class="ask-keys"
          aria-label="Keys"
          title="Keys"
          aria-keyshortcuts="?"
          @click=${askHelp}
        >
          ?
        </button>
      </div>
    </div>
  </footer>`;
}

function eyes(player: Player): TemplateResult | typeof nothing {
  const { eyes, document } = player.replay;
  if (eyes.length === 0) return nothing;
  return html`<label
    ><span class="hideable">Seen by</span>
    <select
      class="eyes"
      aria-label="Seen by"
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
  player: Player,
  ticks: readonly Tick[],
  marks: readonly Mark[],
  width: number,
): TemplateResult {
  const { last } = player;
  const at = (step: number) => `${percent(step, last).toFixed(3)}%`;
  return html`<svg class="chapters" width="100%" height="40" aria-hidden="true">
    ${ticks.map(
      (tick) =>
        svg`<line class=${tick.level ? "tick" : "tick major"} x1=${at(tick.step)} x2=${at(tick.step)}
          y1=${Math.min(tick.level * 7, 14)} y2="20"><title>${tick.title}</title></line>`,
    )}
    ${labelled(ticks, last, width).map(
      (tick) =>
        svg`<text class=${tick.level ? "" : "major"} x=${at(tick.step)} dx="3" y="9">${tick.label}</text>`,
    )}
    ${marks.map((mark) => {
      const go = () => player.go(mark.step);
      const title = svg`<title>${mark.word}</title>`;
      if (mark.kind === "mistake")
        return svg`<circle class="mark mistake" cx=${at(mark.step)} cy="34" r="4.5" @click=${go}>${title}</circle>`;
      return mark.kind === "fault"
        ? svg`<rect class="mark fault" x=${at(mark.step)} y="29" width="3" height="10" transform="translate(-1.5 0)" @click=${go}>${title}</rect>`
        : svg`<circle class="mark" cx=${at(mark.step)} cy="34" r="3" @click=${go}>${title}</circle>`;
    })}
  </svg>`;
}

/** A button that does nothing at present keeps the focus, so it is not disabled for good. */
function button(
  sign: TemplateResult,
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
    aria-disabled=${off ? "true" : nothing}
    @click=${act}
  >
    ${sign}
  </button>`;
}
