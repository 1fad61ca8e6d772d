// The pieces as pictures: Followers by type, Longships, houses, coins.
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit-html";

/** By type of Follower: a shield, a cross, a disc, a diamond; about 22 wide around the origin. */
const FOLLOWERS = [
  "M-10-9Q0-12 10-9V1Q9 9 0 12-9 9-10 1z",
  "M-5-11H5V-5H11V5H5V11H-5V5H-11V-5H-5z",
  "M-10.500 0A10.500 10.500 0 1 1 10.500 0 10.500 10.500 0 1 1-10.500 0z",
  "M0-13 12 0 0 13-12 0z",
] as const;

/** By kind of Longship: the letter of its Powerful Ally; the own ones have none. */
export const ALLY_LETTERS = ["", "D", "F", "I"] as const;

/** Draw a Follower: its shape is its type, its colour and number say whose it is. */
export function follower(type: number, seat: number): SVGTemplateResult {
  return svg`<g class=${`pv-follower${seat < 0 ? "" : ` seat-${seat}`}`}>
    <path d=${FOLLOWERS[type] ?? nothing} />${seat < 0 ? nothing : svg`<text y="4">${seat}</text>`}</g>`;
}

/** Draw the outline of a type of Follower, for a tile that takes it. */
export function typeOutline(type: number): SVGTemplateResult {
  return svg`<path class="pv-outline" d=${FOLLOWERS[type] ?? nothing} />`;
}

/** Draw Longships that can do the same: with the seat on the sail, and how many they are if not one. */
export function longship(
  seat: number,
  kind: number,
  number: number,
  exhausted: boolean,
): SVGTemplateResult {
  const whose = seat < 0 ? "" : ` seat-${seat}`;
  return svg`<g class=${`pv-ship${whose}${exhausted ? " pv-exhausted" : ""}`}>
    <path class="pv-hull" d="M-11.500 1.500Q-10 3.500-7 3.500H7Q10 3.500 11.500 1.500 11 9.500 4.500 9.500H-4.500Q-11 9.500-11.500 1.500z" />
    <path class="pv-sail" d=${kind ? "M-6.500-9.500Q0-12.500 6.500-9.500L5.500 2H-5.500z" : "M-6.500-10H6.500V2H-6.500z"} />
    ${seat < 0 ? nothing : svg`<text y="-.8">${seat}</text>`}
    ${kind ? svg`<text class="pv-of-ally" y="8.600">${ALLY_LETTERS[kind]}</text>` : nothing}
    ${
      number > 1
        ? svg`<g class="pv-times" transform="translate(10 -8)"><circle r="5.500" /><text y="3">${number}</text></g>`
        : nothing
    }</g>`;
}

/** Draw a HOME; a soft one is nobody's. */
export function house(): SVGTemplateResult {
  return svg`<path class="pv-house" d="M-10 0 0-9.500 10 0H7.500V9.500H-7.500V0z" />`;
}

/** Draw silver; a price has its number on it. */
export function coin(price?: number): SVGTemplateResult {
  const number = price === undefined ? nothing : svg`<text y="3.100">${price}</text>`;
  return svg`<g class="pv-coin"><circle r="6.500" />${number}</g>`;
}

/** Draw what is printed at a POST: nothing for a circle, scales for a Trade Center, a banner for a Powerful Ally. */
export function postGlyph(kind: string): SVGTemplateResult | typeof nothing {
  if (kind === "trade_center")
    return svg`<path class="pv-glyph" d="M0-9V7M-4.500 8.500h9M-8-6H8M-8-6l-3 7.500h6zM8-6 5 1.500h6z" />`;
  if (kind === "ally")
    return svg`<path class="pv-glyph" d="M-6 9V-9M-6-8.500H8L4.500-3.500 8 1.500H-6" />`;
  return nothing;
}

/** Waves, for a Sea REGION. */
export const WAVES = svg`<path class="pv-waves" d="M-9 0q4.500-4.500 9 0t9 0" />`;

/** Return a picture of about 24 by 24 as an icon in a text. */
export function icon(picture: SVGTemplateResult, title = "", kind = ""): TemplateResult {
  return html`<svg
    class=${`pv-icon ${kind}`}
    viewBox="-14 -14 28 28"
    role=${title ? "img" : "presentation"}
  >
    ${title ? svg`<title>${title}</title>` : nothing}${picture}
  </svg>`;
}

/** Return the icon of a type of Follower: of a seat, or of nobody. */
export function followerIcon(type: number, seat: number, title = ""): TemplateResult {
  return icon(follower(type, seat), title);
}
