// Tiles as cards in a text: with name, kind, location and type; what they do is said when one points at them.
import { html, nothing, type TemplateResult } from "lit-html";
import type { Catalogue } from "../../gen/pax_viking.ts";
import { icon, typeOutline } from "./shapes.ts";
import { named } from "../phrases.ts";
import { tileNote, tileTitle } from "./words.ts";

/** Draw a tile with its name only. */
export function tileFace(catalogue: Catalogue, tile: number): TemplateResult {
  return html`<li
    class=${`pv-face pv-kind-${catalogue.tiles[tile]?.kind ?? ""}`}
    data-face=${tile}
    title=${tileTitle(catalogue, tile)}
  >
    ${typeIcon(catalogue, tile)}${named(catalogue.tiles, tile)}
  </li>`;
}

/** Draw the type of a tile, its name, and what it is. */
export function tileCard(catalogue: Catalogue, tile: number): TemplateResult {
  return html`${typeIcon(catalogue, tile)}
    <span class="pv-tile-name">${named(catalogue.tiles, tile)}</span>
    <span class="pv-word">${tileNote(catalogue, tile)}</span>`;
}

/** List tiles in order, folded, with how many they are. */
export function tileList(
  catalogue: Catalogue,
  title: string,
  tiles: readonly number[],
): TemplateResult | typeof nothing {
  if (!tiles.length) return nothing;
  return html`<details>
    <summary>${title}: ${tiles.length}</summary>
    <ol class="pv-tiles">
      ${tiles.map((tile) => tileFace(catalogue, tile))}
    </ol>
  </details>`;
}

function typeIcon(catalogue: Catalogue, tile: number): TemplateResult | typeof nothing {
  const type = catalogue.tiles[tile]?.follower ?? -1;
  return type < 0 ? nothing : icon(typeOutline(type), catalogue.types[type]?.name ?? "");
}
