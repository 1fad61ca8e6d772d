// The boxes of the seats: bot, clock, what it is asked, what it said, and what its game shows of it.
import { html, nothing, svg } from "lit-html";
import type { TemplateResult } from "lit-html";
import type { SeenAct } from "./replay.ts";
import type { Renderer, Scene } from "./renderer.ts";
import type { Document, Outcome } from "./document.ts";
import { botName, ordinal, time } from "./words.ts";

/** What a seat's box needs besides the scene. */
export interface SeatState {
  /** The seat's last act up to this step; null before its first. */
  last: SeenAct | null;
  /** True if that act is of this very step. */
  justNow: boolean;
}

/** Return the box of one seat. */
export function seatBox(
  renderer: Renderer,
  scene: Scene,
  document: Document,
  seat: number,
  state: SeatState,
  over: Outcome | null,
): TemplateResult {
  const asked = scene.asked.find((each) => each.seat === seat);
  const who = document.seats[seat];
  const fault = state.justNow ? state.last?.fault : undefined;
  const title = scene.view === null ? "" : renderer.title(scene, seat);
  const score = scene.view === null ? "" : renderer.score(scene, seat);
  return html`<section
    class="seat seat-${seat} ${asked ? "asked" : ""}"
    data-seat=${seat}
    data-fault=${fault ?? ""}
    aria-label="Seat ${seat}, ${botName(document.seats, seat)}"
  >
    <header>
      <span class="number" aria-hidden="true">${seat}</span>
      <h3>
        <span class="bot">${botName(document.seats, seat)}</span>
        ${who?.version ? html`<small>${who.version}</small>` : nothing}
        ${title ? html`<span class="title">${title}</span>` : nothing}
      </h3>
      ${over ? html`<span class="place">${ordinal(over.ranks[seat] ?? 0)}</span>` : nothing}
      ${score ? html`<span class="score" title="Score">${score}</span>` : nothing}
    </header>
    ${clock(state, fault)}
    ${
      asked
        ? html`<p class="question">
            <strong>Asked:</strong> ${document.prompts[asked.prompt] ?? asked.prompt}
          </p>`
        : nothing
    }
    ${
      state.justNow && state.last?.annotation
        ? html`<blockquote class="remark">${state.last.annotation}</blockquote>`
        : nothing
    }
    ${scene.view === null ? nothing : renderer.seat(scene, seat)}
  </section>`;
}

/** Return how long the seat thought: the charge against the limit, and its bank. */
function clock(state: SeatState, fault: string | undefined): TemplateResult | typeof nothing {
  const act = state.last;
  if (act?.charged_us === undefined) return nothing;
  const limit = act.limit_us ?? 0;
  const share = limit ? Math.min(1, act.charged_us / limit) : 0;
  const told = `${time(act.think_us ?? act.charged_us)}${limit ? ` of ${time(limit)}` : ""}`;
  const bank = act.bank_us ? `, ${time(act.bank_us)} in the bank` : "";
  return html`<p class="clock ${fault ? "fault" : ""} ${state.justNow ? "" : "past"}">
    ${
      limit
        ? html`<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            ${svg`<rect class="rail" width="100" height="4" /><rect class="used" width=${(100 * share).toFixed(1)} height="4" />`}
          </svg>`
        : nothing
    }
    <span>${fault ? html`<b>${fault}</b>: ` : nothing}${told}${bank}</span>
  </p>`;
}
