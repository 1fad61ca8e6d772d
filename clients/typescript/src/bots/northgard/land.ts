// What land is worth.

import type { AreaInfo, MapTerritory } from "../../northgard.js";

/** What Kaija counts in a fight; a unit counts one. */
export const KAIJA_POINTS = 2;
const SMALL = 50;
const LARGE = 150;

export function sum<T>(items: Iterable<T>, count: (item: T) => number): number {
  let total = 0;
  for (const item of items) total += count(item);
  return total;
}

/** How many buildings of that id stand there. */
export function count({ buildings }: MapTerritory, building: string): number {
  return sum(buildings, ({ id }) => Number(id === building));
}

/** Units, and Kaija if she is there: she holds land like a unit. */
export function figures({ units, kaija }: MapTerritory): number {
  return units + (kaija ? 1 : 0);
}

/** Combat points of the figures there. */
export function strength({ units, kaija }: MapTerritory): number {
  return units + (kaija ? KAIJA_POINTS : 0);
}

/** What a year of holding it brings, about, in hundredths of fame; free spaces count as a promise. */
export function worth(territory: MapTerritory): number {
  const { food, wood, lore, small, carved, large, buildings, openSides, size } = territory;
  const closed = size >= 3 ? 200 : 100;
  return (
    80 * food +
    90 * wood +
    80 * lore +
    SMALL * (small + carved) +
    LARGE * large +
    70 * buildings.length +
    250 * count(territory, "altar_of_kings") +
    (openSides === 0 ? closed : 0)
  );
}

/** What a part of a tile that is not laid yet is worth, in hundredths of fame. */
export function areaWorth({ food, wood, lore, small, carved, large }: AreaInfo): number {
  return 80 * (food + wood + lore) + SMALL * (small + carved) + LARGE * large;
}
