import type { Game } from "./game.js";
import {
  CatalogueSchema,
  OptionsSchema,
  ViewSchema,
} from "./gen/lawspeaker/clansmen/v1/clansmen_pb.js";

export * from "./gen/lawspeaker/clansmen/v1/clansmen_pb.js";

/** Clansmen. */
export const clansmen = {
  name: "clansmen",
  view: ViewSchema,
  options: OptionsSchema,
  catalogue: CatalogueSchema,
} satisfies Game;
