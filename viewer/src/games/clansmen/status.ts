// What is read together with the map, in the corners that it leaves free: the season, the gate, the event, the Raiders.
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit-html";
import type { RaidView } from "../../gen/clansmen.ts";
import { dieIcon } from "./glyphs.ts";
import { respectTogether, type Position } from "./position.ts";
import { count, named } from "../phrases.ts";

/** By season: a sprout, the sun, a leaf, a snowflake. */
const SEASONS: readonly SVGTemplateResult[] = [
  svg`<path d="M10 18V9M10 10Q4 10 4 4q6 0 6 6M10 12q0-5 6-5 0 5-6 5" />`,
  svg`<circle cx="10" cy="10" r="3.800" /><path d="M10 1.500v2.500M10 16v2.500M1.500 10H4M16 10h2.500M4 4l1.800 1.800M14.200 14.200 16 16M4 16l1.800-1.800M14.200 5.800 16 4" />`,
  svg`<path d="M4 17 12 8M5.500 15.200Q3 6 16.500 3.500 17.500 15 5.500 15.200" />`,
  svg`<path d="M10 1.500v17M2.600 5.800l14.800 8.500M2.600 14.300l14.800-8.500M7.800 3.200 10 5.200l2.200-2M7.800 16.800 10 14.800l2.200 2" />`,
];

/** The width of the bar of the gate, in its own units. */
const BAR = 200;

export function status(scene: Position): TemplateResult {
  const { view, catalogue } = scene;
  const event = catalogue.events[view.event];
  return html`<div class="cl-status">
    ${calendar(scene)} ${gate(scene)}
    ${event ? html`<p title=${event.text}>Event: <b>${event.name}</b></p>` : nothing}
  </div>`;
}

function calendar({ view, catalogue }: Position): TemplateResult {
  const running = view.year > 0 && view.phase !== "over";
  return html`<div class="cl-calendar">
    <ol class="cl-seasons" aria-label="Seasons">
      ${catalogue.seasons.map((season, index) => {
        const now = running && index === view.season;
        return html`<li class=${now ? "cl-now" : ""} aria-current=${now ? "step" : "false"}>
          <svg class="cl-icon" viewBox="0 0 20 20" role="img">
            <title>${season.name}</title>
            ${SEASONS[index] ?? nothing}
          </svg>
        </li>`;
      })}
      ${view.year ? html`<li class="cl-phase">${view.phase}</li>` : nothing}
    </ol>
    <p>
      ${
        view.year
          ? html`<b>${named(catalogue.seasons, view.season)}</b>, year ${view.year} of ${view.years}`
          : html`<b>Setup</b>`
      }
    </p>
  </div>`;
}

/** Show the Respect of all together, a part a seat, against what the clan needs. */
function gate({ view }: Position): TemplateResult {
  const sum = respectTogether(view);
  const scale = Math.max(view.gate, sum, 1);
  let from = 0;
  const parts = view.players.map((player) => {
    const width = (Math.max(player.respect, 0) / scale) * BAR;
    const x = from;
    from += width;
    return svg`<rect class=${`cl-part seat-${player.seat}`} x=${x} y="2" width=${Math.max(width - 1, 0)}
      height="10"><title>Seat ${player.seat}: ${player.respect}</title></rect>`;
  });
  return html`<div class="cl-gate">
    <p>Respect <b>${sum}</b> of <b>${view.gate}</b></p>
    <svg viewBox=${`-1 0 ${BAR + 2} 14`} preserveAspectRatio="none" role="img">
      <title>All together have ${sum} Respect; the clan needs ${view.gate}</title>
      <rect class="cl-trough" x="0" y="2" width=${BAR} height="10" />
      ${parts}
      <rect class="cl-gate-mark" x=${(view.gate / scale) * BAR - 1} y="0" width="2" height="14" />
    </svg>
  </div>`;
}

/** Show the Raiders' dice; who fights them stands below, and on the tiles. */
export function raiders(raid: RaidView): TemplateResult {
  const left = raid.raiders.length - raid.defeated.length;
  return html`<div class="cl-raiders">
    <p>
      <b>Raid</b>:
      ${count(left, "Raider")}${raid.defeated.length ? ` left of ${raid.raiders.length}` : ""}
      ${raid.opened ? nothing : html`<span class="cl-seal">Sealed</span>`}
    </p>
    <p>
      ${raid.raiders.map(
        (pips, raider) =>
          html`<span
            class=${raid.defeated.includes(raider) ? "cl-beaten" : ""}
            title=${`Raider ${raider}${raid.defeated.includes(raider) ? ", defeated" : ""}`}
            >${dieIcon(pips, "cl-raider-die")}</span
          >`,
      )}
    </p>
  </div>`;
}
