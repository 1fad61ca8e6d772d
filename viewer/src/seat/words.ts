// Short texts of a seat's page.
import type { Option, Plain } from "../document.ts";

/** Return a time that is left: `2:05`, `0:09`. */
export function clockWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Return what is printed on the cards, tiles and buildings that an option names: their names and texts. */
export function printedOf(catalogue: Plain, option: Option): string[] {
  const [fields = {}] = Object.values(option);
  return Object.entries(fields).flatMap(([field, value]) => {
    const row = rowOf(catalogue, field, value);
    const { name, text } = row ?? {};
    return typeof name === "string" && typeof text === "string" && text ? [`${name}: ${text}`] : [];
  });
}

function rowOf(catalogue: Plain, field: string, value: Plain): Record<string, Plain> | null {
  if (typeof value !== "number" || !isFields(catalogue)) return null;
  const rows = catalogue[`${field}s`];
  const row = Array.isArray(rows) ? rows[value] : null;
  return row !== undefined && isFields(row) ? row : null;
}

function isFields(value: Plain): value is Record<string, Plain> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Return the texts of the cards that a page shows, by name: each once, in alphabetical order. */
export function textsIn(root: ParentNode): [string, string][] {
  const found = new Map<string, string>();
  for (const each of root.querySelectorAll(".board [title], .table [title], .seats [title]")) {
    const text = each.getAttribute("title") ?? "";
    const name = each.textContent.trim().replace(/\s+/g, " ");
    if (name && text.length > name.length && !each.closest(".panel")) found.set(name, text);
  }
  return [...found].sort(([one], [other]) => one.localeCompare(other));
}
