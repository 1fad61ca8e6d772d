// Northgard: Uncharted Lands.
import type { Renderer } from "../../renderer.ts";
import { board } from "./board.ts";
import { count } from "../phrases.ts";
import { clanName } from "./names.ts";
import { places } from "./offers.ts";
import type { NorthgardScene } from "./names.ts";
import { seat } from "./seats.ts";
import { table } from "./table.ts";

export const NORTHGARD: Renderer<NorthgardScene["view"], NorthgardScene["catalogue"]> = {
  board,
  places,
  seat,
  table,
  score(scene, number) {
    const fame = scene.view.players[number]?.fame ?? -1;
    // Tokens alone: resources, cards and Unrest count at the end only.
    return fame < 0 ? "?" : count(fame, "fame token");
  },
  title: ({ view, catalogue }, number) => clanName(catalogue, view.players[number]?.clan ?? -1),
  weight({ view, acts }) {
    if (view.combat) return 1.6;
    return acts.every((act) => act.stream !== undefined) ? 0.3 : 1;
  },
  event({ view, before }) {
    if (view.combat && !before?.combat) return `combat in territory ${view.combat.territory}`;
    return "";
  },
};
