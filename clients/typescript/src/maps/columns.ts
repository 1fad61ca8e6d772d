// What the maps of all games are made with.

/** What stands at an index or under an id. Throws RangeError where there is nothing. */
export function at<T>(list: readonly T[] | ReadonlyMap<number, T>, index: number): T {
  const item = "get" in list ? list.get(index) : list[index];
  if (item === undefined) throw new RangeError(`nothing has the number ${index}`);
  return item;
}

/** The number, or undefined where it is -1 for nobody or nothing. */
export function orNone<T extends number>(number: T): T | undefined {
  return number < 0 ? undefined : number;
}

/** The number as a value of an enum; one of a later version of the game stays as it is. */
export function valueOf<E extends number>(
  values: Readonly<Record<string, E | string>>,
  number: number,
): E {
  const name = values[number];
  const known = typeof name === "string" ? values[name] : undefined;
  return typeof known === "number" ? known : (number as E);
}

/** The value of a game's enum `Phase` for the word of a view; 0 for one that this SDK does not know. */
export function phaseOf<P>(
  phases: Readonly<Record<string, P | string>>,
  word: string,
  unspecified: P,
): P {
  const phase = phases[word.toUpperCase()];
  return phase === undefined || typeof phase === "string" ? unspecified : phase;
}
