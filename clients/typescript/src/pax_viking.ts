import type { Game } from "./game.js";
import {
  CatalogueSchema,
  OptionsSchema,
  ViewSchema,
} from "./gen/lawspeaker/pax_viking/v1/pax_viking_pb.js";

export * from "./gen/lawspeaker/pax_viking/v1/pax_viking_pb.js";

/** Pax Viking. */
export const paxViking = {
  name: "pax_viking",
  view: ViewSchema,
  options: OptionsSchema,
  catalogue: CatalogueSchema,
} satisfies Game;
