// Where hexes lie in the picture. They stand on a side (flat on top), so that hexes of one column have the same q.
import type { BoardInfo } from "../../gen/clansmen.ts";

/** From a hex's centre to its corners, in the units of the picture. */
export const RADIUS = 20;
/** From a hex's centre to its sides. */
export const APOTHEM = (RADIUS * Math.sqrt(3)) / 2;
/** Room around the hexes: outlines and the numbers of settlements stick out. */
const MARGIN = 14;

export interface Point {
  x: number;
  y: number;
}

/** A board's geometry; it never changes in a match. */
export interface Layout {
  /** By tile, the centre of its hex. */
  centres: readonly Point[];
  settlements: readonly Settlement[];
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Settlement {
  tiles: readonly number[];
  centre: Point;
  /** Its border as the data of a path. */
  outline: string;
}

/** By side, the neighbour across it: side i lies between the corners i and i + 1. */
export const SIDES: readonly (readonly [number, number])[] = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
];

const SETTLEMENT = 7;

/** Return the centre of the hex with these axial coordinates. */
export function centre(q: number, r: number): Point {
  return { x: rounded(1.5 * RADIUS * q), y: rounded(2 * APOTHEM * (r + q / 2)) };
}

/** Return a corner of a hex as it lies around its centre; corner 0 is to the right, and y points down. */
export function corner(index: number): Point {
  const angle = (Math.PI / 3) * index;
  return { x: rounded(RADIUS * Math.cos(angle)), y: rounded(RADIUS * Math.sin(angle)) };
}

/** The border of any hex around its centre, as the data of a path. */
export const HEX = `M${SIDES.map((_, i) => pair(corner(i))).join("L")}Z`;

const layouts = new WeakMap<BoardInfo, Layout>();

/** Return a board's geometry, which is computed once. */
export function layoutOf(board: BoardInfo): Layout {
  let found = layouts.get(board);
  if (!found) {
    found = layout(board);
    layouts.set(board, found);
  }
  return found;
}

function layout(board: BoardInfo): Layout {
  const centres = board.q.map((q, tile) => centre(q, board.r[tile] ?? 0));
  const xs = centres.map((each) => each.x);
  const ys = centres.map((each) => each.y);
  const left = Math.floor(Math.min(...xs) - RADIUS - MARGIN);
  const top = Math.floor(Math.min(...ys) - APOTHEM - MARGIN);
  const settlements: Settlement[] = [];
  for (let first = 0; first < board.settlements.length; first += SETTLEMENT) {
    const tiles = board.settlements.slice(first, first + SETTLEMENT);
    settlements.push({
      tiles,
      centre: centres[tiles[0] ?? 0] ?? { x: 0, y: 0 },
      outline: outline(board, tiles),
    });
  }
  return {
    centres,
    settlements,
    left,
    top,
    width: Math.ceil(Math.max(...xs) + RADIUS + MARGIN - left),
    height: Math.ceil(Math.max(...ys) + APOTHEM + MARGIN - top),
  };
}

/** Return the border around tiles that hang together, as the data of a path. */
export function outline(board: BoardInfo, tiles: readonly number[]): string {
  const inside = new Set(tiles.map((tile) => `${board.q[tile] ?? 0},${board.r[tile] ?? 0}`));
  // Every side without a neighbour inside, from where it begins; all run the same way round, so each ends where the
  // next one begins.
  const next = new Map<string, string>();
  for (const tile of tiles) {
    const [q, r] = [board.q[tile] ?? 0, board.r[tile] ?? 0];
    const { x, y } = centre(q, r);
    SIDES.forEach(([dq, dr], side) => {
      if (inside.has(`${q + dq},${r + dr}`)) return;
      const [one, other] = [corner(side), corner((side + 1) % SIDES.length)];
      next.set(key({ x: x + one.x, y: y + one.y }), key({ x: x + other.x, y: y + other.y }));
    });
  }
  const loops: string[] = [];
  while (next.size) {
    const loop: string[] = [];
    let [at] = next.keys();
    while (at !== undefined) {
      const to = next.get(at);
      if (to === undefined) break;
      loop.push(at);
      next.delete(at);
      at = to;
    }
    loops.push(`M${loop.join("L")}Z`);
  }
  return loops.join("");
}

/** Return a corner as text. The same corner of two hexes may differ by the rounding, so a tenth is enough. */
function key({ x, y }: Point): string {
  return `${(Math.round(x * 10) / 10 + 0).toFixed(1)},${(Math.round(y * 10) / 10 + 0).toFixed(1)}`;
}

function pair({ x, y }: Point): string {
  return `${x},${y}`;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
