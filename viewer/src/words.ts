// Names and short texts that several parts of the page need.
import { ALL, CHANCE, SPECTATOR } from "./document.ts";
import type { Document } from "./document.ts";
import type { KnownAct } from "./replay.ts";

export function seatName(document: Document, seat: number): string {
  if (seat === CHANCE) return "Chance";
  const bot = document.seats[seat]?.bot;
  return bot ? `Seat ${seat} · ${bot}` : `Seat ${seat}`;
}

export function eyeName(document: Document, eye: number): string {
  if (eye === ALL) return "All hands";
  if (eye === SPECTATOR) return "Spectator";
  return `Seat ${eye}: ${document.seats[eye]?.bot ?? ""}`;
}

/** Return the sentence of a prompt, or the prompt itself. */
export function question(document: Document, prompt: string): string {
  return document.prompts[prompt] ?? prompt;
}

/** Return what was taken in an act; null if it is hidden from this eye. */
export function takenText(act: KnownAct): string | null {
  if (!act.text) return null;
  return act.text.join(", ") || "nothing";
}

/** Return a chapter's label in short: `year 1, season 0 Spring, phase actions` becomes `Year 1`, `Spring`, `actions`. */
export function chapterParts(label: string): string[] {
  return label.split(", ").map((part) => {
    const [, number, name] = /^\S+ (-?\d+)(?: (.+))?$/.exec(part) ?? [];
    if (name) return name;
    if (number) return capital(part);
    return part.replace(/^\S+ (?=\S)/, "");
  });
}

export function chapterTitle(label: string): string {
  return chapterParts(label).join(" · ");
}

/** Return a duration in a unit that suits it: `0.4 ms`, `35 ms`, `1.2 s`, `12 min 5 s`. */
export function duration(microseconds: number): string {
  const ms = microseconds / 1e3;
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 1e3) return `${ms.toFixed(0)} ms`;
  const s = ms / 1e3;
  if (s < 60) return `${s.toFixed(1)} s`;
  return `${Math.floor(s / 60)} min ${Math.floor(s % 60)} s`;
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
