// What was asked and taken in the step that led here: the line above the board.
import { html, nothing } from "lit-html";
import type { TemplateResult } from "lit-html";
import { CHANCE } from "./document.ts";
import type { Document } from "./document.ts";
import type { Player } from "./player.ts";
import type { KnownAct } from "./replay.ts";
import { badge } from "./seats.ts";
import { question, seatName, takenText } from "./words.ts";

/** Draw one line for each act of the step; it is read aloud, but not while steps follow each other fast. */
export function taken(player: Player): TemplateResult {
  const { replay, step, eye } = player;
  const quiet = player.playing && player.speed > 1;
  return html`<div class="taken" aria-live=${quiet ? "off" : "polite"} aria-atomic="true">
    ${step === 0 ? html`<p class="quiet">Before the first step.</p>` : lines(player, replay.acts(eye, step))}
  </div>`;
}

/** What several seats were asked at once stands above their answers, once. */
function lines(player: Player, acts: readonly KnownAct[]): TemplateResult | TemplateResult[] {
  const { document } = player.replay;
  const prompt = acts[0]?.prompt;
  if (prompt === undefined || acts.length === 1 || acts.some((act) => act.prompt !== prompt)) {
    return acts.map((act) => line(document, act, asked(document, act)));
  }
  return html`<p class="question">${question(document, prompt)}</p>
    <div class="at-once">${acts.map((act) => line(document, act, ""))}</div>`;
}

function asked(document: Document, act: KnownAct): string {
  return act.seat === CHANCE ? (act.stream ?? act.prompt) : question(document, act.prompt);
}

function line(document: Document, act: KnownAct, about: string): TemplateResult {
  const text = takenText(act);
  return html`<p data-act=${act.seat}>
    ${badge(act.seat)} <strong>${seatName(document, act.seat)}</strong>
    <span class="question">${about}</span>
    <span class="arrow" aria-hidden="true">→</span>
    ${
      text === null
        ? html`<span class="answer quiet" data-hidden>hidden</span>`
        : html`<span class="answer">${text}</span>`
    }
    ${
      act.fault
        ? html`<strong class="fault" data-fault=${act.fault}
            >${act.fault}: the referee answered</strong
          >`
        : nothing
    }
    ${act.stand_in ? html`<strong class="fault" data-stand-in>a stand-in: ${act.stand_in}</strong>` : nothing}
  </p>`;
}
