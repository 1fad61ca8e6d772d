// What the score of a seat is the sum of.
import type { Outcome } from "./document.ts";

/** The names of the parts that brought some seat something, in their order. */
export function partNames({ parts }: Outcome): string[] {
  return Object.keys(parts[0] ?? {}).filter((name) => parts.some((each) => each[name]));
}

/** Return `: fame tokens 22, Unrest -20`, without what brought nothing; '' if nothing is left. */
export function partsText({ parts }: Outcome, seat: number): string {
  const found = Object.entries(parts[seat] ?? {}).filter(([, points]) => points);
  return found.length ? `: ${found.map(([name, points]) => `${name} ${points}`).join(", ")}` : "";
}
