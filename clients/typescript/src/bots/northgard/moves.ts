// Where figures go, and what a fight is worth.

import type { DieFace, Move, Recruit, SpendFood } from "../../northgard.js";
import { count, ROUGH, worth, type Territory } from "./land.js";
import type { Situation } from "./situation.js";

/** Where a camp helps, danger is near or free land waits. */
export function recruit(s: Situation, { territory, kaija }: Recruit): number {
  const land = s.territory(territory);
  const free = land.neighbours
    .filter(({ territory: other, kind }) => other.owner < 0 && kind < ROUGH)
    .map(({ territory: other }) => worth(other));
  return (
    100 +
    200 * count(land, "training_camp") +
    50 * s.danger(land) +
    Math.floor(Math.max(0, ...free) / 2) +
    (kaija ? 100 : 0)
  );
}

export function move(s: Situation, { source, target, units }: Move): number {
  const to = s.territory(target);
  if (s.prompt === "combat.retreat") return 100 + worth(to) + 10 * units;
  const from = s.territories.get(source);
  if (from?.owner !== s.seat) return 10;
  return moveGain(s, from, to, units) - (to.owner < 0 ? 5 * units : 0);
}

/** Land gained, less land given up, less what a fight may cost. */
export function moveGain(s: Situation, from: Territory, to: Territory, units: number): number {
  const givenUp = units >= from.units ? worth(from) + 50 : 0;
  if (to.owner === s.seat) return -10;
  if (to.owner < 0) return worth(to) - givenUp;
  if (s.view.teams && (to.owner - s.seat) % 2 === 0) return -100;
  const odds = units + Math.min(units, s.me.food) - defence(s, to);
  if (odds < 1) return -100;
  return worth(to) + 150 - givenUp - 50 * Math.min(to.units, 2) + 20 * odds;
}

function defence(s: Situation, land: Territory): number {
  const food = s.view.players[land.owner]?.food ?? 0;
  const buildings = 2 * count(land, "fortress") + count(land, "defense_tower");
  return land.units + Math.min(land.units, food) + buildings;
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
  return combat.attacker === s.seat ? lead : -lead;
}
