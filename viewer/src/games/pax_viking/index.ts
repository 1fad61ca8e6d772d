// Pax Viking: what the page asks of a game, answered by this folder's drawings.
import type { Renderer } from "../../renderer.ts";
import type { Catalogue, View } from "../../gen/pax_viking.ts";
import { board } from "./board.ts";
import { places } from "./offers.ts";
import { optionsOf } from "./marks.ts";
import { established, sum } from "./position.ts";
import { seatBox } from "./seats.ts";
import { table } from "./table.ts";

export const PAX_VIKING: Renderer<View, Catalogue> = {
  board,
  places,
  seat: seatBox,
  table,
  score: (scene, seat) => String(sum(established(scene, seat))),
  title: ({ view, catalogue }, seat) => {
    const jarl = catalogue.jarls[view.players[seat]?.jarl ?? -1]?.name ?? "";
    return [jarl, view.turn && view.first === seat ? "began" : ""].filter(Boolean).join(", ");
  },
  weight: ({ view, before, acts }) => {
    if (view.phase === "over" && before?.phase !== "over") return 3;
    if (view.event >= 0 && before?.event !== view.event) return 2.5;
    if (acts.every((act) => act.seat < 0)) return 0.4;
    const prompts = acts.map((act) => act.prompt);
    if (prompts.some((prompt) => /^(trade|challenge|althing)\./.test(prompt))) return 1.3;
    const passed = acts.every((act) => optionsOf(act).every((option) => option.pass));
    return passed ? 0.5 : 1;
  },
  event: (scene) => {
    const { view, before, catalogue } = scene;
    if (!before) return "";
    if (view.phase === "over" && before.phase !== "over") return "end";
    if (view.event >= 0 && view.event !== before.event)
      return catalogue.tiles[view.event]?.name ?? "event";
    if (duchies(scene.view) > duchies(before)) return "duchy";
    return replaced(view, before) ? "Follower replaced" : "";
  },
};

function duchies(view: View): number {
  return sum(view.players.map((player) => player.duchies.length));
}

/** Return whether a Follower has taken the place of another player's. */
function replaced(view: View, before: View): boolean {
  return view.owners.some((owner, post) => {
    const old = before.owners[post] ?? -1;
    return owner >= 0 && old >= 0 && owner !== old;
  });
}
