// The part of the address after `#`: which position is shown, to which eye, how fast it is played.

/** What an address may say; what it does not say stays as it is. */
export interface Place {
  step?: number;
  eye?: number;
  speed?: number;
}

export const SPEEDS: readonly number[] = [1, 2, 4, 8];

/** Return what an address says, such as `#step=120&eye=1&speed=2`; parts that make no sense are left out. */
export function placeOf(hash: string): Place {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const step = whole(parts.get("step"));
  const eye = whole(parts.get("eye"));
  const speed = whole(parts.get("speed"));
  return {
    ...(step !== null && step >= 0 && { step }),
    ...(eye !== null && { eye }),
    ...(speed !== null && SPEEDS.includes(speed) && { speed }),
  };
}

/** Return the address of a place; the usual speed is not mentioned, nor an eye where there is no choice. */
export function hashOf({ step, eye, speed }: Place): string {
  const parts = [
    step === undefined ? "" : `step=${step}`,
    eye === undefined ? "" : `eye=${eye}`,
    speed === undefined || speed === 1 ? "" : `speed=${speed}`,
  ];
  return `#${parts.filter((each) => each).join("&")}`;
}

/** Keeps the browser's address up to date, but seldom: browsers allow some hundred changes a minute. */
export class AddressBar {
  readonly #wait_ms: number;
  /** What the address was when it was last read or written: anything else is on its way to `hashchange`. */
  #known = location.hash;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(onPlace: (place: Place) => void, wait_ms = 300) {
    this.#wait_ms = wait_ms;
    addEventListener("hashchange", (event) => {
      this.#cancel();
      this.#known = new URL(event.newURL).hash;
      onPlace(placeOf(this.#known));
    });
  }

  get place(): Place {
    return placeOf(this.#known);
  }

  write(place: Place): void {
    this.#cancel();
    this.#timer = setTimeout(() => this.writeNow(place), this.#wait_ms);
  }

  writeNow(place: Place): void {
    this.#cancel();
    const hash = hashOf(place);
    if (location.hash !== this.#known || hash === this.#known) return;
    history.replaceState(null, "", hash);
    this.#known = hash;
  }

  #cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

function whole(text: string | null): number | null {
  return text !== null && /^-?\d{1,9}$/.test(text) ? Number(text) : null;
}
