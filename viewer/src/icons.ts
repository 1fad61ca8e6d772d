// The signs of the buttons, drawn in a square of 16 by 16: not every system has a font with such signs.
import { html, svg } from "lit-html";
import type { SVGTemplateResult, TemplateResult } from "lit-html";

export type Icon =
  "first" | "chapter back" | "back" | "play" | "stop" | "forward" | "chapter forward" | "last";

const DRAWN: Readonly<Record<Icon, SVGTemplateResult>> = {
  first: svg`<path d="M2 3H4.4V13H2ZM14 3V13L5.6 8Z" />`,
  "chapter back": svg`<path d="M8.4 3V13L1.4 8ZM15 3V13L8 8Z" />`,
  back: svg`<path d="M11 3V13L4 8Z" />`,
  play: svg`<path d="M3.6 2.4V13.6L13.6 8Z" />`,
  stop: svg`<path d="M4 3H7V13H4ZM9 3H12V13H9Z" />`,
  forward: svg`<path d="M5 3V13L12 8Z" />`,
  "chapter forward": svg`<path d="M1 3V13L8 8ZM7.6 3V13L14.6 8Z" />`,
  last: svg`<path d="M2 3V13L10.4 8ZM11.6 3H14V13H11.6Z" />`,
};

export function icon(name: Icon): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${DRAWN[name]}</svg>`;
}
