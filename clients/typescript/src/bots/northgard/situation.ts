import type { Decision } from "../../index.js";
import { at } from "../../maps/columns.js";
import {
  northgard,
  type Catalogue,
  type MapTerritory,
  type NorthgardMap,
  type PlayerView,
  type View,
} from "../../northgard.js";
import { count, sum } from "./land.js";
import { winterIsPaid, type Resources } from "./winter.js";

/** A player's units. */
const UNITS = 14;

/** What yields a resource without a symbol on the map. */
const SOURCES = { food: "food_silo", wood: "woodcutter_lodge", lore: "carved_stone" } as const;

/** A decision with what the rules of thumb need to know about it. */
export class Situation {
  readonly prompt: string;
  readonly seat: number;
  readonly view: View;
  readonly catalogue: Catalogue;
  readonly me: PlayerView;
  readonly map: NorthgardMap;
  /** Own territories. */
  readonly mine: readonly MapTerritory[];
  /** This one included. */
  readonly yearsLeft: number;

  constructor(decision: Decision) {
    this.prompt = decision.prompt;
    this.seat = decision.seat;
    this.view = decision.view(northgard);
    this.catalogue = decision.catalogue(northgard);
    this.me = at(this.view.players, this.seat);
    this.map = northgard.map(this.view, this.catalogue);
    this.mine = this.map.own;
    this.yearsLeft = this.view.years - this.view.year + 1;
  }

  /** What own land yields of a resource at the next harvest. */
  income(resource: keyof Resources): number {
    return sum(this.mine, (land) => land[resource] + count(land, SOURCES[resource]));
  }

  /** Own units on the map, all of which cost food in winter. */
  unitsOnMap(): number {
    return UNITS - this.me.reserve;
  }

  /** Whether Kaija is in the seat's reserve. */
  kaijaWaits(): boolean {
    return this.catalogue.clans[this.me.clan]?.id === "bear" && this.view.kaija === -1;
  }

  /** Whether a seat is neither the own one nor of its team; nobody is no enemy. */
  isEnemy(seat: number | undefined): boolean {
    return seat !== undefined && this.map.enemies.includes(seat);
  }

  /** Whether winter can be paid, but not with so many units more or so much food less. */
  bringsUnrest({ units = 0, food = 0 }: { units?: number; food?: number }): boolean {
    return this.view.unrestLeft > 0 && this.#winterIsPaid(0, 0) && !this.#winterIsPaid(units, food);
  }

  /** Whether the harvest pays for winter with so many units more and so much food less. */
  #winterIsPaid(units: number, food: number): boolean {
    return winterIsPaid(this.unitsOnMap() + units, {
      food: this.me.food + this.income("food") - food,
      wood: this.me.wood + this.income("wood"),
      lore: this.me.lore + this.income("lore"),
    });
  }

  /** What an achievement would bring now, in hundredths of fame. */
  achievement(card: string): number {
    return 100 * this.#tokens(card);
  }

  #tokens(card: string): number {
    switch (card) {
      case "builder":
        return sum(this.mine, ({ buildings }) =>
          sum(buildings, ({ number }) => (at(this.catalogue.buildings, number).large ? 3 : 1)),
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
        return this.unitsOnMap();
      default:
        return 1;
    }
  }
}
