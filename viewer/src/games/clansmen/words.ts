// Names of the game in sentences.
import type { Catalogue } from "../../gen/clansmen.ts";
import { joined, named } from "../phrases.ts";

/** Return a bundle of Food, Wood, Stone and Goods as "2 food and 1 goods"; "nothing" if it is empty. */
export function bundle(catalogue: Catalogue, amounts: readonly number[]): string {
  const parts = amounts.flatMap((amount, resource) =>
    amount ? [`${amount} ${named(catalogue.resources, resource).toLowerCase()}`] : [],
  );
  return joined(parts) || "nothing";
}
