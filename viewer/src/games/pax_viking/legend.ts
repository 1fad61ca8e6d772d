// What shapes and colours mean. It says nothing about the position, so it is folded.
import { html, svg, type SVGTemplateResult, type TemplateResult } from "lit-html";
import type { Catalogue } from "../../gen/pax_viking.ts";
import { coin, follower, house, icon, longship, postGlyph } from "./shapes.ts";

export function legend(catalogue: Catalogue): TemplateResult {
  return html`<details class="pv-legend">
    <summary>What the map shows</summary>
    <ul>
      ${catalogue.types.map((type, index) => item(follower(index, -1), `${type.name} Follower`))}
      ${item(longship(-1, 0, 1, false), "Longship")}
      ${item(longship(-1, 0, 1, true), "Exhausted Longship")}
      ${catalogue.ship_kinds.map((kind, index) =>
        index ? item(longship(-1, index, 1, false), `Longship of ${kind.name}`) : "",
      )}
      ${item(house(), "Home")}
      ${item(svg`<g transform="scale(1.6)">${coin(2)}</g>`, "Price of a post")}
      ${item(postGlyph("trade_center"), "Trade Center")} ${item(postGlyph("ally"), "Powerful Ally")}
      ${item(svg`<circle class="pv-circle pv-golden" r="11" />`, "Key Trade Center")}
      ${item(svg`<rect class="pv-venture" x="-11" y="-11" width="22" height="22" rx="3" />`, "Venture")}
      ${item(svg`<path class="pv-gate" d="M-12 8 12-8" />`, "Harbor")}
      ${item(svg`<path class="pv-border" d="M-12 8 12-8" />`, "Border")}
      ${catalogue.winds.map((wind) =>
        item(
          svg`<g class=${`pv-region pv-sea pv-${wind.id}`}><circle r="11" /></g>`,
          `The ${wind.name}`,
        ),
      )}
      ${(["sea", "river", "harbor"] as const).map((kind) =>
        item(
          svg`<g class=${`pv-region pv-${kind} pv-north`}><circle r="11" /></g>`,
          `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)} region`,
        ),
      )}
    </ul>
    <p>
      A Follower and a Longship carry the number of their seat. At a post stands its number in the
      region, or the first letter of its name. Pointing at something names it.
    </p>
  </details>`;
}

function item(picture: SVGTemplateResult | symbol, text: string): TemplateResult {
  return html`<li>${icon(svg`${picture}`)}${text}</li>`;
}
