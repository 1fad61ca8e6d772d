// What winter costs, and trades that pay for it.

import type { Trade } from "../../northgard.js";
import type { Situation } from "./situation.js";

export interface Resources {
  readonly food: number;
  readonly wood: number;
  readonly lore: number;
}

/** What so many units cost, and more of them. */
const WINTER_COSTS = [
  { least: 13, food: 4, wood: 2 },
  { least: 10, food: 3, wood: 1 },
  { least: 7, food: 2, wood: 0 },
  { least: 4, food: 1, wood: 0 },
];

/** Food and wood that so many units on the map cost in winter; Kaija is not one of them. */
export function winterCost(units: number): { food: number; wood: number } {
  return WINTER_COSTS.find(({ least }) => units >= least) ?? { food: 0, wood: 0 };
}

/** How much food and wood is missing for winter. */
export function winterLack(units: number, { food, wood }: Resources): number {
  const due = winterCost(units);
  return Math.max(due.food - food, 0) + Math.max(due.wood - wood, 0);
}

/** Whether these resources pay for winter, if need be after trades of any three that are to spare for one. */
export function winterIsPaid(units: number, have: Resources): boolean {
  const due = winterCost(units);
  const spare = Math.max(have.food - due.food, 0) + Math.max(have.wood - due.wood, 0) + have.lore;
  return winterLack(units, have) <= Math.floor(spare / 3);
}

/**
 * Three resources for one that winter asks for, if that still saves the seat from Unrest; lore goes first.
 *
 * Unrest is five fame less in the end, three resources are one.
 */
export function trade(s: Situation, { food, wood, lore, resource }: Trade): number {
  const units = s.unitsOnMap();
  const left = {
    food: s.me.food - food + (resource === 0 ? 1 : 0),
    wood: s.me.wood - wood + (resource === 1 ? 1 : 0),
    lore: s.me.lore - lore + (resource === 2 ? 1 : 0),
  };
  const helps = winterLack(units, left) < winterLack(units, s.me);
  if (s.view.unrestLeft === 0 || !helps || !winterIsPaid(units, left)) return -100;
  return 100 + 3 * lore - wood;
}
