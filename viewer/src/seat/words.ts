// Short texts of a seat's page.

/** Return a time that is left: `2:05`, `0:09`. */
export function clockWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
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
