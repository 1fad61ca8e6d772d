// Where figures go: moves, retreats and recruits.

import { BorderKind, type MapTerritory, type Move, type Recruit } from "../../northgard.js";
import { attackers, attackValue, loss } from "./fights.js";
import { count, figures, KAIJA_POINTS, worth } from "./land.js";
import type { Situation } from "./situation.js";

/** The gain of the best single move of units, without Kaija, who may seldom enter enemy land; at least 0. */
export function bestMove(s: Situation): number {
  let best = 0;
  for (const source of s.mine) {
    for (const target of reachable(s, source)) {
      for (let units = 1; units <= source.units; units++) {
        best = Math.max(best, gain(s, source, target, { units, kaija: false }));
      }
    }
  }
  return best;
}

/** The territories beside it that figures get into without more. */
function reachable(s: Situation, { neighbours }: MapTerritory): MapTerritory[] {
  return neighbours
    .filter(({ kind }) => kind < BorderKind.ROUGH)
    .map(({ territory }) => s.map.territory(territory));
}

/** A move, or the way of a retreat. */
export function move(s: Situation, { source, target, units, kaija }: Move): number {
  const to = s.map.territory(target);
  if (s.prompt === "combat.retreat") return retreat(s, to, units + (kaija ? 1 : 0));
  const from = s.map.territories.get(source);
  if (from?.owner !== s.seat) return 10;
  return gain(s, from, to, { units, kaija });
}

/** By what those who retreat to a territory save. */
function retreat(s: Situation, to: MapTerritory, retreating: number): number {
  return 100 + saved(s, to, retreating) + 10 * retreating;
}

/** What so many figures more in a territory without enemies save: all of it if nobody holds it yet. */
function saved(s: Situation, land: MapTerritory, more: number): number {
  const there = figures(land);
  if (there === 0) return worth(land) - loss(s, land, more);
  return loss(s, land, there) - loss(s, land, there + more);
}

interface Group {
  readonly units: number;
  readonly kaija: boolean;
}

/** Land gained, less land given up or in danger and figures bound; the fewest that are enough go. */
function gain(s: Situation, from: MapTerritory, to: MapTerritory, group: Group): number {
  if (to.owner !== undefined && to.owner !== s.seat && !s.isEnemy(to.owner)) return -100;
  const points = group.units + (group.kaija ? KAIJA_POINTS : 0);
  const moving = group.units + (group.kaija ? 1 : 0);
  const cost = costOfLeaving(s, from, moving);
  if (to.owner === s.seat) return saved(s, to, moving) - cost;
  const danger = loss(s, to, moving);
  if (to.owner === undefined) return worth(to) - cost - 10 * points - danger;
  const there = attackers(s, to);
  const all = { points: there.points + points, figures: there.figures + moving };
  const more = attackValue(s, to, all) - attackValue(s, to, there);
  return more - cost - 20 * points - danger;
}

/** What it costs that so many figures leave: the land, or the danger to those who stay. */
function costOfLeaving(s: Situation, from: MapTerritory, leaving: number): number {
  const here = figures(from);
  if (leaving >= here) return worth(from) + 50 - loss(s, from, here);
  return loss(s, from, here - leaving) - loss(s, from, here);
}

/** Where a camp helps, the land is in danger, free land waits, or an attack gets stronger. */
export function recruit(s: Situation, { territory, kaija }: Recruit): number {
  const land = s.map.territory(territory);
  const free = reachable(s, land).filter(({ owner }) => owner === undefined);
  return (
    100 +
    200 * count(land, "training_camp") +
    Math.floor(Math.max(0, ...free.map(worth)) / 2) +
    (kaija ? 100 : 0) +
    saved(s, land, 1) +
    Math.floor(strongerAttack(s, land) / 2)
  );
}

/** The most that one figure more adds to an attack by all figures of a territory but one. */
function strongerAttack(s: Situation, from: MapTerritory): number {
  const there = figures(from);
  if (there === 0) return 0;
  let most = 0;
  for (const target of reachable(s, from).filter(({ owner }) => s.isEnemy(owner))) {
    const without = attackValue(s, target, { points: there - 1, figures: there - 1 });
    const stronger = attackValue(s, target, { points: there, figures: there });
    most = Math.max(most, stronger - Math.max(0, without));
  }
  return most;
}
