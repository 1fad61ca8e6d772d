// Plays Northgard by a few rules of thumb about land, its neighbours, and what things cost and bring. It shows how a
// bot reads views, options, the catalogue and the map; whatever it does not name gets the default.

import type { Bot, Decision, Verb } from "../index.js";
import { BorderKind, northgard } from "../northgard.js";
import type { BuildingInfo, MapTerritory, NorthgardMap, PlaceTile } from "../northgard.js";

/** Those that the rules of thumb are for; docs/northgard.md lists all of them. */
const PROMPTS = [
  "setup.tile",
  "setup.group",
  "turn.action",
  "turn.flash",
  "pass.card",
  "explore.place",
  "recruit.place",
  "build.place",
  "move.step",
];

/** Takes the option with the highest score above 0, the first one of equals, and the default if there is none. */
export class ExampleBot implements Bot {
  readonly name = "example";
  readonly games = ["northgard"];
  readonly maxMatches = 64;

  decide(decision: Decision): number[] {
    if (!PROMPTS.includes(decision.prompt)) return decision.default;
    const map = northgard.map(decision.view(northgard), decision.catalogue(northgard));
    const scores = decision.options(northgard).map((option) => score(map, option));
    const best = Math.max(0, ...scores);
    decision.annotation = `score ${best}`;
    return best > 0 ? [scores.indexOf(best)] : decision.default;
  }
}

function score(map: NorthgardMap, option: Verb<typeof northgard>): number {
  switch (option.case) {
    case "placeTile":
      return tile(map, option.value);
    case "placeGroup":
      return worth(map.territory(option.value.territory));
    case "playCard":
      return play(map, option.value.card);
    case "upgrade": // the least useful card goes, while there are years left to play the better one
      return map.view.year + 1 < map.view.years ? 100 - play(map, option.value.card) : 0;
    case "recruit":
      return recruit(map, map.territory(option.value.territory));
    case "build": {
      const building = map.catalogue.buildings[option.value.building];
      return building ? build(map, building, map.territory(option.value.territory)) : 0;
    }
    case "move": {
      const { source, target, units } = option.value;
      return move(map, map.territory(source), map.territory(target), units);
    }
    case "card":
      return 1 + (map.catalogue.cards[option.value.card]?.fame ?? 0);
    default: // wait, replace, remove and pass
      return 0;
  }
}

/** How good it is to hold land: by what it yields, and what can be built there. */
function worth(t: MapTerritory): number {
  return 1 + 3 * (t.food + t.wood) + 2 * (t.lore + t.large) + t.small + t.carved;
}

/** Prefers rich tiles, and cells with many tiles around: there land is closed, which brings fame. */
function tile({ view, catalogue }: NorthgardMap, option: PlaceTile): number {
  const areas = catalogue.tiles[option.tile]?.areas ?? [];
  const { x: across = [], y: up = [] } = view.layout ?? {};
  const beside = across.filter(
    (x, i) => Math.abs(x - option.x) + Math.abs((up[i] ?? 0) - option.y) === 1,
  );
  return 1 + sum(areas.map(({ food, wood, lore }) => food + wood + lore)) + 4 * beside.length;
}

/** Goes by what a card says. Buildings cost wood, and units food in winter: one for every three after the third. */
function play(map: NorthgardMap, card: number): number {
  const text = map.catalogue.cards[card]?.text ?? "";
  const units = 14 - (map.me?.reserve ?? 0);
  const food = (map.me?.food ?? 0) + sum(map.own.map((t) => t.food + silos(t)));
  if (text.includes("Recruit")) return units < 14 && Math.floor(units / 3) <= food ? 40 : 0;
  if (text.includes("Build")) return (map.me?.wood ?? 0) > 0 ? 60 : 0;
  if (text.includes("Explore")) return map.own.some((t) => t.openSides > 0) ? 50 : 0;
  return 30; // it moves units, draws cards, or harms others
}

function silos(t: MapTerritory): number {
  return t.buildings.filter(({ id }) => id === "food_silo").length;
}

/** Guards land beside strong enemies. */
function recruit(map: NorthgardMap, t: MapTerritory): number {
  const enemies = t.neighbours
    .filter(({ kind }) => kind !== BorderKind.IMPASSABLE)
    .map(({ territory }) => map.territory(territory))
    .filter(({ owner }) => owner !== undefined && map.enemies.includes(owner));
  return 20 - t.units + 2 * sum(enemies.map(({ units }) => units));
}

/** For what brings most until the end for its price; three large ones in closed land win at once. */
function build({ view }: NorthgardMap, b: BuildingInfo, t: MapTerritory): number {
  const yearly =
    2 * (b.harvestFood + b.harvestWood) + b.harvestLore + 3 * b.cards + 6 * b.harvestFame;
  const closed = b.large && t.openSides === 0 ? 20 : 0;
  return yearly * (view.years - view.year + 1) - b.wood + closed;
}

/** Takes free land, and that of enemies who are far weaker; one unit stays behind. */
function move(map: NorthgardMap, source: MapTerritory, target: MapTerritory, units: number) {
  const defenders = target.units + target.figures.length + target.creatures.length;
  const strong = defenders === 0 || units >= defenders + 2;
  const useful = target.owner !== map.seat && 0 < units && units < source.units;
  return useful && strong ? 10 * worth(target) - units : 0;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
