// The map of a Northgard view, by territory, and what land is worth.

import type { AreaInfo, Catalogue, View } from "../../northgard.js";

/** What a border is at most for figures to cross it at a cost: 1 regular, 2 rough, 3 impassable. */
export const ROUGH = 2;
/** What Kaija counts in a fight; a unit counts one. */
export const KAIJA_POINTS = 2;
const SMALL = 50;
const LARGE = 150;

export interface Territory {
  readonly id: number;
  /** A seat, or -1. */
  readonly owner: number;
  readonly units: number;
  /** Whether Kaija stands there. */
  readonly kaija: boolean;
  readonly food: number;
  readonly wood: number;
  readonly lore: number;
  /** Free spaces. */
  readonly small: number;
  readonly carved: number;
  readonly large: number;
  readonly size: number;
  readonly lairs: number;
  readonly openSides: number;
  /** Ids of the buildings that stand there. */
  readonly buildings: string[];
  readonly neighbours: { readonly territory: Territory; readonly kind: number }[];
}

/** What stands at an index or under an id. Throws RangeError where there is nothing. */
export function at<T>(list: readonly T[] | ReadonlyMap<number, T>, index: number): T {
  const item = "get" in list ? list.get(index) : list[index];
  if (item === undefined) throw new RangeError(`nothing has the number ${index}`);
  return item;
}

export function sum<T>(items: Iterable<T>, count: (item: T) => number): number {
  let total = 0;
  for (const item of items) total += count(item);
  return total;
}

/** Territories by id. */
export function territoriesOf(view: View, catalogue: Catalogue): Map<number, Territory> {
  const { layout, board } = view;
  const territories = new Map<number, Territory>();
  if (!layout || !board) return territories;
  for (const [i, id] of layout.territory.entries()) {
    territories.set(id, {
      id,
      owner: at(board.owner, i),
      units: at(board.units, i),
      kaija: view.kaija === id,
      food: at(layout.food, i),
      wood: at(layout.wood, i),
      lore: at(layout.lore, i),
      small: at(board.small, i),
      carved: at(board.carved, i),
      large: at(board.large, i),
      size: at(layout.size, i),
      lairs: at(layout.lairs, i),
      openSides: at(layout.openSides, i),
      buildings: [],
      neighbours: [],
    });
  }
  for (const [i, building] of board.building.entries()) {
    const place = at(territories, at(board.buildingTerritory, i));
    place.buildings.push(at(catalogue.buildings, building).id);
  }
  for (const [i, from] of layout.borderFrom.entries()) {
    const territory = at(territories, at(layout.borderTo, i));
    at(territories, from).neighbours.push({ territory, kind: at(layout.borderKind, i) });
  }
  return territories;
}

/** How many buildings of that id stand there. */
export function count({ buildings }: Territory, building: string): number {
  return sum(buildings, (id) => Number(id === building));
}

/** Units, and Kaija if she is there: she holds land like a unit. */
export function figures({ units, kaija }: Territory): number {
  return units + (kaija ? 1 : 0);
}

/** Combat points of the figures there. */
export function strength({ units, kaija }: Territory): number {
  return units + (kaija ? KAIJA_POINTS : 0);
}

/** What a year of holding it brings, about, in hundredths of fame; free spaces count as a promise. */
export function worth(territory: Territory): number {
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
