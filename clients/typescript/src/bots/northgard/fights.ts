// What an attack or a threat is worth, and how to fight. Chances are throws of 36: each side has one die.

import { at } from "../../maps/columns.js";
import {
  BorderKind,
  type CombatView,
  type DieFace,
  type Hunt,
  type MapTerritory,
  type SpendFood,
} from "../../northgard.js";
import { count, figures, KAIJA_POINTS, strength, sum, worth } from "./land.js";
import type { Situation } from "./situation.js";

interface Face {
  readonly points: number;
  readonly casualties: number;
}

const POINT: Face = { points: 1, casualties: 0 };
const CASUALTY: Face = { points: 0, casualties: 1 };

/** The six faces; with the third one a player takes one point or one casualty. */
const FACES: readonly (Face | undefined)[] = [
  { points: 2, casualties: 0 },
  { points: 3, casualties: 0 },
  undefined,
  { points: 2, casualties: 1 },
  { points: 0, casualties: 2 },
  { points: 1, casualties: 1 },
];
const THROWS = 36;
/** Figures of a side that no casualties wipe out. */
const UNHARMED = 99;

/**
 * How many of the 36 throws win for an attacker who is `lead` points ahead before them.
 *
 * The attackers suffer `harm` casualties besides those of the die. Who loses all figures has lost; who has the choice
 * takes a casualty if it wipes the other side out, and a point otherwise.
 */
export function wins(lead: number, attackers: number, defenders: number, harm = 0): number {
  let won = 0;
  for (const face of FACES) {
    const attack = face ?? chosen(defenders);
    for (const other of FACES) {
      const defence = other ?? chosen(attackers - harm);
      const survives = defence.casualties + harm < attackers;
      const ahead = lead + attack.points > defence.points;
      if (survives && (attack.casualties >= defenders || ahead)) won++;
    }
  }
  return won;
}

/** What a player takes, a point or a casualty, against so many figures. */
function chosen(others: number): Face {
  return others <= 1 ? CASUALTY : POINT;
}

/**
 * The most throws by which an enemy beside an own territory takes it, if so many figures hold it.
 *
 * All figures of a neighbour attack, own special figures stay, and both sides add a point a figure with food.
 */
export function threat(s: Situation, land: MapTerritory, holding: number): number {
  if (holding <= 0) return 0;
  const special = land.owner === s.seat ? strength(land, s.catalogue) - figures(land) : 0;
  const food = Math.min(holding, s.me.food);
  const defence = holding + special + food + 2 * count(land, "fortress");
  let worst = 0;
  for (const { territory, kind } of land.neighbours) {
    const from = s.map.territory(territory);
    if (kind >= BorderKind.ROUGH || !s.isEnemy(from.owner)) continue;
    const attacking = figures(from);
    const attack = strength(from, s.catalogue) + Math.min(attacking, foodOf(s, from.owner));
    const harm = count(land, "defense_tower");
    worst = Math.max(worst, wins(attack - defence, attacking, holding, harm));
  }
  return worst;
}

/** What threats cost if so many figures hold the territory, in hundredths of fame. */
export function loss(s: Situation, land: MapTerritory, holding: number): number {
  return Math.floor(((worth(land) + 80) * threat(s, land, holding)) / 100);
}

/** Figures that attack, and their combat points. */
export interface Force {
  readonly points: number;
  readonly figures: number;
}

/**
 * The land by the chance to win it, less the cost of a lost fight by the chance to lose it.
 *
 * The land counts twice, for the enemy has it no more. Both sides may add a point a figure with food.
 */
export function attackValue(s: Situation, land: MapTerritory, force: Force): number {
  if (force.figures <= 0) return 0;
  const defenders = figures(land);
  const attack = force.points + Math.min(force.figures, s.me.food);
  const built = s.me.conqueror ? 0 : 2 * count(land, "fortress");
  const harm = s.me.conqueror ? 0 : count(land, "defense_tower");
  const food = Math.min(defenders, foodOf(s, land.owner));
  const defence = strength(land, s.catalogue) + food + built;
  const won = wins(attack - defence, force.figures, defenders, harm);
  return (
    Math.floor(((2 * worth(land) + 230) * won) / THROWS) -
    Math.floor((70 * (THROWS - won)) / THROWS)
  );
}

function foodOf(s: Situation, seat: number | undefined): number {
  return seat === undefined ? 0 : at(s.view.players, seat).food;
}

/** Combat points and number of the figures that have moved into an enemy's territory. */
export function attackers(s: Situation, { id }: MapTerritory): Force {
  const there = s.view.battles.filter(({ territory }) => territory === id);
  return {
    points: sum(
      there,
      (battle) =>
        battle.units +
        (battle.kaija ? KAIJA_POINTS : 0) +
        sum(battle.figures, (figure) => at(s.catalogue.figures, figure).points),
    ),
    figures: sum(there, (battle) => battle.units + (battle.kaija ? 1 : 0) + battle.figures.length),
  };
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
  const hunters = figures(land);
  const attack = strength(land, s.catalogue) + Math.min(hunters, s.me.food);
  const won = wins(attack - points, hunters, UNHARMED);
  return Math.floor(((100 * fame + 100) * won) / THROWS) - 100;
}

/**
 * Spending food in a combat: the land by the chance to win it or to keep it, less what the food is worth.
 *
 * Food that winter will lack costs more. A defender who can still spend food does. The view does not tell how many
 * attack: their points stand for them.
 */
export function spendFood(s: Situation, { food }: SpendFood): number {
  const fight = s.view.combat;
  if (!fight) return 0;
  if (fight.creature) return foodAgainstCreature(fight, food);
  const land = s.map.territory(fight.territory);
  const attacks = fight.attacker === s.seat;
  const lead = fight.attackerPoints - fight.defenderPoints;
  const there = fight.attackerPoints - fight.attackerFood;
  const defenders = figures(land);
  const harm = fight.attackerCasualties;
  const theirs = Math.min(foodOf(s, fight.defender), defenders);
  const won = attacks
    ? wins(lead + food - theirs, there, defenders, harm)
    : THROWS - wins(lead - food, there, defenders, harm);
  const cost = 60 * food + (s.bringsUnrest({ food }) ? 200 : 0);
  return Math.floor(((worth(land) + 150) * won) / THROWS) - cost;
}

/** As little food as gives a safe lead; none if the fight is lost anyway. */
function foodAgainstCreature(fight: CombatView, food: number): number {
  const points = fight.attackerPoints - fight.defenderPoints;
  const lead = (fight.creatureAttacks ? -points : points) + food;
  if (lead >= 2) return 1000 - 100 * food;
  return lead > -2 ? 500 + 100 * lead : 100 - 100 * food;
}

/** A casualty that wipes the defenders out, then points where they may decide, else casualties. */
export function dieFace(s: Situation, { points, casualties }: DieFace): number {
  const fight = s.view.combat;
  if (!fight) return 0;
  if (casualties && fight.attacker === s.seat && !fight.creature) {
    const defenders = figures(s.map.territory(fight.territory));
    if (fight.defenderCasualties + casualties >= defenders) return 1000;
  }
  const close = Math.abs(fight.attackerPoints - fight.defenderPoints) <= 2;
  return 100 + (close ? 100 * points : 0) + 50 * casualties;
}
