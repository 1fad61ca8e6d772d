// The part of the address after `#`: which step is shown, by which eye, and how fast it plays.

export interface Place {
  step: number;
  eye: number;
  speed: number;
}

export const SPEEDS = [1, 2, 4, 8] as const;

/** Return `place` with what an address says; what it does not say, or says wrongly, stays. */
export function read(hash: string, place: Place, eyes: readonly number[], steps: number): Place {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  const found = { ...place };
  const step = whole(said.get("step"));
  if (step !== null && step >= 0) found.step = Math.min(step, steps);
  const eye = whole(said.get("eye"));
  if (eye !== null && eyes.includes(eye)) found.eye = eye;
  const speed = whole(said.get("speed"));
  if (speed !== null && SPEEDS.some((each) => each === speed)) found.speed = speed;
  return found;
}

/** Return the address of a place; the usual speed is left out. */
export function write(place: Place): string {
  const speed = place.speed === 1 ? "" : `&speed=${place.speed}`;
  return `#step=${place.step}&eye=${place.eye}${speed}`;
}

function whole(text: string | null): number | null {
  return text !== null && /^-?\d{1,9}$/.test(text) ? Number(text) : null;
}
