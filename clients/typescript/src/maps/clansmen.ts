import {
  Phase,
  Population,
  type BoardInfo,
  type Catalogue,
  type PlayerView,
  type View,
} from "../gen/lawspeaker/clansmen/v1/clansmen_pb.js";
import { at, orNone, phaseOf, valueOf } from "./columns.js";

/** The population on a hex. */
export interface MapPerson {
  readonly seat: number;
  readonly kind: Population;
  readonly weakened: boolean;
}

/** A fence or house on a hex. */
export interface MapStructure {
  /** Whose it is. */
  readonly seat: number;
  /** Its index in `catalogue.buildings`, which says what it does. */
  readonly number: number;
  /** The stable word of its type, such as `wooden_house`. */
  readonly id: string;
}

/** A hex, which options call a tile. */
export interface MapHex {
  readonly number: number;
  /** The first axial coordinate. */
  readonly q: number;
  /** The second axial coordinate. */
  readonly r: number;
  /** Its index in `catalogue.terrains`; undefined if it is not revealed. */
  readonly terrain: number | undefined;
  /** The seat in whose settlement it lies, if any. */
  readonly settlement: number | undefined;
  /** Who is on it, if anybody. */
  readonly person: MapPerson | undefined;
  /** Fences and houses on it. */
  readonly structures: readonly MapStructure[];
  /** Tales cards in play on it, as indices of `catalogue.cards`. */
  readonly cards: readonly number[];
  /** The hexes beside it, by their numbers, ascending. */
  readonly neighbours: readonly number[];
}

interface Filled extends MapHex {
  person: MapPerson | undefined;
  readonly structures: MapStructure[];
  readonly cards: number[];
}

/** The six steps from a hex to the ones beside it, in axial coordinates. */
const DIRECTIONS = [
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
] as const;

/** What a seat sees, by hex. */
export class ClansmenMap {
  readonly view: View;
  readonly catalogue: Catalogue;
  /** Who sees it; undefined for a spectator. */
  readonly seat: number | undefined;
  /** The part of the season; `Phase.UNSPECIFIED` for one that this SDK does not know. */
  readonly phase: Phase;
  /** By number. */
  readonly hexes: readonly MapHex[];
  /** The other seats, ascending. */
  readonly others: readonly number[];

  constructor(view: View, catalogue: Catalogue) {
    this.view = view;
    this.catalogue = catalogue;
    this.seat = orNone(view.seat);
    this.phase = phaseOf(Phase, view.phase, Phase.UNSPECIFIED);
    this.hexes = hexesOf(view, catalogue);
    this.others = view.players.map(({ seat }) => seat).filter((seat) => seat !== this.seat);
  }

  /** The hexes on which a seat has a population, ascending. */
  peopleOf(seat: number): MapHex[] {
    return this.hexes.filter(({ person }) => person?.seat === seat);
  }

  /** The hexes on which this seat has a population; none for a spectator. */
  get own(): MapHex[] {
    return this.seat === undefined ? [] : this.peopleOf(this.seat);
  }

  /** What the view says of this seat; undefined for a spectator. */
  get me(): PlayerView | undefined {
    return this.seat === undefined ? undefined : this.view.players[this.seat];
  }

  /** The own Tales cards, as indices of `catalogue.cards`; empty for a spectator. */
  get hand(): readonly number[] {
    return this.me?.hand ?? [];
  }

  /** The number of steps between two hexes. Throws RangeError for a number that no hex has. */
  steps(one: number, other: number): number {
    const [start, end] = [at(this.hexes, one), at(this.hexes, other)];
    const [q, r] = [start.q - end.q, start.r - end.r];
    return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
  }
}

function hexesOf(view: View, catalogue: Catalogue): MapHex[] {
  const board = catalogue.boards.find(({ players }) => players === view.players.length);
  if (!board) throw new RangeError(`no board for ${view.players.length} players`);
  const hexes = emptyHexes(view, board);
  for (const { seat, people, structures, attached } of view.players) {
    for (const { tile, kind, weakened } of people)
      at(hexes, tile).person = { seat, kind: valueOf(Population, kind), weakened };
    for (const { tile, building } of structures) {
      const { id } = at(catalogue.buildings, building);
      at(hexes, tile).structures.push({ seat, number: building, id });
    }
    for (const { tile, card } of attached) at(hexes, tile).cards.push(card);
  }
  return hexes;
}

function emptyHexes(view: View, { q, r, settlements }: BoardInfo): Filled[] {
  const place = (hex: number, [dq, dr]: readonly [number, number]) =>
    `${at(q, hex) + dq},${at(r, hex) + dr}`;
  const numbers = new Map(q.map((_, hex) => [place(hex, [0, 0]), hex] as const));
  const homes = new Map<number, number>();
  for (const { seat, home } of view.players.filter((player) => player.home >= 0)) {
    for (const hex of settlements.slice(7 * home, 7 * home + 7)) homes.set(hex, seat);
  }
  return q.map((_, hex) => ({
    number: hex,
    q: at(q, hex),
    r: at(r, hex),
    terrain: orNone((view.map?.terrain[hex] ?? 0) - 1),
    settlement: homes.get(hex),
    person: undefined,
    structures: [],
    cards: [],
    neighbours: DIRECTIONS.map((direction) => numbers.get(place(hex, direction)))
      .filter((other) => other !== undefined)
      .sort((one, other) => one - other),
  }));
}
