// What was asked and taken in the step that led here: the line above the board.
import { html, nothing } from "lit-html";
import type { TemplateResult } from "lit-html";
import { CHANCE } from "./document.ts";
import type { Player } from "./player.ts";
import type { KnownAct } from "./replay.ts";
import { badge } from "./seats.ts";
import { question, seatName, takenText } from "./words.ts";

/** Draw one line for each act of the step; it is read aloud, but not while steps follow each other fast. */
export function taken(player: Player): TemplateResult {
  const { replay, step, eye } = player;
  const quiet = player.playing && player.speed > 1;
  return html`<div class="taken" aria-live=${quiet ? "off" : "polite"} aria-atomic="true">
    ${
      step === 0
        ? html`<p class="quiet">Before the first step.</p>`
        : replay.acts(eye, step).map((act) => takenLine(player, act))
    }
  </div>`;
}

function takenLine(player: Player, act: KnownAct): TemplateResult {
  const { document } = player.replay;
  const text = takenText(act);
  const asked = act.seat === CHANCE ? (act.stream ?? act.prompt) : question(document, act.prompt);
  return html`<p data-act=${act.seat}>
    ${badge(act.seat)} <strong>${seatName(document, act.seat)}</strong>
    <span class="question">${asked}</span>
    <span class="arrow" aria-label="took">→</span>
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
  </p>`;
}
