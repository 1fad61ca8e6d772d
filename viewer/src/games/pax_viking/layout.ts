// Where everything is on the map: a schematic one of ours, as the catalogue has no coordinates.
import type { Catalogue } from "../../gen/pax_viking.ts";

export interface Point {
  x: number;
  y: number;
}

/** In per cent of the picture, y down. */
const REGIONS: Readonly<Record<string, readonly [number, number]>> = {
  nor_sea: [32, 24],
  white_sea: [61, 12],
  bothnia: [51.5, 33.5],
  north_sea: [25, 41],
  western_sea: [12, 45],
  iberian_sea: [13, 76],
  baltic: [55, 46],
  caspian: [90, 58],
  wendish_sea: [43, 56.5],
  black_sea: [68, 72],
  middle_sea: [37, 87],
  arabian_sea: [84.5, 92],
  vina: [76, 18],
  jamtland: [43, 27],
  seine: [24, 60],
  volkhov: [67, 37.5],
  dnieper: [68, 55.5],
  volga: [82, 36],
  amu: [94, 75],
  danube: [53, 70.5],
  halogaland: [46, 10.5],
  trondelag: [27, 11],
  atlantic_isles: [9.5, 21],
  irish_coast: [6, 59.5],
  jutland: [39.5, 44.5],
  thrace: [55, 86],
  levant: [66.5, 97],
  hind: [95.5, 95],
};
/** By the name of the Jarl's HOME. */
const HOMES: Readonly<Record<string, readonly [number, number]>> = {
  Lade: [37, 16],
  Halsingland: [52.5, 21.5],
  Hordaland: [21.5, 32],
  Orkney: [15, 36.3],
  Uppsala: [58, 37],
  Gotland: [61, 51],
  Osel: [61, 43.5],
  Lejre: [38, 64],
  Skane: [47, 64],
};

/** Where the name of a REGION stands if not below it, where something else is. */
const SIDES: Readonly<Record<string, Side>> = {
  danube: "above",
  halogaland: "above",
  jamtland: "inside",
  volkhov: "inside",
  jutland: "above",
  levant: "right",
};

/** REGIONS whose name leaves room for Longships, which lie outside of a POST that is nearest to it. */
const ROOMY: ReadonlySet<string> = new Set(["atlantic_isles", "danube", "irish_coast"]);
const ROOM = 22;

const SIZE = 1000;
/** What is drawn of the picture: Longships at its edges stick out. */
export const VIEW_BOX = [-32, 0, 1078, 1050] as const;
export const SEA_RADIUS = 42;
export const LAND_RADIUS = 65;
/** From the middle of a REGION to its POSTS. */
const RING = 43;
export const POST_RADIUS = 20;

export type Side = "above" | "below" | "inside" | "right";

export interface RegionPlace {
  at: Point;
  radius: number;
  /** Where its name stands, and how far beyond the rim. */
  side: Side;
  away: number;
}

export interface PostPlace {
  at: Point;
  /** From the middle of its REGION outwards, of length 1. */
  out: Point;
  /** The ends of the line to its sea; null in a River REGION, which is entered by itself. */
  harbor: readonly [Point, Point] | null;
}

export interface Layout {
  regions: readonly RegionPlace[];
  posts: readonly PostPlace[];
  /** By node. The HOME of a DUCHY is between two POSTS. */
  nodes: readonly Point[];
  /** White borders: pairs of REGIONS with a STEP between them. */
  borders: readonly (readonly [number, number])[];
  /** HOMES of Jarls, each with the REGION that it leads to. */
  ways: readonly { home: number; region: number }[];
}

const made = new WeakMap<Catalogue, Layout>();

/** Return the layout of a catalogue, made once. */
export function layoutOf(catalogue: Catalogue): Layout {
  let layout = made.get(catalogue);
  if (!layout) made.set(catalogue, (layout = makeLayout(catalogue)));
  return layout;
}

function makeLayout(catalogue: Catalogue): Layout {
  const regions = catalogue.regions.map(({ id, kind }) => ({
    at: placed(REGIONS[id]),
    radius: kind === "sea" ? SEA_RADIUS : LAND_RADIUS,
    side: SIDES[id] ?? ("below" as const),
    away: ROOMY.has(id) ? ROOM : 0,
  }));
  const posts = postPlaces(catalogue, regions);
  const first = catalogue.nodes.findIndex((node) => !node.home);
  const nodes = catalogue.nodes.map(({ name, region, post, home }) => {
    if (post >= 0) return posts[post]?.at ?? placed();
    if (region < 0) return placed(HOMES[name]);
    const at = regions[region]?.at ?? placed();
    return home ? gap(catalogue, posts, region, at) : at;
  });
  const borders: [number, number][] = [];
  const ways: Layout["ways"][number][] = [];
  catalogue.nodes.forEach(({ region, post, home, beside }, node) => {
    for (const other of beside) {
      const to = catalogue.nodes[other];
      if (!to || to.post >= 0 || to.home || post >= 0) continue;
      if (!home && node < other) borders.push([node - first, other - first]);
      if (home && region < 0) ways.push({ home: node, region: other - first });
    }
  });
  return { regions, posts, nodes, borders, ways };
}

function placed([x, y]: readonly [number, number] = [50, 50]): Point {
  return { x: (x / 100) * SIZE, y: (y / 100) * SIZE };
}

/** Return the places of POSTS: in a ring, in order, turned so that those with harbors are near their seas. */
function postPlaces(catalogue: Catalogue, regions: readonly RegionPlace[]): PostPlace[] {
  const places: PostPlace[] = [];
  regions.forEach(({ at }, region) => {
    const own = postsIn(catalogue, region);
    const gates = own.map((post) => regions[catalogue.posts[post]?.gate ?? region]?.at ?? at);
    const start = bestStart(at, gates);
    own.forEach((post, index) => {
      const angle = start + (index * 2 * Math.PI) / own.length;
      const out = { x: Math.cos(angle), y: Math.sin(angle) };
      const place = { x: at.x + RING * out.x, y: at.y + RING * out.y };
      const gate = gates[index] ?? at;
      places[post] = {
        at: place,
        out,
        harbor: gate === at ? null : [place, towards(gate, place, SEA_RADIUS)],
      };
    });
  });
  return places;
}

export function postsIn(catalogue: Catalogue, region: number): number[] {
  return catalogue.posts.flatMap((post, number) => (post.region === region ? [number] : []));
}

/** Return the angle of the first POST with which harbors are short, the longest above all; upright without harbors. */
function bestStart(at: Point, gates: readonly Point[]): number {
  const upright = gates.length === 2 ? Math.PI : -Math.PI / 2;
  if (gates.every((gate) => gate === at)) return upright;
  let best = { start: upright, cost: Infinity };
  for (let turn = 0; turn < 48; turn++) {
    const start = (turn * Math.PI) / 24;
    const cost = gates.reduce((sum, gate, index) => {
      const angle = start + (index * 2 * Math.PI) / gates.length;
      const [x, y] = [at.x + RING * Math.cos(angle), at.y + RING * Math.sin(angle)];
      return sum + Math.hypot(gate.x - x, gate.y - y) ** 4;
    }, 0);
    if (cost < best.cost) best = { start, cost };
  }
  return best.start;
}

/** Return the point that far from `from` on the way to `to`. */
export function towards(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return {
    x: from.x + ((to.x - from.x) / length) * distance,
    y: from.y + ((to.y - from.y) / length) * distance,
  };
}

/** Return a place on the rim of a REGION, between two of its POSTS: the highest of those places. */
function gap(catalogue: Catalogue, posts: readonly PostPlace[], region: number, at: Point): Point {
  const own = postsIn(catalogue, region).flatMap((post) => posts[post] ?? []);
  const angles = own.map(({ out }) => Math.atan2(out.y, out.x) + Math.PI / own.length);
  const [highest = 0] = angles.sort((one, other) => Math.sin(one) - Math.sin(other));
  const reach = LAND_RADIUS - 14;
  return { x: at.x + reach * Math.cos(highest), y: at.y + reach * Math.sin(highest) };
}
