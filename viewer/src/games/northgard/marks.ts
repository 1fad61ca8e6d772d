// What was just done, drawn on the map: rings around territories, arrows of moves.
import { svg } from "lit-html";
import type { SVGTemplateResult } from "lit-html";
import type { Plain } from "../../document.ts";
import type { Point } from "./geometry.ts";
import type { NorthgardScene } from "./names.ts";
import { count } from "../phrases.ts";

export interface Marks {
  /** Territories that something was done in. */
  territories: ReadonlySet<number>;
  moves: { from: number; to: number; units: number; seat: number }[];
}

/** Return the marks of the acts that led to a position. */
export function marksOf({ acts, view }: NorthgardScene): Marks {
  const territories = new Set<number>();
  const moves: Marks["moves"] = [];
  for (const act of acts) {
    for (const option of act.chosen ?? []) {
      for (const [verb, fields] of Object.entries(option)) {
        if (verb === "move") {
          moves.push({
            from: number(fields.source),
            to: number(fields.target),
            units: number(fields.units),
            seat: act.seat,
          });
        }
        const territory = fields.territory;
        if (typeof territory === "number") territories.add(nameOf(territory, view));
        if (verb === "place_tile") newest(view).forEach((each) => territories.add(each));
      }
    }
  }
  if (view.combat) territories.add(nameOf(view.combat.territory, view));
  return { territories, moves };
}

/** Return the arrows of moves; `at` gives the place of an area's marker. */
export function arrows(marks: Marks, at: (area: number) => Point | undefined): SVGTemplateResult[] {
  return marks.moves.map(({ from, to, units, seat }) => {
    const [start, end] = [at(from), at(to)];
    if (!start || !end) return svg``;
    const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
    const length = Math.hypot(dx, dy) || 1;
    const [ux, uy] = [dx / length, dy / length];
    const [x0, y0] = [start[0] + ux * 21, start[1] + uy * 13];
    const [x1, y1] = [end[0] - ux * 26, end[1] - uy * 18];
    const head = `${x1 + ux * 8},${y1 + uy * 8} ${x1 - uy * 6},${y1 + ux * 6} ${x1 + uy * 6},${y1 - ux * 6}`;
    return svg`<g class="ng-move seat-${seat}" data-from=${from} data-to=${to}><title>${count(units, "unit")} from ${from} to ${to}</title>
      <line x1=${x0} y1=${y0} x2=${x1} y2=${y1} /><polygon points=${head} /></g>`;
  });
}

/** Return the name that a territory has now: it may have merged into another one since. */
function nameOf(territory: number, view: NorthgardScene["view"]): number {
  return view.layout?.area_territory[territory] ?? territory;
}

/** Return the territories of the tile that was laid last. */
function newest(view: NorthgardScene["view"]): number[] {
  const areas = view.layout?.area_territory ?? [];
  return areas.slice(-1);
}

function number(value: Plain | undefined): number {
  return typeof value === "number" ? value : 0;
}
