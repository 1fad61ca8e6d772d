// The keys of the page.

export type Command =
  | "first"
  | "back"
  | "play"
  | "forward"
  | "last"
  | "chapter back"
  | "chapter forward"
  | "slower"
  | "faster"
  | "spectator"
  | "all"
  | "help";

export const KEYS: Readonly<Record<string, Command>> = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  Home: "first",
  End: "last",
  PageUp: "chapter back",
  PageDown: "chapter forward",
  " ": "play",
  "+": "faster",
  "-": "slower",
  s: "spectator",
  a: "all",
  "?": "help",
};

/** What the keys do, for people. */
export const HELP: readonly (readonly [string, string])[] = [
  ["← →", "one step back or on"],
  ["Home, End", "the beginning, the end"],
  ["Page up, page down", "the chapter before, the next chapter"],
  ["Space", "play or stop"],
  ["+ −", "faster, slower"],
  ["0 1 2 …", "see what that seat sees"],
  ["s, a", "see what spectators see, see all hands"],
  ["?", "show or hide this list"],
];
