// What the last step did, as marks on the map: rings round what was named, arrows of Longships, Followers lost and new.
import type { Option } from "../../gen/pax_viking.ts";
import type { Act } from "../../document.ts";
import type { Position } from "./position.ts";

export interface Marks {
  /** Nodes that an option names, by node the seat that named it. */
  rings: ReadonlyMap<number, number>;
  /** Longships that have moved from node to node. */
  moves: readonly { ship: number; seat: number; from: number; to: number }[];
  /** Longships that have left the map, each with the node where it was. */
  returned: readonly { ship: number; seat: number; node: number }[];
  /** POSTS that have just lost a Follower to nobody or to somebody else: whose it was, and its type. */
  lost: ReadonlyMap<number, { seat: number; type: number }>;
  /** POSTS with a new Venture or Follower. */
  changed: ReadonlySet<number>;
}

/** Return the options that an act took, as this game's; none if the eye may not know them. */
export function optionsOf(act: Act): Option[] {
  return act.chosen ?? [];
}

/** Return the marks of a position. */
export function marksOf(scene: Position): Marks {
  const rings = new Map<number, number>();
  for (const act of scene.acts) {
    if (act.seat < 0) continue;
    for (const option of optionsOf(act))
      for (const node of nodesOf(scene, option)) rings.set(node, act.seat);
  }
  return { rings, ...shipMarks(scene), ...postMarks(scene) };
}

/** Return the nodes that an option names: places, or where the Longship that it names was. */
function nodesOf({ before, catalogue }: Position, option: Option): number[] {
  const { step, sail, ship } = option;
  if (step) return [step.node];
  const moved = before?.longships[sail?.longship ?? ship?.longship ?? -1];
  if (moved) return moved.node < 0 ? [] : [moved.node];
  const place =
    option.activate ??
    option.parley ??
    option.jarldom ??
    option.theocracy ??
    option.post ??
    option.post_follower;
  const node = place ? catalogue.nodes.findIndex((each) => each.post === place.post) : -1;
  return node < 0 ? [] : [node];
}

function shipMarks({ view, before }: Position): Pick<Marks, "moves" | "returned"> {
  const moves: Marks["moves"][number][] = [];
  const returned: Marks["returned"][number][] = [];
  view.longships.forEach(({ seat, node }, ship) => {
    const old = before?.longships[ship];
    if (!old || old.node < 0 || old.node === node) return;
    if (node < 0) returned.push({ ship, seat: old.seat, node: old.node });
    else moves.push({ ship, seat, from: old.node, to: node });
  });
  return { moves, returned };
}

function postMarks({ view, before }: Position): Pick<Marks, "lost" | "changed"> {
  const lost = new Map<number, { seat: number; type: number }>();
  const changed = new Set<number>();
  view.owners.forEach((owner, post) => {
    if (!before) return;
    const seat = before.owners[post] ?? -1;
    const type = before.followers[post] ?? -1;
    const same = owner === seat && view.followers[post] === type;
    if (!same && seat >= 0) lost.set(post, { seat, type });
    if ((!same && owner >= 0) || isNew(view.tiles[post], before.tiles[post])) changed.add(post);
  });
  return { lost, changed };
}

function isNew(tile: number | undefined, before: number | undefined): boolean {
  return tile !== undefined && tile >= 0 && tile !== before;
}
