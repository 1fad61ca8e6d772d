// What a game draws: one renderer a game, found by the game's name; the rest of the page is the same for all games.
import type { TemplateResult } from "lit-html";
import type { Act, Board, Option, Piece, Plain, Seat } from "./document.ts";

/** What a renderer is given: one position as one eye sees it. */
export interface Scene<View = Plain, Catalogue = Plain> {
  view: View;
  /** The view one step before; null at the beginning. */
  before: View | null;
  catalogue: Catalogue;
  seats: readonly Seat[];
  /** By seat, the number of its team; empty where everybody plays alone. */
  teams: readonly number[];
  /** The acts that led here, as this eye may see them. */
  acts: readonly Act[];
  /** The rules' own sentences on this view, by topic; empty if the game says nothing. */
  said: Readonly<Record<string, readonly string[]>>;
  /** The board and what is on it, of a game that brings one. */
  board: { drawing: Board; pieces: readonly Piece[] } | null;
  /** Who is asked next, and what: empty when the match is over. */
  asked: readonly { seat: number; prompt: string }[];
  /** ALL, SPECTATOR or a seat. */
  eye: number;
  /** The options of a person who is asked; absent or empty where nobody is asked on this page. */
  offered?: readonly Option[];
  /** Those that the person has picked, or looks at. */
  considered?: readonly Option[];
}

/** What a game draws. All of it is text and SVG by lit-html's templates: no inline style, no `unsafe` directive. */
export interface Renderer<View = Plain, Catalogue = Plain> {
  /** The board: one `<svg>` with a `viewBox` and a `<title>`, or any block. */
  board(scene: Scene<View, Catalogue>): TemplateResult;
  /** What stands in a seat's box below its name and clock. */
  seat(scene: Scene<View, Catalogue>, seat: number): TemplateResult;
  /** What belongs to nobody: piles, displays, events, a combat or an offer. */
  table(scene: Scene<View, Catalogue>): TemplateResult;
  /** The score that is shown beside a seat's name; '' if there is none or it is hidden. */
  score(scene: Scene<View, Catalogue>, seat: number): string;
  /** A word or two after a seat's name, such as its clan; '' if there is none. */
  title(scene: Scene<View, Catalogue>, seat: number): string;
  /** How long a step stays when the match is played, as a multiple of the usual time. */
  weight(scene: Scene<View, Catalogue>): number;
  /** A word for the timeline if this step is a big one, such as "combat"; '' for most steps. */
  event(scene: Scene<View, Catalogue>): string;
  /** The places of the drawings that an option names, in the order in which a person points at them: a selector each,
   * by `data-*` attributes. Left out, options are listed only. */
  places?(scene: Scene<View, Catalogue>, option: Option): readonly string[];
}
