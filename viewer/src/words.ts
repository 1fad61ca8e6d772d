// Small texts of the page: times, names of seats and eyes.
import { ALL, CHANCE, SPECTATOR } from "./document.ts";
import type { Seat } from "./document.ts";

/** Return a time in microseconds as people read it: `850 µs`, `12 ms`, `1.5 s`, `2 min 5 s`. */
export function time(us: number): string {
  if (us < 1000) return `${us} µs`;
  if (us < 1e6) return `${us < 1e4 ? (us / 1000).toFixed(1) : Math.round(us / 1000)} ms`;
  if (us < 6e7) return `${(us / 1e6).toFixed(1)} s`;
  const seconds = Math.round(us / 1e6);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Return a day and an hour, in the reader's own zone. */
export function moment(ms: number): string {
  return new Date(ms).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/** Return the name of a seat's bot, which is a stranger's text. */
export function botName(seats: readonly Seat[], seat: number): string {
  const name = seats[seat]?.bot ?? "";
  return name === "" ? "unknown" : name;
}

/** Return who an act is of. */
export function actor(seats: readonly Seat[], seat: number): string {
  return seat === CHANCE ? "Chance" : `Seat ${seat} · ${botName(seats, seat)}`;
}

/** Return the name of an eye. */
export function eyeName(seats: readonly Seat[], eye: number): string {
  if (eye === ALL) return "All hands";
  return eye === SPECTATOR ? "Spectator" : `Seat ${eye}: ${botName(seats, eye)}`;
}

/** Return `1 step`, `2 steps`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Return a place: `1st`, `2nd`. */
export function ordinal(place: number): string {
  const last = place % 10;
  const teen = Math.floor(place / 10) % 10 === 1;
  return `${place}${teen ? "th" : last === 1 ? "st" : last === 2 ? "nd" : last === 3 ? "rd" : "th"}`;
}
