import type { Game } from "./game.js";
import {
  CatalogueSchema,
  OptionsSchema,
  ViewSchema,
  type Catalogue,
  type View,
} from "./gen/lawspeaker/northgard/v1/northgard_pb.js";
import { NorthgardMap } from "./maps/northgard.js";

export * from "./gen/lawspeaker/northgard/v1/northgard_pb.js";
export { NorthgardMap } from "./maps/northgard.js";
export type { MapBorder, MapBuilding, MapTerritory } from "./maps/northgard.js";

const messages = {
  name: "northgard",
  view: ViewSchema,
  options: OptionsSchema,
  catalogue: CatalogueSchema,
} satisfies Game;

/** Northgard: Uncharted Lands. */
export const northgard = {
  ...messages,
  /** The view as a map. */
  map: (view: View, catalogue: Catalogue) => new NorthgardMap(view, catalogue),
};
