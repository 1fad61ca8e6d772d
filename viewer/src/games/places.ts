// Options as drawings need them, and the places that all games have.
import type { Option, Plain } from "../document.ts";

/** An option's verb, and what reads its fields: -1 for a field that it has not. */
export interface Read {
  verb: string;
  number: (field: string) => number;
}

export function read(option: Option): Read {
  const [verb = "", fields = {}] = Object.entries(option)[0] ?? [];
  return { verb, number: (field) => numberOf(fields[field]) };
}

function numberOf(value: Plain | undefined): number {
  return typeof value === "number" ? value : -1;
}

/** The heading of a seat's box. */
export function seatPlace(seat: number): string {
  return `.seat[data-seat="${seat}"] > header`;
}
