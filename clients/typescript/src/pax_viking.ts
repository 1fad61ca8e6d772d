import type { Game } from "./game.js";
import {
  CatalogueSchema,
  OptionsSchema,
  ViewSchema,
  type Catalogue,
  type View,
} from "./gen/lawspeaker/pax_viking/v1/pax_viking_pb.js";
import { PaxVikingMap } from "./maps/pax_viking.js";

export * from "./gen/lawspeaker/pax_viking/v1/pax_viking_pb.js";
export { PaxVikingMap } from "./maps/pax_viking.js";
export type { MapNode, MapPost } from "./maps/pax_viking.js";

const messages = {
  name: "pax_viking",
  view: ViewSchema,
  options: OptionsSchema,
  catalogue: CatalogueSchema,
} satisfies Game;

/** Pax Viking. */
export const paxViking = {
  ...messages,
  /** The view as a map. */
  map: (view: View, catalogue: Catalogue) => new PaxVikingMap(view, catalogue),
};
