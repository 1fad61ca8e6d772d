// What a person may take and looks at: places of options on the map, and the tile as it would lie.
import { svg } from "lit-html";
import type { SVGTemplateResult } from "lit-html";
import type { Option } from "../../document.ts";
import { read, seatPlace } from "../places.ts";
import { shapeOf } from "./geometry.ts";
import type { Point } from "./geometry.ts";
import type { NorthgardScene } from "./names.ts";
import { glyph } from "./symbols.ts";
import type { Symbol } from "./symbols.ts";

/** By verb: the fields of the territories that an option names, in the order in which one points at them. */
const TERRITORIES: Readonly<Record<string, readonly string[]>> = {
  build: ["territory"],
  collect_in: ["territory"],
  fight: ["territory"],
  figure: ["territory"],
  hunt: ["territory"],
  move: ["source", "target"],
  place_group: ["territory"],
  recruit: ["territory"],
  replace_building: ["territory"],
  space: ["territory"],
  territory: ["territory"],
};
const CARDS = new Set(["play_card", "wait", "replace", "remove", "upgrade", "card"]);
const CELLS = new Set(["place_tile", "cell"]);
const SYMBOLS = ["food", "wood", "lore", "small", "carved", "large"] as const;

export function places({ eye }: NorthgardScene, option: Option): readonly string[] {
  const { verb, number } = read(option);
  const territories = TERRITORIES[verb];
  if (territories) return territories.map((field) => territory(number(field)));
  if (CELLS.has(verb)) return [`.ng-cell[data-cell="${number("x")} ${number("y")}"]`];
  if (verb === "opponent") return [seatPlace(number("seat"))];
  if (!CARDS.has(verb)) return [];
  const card = `.ng-card[data-card="${number("card")}"]`;
  return [`.seat[data-seat="${eye}"] ${card}, .ng-table ${card}`];
}

function territory(id: number): string {
  return `.ng-area[data-of="${id}"], .ng-marker[data-territory="${id}"]`;
}

/** Return the cells beside the map that options name: each once. */
export function cellsOf({ offered = [] }: NorthgardScene): Point[] {
  const found = new Map<string, Point>();
  for (const { verb, number } of offered.map(read)) {
    const [x, y] = [number("x"), number("y")];
    if (CELLS.has(verb)) found.set(`${x} ${y}`, [x, y]);
  }
  return [...found.values()];
}

/** Draw these cells, and in one of them the tile that the person picked or looks at, turned as it would be. */
export function drawnCells(
  scene: NorthgardScene,
  cells: readonly Point[],
  side: number,
): SVGTemplateResult {
  const laid = (scene.considered ?? []).map(read).filter(({ verb }) => verb === "place_tile");
  return svg`<g>${cells.map(
    ([
      x,
      y,
    ]) => svg`<rect class="ng-cell" data-cell=${`${x} ${y}`} x=${x * side + 2} y=${-y * side + 2}
      width=${side - 4} height=${side - 4} rx="4" />`,
  )}${laid.slice(-1).map(({ number }) => ghost(scene, number, side))}</g>`;
}

function ghost(
  { catalogue }: NorthgardScene,
  number: (field: string) => number,
  side: number,
): SVGTemplateResult {
  const tile = catalogue.tiles[number("tile")];
  if (!tile) return svg``;
  const [x, y, rotation] = [number("x"), number("y"), number("rotation")];
  const shape = shapeOf(tile, rotation);
  const at = ([px, py]: Point): Point => [(x + px) * side, (py - y) * side];
  const points = (found: readonly Point[]): string =>
    found
      .map((each) =>
        at(each)
          .map((part) => part.toFixed(1))
          .join(),
      )
      .join(" ");
  return svg`<g class="ng-ghost" data-ghost=${`${number("tile")} ${x} ${y} ${rotation}`}>
    <rect x=${x * side} y=${-y * side} width=${side} height=${side} />
    ${shape.lines.map(
      (
        line,
      ) => svg`<polyline class="ng-border ${["", "regular", "rough", "impassable"][line.kind] ?? ""}"
        points=${points(line.points)} />`,
    )}
    ${tile.areas.map((printed, area) => {
      const symbols: Symbol[] = SYMBOLS.flatMap((name) => Array<Symbol>(printed[name]).fill(name));
      symbols.splice(
        printed.food + printed.wood + printed.lore,
        0,
        ...Array<Symbol>(printed.lairs).fill("lair"),
      );
      return symbols.map((symbol, i) => {
        const [px, py] = at(shape.places[area]?.[i + 1] ?? [0, 0]);
        return glyph(symbol, px, py);
      });
    })}
  </g>`;
}
