// Clansmen: what the page asks of a game, answered by this folder's drawings.
import type { Renderer } from "../../renderer.ts";
import type { Catalogue, View } from "../../gen/clansmen.ts";
import { board } from "./board.ts";
import { optionsOf } from "./marks.ts";
import { places } from "./offers.ts";
import { seatBox } from "./seats.ts";
import { table } from "./table.ts";

const drawings: Renderer<View, Catalogue> = {
  board,
  places,
  seat: seatBox,
  table,
  score: ({ view }, seat) => {
    const player = view.players[seat];
    // The clan needs the gate together; a seat's share of it is what its own Respect compares with.
    return player ? `${player.respect} / ${Math.round(view.gate / view.players.length)}` : "";
  },
  title: ({ view }, seat) => (view.start === seat && view.year ? "starts" : ""),
  weight: ({ view, before, acts }) => {
    const prompts = acts.map((act) => act.prompt);
    if (prompts.includes("event.draw")) return 2;
    if (prompts.some((prompt) => prompt.startsWith("raid."))) {
      // Rolls follow one another quickly; the opening, and the end with its consequences, are what one looks at.
      if (prompts.includes("raid.commit") || (before?.raid && !view.raid)) return 3;
      return prompts.some((prompt) => prompt === "raid.die" || prompt === "raid.raider") ? 1 : 1.5;
    }
    if (acts.every((act) => act.seat < 0)) return 0.4;
    if (prompts.some((prompt) => prompt.startsWith("trade."))) return 1.3;
    const passed = acts.every((act) => optionsOf(act).every((option) => option.pass));
    return passed ? 0.4 : 1;
  },
  event: ({ view, before }) => {
    if (!before) return "";
    if (view.phase === "over" && before.phase !== "over") return "end";
    if (view.raid && !before.raid) return "raid";
    if (view.year !== before.year) return `year ${view.year}`;
    if (view.season !== before.season && view.season === 3) return "winter";
    return "";
  },
};

/** The renderer as the page knows it: a document of this game holds this game's views, which the compiler cannot see. */
export const CLANSMEN = drawings as unknown as Renderer;
