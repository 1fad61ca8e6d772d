// Draws the board that a game brings with it: SVG as text, from the package of the game that the referee has installed.
import { html, nothing, svg } from "lit-html";
import type { TemplateResult } from "lit-html";
import type { Board } from "./document.ts";
import { GENERIC } from "./generic.ts";
import type { Renderer, Scene } from "./renderer.ts";

const SVG = "http://www.w3.org/2000/svg";
/** The parsed parts of a board: text is parsed once, and each drawing gets copies. */
const parsed = new WeakMap<Board, Map<string, DocumentFragment>>();

export const PACKAGE_BOARD: Renderer = {
  ...GENERIC,
  board: (scene) =>
    html`${drawing(scene)}
      <details class="package-board-fields">
        <summary>What the seat sees, in words and numbers</summary>
        ${GENERIC.board(scene)}
      </details>`,
  title: ({ board }, seat) => board?.drawing.seats[seat] ?? "",
};

/** Return where a place is on the page. */
export function placeOn(name: string): string {
  return `.package-board [data-place="${CSS.escape(name)}"]`;
}

function drawing({ board }: Scene): TemplateResult {
  if (!board) return html`${nothing}`;
  const { drawing, pieces } = board;
  const labels = new Map<string, string[]>();
  for (const { at, label } of pieces) if (label) labels.set(at, [...(labels.get(at) ?? []), label]);
  return html`<svg
    class="package-board"
    viewBox=${`0 0 ${drawing.width} ${drawing.height}`}
    role="group"
  >
    <title>The board</title>
    <g>${part(drawing, "", drawing.ground)}</g>
    ${pieces.map(({ symbol, at }) => {
      const [x, y, width, height] = drawing.places[at] ?? [0, 0, 0, 0];
      const middle = `translate(${x + width / 2} ${y + height / 2})`;
      return svg`<g transform=${middle} data-symbol=${symbol} data-at=${at}>${part(
        drawing,
        symbol,
        drawing.symbols[symbol] ?? "",
      )}</g>`;
    })}
    ${Object.entries(drawing.places).map(
      ([name, [x, y, width, height]]) =>
        svg`<rect class="package-board-place" data-place=${name} x=${x} y=${y} width=${width} height=${height}
          ><title>${[name, ...(labels.get(name) ?? [])].join(": ")}</title></rect>`,
    )}
  </svg>`;
}

/** Return a copy of a part; what is no SVG is left out. */
function part(board: Board, name: string, text: string): DocumentFragment {
  let parts = parsed.get(board);
  if (!parts) parsed.set(board, (parts = new Map<string, DocumentFragment>()));
  let found = parts.get(name);
  if (!found) {
    found = document.createDocumentFragment();
    const read = new DOMParser().parseFromString(
      `<svg xmlns="${SVG}">${text}</svg>`,
      "image/svg+xml",
    );
    if (!read.querySelector("parsererror"))
      found.append(...document.importNode(read.documentElement, true).childNodes);
    parts.set(name, found);
  }
  return found.cloneNode(true) as DocumentFragment;
}
