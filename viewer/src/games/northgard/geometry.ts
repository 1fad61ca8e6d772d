// The areas of a Northgard tile as polygons in a unit square, from its sides and borders alone: no art is needed.
//
// y points down, as in SVG. Corner i lies between side i and side i + 1 (north, east, south, west): north-east,
// south-east, south-west, north-west. A border ends at a corner if the sides beside it belong to different areas.
import type { TileInfo } from "../../gen/northgard.ts";

export type Point = readonly [number, number];

/** A border between two areas: 1 regular, 2 rough, 3 impassable. */
export interface Line {
  first: number;
  second: number;
  kind: number;
  points: Point[];
}

export interface Shape {
  /** By area. */
  polygons: Point[][];
  lines: Line[];
  /** By area: where its marker stands, then where its printed symbols do. */
  places: Point[][];
}

const CORNERS: readonly Point[] = [
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
];
const CORE = 0.24;
/** How far a line between neighbouring corners bends, between opposite corners, and beside a band. */
const DEEP = 0.36;
const SHALLOW = 0.06;
const BESIDE_BAND = 0.3;
/** Half the width and height of a marker, with a little air. */
const MARKER: Point = [0.22, 0.14];
/** How far a joint of three lines lies off the centre, and half the distance of two joints. */
const OFF_CENTRE = 0.12;
const HALF_JOINTS = 0.17;

/** Return the shape of a tile turned clockwise by quarters; each is made once. */
export function shapeOf(tile: TileInfo, rotation: number): Shape {
  let turns = SHAPES.get(tile);
  if (!turns) SHAPES.set(tile, (turns = []));
  return (turns[rotation] ??= turned(tile, rotation));
}

const SHAPES = new WeakMap<TileInfo, Shape[]>();

/** Return how many symbols are printed in an area. */
export function symbolCount(tile: TileInfo, area: number): number {
  const printed = tile.areas[area];
  if (!printed) return 0;
  const { food, wood, lore, small, carved, large, lairs } = printed;
  return food + wood + lore + small + carved + large + lairs;
}

/** Return the area of a polygon; positive if its corners go clockwise on the screen. */
export function size(polygon: readonly Point[]): number {
  let sum = 0;
  polygon.forEach(([x0, y0], i) => {
    const [x1, y1] = polygon[(i + 1) % polygon.length] ?? [0, 0];
    sum += x0 * y1 - x1 * y0;
  });
  return sum / 2;
}

/** Return true if a point lies in a polygon. */
export function inside([x, y]: Point, polygon: readonly Point[]): boolean {
  let odd = false;
  polygon.forEach(([x0, y0], i) => {
    const [x1, y1] = polygon[(i + 1) % polygon.length] ?? [0, 0];
    if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) odd = !odd;
  });
  return odd;
}

function turned(tile: TileInfo, rotation: number): Shape {
  const turn = ([x, y]: Point): Point =>
    rotation === 0
      ? [x, y]
      : rotation === 1
        ? [1 - y, x]
        : rotation === 2
          ? [1 - x, 1 - y]
          : [y, 1 - x];
  const tracer = new Tracer(tile);
  const drawn = tracer.trace();
  const polygons = drawn.polygons.map((each) => each.map(turn));
  const places = polygons.map((polygon, area) => {
    const core = tracer.enclosed.find((each) => each !== area);
    const hole = core === undefined || tracer.enclosed.includes(area) ? undefined : polygons[core];
    return placesIn(polygon, 1 + symbolCount(tile, area), hole);
  });
  return {
    polygons,
    lines: drawn.lines.map((each) => ({ ...each, points: each.points.map(turn) })),
    places,
  };
}

/** Draws one tile, by how many borders end at its corners. */
class Tracer {
  /** Areas that own no side of the tile. */
  readonly enclosed: number[];
  private readonly sides: readonly number[];
  private readonly kinds = new Map<string, number>();
  private readonly polygons: Point[][];
  private readonly lines: Line[] = [];

  constructor(tile: TileInfo) {
    this.sides = tile.sides;
    this.polygons = tile.areas.map(() => []);
    this.enclosed = tile.areas.map((_, area) => area).filter((area) => !tile.sides.includes(area));
    for (const { first, second, kind } of tile.borders) this.kinds.set(key(first, second), kind);
  }

  trace(): Pick<Shape, "polygons" | "lines"> {
    const ends = [0, 1, 2, 3].filter((i) => this.side(i) !== this.side(i + 1));
    if (ends.length === 0) this.polygons[this.side(0)] = [...CORNERS];
    else if (this.enclosed.length) this.aroundCore(ends);
    else if (ends.length === 2) this.oneLine(ends);
    else if (ends.length === 3) this.joint(ends);
    else if (this.side(0) === this.side(2) || this.side(1) === this.side(3)) this.band();
    else this.twoJoints();
    for (const area of this.enclosed) {
      this.polygons[area] = circle();
      if (ends.length === 0) this.line(this.side(0), area, [...circle(), ...circle().slice(0, 1)]);
    }
    return { polygons: this.polygons, lines: this.lines };
  }

  private side(i: number): number {
    return this.sides[i % 4] ?? 0;
  }

  private line(a: number, b: number, points: Point[]): void {
    const kind = this.kinds.get(key(a, b));
    if (kind !== undefined)
      this.lines.push({ first: Math.min(a, b), second: Math.max(a, b), kind, points });
  }

  private aroundCore(ends: readonly number[]): void {
    const hit = (i: number): Point =>
      onCore((corner(i)[0] - 0.5) * Math.SQRT2, (corner(i)[1] - 0.5) * Math.SQRT2);
    ends.forEach((i, k) => {
      const j = ends[(k + 1) % ends.length] ?? i;
      const owner = this.side(i + 1);
      const rim = arcOnCore(hit(i), (j - i + 4) % 4 || 4);
      this.polygons[owner] = [...walk(i, j), ...rim.reverse()];
      this.line(this.side(i), owner, [corner(i), hit(i)]);
      for (const area of this.enclosed) this.line(owner, area, rim);
    });
  }

  private oneLine([a = 0, b = 0]: readonly number[]): void {
    const bend = (b - a + 4) % 4 === 1 ? DEEP : (a - b + 4) % 4 === 1 ? -DEEP : SHALLOW;
    const line = bent(corner(a), corner(b), bend);
    const [first, second] = [this.side(a + 1), this.side(b + 1)];
    this.line(first, second, line);
    this.polygons[first] = [...walk(a, b), ...line.slice(1, -1).reverse()];
    this.polygons[second] = [...walk(b, a), ...line.slice(1, -1)];
  }

  private joint(ends: readonly number[]): void {
    const whole = [0, 1, 2, 3].find((i) => !ends.includes(i)) ?? 0;
    const away = corner(whole + 2);
    const joint: Point = [0.5 + OFF_CENTRE * (away[0] - 0.5), 0.5 + OFF_CENTRE * (away[1] - 0.5)];
    ends.forEach((i, k) => {
      const owner = this.side(i + 1);
      this.polygons[owner] = [...walk(i, ends[(k + 1) % 3] ?? i), joint];
      this.line(this.side(i), owner, [corner(i), joint]);
    });
  }

  /** Two opposite sides belong to one area, which reaches from one to the other. */
  private band(): void {
    const level = this.side(1) === this.side(3);
    const [one, other]: [Point, Point] = level
      ? [
          [3, 0],
          [1, 2],
        ]
      : [
          [0, 1],
          [2, 3],
        ];
    const owner = level ? this.side(1) : this.side(0);
    for (const [a, b] of [one, other]) {
      const line = bent(corner(a), corner(b), BESIDE_BAND);
      this.line(this.side(b), owner, line);
      this.polygons[this.side(b)] = [...line].reverse();
    }
    this.polygons[owner] = [
      ...bent(corner(one[0]), corner(one[1]), BESIDE_BAND),
      ...bent(corner(other[0]), corner(other[1]), BESIDE_BAND),
    ];
  }

  /** Each side belongs to an area of its own; the two that touch in the middle have a printed border. */
  private twoJoints(): void {
    const upright = this.kinds.has(key(this.side(3), this.side(1)));
    const d = HALF_JOINTS;
    const [one, two]: [Point, Point] = upright
      ? [
          [0.5, 0.5 - d],
          [0.5, 0.5 + d],
        ]
      : [
          [0.5 - d, 0.5],
          [0.5 + d, 0.5],
        ];
    const joints = upright ? [one, two, two, one] : [two, two, one, one];
    for (let i = 0; i < 4; i += 1) {
      const j = (i + 1) % 4;
      const [at, next] = [joints[i] ?? one, joints[j] ?? one];
      this.polygons[this.side(j)] = [corner(i), corner(j), ...(at === next ? [at] : [next, at])];
      this.line(this.side(i), this.side(j), [corner(i), at]);
    }
    if (upright) this.line(this.side(3), this.side(1), [one, two]);
    else this.line(this.side(0), this.side(2), [one, two]);
  }
}

function key(a: number, b: number): string {
  return `${Math.min(a, b)} ${Math.max(a, b)}`;
}

function corner(i: number): Point {
  return CORNERS[i % 4] ?? [0, 0];
}

/** Return the corners clockwise from corner a to corner b, both included. */
function walk(a: number, b: number): Point[] {
  const found = [corner(a)];
  for (let i = a + 1; ; i += 1) {
    found.push(corner(i));
    if (i % 4 === b % 4) return found;
  }
}

/** Return a line from a to b, both included, that is bent to the right of the way. */
function bent([x0, y0]: Point, [x1, y1]: Point, depth: number, pieces = 10): Point[] {
  const [dx, dy] = [x1 - x0, y1 - y0];
  return Array.from({ length: pieces + 1 }, (_, i) => {
    const t = i / pieces;
    const off = depth * Math.sin(Math.PI * t);
    return [x0 + dx * t - dy * off, y0 + dy * t + dx * off];
  });
}

function onCore(x: number, y: number): Point {
  return [0.5 + CORE * x, 0.5 + CORE * y];
}

function circle(): Point[] {
  return Array.from({ length: 24 }, (_, i) =>
    onCore(Math.cos((Math.PI * i) / 12), Math.sin((Math.PI * i) / 12)),
  );
}

/** Return the rim of the core from a point on it, clockwise by quarters. */
function arcOnCore([x, y]: Point, quarters: number): Point[] {
  const start = Math.atan2(y - 0.5, x - 0.5);
  const pieces = quarters * 6;
  return Array.from({ length: pieces + 1 }, (_, i) => {
    const angle = start + ((Math.PI / 2) * quarters * i) / pieces;
    return onCore(Math.cos(angle), Math.sin(angle));
  });
}

/** Return places for `count` things: a marker as far from all edges as can be, then symbols far from edges, from it and
 * from one another. */
function placesIn(polygon: readonly Point[], count: number, hole?: readonly Point[]): Point[] {
  const n = 40;
  const room: { at: Point; gap: number }[] = [];
  for (let i = 1; i < n; i += 1) {
    for (let j = 1; j < n; j += 1) {
      const at: Point = [i / n, j / n];
      if (!inside(at, polygon) || (hole && inside(at, hole))) continue;
      room.push({ at, gap: Math.min(gapTo(at, polygon), hole ? gapTo(at, hole) : 1) });
    }
  }
  const found: Point[] = [];
  while (found.length < count && room.length) {
    let best = room[0];
    let most = -1;
    for (const each of room) {
      const worth = Math.min(
        each.gap * 1.1,
        ...found.map((other, i) => apart(each.at, other, i === 0)),
      );
      if (worth > most) [best, most] = [each, worth];
    }
    if (best) found.push(best.at);
  }
  return found;
}

/** Return how far a symbol is from another one, or from the edge of the marker, which is wider than it is high. */
function apart([x, y]: Point, [otherX, otherY]: Point, fromMarker: boolean): number {
  const [dx, dy] = [Math.abs(x - otherX), Math.abs(y - otherY)];
  if (!fromMarker) return Math.hypot(dx, dy);
  return (
    0.04 +
    Math.hypot(Math.max(0, dx - MARKER[0]), Math.max(0, dy - MARKER[1])) +
    Math.hypot(dx, dy) / 20
  );
}

/** Return the distance of a point to the nearest edge of a polygon. */
function gapTo([x, y]: Point, polygon: readonly Point[]): number {
  let best = 9;
  polygon.forEach(([x0, y0], i) => {
    const [x1, y1] = polygon[(i + 1) % polygon.length] ?? [0, 0];
    const [dx, dy] = [x1 - x0, y1 - y0];
    const length = dx * dx + dy * dy;
    const t = length ? Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / length)) : 0;
    best = Math.min(best, Math.hypot(x - x0 - t * dx, y - y0 - t * dy));
  });
  return best;
}
