// What the keys do, and the dialog that says so.
import { html } from "lit-html";
import type { TemplateResult } from "lit-html";
import { ALL, SPECTATOR } from "./document.ts";
import type { Player } from "./player.ts";

interface Key {
  keys: readonly string[];
  /** How the keys are written in the help. */
  shown: string;
  does: string;
  act: (player: Player, key: string) => void;
}

export const KEYS: readonly Key[] = [
  { keys: [" "], shown: "Space", does: "play or pause", act: (player) => player.toggle() },
  { keys: ["ArrowRight"], shown: "→", does: "one step forward", act: (player) => player.by(1) },
  { keys: ["ArrowLeft"], shown: "←", does: "one step back", act: (player) => player.by(-1) },
  {
    keys: ["PageDown"],
    shown: "Page down",
    does: "next chapter",
    act: (player) => player.byChapter(1),
  },
  {
    keys: ["PageUp"],
    shown: "Page up",
    does: "beginning of the chapter, or the one before",
    act: (player) => player.byChapter(-1),
  },
  { keys: ["Home"], shown: "Home", does: "beginning", act: (player) => player.go(0) },
  { keys: ["End"], shown: "End", does: "end", act: (player) => player.go(player.last) },
  { keys: ["+", "="], shown: "+", does: "faster", act: (player) => player.faster(1) },
  { keys: ["-"], shown: "−", does: "slower", act: (player) => player.faster(-1) },
  {
    keys: ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"],
    shown: "0 to 9",
    does: "what this seat sees",
    act: (player, key) => player.look(Number(key)),
  },
  { keys: ["a"], shown: "a", does: "all hands", act: (player) => player.look(ALL) },
  {
    keys: ["s"],
    shown: "s",
    does: "what spectators see",
    act: (player) => player.look(SPECTATOR),
  },
];

/** Do what a key does; return false if it is not one of the player's or belongs to the element that has the focus. */
export function pressed(player: Player, event: KeyboardEvent): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return false;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest("select, textarea, input:not([type=range])")) return false;
  // Space presses the button or opens the part that has the focus.
  if (event.key === " " && target?.closest("button, summary, a")) return false;
  const found = KEYS.find((each) => each.keys.includes(event.key));
  if (!found) return false;
  event.preventDefault();
  found.act(player, event.key);
  return true;
}

/** Draw the help; `more` are keys of what stands beside the match. */
export function help(
  close: () => void,
  more: readonly Pick<Key, "shown" | "does">[] = [],
): TemplateResult {
  return html`<dialog id="help" aria-labelledby="help-title">
    <h2 id="help-title">Keys</h2>
    <dl class="keys">
      ${[...more, ...KEYS].map(
        (each) =>
          html`<div>
            <dt><kbd>${each.shown}</kbd></dt>
            <dd>${each.does}</dd>
          </div>`,
      )}
      <div>
        <dt><kbd>?</kbd></dt>
        <dd>this help</dd>
      </div>
    </dl>
    <button type="button" @click=${close}>Close</button>
  </dialog>`;
}
