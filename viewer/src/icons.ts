// The signs on buttons, drawn here because fonts differ.
import { html, svg } from "lit-html";
import type { TemplateResult } from "lit-html";

const PATHS = {
  first: "M4 3v10M13 3 6.5 8l6.5 5z",
  last: "M12 3v10M3 3l6.5 5L3 13z",
  back: "M10.5 3 5.5 8l5 5",
  forward: "M5.5 3l5 5-5 5",
  chapterBack: "M8 3 3 8l5 5M13 3 8 8l5 5",
  chapterForward: "M3 3l5 5-5 5M8 3l5 5-5 5",
  play: "M4.5 2.5 13 8l-8.5 5.500z",
  pause: "M5 3v10M11 3v10",
  link: "M6.5 9.500l3-3M7 5l1.5-1.500a2.8 2.8 0 0 1 4 4L11 9M9 11l-1.5 1.500a2.8 2.8 0 0 1-4-4L5 7",
};
export type Sign = keyof typeof PATHS;

export function icon(sign: Sign): TemplateResult {
  return html`<svg class="icon icon-${sign}" viewBox="0 0 16 16" aria-hidden="true">
    ${svg`<path d=${PATHS[sign]} />`}
  </svg>`;
}
