import {
  BorderKind,
  Phase,
  SpaceKind,
  type Catalogue,
  type FigureView,
  type PlayerView,
  type View,
} from "../gen/lawspeaker/northgard/v1/northgard_pb.js";
import { at, orNone, phaseOf, valueOf } from "./columns.js";

/** The way from a territory to another one beside it. */
export interface MapBorder {
  /** The other territory, by its id. */
  readonly territory: number;
  /** The easiest common border. */
  readonly kind: BorderKind;
}

/** A building on the map. */
export interface MapBuilding {
  /** Its index in `catalogue.buildings`, which says what it brings. */
  readonly number: number;
  /** The stable word of its type, such as `food_silo`. */
  readonly id: string;
  /** What it stands on. */
  readonly space: SpaceKind;
}

/** A territory: what is printed on it, and what stands there. */
export interface MapTerritory {
  readonly id: number;
  /** The seat that controls it; undefined for nobody. */
  readonly owner: number | undefined;
  /** The owner's units, special figures not counted. */
  readonly units: number;
  /** Whether Kaija stands there. */
  readonly kaija: boolean;
  /** Printed food symbols; buildings come on top. So too wood and lore. */
  readonly food: number;
  readonly wood: number;
  readonly lore: number;
  /** Printed creature lairs. */
  readonly lairs: number;
  /** Tiles that it covers. */
  readonly size: number;
  /** Sides of its tiles beyond which no tile lies yet; 0 if it is closed. */
  readonly openSides: number;
  /** Free small spaces without symbol. */
  readonly small: number;
  /** Free small spaces with the Carved Stone symbol. */
  readonly carved: number;
  /** Free large spaces. */
  readonly large: number;
  readonly buildings: readonly MapBuilding[];
  /** The territories beside it, also those beyond impassable borders. */
  readonly neighbours: readonly MapBorder[];
  /** Special figures that stand there, Kaija included. */
  readonly figures: readonly FigureView[];
  /** Creatures there, by their numbers in the Creature line. */
  readonly creatures: readonly number[];
}

interface Filled extends MapTerritory {
  readonly buildings: MapBuilding[];
  readonly neighbours: MapBorder[];
  readonly figures: FigureView[];
  readonly creatures: number[];
}

/** What a seat sees, by territory. */
export class NorthgardMap {
  readonly view: View;
  readonly catalogue: Catalogue;
  /** Who sees it; undefined for a spectator. */
  readonly seat: number | undefined;
  /** The part of the year; `Phase.UNSPECIFIED` for one that this SDK does not know. */
  readonly phase: Phase;
  /** By id, ascending. */
  readonly territories: ReadonlyMap<number, MapTerritory>;
  /** The other seats, ascending; in a game of teams those of the other team. */
  readonly enemies: readonly number[];

  constructor(view: View, catalogue: Catalogue) {
    this.view = view;
    this.catalogue = catalogue;
    this.seat = orNone(view.seat);
    this.phase = phaseOf(Phase, view.phase, Phase.UNSPECIFIED);
    this.territories = territoriesOf(view, catalogue);
    this.enemies = view.players.map(({ seat }) => seat).filter((seat) => this.#isEnemy(seat));
  }

  /** The territory of an id. Throws RangeError if there is none. */
  territory(id: number): MapTerritory {
    return at(this.territories, id);
  }

  /** The territories that a seat controls, or those of nobody (undefined), ascending by id. */
  ownedBy(seat: number | undefined): MapTerritory[] {
    return [...this.territories.values()].filter(({ owner }) => owner === seat);
  }

  /** The territories that this seat controls; none for a spectator. */
  get own(): MapTerritory[] {
    return this.seat === undefined ? [] : this.ownedBy(this.seat);
  }

  /** What the view says of this seat; undefined for a spectator. */
  get me(): PlayerView | undefined {
    return this.seat === undefined ? undefined : this.view.players[this.seat];
  }

  /** The own hand, as indices of `catalogue.cards`; empty for a spectator. */
  get hand(): readonly number[] {
    return this.me?.hand ?? [];
  }

  #isEnemy(seat: number): boolean {
    if (this.seat === undefined) return true;
    return seat !== this.seat && !(this.view.teams && (seat - this.seat) % 2 === 0);
  }
}

/** The columns of layout and board as rows. */
function territoriesOf(view: View, catalogue: Catalogue): Map<number, MapTerritory> {
  const { layout, board } = view;
  const territories = new Map<number, Filled>();
  if (!layout || !board) return territories;
  for (const [i, id] of layout.territory.entries()) {
    territories.set(id, {
      id,
      owner: orNone(at(board.owner, i)),
      units: at(board.units, i),
      kaija: view.kaija === id,
      food: at(layout.food, i),
      wood: at(layout.wood, i),
      lore: at(layout.lore, i),
      lairs: at(layout.lairs, i),
      size: at(layout.size, i),
      openSides: at(layout.openSides, i),
      small: at(board.small, i),
      carved: at(board.carved, i),
      large: at(board.large, i),
      buildings: [],
      neighbours: [],
      figures: [],
      creatures: [],
    });
  }
  for (const [i, number] of board.building.entries()) {
    const { id } = at(catalogue.buildings, number);
    const space = valueOf(SpaceKind, at(board.buildingSpace, i));
    at(territories, at(board.buildingTerritory, i)).buildings.push({ number, id, space });
  }
  for (const [i, from] of layout.borderFrom.entries()) {
    const territory = at(layout.borderTo, i);
    at(territories, from).neighbours.push({
      territory,
      kind: valueOf(BorderKind, at(layout.borderKind, i)),
    });
  }
  for (const figure of view.figures) territories.get(figure.territory)?.figures.push(figure);
  for (const { territory, number } of view.creatures?.line ?? []) {
    at(territories, territory).creatures.push(number);
  }
  return territories;
}
