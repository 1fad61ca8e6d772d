import { at } from "../../maps/columns.js";
import type { Layout, MapTerritory, PlaceTile, TileInfo } from "../../northgard.js";
import { areaWorth, homeWorth, sum, worth } from "./land.js";
import type { Situation } from "./situation.js";

/** North, east, south, west. */
const SIDES = [
  { dx: 0, dy: 1 },
  { dx: 1, dy: 0 },
  { dx: 0, dy: -1 },
  { dx: -1, dy: 0 },
];

/** Areas of a tile and territories that would be one, with the sides that would be left open. */
interface Group {
  readonly areas: readonly number[];
  readonly territories: ReadonlySet<MapTerritory>;
  readonly openSides: number;
}

/** What laying a tile brings, in hundredths: fame for own land closed, and what joins own land. */
export function tileGain(s: Situation, option: PlaceTile): number {
  const tile = at(s.catalogue.tiles, option.tile);
  const creatures = s.view.modules.includes("creatures");
  const lairs = creatures ? 100 * sum(tile.areas, (area) => area.lairs) : 0;
  if (s.view.year === 0 || !s.view.layout) {
    const homes = tile.areas.map(homeWorth);
    return Math.floor((Math.max(...homes) + sum(homes, (home) => home)) / 2) - lairs;
  }
  return sum(joined(s, s.view.layout, tile, option), (group) => groupGain(s, tile, group)) - lairs;
}

function groupGain(s: Situation, tile: TileInfo, { areas, territories, openSides }: Group): number {
  const owners = new Set(
    [...territories].map(({ owner }) => owner).filter((owner) => owner !== undefined),
  );
  if (owners.size === 0) return 0;
  const free = [...territories].filter(({ owner }) => owner === undefined);
  const value = sum(areas, (area) => areaWorth(at(tile.areas, area))) + sum(free, worth);
  if (owners.size > 1 || !owners.has(s.seat)) {
    return -Math.floor(value / 2) - (openSides === 0 ? 150 : 0);
  }
  const size = 1 + sum(territories, (territory) => territory.size);
  return Math.floor((3 * value) / 2) + (openSides === 0 ? 100 * size + 70 : -20 * openSides);
}

/** The groups that the tile's areas would be in. */
function joined(
  s: Situation,
  layout: Layout,
  tile: TileInfo,
  { x, y, rotation }: PlaceTile,
): Group[] {
  let groups: Group[] = tile.areas.map((_, area) => ({
    areas: [area],
    territories: new Set(),
    openSides: 0,
  }));
  for (const [side, { dx, dy }] of SIDES.entries()) {
    const area = at(tile.sides, (side - rotation + 4) % 4);
    const territory = territoryFacing(s, layout, x + dx, y + dy, side);
    const touched = groups.filter(
      (group) => group.areas.includes(area) || (territory && group.territories.has(territory)),
    );
    groups = groups.filter((group) => !touched.includes(group));
    groups.push(merged(touched, territory));
  }
  return groups;
}

/** What a side brings together: groups, and the territory that it faces, if there is one. */
function merged(groups: Group[], facing: MapTerritory | undefined): Group {
  const areas = groups.flatMap((group) => group.areas);
  const territories = new Set(groups.flatMap((group) => [...group.territories]));
  const open = sum(groups, (group) => group.openSides);
  if (!facing) return { areas, territories, openSides: open + 1 };
  const joins = territories.has(facing) ? 0 : facing.openSides;
  return { areas, territories: territories.add(facing), openSides: open + joins - 1 };
}

/** The territory beyond a side, on the cell (x, y); undefined where nothing is laid. */
function territoryFacing(s: Situation, layout: Layout, x: number, y: number, side: number) {
  const place = layout.tile.findIndex((_, i) => layout.x[i] === x && layout.y[i] === y);
  if (place < 0) return undefined;
  const { sides } = at(s.catalogue.tiles, at(layout.tile, place));
  const area = at(sides, (side + 2 - at(layout.rotation, place) + 4) % 4);
  const before = sum(
    layout.tile.slice(0, place),
    (tile) => at(s.catalogue.tiles, tile).areas.length,
  );
  return s.map.territory(at(layout.areaTerritory, before + area));
}
