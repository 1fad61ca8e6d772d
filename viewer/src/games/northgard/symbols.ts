// The glyphs of the map and of the seats' boxes, drawn around their centre in a square of 12 by 12.
import { html, svg } from "lit-html";
import type { SVGTemplateResult, TemplateResult } from "lit-html";

export type Symbol = "food" | "wood" | "lore" | "lair" | "small" | "carved" | "large";

const DRAWN: Readonly<Record<Symbol, SVGTemplateResult>> = {
  food: svg`<path d="M0 -2.4C3 -5 6 -3 5.4 0.6 5 3.6 3 5.4 1 5.2 0.4 5 -0.4 5 -1 5.2 -3 5.4 -5 3.6 -5.4 0.6 -6 -3 -3 -5 0 -2.4Z" /><path class="stem" d="M0 -2.6Q0.2 -5 2 -6" />`,
  wood: svg`<rect x="-6" y="-4.6" width="12" height="4" rx="2" /><rect x="-6" y="0.6" width="12" height="4" rx="2" />`,
  lore: svg`<path d="M0 -3.4C-1.6 -5 -4 -5 -6 -4.4V4C-4 3.4 -1.6 3.6 0 5 1.6 3.6 4 3.4 6 4V-4.4C4 -5 1.6 -5 0 -3.4Z" /><path class="stem" d="M0 -3.4V5" />`,
  lair: svg`<path d="M-6 5C-6 -2 -3.4 -5.4 0 -5.4S6 -2 6 5H3C3 1 2 -1 0 -1S-3 1 -3 5Z" />`,
  small: svg`<rect x="-4.4" y="-4.4" width="8.8" height="8.8" rx="1" />`,
  carved: svg`<rect x="-4.4" y="-4.4" width="8.8" height="8.8" rx="1" /><path class="stem" d="M-1.4 3V-3L1.8 -0.8M-1.4 0L1.8 2.4" />`,
  large: svg`<rect x="-6" y="-6" width="12" height="12" rx="1.4" /><rect class="inner" x="-3.8" y="-3.8" width="7.6" height="7.6" />`,
};

const NAMES: Readonly<Record<Symbol, string>> = {
  food: "food",
  wood: "wood",
  lore: "lore",
  lair: "creature lair",
  small: "free small space",
  carved: "free space with the Carved Stone symbol",
  large: "free large space",
};

/** A building as it stands on a space: two letters of its name. */
const LETTERS = ["Si", "Wo", "St", "To", "Ca", "Fs", "Fo", "Al"] as const;

/** Return a glyph at a place of the map. */
export function glyph(symbol: Symbol, x: number, y: number): SVGTemplateResult {
  return svg`<g class="ng-glyph ${symbol}" transform="translate(${x} ${y})"><title>${NAMES[symbol]}</title>${DRAWN[symbol]}</g>`;
}

/** Return a building at a place of the map. */
export function building(
  kind: number,
  large: boolean,
  name: string,
  x: number,
  y: number,
): SVGTemplateResult {
  const half = large ? 8 : 6.6;
  return svg`<g class="ng-building" transform="translate(${x} ${y})"><title>${name}</title>
    <path d="M${-half} ${half}V${-half * 0.5}L0 ${-half * 1.25}L${half} ${-half * 0.5}V${half}Z" />
    <text y="2">${LETTERS[kind] ?? "?"}</text></g>`;
}

/** Return a glyph and a number for a line of text. */
export function amount(symbol: Symbol, number: number): TemplateResult {
  return html`<span class="ng-amount" title="${number} ${NAMES[symbol]}"
    ><svg viewBox="-7 -7 14 14" aria-hidden="true">
      ${svg`<g class="ng-glyph ${symbol}">${DRAWN[symbol]}</g>`}</svg
    >${number}<span class="ng-sr"> ${NAMES[symbol]}</span></span
  >`;
}

/** The glyphs of the legend, in its order. */
export const LEGEND: readonly Symbol[] = [
  "food",
  "wood",
  "lore",
  "lair",
  "small",
  "carved",
  "large",
];

export function symbolName(symbol: Symbol): string {
  return NAMES[symbol];
}
