// Phrases that the drawings of several games need.
import { SPECTATOR, type Seat } from "../document.ts";

/** Return a name of the catalogue; '?' for a number that it does not have, such as -1. */
export function named(list: readonly { name: string }[], index: number): string {
  return list[index]?.name ?? "?";
}

/** Return "1 card", "2 cards". */
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
  return seat <= SPECTATOR ? "nobody" : bot ? `seat ${seat} (${bot})` : `seat ${seat}`;
}
