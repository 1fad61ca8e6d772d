// Rules of thumb for Northgard: how good each kind of option is, in hundredths of a point of fame. All in integers, so
// that the same bot in another language decides the same, ties included.

import type { Decision, Verb } from "../../index.js";
import { at } from "../../maps/columns.js";
import {
  northgard,
  type Build,
  type ChooseClan,
  type Figure,
  type MapTerritory,
  type PlaceGroup,
  type ReplaceBuilding,
} from "../../northgard.js";
import { mode, playValue, replace, takenCard, upgrade } from "./cards.js";
import { dieFace, hunt, spendFood, threat } from "./fights.js";
import { figures, homeWorth, sum, worth } from "./land.js";
import { move, recruit } from "./moves.js";
import { Situation } from "./situation.js";
import { tileGain } from "./tile.js";
import { trade } from "./winter.js";

/** Preferred clans, the favourite first. */
const CLANS = ["wolf", "goat", "stag", "raven", "boar", "bear", "snake"];
/** Collecting food, wood, lore. */
const COLLECT = [100, 110, 120];
const NEVER = -100;
const FIRST_COME = 10;

/** How good each option of the decision is. */
export function scores(decision: Decision): number[] {
  const situation = new Situation(decision);
  return decision.options(northgard).map((option) => score(situation, option));
}

function score(s: Situation, option: Verb<typeof northgard>): number {
  switch (option.case) {
    case "chooseClan":
      return chooseClan(s, option.value);
    case "placeGroup":
      return placeGroup(s, option.value);
    case "placeTile":
      return 20 + tileGain(s, option.value);
    case "playCard":
      return playValue(s, option.value.card);
    case "upgrade":
      return upgrade(s, option.value);
    case "replace":
      return replace(s, option.value);
    case "pass":
      return 100;
    case "card":
      return takenCard(s, option.value);
    case "action":
      return mode(s, option.value);
    case "recruit":
      return recruit(s, option.value);
    case "build":
      return build(s, option.value);
    case "replaceBuilding":
      return replaceBuilding(s, option.value);
    case "move":
      return move(s, option.value);
    case "spendFood":
      return spendFood(s, option.value);
    case "dieFace":
      return dieFace(s, option.value);
    case "hunt":
      return hunt(s, option.value);
    case "lose":
      return option.value.kaija ? 50 : 100;
    case "collect":
      return at(COLLECT, option.value.resource);
    case "trade":
      return trade(s, option.value);
    case "territory":
      return pointedAt(s, s.map.territory(option.value.territory));
    case "figure":
      return figure(s, option.value);
    case "opponent":
      return opponent(s, option.value);
    case "remove":
    case "wait":
    case "exchange":
      return NEVER;
    default:
      return FIRST_COME;
  }
}

function chooseClan(s: Situation, { clan }: ChooseClan): number {
  const place = CLANS.indexOf(at(s.catalogue.clans, clan).id);
  return place < 0 ? FIRST_COME : 100 * (CLANS.length - place);
}

/** Three units go into the largest territory, then where the land is best. */
function placeGroup(s: Situation, { territory, kaija }: PlaceGroup): number {
  const land = s.map.territory(territory);
  return 100 + 200 * land.size + homeWorth(land) + (kaija ? 100 : 0);
}

/** What a building brings until the end, with a bonus for large ones in closed land (Victory A). */
function build(s: Situation, { building, territory, carved }: Build): number {
  const { id, large } = at(s.catalogue.buildings, building);
  const land = s.map.territory(territory);
  const closed = large && land.openSides === 0 ? 580 : 0;
  const wasted = carved && id !== "carved_stone" ? 30 : 0;
  return 20 + brings(s, id, land) + closed - wasted;
}

/** What the new building brings more than the old one; it costs nothing, but no other one can be exchanged. */
function replaceBuilding(s: Situation, option: ReplaceBuilding): number {
  const { buildings } = s.catalogue;
  const land = s.map.territory(option.territory);
  return (
    brings(s, at(buildings, option.new).id, land) - brings(s, at(buildings, option.old).id, land)
  );
}

function brings(s: Situation, building: string, land: MapTerritory): number {
  const years = s.yearsLeft;
  const firstWood = s.income("wood") === 0 ? 200 : 0;
  const danger = 4 * threat(s, land, figures(land));
  switch (building) {
    case "altar_of_kings":
      return 360 * years;
    case "forge":
      return 130 * (years - 1);
    case "fortress":
      return 260 + 2 * danger;
    case "food_silo":
      return 130 * years;
    case "woodcutter_lodge":
      return years > 2 ? 60 * years + firstWood : 20 * years;
    case "carved_stone":
      return 90 * years;
    case "training_camp":
      return 50 * (years - 1);
    case "defense_tower":
      return 35 + danger;
    default:
      throw new RangeError(`no rule of thumb for the building ${building}`);
  }
}

/** The best land; where the Automa is helped by the choice, the least. */
function pointedAt(s: Situation, land: MapTerritory): number {
  return s.prompt === "automa.tie" ? 10000 - worth(land) : 50 + worth(land);
}

/** Enemies that stand alone on good land; Kaija rather than a unit, as she fights for two. */
function figure(s: Situation, { territory, kaija }: Figure): number {
  const land = s.map.territory(territory);
  const hers = kaija ? 50 : 0;
  if (land.owner === s.seat) return 50 + 100 * land.units - hers;
  return 50 + Math.floor(worth(land) / Math.max(1, figures(land))) + hers;
}

/** Whoever holds most land. */
function opponent(s: Situation, { seat }: { seat: number }): number {
  return 50 + sum(s.map.territories.values(), (land) => (land.owner === seat ? worth(land) : 0));
}
