import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import { fromBinary } from "@bufbuild/protobuf";
import type { Any } from "@bufbuild/protobuf/wkt";

import { UnreadableError } from "./errors.js";

/**
 * A game's messages, by their schemas: what views, options and catalogues are read with.
 *
 * `northgard`, `clansmen` and `paxViking` come with this package. For a game of your own, generate its schemas with protoc-gen-es
 * and write `const mine = { name: "mine", view: ViewSchema, ... } satisfies Game`.
 */
export interface Game {
  /** As in `match.game`. */
  readonly name: string;
  readonly view: DescMessage;
  /** Holds a field `options`, of messages that each hold one `verb`. */
  readonly options: DescMessage;
  readonly catalogue: DescMessage;
}

/** One option of a game: `{ case: "playCard", value: PlayCard }`, whatever its verbs are. */
export type Verb<G extends Game> =
  MessageShape<G["options"]> extends { options: { verb: infer V }[] }
    ? Exclude<V, { case: undefined }>
    : never;

/** The message inside. Throws UnreadableError if it is of another type, or damaged. */
export function unpack<Desc extends DescMessage>(
  schema: Desc,
  packed: Any | undefined,
): MessageShape<Desc> {
  const name = packed?.typeUrl.split("/").pop() ?? "";
  if (packed === undefined || name !== schema.typeName) {
    throw new UnreadableError(
      `${name ? `a message ${name}` : "no message"} came where the bot reads ${schema.typeName}; ` +
        "look at match.game first, or set the bot's games",
    );
  }
  try {
    return fromBinary(schema, packed.value);
  } catch {
    throw new UnreadableError(`a message ${name} cannot be read: it is damaged`);
  }
}

/** The verbs inside a game's Options message; none if it is absent. Throws UnreadableError. */
export function unpackOptions<G extends Game>(game: G, packed: Any | undefined): Verb<G>[] {
  if (!packed?.typeUrl) return [];
  const message: unknown = unpack(game.options, packed);
  const { options } = message as { options: { verb: { case: string | undefined } }[] };
  return options.map(({ verb }) => {
    if (verb.case !== undefined) return verb as Verb<G>;
    throw new UnreadableError(
      `an option of ${game.options.typeName} has a verb that is not known; upgrade lawspeaker-bot`,
    );
  });
}
