// How long a seat thought: its last decision against the limit, and what its bank still holds.
import { html, nothing, svg } from "lit-html";
import type { TemplateResult } from "lit-html";
import type { KnownAct } from "./replay.ts";
import { duration } from "./words.ts";

/** Return which part of its limit an act took, from 0 to 1; null if it had no limit. */
export function partOf(act: KnownAct): number | null {
  if (act.charged_us === undefined || !act.limit_us) return null;
  return Math.max(0, Math.min(1, act.charged_us / act.limit_us));
}

/** Return what a clock says of an act: what was charged of the limit, or how long it took if there was none. */
export function clockText(act: KnownAct): string {
  if (act.think_us === undefined || act.charged_us === undefined) return "";
  if (!act.limit_us) return duration(act.think_us);
  return `${duration(act.charged_us)} of ${duration(act.limit_us)}`;
}

/** Draw a seat's clock; `bank` is the largest bank of the match, 0 if there is none. */
export function clock(act: KnownAct, bank: number): TemplateResult {
  const part = partOf(act);
  return html`<div class="clock">
    ${bar(part, act.fault ? "bar over" : "bar")}
    <span class="clock-words">${clockText(act)}</span>
    ${
      bank > 0 && act.bank_us !== undefined
        ? html`${bar(act.bank_us / bank, "bar bank")}
            <span class="clock-words">bank ${duration(act.bank_us)}</span>`
        : nothing
    }
    ${act.refused ? html`<span class="clock-words warn">${act.refused} refused</span>` : nothing}
  </div>`;
}

function bar(part: number | null, name: string): TemplateResult | typeof nothing {
  if (part === null) return nothing;
  return html`<svg class=${name} width="100%" height="6" aria-hidden="true">
    ${svg`<rect class="bar-all" width="100%" height="6" rx="3"/>
      <rect class="bar-used" width="${(part * 100).toFixed(1)}%" height="6" rx="3"/>`}
  </svg>`;
}
