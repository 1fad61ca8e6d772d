// What this game's drawings are given, and what several of them look up in it.
import type { BoardTile, Catalogue, Longship, PlayerView, View } from "../../gen/pax_viking.ts";
import type { Scene } from "../../renderer.ts";

export type Position = Scene<View, Catalogue>;

/** Longships of one player and kind at one place, as far as they can do the same. */
export interface Fleet extends Longship {
  /** Their numbers, ascending. */
  ships: number[];
}

/** Return the Longships in groups of equal ones. */
export function fleetsOf(longships: readonly Longship[]): Fleet[] {
  const found = new Map<string, Fleet>();
  longships.forEach((ship, number) => {
    const key = [ship.node, ship.seat, ship.kind, ship.exhausted].join();
    const fleet = found.get(key);
    if (fleet) fleet.ships.push(number);
    else found.set(key, { ...ship, ships: [number] });
  });
  return [...found.values()];
}

/** Return by type how many Followers a seat has ESTABLISHED, on POSTS and on its Jarlboard. */
export function established({ view, catalogue }: Position, seat: number): number[] {
  const numbers = catalogue.types.map(() => 0);
  const add = (type: number | undefined): void => {
    if (type !== undefined && type in numbers) numbers[type] = (numbers[type] ?? 0) + 1;
  };
  view.owners.forEach((owner, post) => {
    if (owner === seat) add(view.followers[post]);
  });
  for (const each of boardTiles(view.players[seat]))
    if (each.established) add(catalogue.tiles[each.tile]?.follower);
  return numbers;
}

/** Return the tiles on a Jarlboard: Advocates, then Gods. */
export function boardTiles(player: PlayerView | undefined): BoardTile[] {
  return player ? [...player.advocates, ...player.gods] : [];
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => one + other, 0);
}
