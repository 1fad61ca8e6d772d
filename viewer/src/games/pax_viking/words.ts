// Names of the game in sentences.
import type { Catalogue, Longship } from "../../gen/pax_viking.ts";
import type { Seat } from "../../document.ts";

/** Return a name of the catalogue; '?' for a number that it does not have, such as -1. */
export function named(list: readonly { name: string }[], index: number): string {
  return list[index]?.name ?? "?";
}

/** Return "1 tile", "2 tiles". */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** Return "a", "a and b", "a, b and c". */
export function joined(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1) ?? ""}`;
}

/** Return a seat with the name of its bot, for titles. */
export function seatName(seats: readonly Seat[], seat: number): string {
  const bot = seats[seat]?.bot;
  return seat < 0 ? "nobody" : bot ? `seat ${seat} (${bot})` : `seat ${seat}`;
}

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
