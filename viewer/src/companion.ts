// What stands on a page beside a match, such as the question to a person who plays it.
import type { TemplateResult } from "lit-html";
import type { Player } from "./player.ts";
import type { Scene } from "./renderer.ts";

export interface Companion {
  /** What the keys do here, for the help. */
  readonly keys: readonly { shown: string; does: string }[];
  /** Draw its part of the page. */
  draw(player: Player): TemplateResult;
  /** What drawings are told besides the position. */
  scene(player: Player): Pick<Scene, "offered" | "considered">;
  /** Called after the page was drawn. */
  drawn(root: HTMLElement, player: Player): void;
  /** Do what a key does; return false if it is none of its keys. */
  pressed(event: KeyboardEvent, player: Player): boolean;
}
