// What land is worth.

import { at } from "../../maps/columns.js";
import type { AreaInfo, Catalogue, MapTerritory } from "../../northgard.js";

/** What Kaija counts in a fight; a unit counts one. */
export const KAIJA_POINTS = 2;

export function sum<T>(items: Iterable<T>, count: (item: T) => number): number {
  let total = 0;
  for (const item of items) total += count(item);
  return total;
}

/** How many buildings of that id stand there. */
export function count({ buildings }: MapTerritory, building: string): number {
  return sum(buildings, ({ id }) => Number(id === building));
}

/** How many figures stand there; a special one holds land like a unit. */
export function figures({ units, figures: special }: MapTerritory): number {
  return units + special.length;
}

/** Combat points of the figures there. */
export function strength({ units, figures: special }: MapTerritory, catalogue: Catalogue): number {
  return units + sum(special, ({ figure }) => at(catalogue.figures, figure).points);
}

/** What a year of holding it brings, about, in hundredths of fame; free spaces count a little. */
export function worth(territory: MapTerritory): number {
  const { food, wood, lore, small, carved, large, buildings, openSides, size } = territory;
  const closed = size >= 3 ? 290 : 100;
  return (
    90 * food +
    90 * wood +
    70 * lore +
    60 * (small + carved) +
    50 * large +
    90 * buildings.length +
    230 * count(territory, "altar_of_kings") +
    (openSides === 0 ? closed : 0)
  );
}

/** What a part of a tile that is not laid yet is worth, in hundredths of fame. */
export function areaWorth({ food, wood, lore, small, carved, large }: AreaInfo): number {
  return 80 * (food + wood + lore) + 50 * (small + carved) + 150 * large;
}

/** What a territory, or an area of a tile, is worth to settle in at the start, in hundredths of fame. */
export function homeWorth(place: AreaInfo | MapTerritory): number {
  const { food, wood, lore, small, carved, large } = place;
  return 80 * food + 130 * wood + 80 * lore + 35 * (small + carved) + 20 * large;
}
