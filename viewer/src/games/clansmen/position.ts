// What this game's drawings are given, and what several of them look up in it.
import type { BoardInfo, Catalogue, PlayerView, View } from "../../gen/clansmen.ts";
import type { Scene } from "../../renderer.ts";

export type Position = Scene<View, Catalogue>;

/** Return the board of a match: the one for its number of players. */
export function boardOf({ view, catalogue }: Position): BoardInfo | undefined {
  return catalogue.boards.find((board) => board.players === view.players.length);
}

/** What stands on one tile. */
export interface Occupied {
  /** Whose population, fences and cards they are; -1 where nothing but land is. */
  seat: number;
  /** -1 without population. */
  kind: number;
  weakened: boolean;
  /** Buildings by their numbers. */
  structures: number[];
  /** Cards by their numbers. */
  cards: number[];
}

/** Return what stands on tiles, by tile; tiles without anything are left out. */
export function occupiedTiles(players: readonly PlayerView[]): Map<number, Occupied> {
  const found = new Map<number, Occupied>();
  const at = (tile: number, seat: number): Occupied => {
    let each = found.get(tile);
    if (!each) {
      each = { seat, kind: -1, weakened: false, structures: [], cards: [] };
      found.set(tile, each);
    }
    return each;
  };
  for (const player of players) {
    for (const person of player.people)
      Object.assign(at(person.tile, player.seat), {
        seat: player.seat,
        kind: person.kind,
        weakened: person.weakened,
      });
    for (const each of player.structures) at(each.tile, player.seat).structures.push(each.building);
    for (const each of player.attached) at(each.tile, player.seat).cards.push(each.card);
  }
  return found;
}

/** Return the Respect of all players together, which the gate asks for. */
export function respectTogether(view: View): number {
  return view.players.reduce((sum, player) => sum + player.respect, 0);
}
