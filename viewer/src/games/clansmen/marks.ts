// What the last step did, as marks on the board: rings, arrows, links between seats, new and lost things.
import type { Option, View } from "../../gen/clansmen.ts";
import type { Act } from "../../document.ts";
import type { Position } from "./position.ts";
import { bundle } from "./words.ts";

/** A link between two seats: an offer, or a trade that was made. */
export interface Link {
  from: number;
  to: number;
  /** What goes from one to the other. */
  text: string;
  state: "asked" | "accepted" | "refused";
}

export interface Marks {
  /** Tiles that an option names, by tile the seat that named it. */
  rings: ReadonlyMap<number, number>;
  arrows: readonly { from: number; to: number; seat: number }[];
  link: Link | null;
  /** Hexes that have just been revealed. */
  revealed: ReadonlySet<number>;
  /** Where a population has died, with its kind. */
  lost: ReadonlyMap<number, { kind: number; seat: number }>;
  /** Whose people have just been weakened. */
  weakened: ReadonlySet<number>;
}

/** More hexes than this are the land as it is laid out, which is no news. */
const MOST_REVEALED = 12;

/** Return the marks of a position. */
export function marksOf(scene: Position): Marks {
  const rings = new Map<number, number>();
  const arrows: { from: number; to: number; seat: number }[] = [];
  for (const act of scene.acts) {
    if (act.seat < 0) continue;
    for (const option of optionsOf(act)) {
      const source = act.prompt === "reorganize.to" ? aboutTile(scene.before) : -1;
      for (const tile of tilesOf(option)) {
        if (source >= 0) arrows.push({ from: source, to: tile, seat: act.seat });
        rings.set(tile, act.seat);
      }
      // What becomes of the population in question is said without its tile.
      if (option.kind && source >= 0) rings.set(source, act.seat);
      if (option.raider || option.yield) {
        const tile = aboutTile(scene.before);
        if (tile >= 0) rings.set(tile, act.seat);
      }
    }
  }
  return { rings, arrows, link: linkOf(scene), ...changesOf(scene) };
}

/** Return the options that an act took, as this game's; none if the eye may not know them. */
export function optionsOf(act: Act): Option[] {
  return act.chosen ?? [];
}

/** Return the tiles that an option names. */
export function tilesOf(option: Option): number[] {
  if (option.settle) {
    const { laborer, farmer, other_farmer } = option.settle;
    return [laborer, farmer, other_farmer];
  }
  const verb =
    option.tile ??
    option.heal ??
    option.reorganize ??
    option.idle_hands ??
    option.pray_for_health ??
    option.turn_die ??
    option.reroll_die;
  return verb ? [verb.tile] : [];
}

function aboutTile(view: View | null): number {
  return view?.about?.tile ?? -1;
}

function linkOf({ view, before, acts, catalogue }: Position): Link | null {
  const accepted = acts.flatMap(optionsOf).some((option) => option.accept);
  // What was agreed on has left the table.
  const offer = accepted ? before?.offer : view.offer;
  if (!offer) return null;
  const give = bundle(catalogue, offer.give);
  const want = bundle(catalogue, offer.want);
  const state = accepted ? "accepted" : offer.refused ? "refused" : "asked";
  if (offer.countered)
    return { from: offer.partner, to: offer.seat, text: `${want} for ${give}`, state };
  const asked = offer.want.some((amount) => amount) ? `wants ${want}` : "bargains";
  return {
    from: offer.seat,
    to: offer.partner,
    text: offer.complete ? `${give} for ${want}` : asked,
    state,
  };
}

function changesOf({ view, before }: Position): Pick<Marks, "revealed" | "lost" | "weakened"> {
  const revealed = new Set<number>();
  const lost = new Map<number, { kind: number; seat: number }>();
  const weakened = new Set<number>();
  if (before) {
    view.map?.terrain.forEach((terrain, tile) => {
      if (terrain && before.map?.terrain[tile] === 0) revealed.add(tile);
    });
    if (revealed.size > MOST_REVEALED) revealed.clear();
    view.players.forEach((player, seat) => {
      const old = before.players[seat]?.people ?? [];
      const now = new Map(player.people.map((person) => [person.tile, person]));
      const was = new Map(old.map((person) => [person.tile, person]));
      for (const person of player.people) {
        if (person.weakened && was.get(person.tile)?.weakened === false) weakened.add(person.tile);
      }
      // One that has moved leaves a tile too; only fewer people are dead people.
      if (player.people.length >= old.length) return;
      for (const person of old)
        if (!now.has(person.tile)) lost.set(person.tile, { kind: person.kind, seat });
    });
  }
  return { revealed, lost, weakened };
}
