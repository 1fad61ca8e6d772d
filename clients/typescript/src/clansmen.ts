import type { Game } from "./game.js";
import {
  CatalogueSchema,
  OptionsSchema,
  ViewSchema,
  type Catalogue,
  type View,
} from "./gen/lawspeaker/clansmen/v1/clansmen_pb.js";
import { ClansmenMap } from "./maps/clansmen.js";

export * from "./gen/lawspeaker/clansmen/v1/clansmen_pb.js";
export { ClansmenMap } from "./maps/clansmen.js";
export type { MapHex, MapPerson, MapStructure } from "./maps/clansmen.js";

const messages = {
  name: "clansmen",
  view: ViewSchema,
  options: OptionsSchema,
  catalogue: CatalogueSchema,
} satisfies Game;

/** Clansmen. */
export const clansmen = {
  ...messages,
  /** The view as a map. */
  map: (view: View, catalogue: Catalogue) => new ClansmenMap(view, catalogue),
};
