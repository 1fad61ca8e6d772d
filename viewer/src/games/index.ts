// Which renderer draws which game; a game that is not here is drawn by the generic one.
import type { Renderer } from "../renderer.ts";

export const RENDERERS: Readonly<Record<string, Renderer>> = {};
