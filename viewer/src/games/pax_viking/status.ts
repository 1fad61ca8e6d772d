// What is read together with the map, in a corner that it leaves free: the turn, the phase, who acts, Action Markers.
import { html, nothing, type TemplateResult } from "lit-html";
import type { Position } from "./position.ts";
import { named } from "../phrases.ts";
import { tileTitle } from "./words.ts";

const PHASES: Readonly<Record<string, string>> = {
  influence: "Influence Phase",
  actions: "Action Phase",
  solstice: "Winter Solstice",
  over: "Game over",
};

export function status({ view, catalogue }: Position): TemplateResult {
  const running = view.turn > 0 && view.phase !== "over";
  const markers = Math.max(view.markers, 0);
  return html`<div class="pv-status">
    <p>
      ${view.turn ? html`<b>Turn ${view.turn}</b>, ${PHASES[view.phase] ?? view.phase}` : html`<b>Setup</b>`}
    </p>
    ${
      running && view.active >= 0
        ? html`<p>
            <span class=${`pv-seat seat-${view.active}`}>${view.active}</span> acts: ${markers}
            Action Marker${markers === 1 ? "" : "s"}
            <span class="pv-markers" aria-hidden="true">${"●".repeat(markers)}</span>
          </p>`
        : nothing
    }
    ${
      view.event >= 0
        ? html`<p title=${tileTitle(catalogue, view.event)}>
            Event: <b>${named(catalogue.tiles, view.event)}</b>
          </p>`
        : nothing
    }
  </div>`;
}
