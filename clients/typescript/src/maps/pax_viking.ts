import {
  InfluenceType,
  Phase,
  Wind,
  type Catalogue,
  type PlayerView,
  type View,
} from "../gen/lawspeaker/pax_viking/v1/pax_viking_pb.js";
import { at, orNone, phaseOf, valueOf } from "./columns.js";

/** A place where Longships stand: a REGION, a POST, or the HOME of a Jarl or of a DUCHY. */
export interface MapNode {
  /** Its index in `catalogue.nodes`. */
  readonly number: number;
  /** The REGION that it is or lies in, or the DUCHY whose HOME it is; undefined for the HOME of a Jarl. */
  readonly region: number | undefined;
  /** The POST that it is, if it is one. */
  readonly post: number | undefined;
  /** Whether it is a HOME, which only its owner may enter. */
  readonly home: boolean;
  /** The nodes one STEP away, by number; the own HOMES beside a REGION are not named. */
  readonly neighbours: readonly number[];
  /** Longships there, as indices of `view.longships`, ascending. */
  readonly longships: readonly number[];
}

/** A POST. */
export interface MapPost {
  /** Its index in `catalogue.posts`. */
  readonly number: number;
  /** Its number among the nodes. */
  readonly node: number;
  /** The REGION in which it lies. */
  readonly region: number;
  /** The WIND in which that REGION lies. */
  readonly wind: Wind;
  /** The price of ESTABLISHING there, in silver. */
  readonly cost: number;
  /** Whose Follower is there; undefined for nobody. */
  readonly owner: number | undefined;
  /** The type of that Follower. */
  readonly follower: InfluenceType | undefined;
  /** The Venture on it, as an index of `catalogue.tiles`. */
  readonly venture: number | undefined;
}

/** What a seat sees, by POST and by place. */
export class PaxVikingMap {
  readonly view: View;
  readonly catalogue: Catalogue;
  /** Who sees it; undefined for a spectator. */
  readonly seat: number | undefined;
  /** The part of the turn; `Phase.UNSPECIFIED` for one that this SDK does not know. */
  readonly phase: Phase;
  /** By number. */
  readonly posts: readonly MapPost[];
  /** By number. */
  readonly nodes: readonly MapNode[];
  /** The other seats, ascending. */
  readonly rivals: readonly number[];

  constructor(view: View, catalogue: Catalogue) {
    this.view = view;
    this.catalogue = catalogue;
    this.seat = orNone(view.seat);
    this.phase = phaseOf(Phase, view.phase, Phase.UNSPECIFIED);
    this.nodes = nodesOf(view, catalogue);
    this.posts = postsOf(view, catalogue, this.nodes);
    this.rivals = view.players.map(({ seat }) => seat).filter((seat) => seat !== this.seat);
  }

  /** The POSTS with a Follower of a seat, or those of nobody (undefined), ascending. */
  ownedBy(seat: number | undefined): MapPost[] {
    return this.posts.filter(({ owner }) => owner === seat);
  }

  /** The POSTS with a Follower of this seat; none for a spectator. */
  get own(): MapPost[] {
    return this.seat === undefined ? [] : this.ownedBy(this.seat);
  }

  /** The Longships of a seat, as indices of `view.longships`, wherever they are. */
  longshipsOf(seat: number): number[] {
    return [...this.view.longships.keys()].filter((i) => this.view.longships[i]?.seat === seat);
  }

  /** What the view says of this seat; undefined for a spectator. */
  get me(): PlayerView | undefined {
    return this.seat === undefined ? undefined : this.view.players[this.seat];
  }

  /** The own hand, as indices of `catalogue.tiles`; empty for a spectator. */
  get hand(): readonly number[] {
    return this.me?.hand ?? [];
  }
}

function nodesOf({ longships }: View, { nodes }: Catalogue): MapNode[] {
  const ships = [...longships.keys()];
  return nodes.map(({ region, post, home, beside }, number) => ({
    number,
    region: orNone(region),
    post: orNone(post),
    home,
    neighbours: beside,
    longships: ships.filter((ship) => longships[ship]?.node === number),
  }));
}

function postsOf(view: View, { posts, regions }: Catalogue, nodes: readonly MapNode[]): MapPost[] {
  const nodeOf = new Map(nodes.map(({ post, number }) => [post ?? -1, number] as const));
  return posts.map(({ region, cost }, number) => ({
    number,
    node: at(nodeOf, number),
    region,
    wind: valueOf(Wind, at(regions, region).wind),
    cost,
    owner: orNone(at(view.owners, number)),
    follower: orNone(valueOf(InfluenceType, at(view.followers, number))),
    venture: orNone(at(view.tiles, number)),
  }));
}
