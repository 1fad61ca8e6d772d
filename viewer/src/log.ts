// The log: what happened, chapter by chapter; each line leads to its step.
import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import type { TemplateResult } from "lit-html";
import type { Replay, SeenAct } from "./replay.ts";
import { actor } from "./words.ts";

/** Steps that are listed before and after the one that is shown; a whole match may have thousands. */
const AROUND = 60;

/** Return the lines around a step. */
export function log(replay: Replay, eye: number, step: number): TemplateResult {
  const first = Math.max(1, step - AROUND);
  const last = Math.min(replay.steps, step + AROUND);
  const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  return html`<ol class="log" data-first=${first}>
    ${first > 1 ? html`<li class="more"><a href="#step=${first - 1}">Earlier steps</a></li>` : nothing}
    ${repeat(
      numbers,
      (number) => number,
      (number) => entry(replay, eye, number, number === step, number === first),
    )}
    ${last < replay.steps ? html`<li class="more"><a href="#step=${last + 1}">Later steps</a></li>` : nothing}
  </ol>`;
}

function entry(
  replay: Replay,
  eye: number,
  number: number,
  current: boolean,
  opens: boolean,
): TemplateResult {
  const label = opens
    ? replay.chapter(number - 1)
    : (replay.document.chapters.find((each) => each.step === number - 1)?.label ?? "");
  return html`${label ? html`<li class="chapter">${label}</li>` : nothing}
    <li
      data-step=${number}
      class=${current ? "current" : ""}
      aria-current=${current ? "step" : nothing}
    >
      <a href="#step=${number}">
        <span class="at">${number}</span>
        <span class="acts">${replay.acts(eye, number).map((act) => line(replay, act))}</span>
      </a>
      ${replay.changes(number).map((each) => html`<p class="change">${each}</p>`)}
    </li>`;
}

function line(replay: Replay, act: SeenAct): TemplateResult {
  return html`<span class="act ${act.stream === undefined ? `of-${act.seat}` : "chance"}">
    <span class="who">${act.stream === undefined ? `Seat ${act.seat}` : "Chance"}</span>
    <span class="what">${taken(act)}</span>
    ${act.fault ? html`<span class="fault">${act.fault}${act.evidence ? `: ${act.evidence}` : ""}</span>` : nothing}
    <span class="sr">${actor(replay.document.seats, act.seat)}, ${act.prompt}</span>
  </span>`;
}

/** Return what was taken in words, or that it is hidden. */
export function taken(act: SeenAct): TemplateResult | string {
  if (!act.text) return html`<i data-hidden>hidden</i> <small class="prompt">${act.prompt}</small>`;
  return act.text.length
    ? act.text.join("; ")
    : html`<i>nothing</i> <small class="prompt">${act.prompt}</small>`;
}
