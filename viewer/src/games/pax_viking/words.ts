// Names of the game in sentences.
import type { Catalogue, Longship } from "../../gen/pax_viking.ts";
import { named } from "../phrases.ts";

/** Return the location of a tile: "Volga", "the East"; '' if it has none. */
export function location(catalogue: Catalogue, tile: number): string {
  const info = catalogue.tiles[tile];
  if (!info) return "";
  if (info.region >= 0) return named(catalogue.regions, info.region);
  return info.wind >= 0 ? `the ${named(catalogue.winds, info.wind)}` : "";
}

/** Return a tile with all that is printed on it, for titles. */
export function tileTitle(catalogue: Catalogue, tile: number): string {
  const info = catalogue.tiles[tile];
  if (!info) return "No tile";
  return `${info.name} (${tileNote(catalogue, tile)}): ${info.text}`;
}

/** Return what a tile is: "Venture, Volga, Jarldom", "Event, Althing". */
export function tileNote(catalogue: Catalogue, tile: number): string {
  const info = catalogue.tiles[tile];
  if (!info) return "";
  return [
    named(catalogue.kinds, info.kind),
    location(catalogue, tile),
    info.follower < 0 ? "" : named(catalogue.types, info.follower),
    info.vote ? "Althing" : "",
  ]
    .filter(Boolean)
    .join(", ");
}

/** Return "exhausted Dublin Longship" and the like. */
export function shipTitle(catalogue: Catalogue, { kind, exhausted }: Longship): string {
  const ally = kind ? `${named(catalogue.ship_kinds, kind)} ` : "";
  return `${exhausted ? "exhausted " : ""}${ally}Longship`;
}
