// Which renderer draws which game; a game that is not here is drawn by the generic one.
import { CLANSMEN } from "./clansmen/index.ts";
import { NORTHGARD } from "./northgard/index.ts";
import { PAX_VIKING } from "./pax_viking/index.ts";
import type { Renderer } from "../renderer.ts";

/** By the game's name. */
export const RENDERERS: Readonly<Record<string, Renderer>> = {
  clansmen: CLANSMEN,
  northgard: known(NORTHGARD),
  pax_viking: known(PAX_VIKING),
};

/** Return a renderer that knows the types of its game: it is called with views and catalogues of that game only. */
function known<View, Catalogue>(renderer: Renderer<View, Catalogue>): Renderer {
  return renderer as unknown as Renderer;
}
