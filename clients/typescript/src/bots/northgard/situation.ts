import type { Decision } from "../../index.js";
import { northgard, type Catalogue, type PlayerView, type View } from "../../northgard.js";
import { at, count, ROUGH, sum, territoriesOf, type Territory } from "./land.js";

/** A player's figures. */
const FIGURES = 14;
/** Food that winter costs up to so many figures, and beyond. */
const WINTER_FOOD = [
  { figures: 3, food: 0 },
  { figures: 6, food: 1 },
  { figures: 9, food: 2 },
  { figures: 12, food: 3 },
];
const MOST_WINTER_FOOD = 4;

/** What yields a resource without a symbol on the map. */
const SOURCES = { food: "food_silo", wood: "woodcutter_lodge", lore: "carved_stone" } as const;
type Resource = keyof typeof SOURCES;

/** A decision with what the rules of thumb need to know about it. */
export class Situation {
  readonly prompt: string;
  readonly seat: number;
  readonly view: View;
  readonly catalogue: Catalogue;
  readonly me: PlayerView;
  readonly territories: ReadonlyMap<number, Territory>;
  /** Own territories. */
  readonly mine: readonly Territory[];
  /** This one included. */
  readonly yearsLeft: number;

  constructor(decision: Decision) {
    this.prompt = decision.prompt;
    this.seat = decision.seat;
    this.view = decision.view(northgard);
    this.catalogue = decision.catalogue(northgard);
    this.me = at(this.view.players, this.seat);
    this.territories = territoriesOf(this.view, this.catalogue);
    this.mine = [...this.territories.values()].filter(({ owner }) => owner === this.seat);
    this.yearsLeft = this.view.years - this.view.year + 1;
  }

  /** The territory of an id. */
  territory(id: number): Territory {
    return at(this.territories, id);
  }

  /** What own land yields of a resource at the next harvest. */
  income(resource: Resource): number {
    return sum(this.mine, (land) => land[resource] + count(land, SOURCES[resource]));
  }

  /** Food that the next winter costs with one more figure on the map. */
  winterFoodWithOneMore(): number {
    const figures = FIGURES - this.me.reserve + 1;
    return WINTER_FOOD.find((row) => figures <= row.figures)?.food ?? MOST_WINTER_FOOD;
  }

  /** How many more units an enemy neighbour has than stand here, at most 3. */
  danger({ neighbours, units }: Territory): number {
    let worst = 0;
    for (const { territory, kind } of neighbours) {
      const enemy = territory.owner !== -1 && territory.owner !== this.seat;
      if (kind <= ROUGH && enemy) worst = Math.max(worst, territory.units - units + 1);
    }
    return Math.min(worst, 3);
  }

  /** What an achievement would bring now, in hundredths of fame. */
  achievement(card: string): number {
    return 100 * this.#tokens(card);
  }

  #tokens(card: string): number {
    switch (card) {
      case "builder":
        return sum(this.mine, ({ buildings }) =>
          sum(buildings, (id) => (this.#isLarge(id) ? 3 : 1)),
        );
      case "explorer":
        return sum(this.mine, ({ small, carved, large }) => small + carved + 3 * large);
      case "food_trader":
        return 2 * this.income("food");
      case "wood_trader":
        return 2 * this.income("wood");
      case "scholar":
        return 2 * this.income("lore");
      case "trapper":
        return 3 * sum(this.mine, ({ lairs }) => lairs);
      case "warlord":
        return FIGURES - this.me.reserve;
      default:
        return 1;
    }
  }

  #isLarge(building: string): boolean {
    return this.catalogue.buildings.some(({ id, large }) => id === building && large);
  }
}
