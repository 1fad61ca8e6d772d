// Where Longships are drawn: outside of a POST, below a HOME, in the middle of a REGION; smaller where there are many.
import type { Catalogue } from "../../gen/pax_viking.ts";
import { POST_RADIUS, type Layout, type Point } from "./layout.ts";

export interface Berth {
  at: Point;
  scale: number;
}

/** How groups of Longships stand in rows: how many a row, how far apart, and how far below the node. */
interface Rows {
  columns: number;
  x: number;
  y: number;
  below: number;
  scale: number;
}

const HOME: Rows = { columns: 3, x: 28, y: 24, below: 24, scale: 1.1 };
const SEA: Rows = { columns: 3, x: 26, y: 23, below: 7, scale: 1.05 };
const FULL_SEA: Rows = { columns: 4, x: 20, y: 17, below: 7, scale: 0.78 };
const RIVER: Rows = { columns: 1, x: 22, y: 20, below: 0, scale: 1.1 };
const USED_RIVER: Rows = { columns: 2, x: 22, y: 20, below: 0, scale: 0.85 };
const FULL_RIVER: Rows = { columns: 3, x: 15, y: 17, below: 0, scale: 0.62 };

/** Return where one of so many groups of Longships is drawn at a node. */
export function berth(
  catalogue: Catalogue,
  layout: Layout,
  node: number,
  index: number,
  groups: number,
): Berth {
  const { x, y } = layout.nodes[node] ?? { x: 0, y: 0 };
  const info = catalogue.nodes[node];
  const out = layout.posts[info?.post ?? -1]?.out;
  if (out) {
    const side = 24 * (index - (groups - 1) / 2);
    const far = POST_RADIUS + 10;
    return {
      at: { x: x + out.x * far - out.y * side, y: y + out.y * far + out.x * side },
      scale: HOME.scale,
    };
  }
  const sea = catalogue.regions[info?.region ?? -1]?.kind === "sea";
  return inRows(
    { x, y },
    info?.home ? HOME : sea ? seaRows(groups) : riverRows(groups),
    index,
    groups,
  );
}

function seaRows(groups: number): Rows {
  return groups > 6 ? FULL_SEA : SEA;
}

function riverRows(groups: number): Rows {
  if (groups > 4) return FULL_RIVER;
  return groups > 1 ? USED_RIVER : RIVER;
}

/** Return a place in rows around a point; the last row is centred too. */
function inRows({ x, y }: Point, rows: Rows, index: number, groups: number): Berth {
  const number = Math.ceil(groups / rows.columns);
  const row = Math.floor(index / rows.columns);
  const width = row < number - 1 ? rows.columns : groups - row * rows.columns;
  return {
    at: {
      x: x + rows.x * ((index % rows.columns) - (width - 1) / 2),
      y: y + rows.y * (row - (number - 1) / 2) + rows.below,
    },
    scale: rows.scale,
  };
}
