// Names of the game in sentences.
import type { BundleView, Catalogue, Longship, Promise as Word } from "../../gen/pax_viking.ts";
import type { Seat } from "../../document.ts";

/** What became of a promise, by `result`; nothing while it runs. */
export const RESULTS = ["", "kept", "broken", "untested"] as const;

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

/** Return what was promised. */
export function promised(catalogue: Catalogue, kind: number, value: number): string {
  switch (kind) {
    case 0:
      return `to vote ${value ? "yes" : "no"}`;
    case 1:
      return "not to challenge";
    case 2:
      return `not to parley in ${named(catalogue.posts, value)}`;
    case 3:
      return `to give ${value} silver`;
    case 4:
      return `to leave Longships alone in ${named(catalogue.regions, value)}`;
    default:
      return `to keep seat ${value} from winning`;
  }
}

/** Return who promised what to whom, and what has come of it. */
export function promiseText(catalogue: Catalogue, word: Word): string {
  const to = word.to < 0 ? "all" : `seat ${word.to}`;
  return `Seat ${word.seat} has promised ${to} ${promised(catalogue, word.kind, word.value)}`;
}

/** Return what a party would give; '' if nothing is named. */
export function bundle(
  catalogue: Catalogue,
  longships: readonly Longship[],
  what: BundleView | null,
): string {
  if (!what) return "";
  const promises: string[] = [];
  for (let i = 0; i + 1 < what.promises.length; i += 2)
    promises.push(
      `a promise ${promised(catalogue, what.promises[i] ?? 0, what.promises[i + 1] ?? 0)}`,
    );
  return joined([
    ...(what.silver ? [`${what.silver} silver`] : []),
    ...what.tiles.map((tile) => named(catalogue.tiles, tile)),
    ...what.kinds.map((kind) => tileKind(catalogue, kind)),
    ...what.posts.map((post) => `the Follower in ${named(catalogue.posts, post)}`),
    ...what.longships.map((number) => shipAt(catalogue, longships[number])),
    ...promises,
  ]);
}

/** Return "a Venture of the hand" and the like; the number after the last kind means any of them. */
function tileKind(catalogue: Catalogue, kind: number): string {
  const name = catalogue.kinds[kind]?.name;
  if (!name) return "any tile of the hand";
  return `${/^[AE]/.test(name) ? "an" : "a"} ${name} of the hand`;
}

function shipAt(catalogue: Catalogue, ship: Longship | undefined): string {
  if (!ship) return "a Longship";
  const title = shipTitle(catalogue, ship);
  const at = ship.node < 0 ? "on the Jarlboard" : `at ${named(catalogue.nodes, ship.node)}`;
  return `${/^[aeiou]/i.test(title) ? "an" : "a"} ${title} ${at}`;
}
