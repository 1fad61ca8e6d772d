// Where figures go, and what a fight is worth.

import { at } from "../../maps/columns.js";
import {
  BorderKind,
  type DieFace,
  type Hunt,
  type MapTerritory,
  type Move,
  type Recruit,
  type SpendFood,
} from "../../northgard.js";
import { count, figures, KAIJA_POINTS, strength, worth } from "./land.js";
import type { Situation } from "./situation.js";

/** Where a camp helps, danger is near or free land waits. */
export function recruit(s: Situation, { territory, kaija }: Recruit): number {
  const land = s.map.territory(territory);
  const free = land.neighbours
    .filter(({ kind }) => kind < BorderKind.ROUGH)
    .map(({ territory: other }) => s.map.territory(other))
    .filter(({ owner }) => owner === undefined)
    .map(worth);
  return (
    100 +
    200 * count(land, "training_camp") +
    50 * s.danger(land) +
    Math.floor(Math.max(0, ...free) / 2) +
    (kaija ? 100 : 0)
  );
}

export function move(s: Situation, { source, target, units, kaija }: Move): number {
  const to = s.map.territory(target);
  if (s.prompt === "combat.retreat") return 100 + worth(to) + 10 * (units + (kaija ? 1 : 0));
  const from = s.map.territories.get(source);
  if (from?.owner !== s.seat) return 10;
  return moveGain(s, from, to, { units, kaija });
}

interface Group {
  readonly units: number;
  readonly kaija: boolean;
}

/** Land gained, less land given up and figures bound there: as few as are enough stay free for other things. */
export function moveGain(s: Situation, from: MapTerritory, to: MapTerritory, group: Group): number {
  const points = group.units + (group.kaija ? KAIJA_POINTS : 0);
  const moving = group.units + (group.kaija ? 1 : 0);
  const givenUp = moving >= figures(from) ? worth(from) + 50 : 0;
  if (to.owner === s.seat) return -10;
  if (to.owner === undefined) return worth(to) - givenUp - 5 * points;
  if (s.view.teams && (to.owner - s.seat) % 2 === 0) return -100;
  const there = attackers(s, to);
  const more = attackValue(s, to, there.points + points, there.figures + moving);
  return more - attackValue(s, to, there.points, there.figures) - givenUp - 20 * points;
}

/** Combat points and number of the own figures that have moved into an enemy's territory. */
function attackers(s: Situation, { id }: MapTerritory): { points: number; figures: number } {
  const battle = s.view.battles.find(({ territory }) => territory === id);
  if (!battle) return { points: 0, figures: 0 };
  const { units, kaija } = battle;
  return { points: units + (kaija ? KAIJA_POINTS : 0), figures: units + (kaija ? 1 : 0) };
}

/**
 * The land by the chance to win it, less what a lost fight costs by the chance to lose it.
 *
 * Both sides may add a point a figure with food.
 */
function attackValue(s: Situation, land: MapTerritory, points: number, moved: number): number {
  if (moved === 0) return 0;
  const wins = attackerWins(points + Math.min(moved, s.me.food) - defence(s, land));
  return Math.floor(((worth(land) + 150) * wins) / 36) - Math.floor((150 * (36 - wins)) / 36);
}

function defence(s: Situation, land: MapTerritory): number {
  const food = land.owner === undefined ? 0 : at(s.view.players, land.owner).food;
  const buildings = 2 * count(land, "fortress") + count(land, "defense_tower");
  return strength(land) + Math.min(figures(land), food) + (s.me.conqueror ? 0 : buildings);
}

/** Of the 36 throws of two dice those that win for an attacker who is -3 to 4 points ahead without them. */
const WINS = [0, 1, 5, 13, 23, 31, 35, 36];

/** In how many of the 36 throws of two dice an attacker wins who is so many points ahead without them. */
function attackerWins(lead: number): number {
  return at(WINS, Math.min(Math.max(lead + 3, 0), WINS.length - 1));
}

/**
 * A creature in own land is attacked for its fame and a year without it by the chance to win, less the losses.
 *
 * It has no food, and no casualties wipe it out.
 */
export function hunt(s: Situation, { creature, territory }: Hunt): number {
  const beast = s.view.creatures?.line.find(({ number }) => number === creature);
  if (s.prompt !== "combat.hunt" || !beast) return 10;
  const { fame, points } = at(s.catalogue.creatures, beast.creature);
  const land = s.map.territory(territory);
  const wins = attackerWins(strength(land) + Math.min(figures(land), s.me.food) - points);
  return Math.floor(((100 * fame + 100) * wins) / 36) - 100;
}

/** As little food as gives a safe lead; nothing where the fight is lost anyway. */
export function spendFood(s: Situation, { food }: SpendFood): number {
  const lead = combatLead(s) + food;
  if (lead >= 2) return 1000 - 100 * food;
  return lead > -2 ? 500 + 100 * lead : 100 - 100 * food;
}

/** Points where they may decide, else casualties. */
export function dieFace(s: Situation, { points, casualties }: DieFace): number {
  const close = Math.abs(combatLead(s)) <= 2;
  return 100 + (close ? 100 * points : 0) + 50 * casualties;
}

/** By how much the own side leads in the combat that is being fought. */
function combatLead(s: Situation): number {
  const { combat } = s.view;
  if (!combat) return 0;
  const lead = combat.attackerPoints - combat.defenderPoints;
  return combat.attacker === s.seat && !combat.creatureAttacks ? lead : -lead;
}
