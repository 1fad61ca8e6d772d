import type { Game } from "./game.js";
import {
  CatalogueSchema,
  OptionsSchema,
  ViewSchema,
} from "./gen/lawspeaker/northgard/v1/northgard_pb.js";

export * from "./gen/lawspeaker/northgard/v1/northgard_pb.js";

/** Northgard: Uncharted Lands. */
export const northgard = {
  name: "northgard",
  view: ViewSchema,
  options: OptionsSchema,
  catalogue: CatalogueSchema,
} satisfies Game;
