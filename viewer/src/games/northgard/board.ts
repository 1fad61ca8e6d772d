// The map: tiles, territories by owner, borders by kind, what is printed, what is built, and who stands where.
import { html, nothing, svg } from "lit-html";
import type { SVGTemplateResult, TemplateResult } from "lit-html";
import type { AreaInfo, BoardView, Layout, View } from "../../gen/northgard.ts";
import { shapeOf } from "./geometry.ts";
import type { Point } from "./geometry.ts";
import { arrows, marksOf } from "./marks.ts";
import { cellsOf, drawnCells } from "./offers.ts";
import { buildingName, figureName, tokenName } from "./names.ts";
import type { NorthgardScene } from "./names.ts";
import { building, glyph, LEGEND, symbolName } from "./symbols.ts";
import type { Symbol } from "./symbols.ts";
import { count } from "../phrases.ts";

/** The side of a tile. */
export const TILE = 100;
/** How far the sea of a Beach reaches into its tile. */
const SHORE = 14;
const KINDS = ["", "regular", "rough", "impassable"] as const;
const SPACES = ["small", "carved", "large"] as const;

/** One area of a laid tile. */
interface LaidArea {
  printed: AreaInfo;
  polygon: string;
  /** Where its marker stands, then its symbols. */
  places: Point[];
  territory: number;
}

export function board(scene: NorthgardScene): TemplateResult {
  const { view, catalogue } = scene;
  const { layout, board: standing } = view;
  if (!layout || !standing) return html`${nothing}`;
  const areas = laidAreas(scene, layout);
  const owner = new Map(
    layout.territory.map((territory, i) => [territory, standing.owner[i] ?? -1]),
  );
  const closed = new Set(layout.territory.filter((_, i) => layout.open_sides[i] === 0));
  const marks = marksOf(scene);
  const cells = cellsOf(scene);
  return html`<svg
      class="northgard"
      viewBox=${viewBox(layout, cells)}
      role="img"
      aria-label="Map of ${layout.tile.length} tiles"
    >
      <defs>
        <pattern
          id="ng-hatch"
          width="8"
          height="8"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="3" height="8" />
        </pattern>
      </defs>
      ${areas.map((area, index) => {
        const seat = owner.get(area.territory) ?? -1;
        const state = `${seat < 0 ? "free" : `of-${seat}`} ${closed.has(area.territory) ? "closed" : "open"}`;
        return svg`<polygon class="ng-area ${state}"
          points=${area.polygon} data-area=${index} data-of=${area.territory} />`;
      })}
      ${areas
        .filter((area) => marks.territories.has(area.territory))
        .map((area) => svg`<polygon class="ng-marked" points=${area.polygon} />`)}
      ${sea(scene, layout)} ${borders(scene, layout)} ${things(scene, standing, areas)}
      ${layout.territory.map((territory, i) => marker(scene, view, standing, territory, i, areas[territory]))}
      ${drawnCells(scene, cells, TILE)} ${arrows(marks, (territory) => areas[territory]?.places[0])}
    </svg>
    <details class="ng-legend">
      <summary>Legend</summary>
      <ul>
        ${LEGEND.map((symbol) => html`<li><svg viewBox="-8 -8 16 16">${glyph(symbol, 0, 0)}</svg>${symbolName(symbol)}</li>`)}
        <li>
          <svg viewBox="0 0 24 16">
            <line class="ng-border rough" x1="1" x2="23" y1="8" y2="8" /></svg
          >rough border
        </li>
        <li>
          <svg viewBox="0 0 24 16">
            <line class="ng-border impassable" x1="1" x2="23" y1="8" y2="8" /></svg
          >impassable border
        </li>
        <li>
          <svg viewBox="0 0 24 16"><line class="ng-open-side" x1="1" x2="23" y1="8" y2="8" /></svg
          >open side
        </li>
        ${catalogue.buildings.map((each, i) => html`<li><svg viewBox="-10 -11 20 20">${building(i, each.large, each.name, 0, 0)}</svg>${each.name}</li>`)}
        <li>
          Closed territories have the full colour of their owner. A marker has the seat's number and
          its units.
        </li>
      </ul>
    </details>`;
}

function laidAreas({ catalogue }: NorthgardScene, layout: Layout): LaidArea[] {
  const found: LaidArea[] = [];
  layout.tile.forEach((number, i) => {
    const tile = catalogue.tiles[number];
    if (!tile) return;
    const shape = shapeOf(tile, layout.rotation[i] ?? 0);
    const at = placed(layout, i);
    tile.areas.forEach((printed, area) => {
      found.push({
        printed,
        polygon: points((shape.polygons[area] ?? []).map(at)),
        places: (shape.places[area] ?? []).map(at),
        territory: layout.area_territory[found.length] ?? 0,
      });
    });
  });
  return found;
}

/** Return what turns a place on a tile into one on the map: north is up. */
function placed(layout: Layout, i: number): (point: Point) => Point {
  const [x, y] = [layout.x[i] ?? 0, layout.y[i] ?? 0];
  return ([px, py]) => [round((x + px) * TILE), round((py - y) * TILE)];
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function points(found: readonly Point[]): string {
  return found.map(([x, y]) => `${x},${y}`).join(" ");
}

/** Return what is seen: all tiles, and the cells beside them that a tile may be laid on. */
function viewBox(layout: Layout, cells: readonly Point[]): string {
  const [xs, ys] = [
    [...layout.x, ...cells.map(([x]) => x)],
    [...layout.y, ...cells.map(([, y]) => y)],
  ];
  // A tile lies at 0, 0, or will: before the Central tile is drawn the map is empty.
  const [left, right] = [Math.min(0, ...xs), Math.max(0, ...xs) + 1];
  const [top, bottom] = [Math.min(0, ...ys.map((y) => -y)), Math.max(0, ...ys.map((y) => -y)) + 1];
  const wide = Math.max(5, right - left);
  const high = Math.max(3, bottom - top);
  const [x, y] = [(left + right - wide) / 2, (top + bottom - high) / 2];
  const rim = 8;
  return [x * TILE - rim, y * TILE - rim, wide * TILE + 2 * rim, high * TILE + 2 * rim].join(" ");
}

/** Return whether a side of a turned tile is sea. */
function isSea(bits: number, side: number, rotation: number): boolean {
  return (bits & (1 << ((side - rotation + 4) % 4))) > 0;
}

/** The sea sides of Beaches, and the anchor of their Port. */
function sea({ catalogue }: NorthgardScene, layout: Layout): SVGTemplateResult[] {
  return layout.tile.map((number, i) => {
    const bits = catalogue.tiles[number]?.sea ?? 0;
    if (!bits) return svg``;
    const [x, y] = [(layout.x[i] ?? 0) * TILE, -(layout.y[i] ?? 0) * TILE];
    const bands = [
      [0, 0, TILE, SHORE],
      [TILE - SHORE, 0, SHORE, TILE],
      [0, TILE - SHORE, TILE, SHORE],
      [0, 0, SHORE, TILE],
    ];
    const shown = [0, 1, 2, 3].filter((side) => isSea(bits, side, layout.rotation[i] ?? 0));
    return svg`<g class="ng-sea"><title>Beach with a Port</title>${shown.map((side) => {
      const [dx = 0, dy = 0, width = 0, height = 0] = bands[side] ?? [];
      return svg`<rect x=${x + dx} y=${y + dy} width=${width} height=${height} />`;
    })}
      <path class="ng-anchor" transform="translate(${x + TILE / 2} ${y + TILE / 2 + 27})"
        d="M0 -10V9M-5 -5H5M-9 2Q-8 9 0 9Q8 9 9 2" /></g>`;
  });
}

function borders({ catalogue }: NorthgardScene, layout: Layout): SVGTemplateResult[] {
  const cells = new Set(layout.x.map((x, i) => `${x} ${layout.y[i] ?? 0}`));
  let area = 0;
  return layout.tile.map((number, i) => {
    const tile = catalogue.tiles[number];
    if (!tile) return svg``;
    const first = area;
    area += tile.areas.length;
    const at = placed(layout, i);
    const [x, y] = [layout.x[i] ?? 0, layout.y[i] ?? 0];
    const lines = shapeOf(tile, layout.rotation[i] ?? 0).lines.map((line) => {
      const same =
        layout.area_territory[first + line.first] === layout.area_territory[first + line.second];
      return svg`<polyline class="ng-border ${same ? "inner" : (KINDS[line.kind] ?? "")}" points=${points(line.points.map(at))} />`;
    });
    const open = (
      [
        [0, 1],
        [1, 0],
        [0, -1],
        [-1, 0],
      ] as const
    ).map(([dx, dy], side) =>
      cells.has(`${x + dx} ${y + dy}`) || isSea(tile.sea, side, layout.rotation[i] ?? 0)
        ? nothing
        : svg`<polyline class="ng-open-side" points=${points(SIDES[side]?.map(at) ?? [])} />`,
    );
    return svg`<rect class="ng-tile" x=${x * TILE} y=${-y * TILE} width=${TILE} height=${TILE} />${lines}${open}`;
  });
}

/** By side of a tile, north first: its ends. */
const SIDES: readonly (readonly Point[])[] = [
  [
    [0, 0],
    [1, 0],
  ],
  [
    [1, 0],
    [1, 1],
  ],
  [
    [1, 1],
    [0, 1],
  ],
  [
    [0, 1],
    [0, 0],
  ],
];

/** What is printed in the areas, and what is built on their spaces: on the first spaces of their kind of a territory. */
function things(
  { view, catalogue }: NorthgardScene,
  standing: BoardView,
  areas: readonly LaidArea[],
): SVGTemplateResult[] {
  const waiting = new Map<string, SVGTemplateResult[]>();
  const put = (
    territory: number,
    space: number,
    draw: (x: number, y: number) => SVGTemplateResult,
  ): void => {
    const key = `${territory} ${space}`;
    waiting.set(key, [...(waiting.get(key) ?? []), svg`${draw(0, 0)}`]);
  };
  standing.building.forEach((kind, i) => {
    const info = catalogue.buildings[kind];
    const [territory, space] = [
      standing.building_territory[i] ?? 0,
      standing.building_space[i] ?? 3,
    ];
    if (space < 3)
      put(territory, space, (x, y) =>
        building(kind, info?.large ?? false, buildingName(catalogue, kind), x, y),
      );
  });
  for (const { token, territory, space } of view.tokens) {
    if (territory >= 0 && space < 3) {
      put(
        territory,
        space,
        (
          x,
          y,
        ) => svg`<g class="ng-token" transform="translate(${x} ${y})"><title>${tokenName(token)}</title>
        <circle r="6" /><text y="2.6">${token > 10 ? token - 10 : "!"}</text></g>`,
      );
    }
  }
  return areas.map(({ printed, places, territory }) => {
    const symbols: Symbol[] = [
      ...repeated("food", printed.food),
      ...repeated("wood", printed.wood),
      ...repeated("lore", printed.lore),
      ...repeated("lair", printed.lairs),
      ...SPACES.flatMap((space) => repeated(space, printed[space])),
    ];
    return svg`${symbols.map((symbol, i) => {
      const [x, y] = places[i + 1] ?? [0, 0];
      const built = waiting
        .get(`${territory} ${SPACES.findIndex((each) => each === symbol)}`)
        ?.shift();
      return built ? svg`<g transform="translate(${x} ${y})">${built}</g>` : glyph(symbol, x, y);
    })}`;
  });
}

function repeated(symbol: Symbol, count: number): Symbol[] {
  return Array.from({ length: count }, () => symbol);
}

/** Who stands in a territory: in the area that names it, so that it does not jump when territories merge. */
function marker(
  { catalogue, seats }: NorthgardScene,
  view: View,
  standing: BoardView,
  territory: number,
  i: number,
  area: LaidArea | undefined,
): SVGTemplateResult {
  const [x, y] = area?.places[0] ?? [0, 0];
  const owner = standing.owner[i] ?? -1;
  const units = standing.units[i] ?? 0;
  const figures = view.figures.filter((each) => each.territory === territory);
  const built = standing.building.filter((_, k) => standing.building_territory[k] === territory);
  const beside = standing.building.filter(
    (_, k) => standing.building_territory[k] === territory && standing.building_space[k] === 3,
  );
  const loose = view.tokens.filter((each) => each.territory === territory && each.space === 3);
  const beasts = (view.creatures?.line ?? []).filter((each) => each.territory === territory);
  const who = owner < 0 ? "neutral" : `seat ${owner}, ${seats[owner]?.bot ?? ""}`;
  const names = [
    ...figures.map((each) => figureName(catalogue, each.figure)),
    ...built.map((each) => buildingName(catalogue, each)),
    ...beasts.map((each) => catalogue.creatures[each.creature]?.name ?? "creature"),
  ];
  return svg`<g class="ng-marker ${owner < 0 ? "free" : `seat-${owner}`}" transform="translate(${x} ${y})"
    data-territory=${territory} data-owner=${owner} data-units=${units} data-buildings=${built.join(" ")}
    data-figures=${figures.map((each) => each.figure).join(" ")}
    data-tokens=${view.tokens
      .filter((each) => each.territory === territory)
      .map((each) => each.token)
      .join(" ")}
    data-beasts=${beasts.map((each) => each.number).join(" ")}
    data-small=${standing.small[i] ?? 0} data-carved=${standing.carved[i] ?? 0} data-large=${standing.large[i] ?? 0}>
    <title>Territory ${territory}: ${who}, ${count(units, "unit")}${names.length ? `, ${names.join(", ")}` : ""}</title>
    ${
      owner < 0
        ? nothing
        : svg`<rect class="ng-pill" x="-19" y="-9" width="38" height="18" rx="9" /><circle class="ng-seat-number" cx="-10.5" r="6.8" />
          <text class="ng-seat-text" x="-10.5" y="3.4">${owner}</text>
          <path class="ng-pawn" d="M-1 5.5H7Q6 1 4.6 -0.4A2.9 2.9 0 1 0 1.4 -0.4Q0 1 -1 5.5Z" />
          <text class="ng-units" x="12" y="4.8">${units}</text>`
    }
    ${figures.map(
      (
        each,
        k,
      ) => svg`<g class="ng-figure seat-${each.seat}" transform="translate(${25 + 13 * k} 0)"><path d="M0 -9L7 0L0 9L-7 0Z" />
        <text y="3.2">${figureName(catalogue, each.figure).charAt(0)}</text></g>`,
    )}
    ${beside.map((kind, k) => svg`<g transform="translate(${-27 - 14 * k} 0)">${building(kind, false, buildingName(catalogue, kind), 0, 0)}</g>`)}
    ${loose.map(
      (
        each,
        k,
      ) => svg`<g class="ng-token" transform="translate(${-22 - 13 * k} 14)"><title>${tokenName(each.token)}</title>
      <circle r="6" /><text y="2.6">${each.token > 10 ? each.token - 10 : "!"}</text></g>`,
    )}
    ${beasts.map(
      (
        each,
        k,
      ) => svg`<g class="ng-beast" transform="translate(${16 * k - 8 * (beasts.length - 1)} -19)"><title>${catalogue.creatures[each.creature]?.name ?? "creature"}</title>
        <path d="M-9 -6L-6 -2H6L9 -6L8 3L0 9L-8 3Z" /><text y="4.6">${catalogue.creatures[each.creature]?.name.charAt(0) ?? "?"}</text></g>`,
    )}
    <text class="ng-id" y="${owner < 0 ? 2.5 : 17}">${territory}</text></g>`;
}
