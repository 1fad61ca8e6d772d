// Small pictures: terrain, people, resources, structures, dice. All are drawn around (0, 0), in the units of the board.
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit-html";

/** By the id of a terrain: its picture, about 18 wide. */
const TERRAIN: Readonly<Record<string, SVGTemplateResult>> = {
  lowlands: svg`<path d="M-7 5q0-4-2-6M-7 5q0-5 2-7M0 5q0-5-2-8M0 5q0-5 2-8M7 5q0-4-2-6M7 5q0-4 2-6" />`,
  hills: svg`<path d="M-9 5q5-10 10 0M-1 2q5-8 10 3" />`,
  forest: svg`<path d="M-5 4v3M5 5v3M-5-7l5 11h-10zM5-4l4.500 9h-9z" />`,
  swamp: svg`<path d="M-9 5h7M1 5h8M-5 2v-7M-1 2v-9M4 2v-6M-5-3l-2-2M-1-4l2-3M4-1l2-2" />`,
  mountain: svg`<path d="M-10 6l7-12 5 8M-1 6l6-9 5 9zM-5-2.500l2 1.500 2-1.500" />`,
  lake: svg`<path d="M-9-3q2.250-3 4.500 0t4.500 0 4.500 0 4.500 0M-6 3q2-3 4 0t4 0 4 0" />`,
};

/** Return the picture of a terrain. */
export function terrainGlyph(id: string): SVGTemplateResult | typeof nothing {
  return TERRAIN[id] ?? nothing;
}

/** By kind of population: the shape of its token and the tool on it, so that kinds differ without colour. */
const PEOPLE: readonly SVGTemplateResult[] = [
  svg`<circle r="8" class="cl-body" /><path class="cl-tool" d="M0 5V-1M0 1.500q-3-.5-3-3.500 3 .5 3 3.500 0-3 3-3.500 0 3-3 3.500M0-2.500q-1.500-1.200 0-3.500 1.500 2.300 0 3.500" />`,
  svg`<rect x="-7.400" y="-7.400" width="14.800" height="14.800" rx="2.200" class="cl-body" /><path class="cl-tool" d="M-3.500 4.500 2-2M-2.500-4.200q4-1.800 7 1.800M4.500-2.400 2-2" />`,
  svg`<path d="M0-9.200 9.200 0 0 9.200-9.200 0z" class="cl-body" /><path class="cl-tool" d="M0 5V-1.500M-3.500-1.500h7v-3h-7z" />`,
  svg`<path d="M-7.500-8q7.500 2.400 15 0v6.500q0 7-7.500 10.500-7.500-3.500-7.500-10.500z" class="cl-body" /><path class="cl-tool" d="M0 5V-5.500M-3 1.800h6" />`,
];

/** Return a population's token in the colour of its seat, hollow if it is weakened. */
export function personToken(kind: number, seat: number, weakened: boolean): SVGTemplateResult {
  return svg`<g class=${`cl-person seat-${seat}${weakened ? " cl-weak" : ""}`}>
    ${PEOPLE[kind] ?? PEOPLE[0]}</g>`;
}

/** Return a population's token by itself, to stand in a line of text. */
export function personIcon(kind: number, seat: number, weakened: boolean): TemplateResult {
  return html`<svg class="cl-icon" viewBox="-10.5 -10.5 21 21" aria-hidden="true">
    ${personToken(kind, seat, weakened)}
  </svg>`;
}

/** By resource (Food, Wood, Stone, Goods), 16 by 16. */
const RESOURCES: readonly SVGTemplateResult[] = [
  svg`<path class="cl-food" d="M2 9.500a6 6 0 0 1 12 0V13H2zM5.500 6.500l1 2M8.500 5.500l1 2" />`,
  svg`<path class="cl-wood" d="M3 4.500h8.500a2.500 2.500 0 0 1 0 5H3zM4.500 9.500H13a2.500 2.500 0 0 1 0 4H4.500zM3 4.500a2.500 2.500 0 0 0 0 5" />`,
  svg`<path class="cl-stone" d="M2 12.500 3.500 7l4-3.500 5 1.500 2 7.500zM7.500 3.500 8 8l6.500 4.500M8 8l-4.500 4" />`,
  svg`<path class="cl-goods" d="M2 5.500 8 3l6 2.500v6L8 14l-6-2.500zM2 5.500 8 8l6-2.500M8 8v6" />`,
];

/** Return the picture of a resource, to stand in a line of text. */
export function resourceIcon(resource: number): TemplateResult {
  return html`<svg class="cl-icon cl-resource" viewBox="0 0 16 16" aria-hidden="true">
    ${RESOURCES[resource] ?? nothing}
  </svg>`;
}

/** Return the picture of Respect: a crown. */
export function respectIcon(): TemplateResult {
  return html`<svg class="cl-icon cl-resource" viewBox="0 0 16 16" aria-hidden="true">
    <path class="cl-respect" d="M2.5 12.500v-7l3 3L8 3.500l2.500 5 3-3v7z" />
  </svg>`;
}

/** By the id of a building: what stands on a tile. Fences run along its lower side, houses stand to the left. */
const STRUCTURES: Readonly<Record<string, SVGTemplateResult>> = {
  fence: svg`<path class="cl-fence cl-of-wood" d="M-8.500 11.800h17M-7 14v-4M-2.400 14v-4M2.400 14v-4M7 14v-4" />`,
  stone_fence: svg`<path class="cl-fence cl-of-stone" d="M-8.500 10.200h17V14h-17zM-8.500 12.100h17M-3 10.200v1.900M3 10.200v1.900M-6 12.100V14M0 12.100V14M6 12.100V14" />`,
  wooden_house: svg`<path class="cl-house cl-of-wood" d="M-16.800.5l4.300-4.300 4.300 4.300M-15.800 0v5.500h6.600V0M-13.300 5.500V2.500h1.600v3" />`,
  stone_house: svg`<path class="cl-house cl-of-stone" d="M-16.800.5l4.300-4.300 4.300 4.300zM-15.800.5v5h6.600v-5M-13.300 5.500V2.500h1.600v3" />`,
};

/** Return a fence or a house as it stands on its tile. */
export function structureGlyph(id: string): SVGTemplateResult | typeof nothing {
  return STRUCTURES[id] ?? nothing;
}

/** Where the pips of each side of a die are, in a square of 20. */
const PIPS: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[10, 10]],
  [
    [5.5, 5.5],
    [14.5, 14.5],
  ],
  [
    [5.5, 5.5],
    [10, 10],
    [14.5, 14.5],
  ],
  [
    [5.5, 5.5],
    [14.5, 5.5],
    [5.5, 14.5],
    [14.5, 14.5],
  ],
  [
    [5.5, 5.5],
    [14.5, 5.5],
    [10, 10],
    [5.5, 14.5],
    [14.5, 14.5],
  ],
  [
    [5.5, 5],
    [14.5, 5],
    [5.5, 10],
    [14.5, 10],
    [5.5, 15],
    [14.5, 15],
  ],
];

/** Draw a die that shows these pips, a blank one before it is rolled, in a square of 20; `mark` is a class. */
export function dieFace(pips: number, mark = ""): SVGTemplateResult {
  return svg`<g class=${`cl-die ${mark}${pips ? "" : " cl-blank"}`}>
    <rect x="1" y="1" width="18" height="18" rx="4" />
    ${(PIPS[pips] ?? []).map(([x, y]) => svg`<circle cx=${x} cy=${y} r="1.900" />`)}
  </g>`;
}

/** Return a die to stand in a line of text. */
export function dieIcon(pips: number, mark = ""): TemplateResult {
  return html`<svg class="cl-die-icon" viewBox="0 0 20 20" role="img">
    <title>${pips ? `a ${pips}` : "not rolled"}</title>
    ${dieFace(pips, mark)}
  </svg>`;
}
