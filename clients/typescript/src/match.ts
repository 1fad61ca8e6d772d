import type { Message, MessageShape } from "@bufbuild/protobuf";

import { unpack, type Game } from "./game.js";
import type { ClockSettings, GameSetup } from "./gen/lawspeaker/v1/match_pb.js";
import type { MatchStarted } from "./gen/lawspeaker/v1/referee_service_pb.js";

/** The time limits of a match, in milliseconds. */
export interface Clock {
  /** Free for each decision; what exceeds it is taken from the bank. Undefined for no limit. */
  readonly moveMs: number | undefined;
  /** What each seat has in its bank when the match begins. */
  readonly bankMs: number;
  /** What is added to the bank after each of the seat's decisions. */
  readonly incrementMs: number;
  /** Free for the seat's first decision, in place of `moveMs`. */
  readonly firstMoveMs: number | undefined;
  /** Free for a reaction out of turn, in place of `moveMs`. */
  readonly reactionMs: number | undefined;
  /** Within this all bots must have joined. */
  readonly connectMs: number;
  /** Where nothing else limits it, a lost connection must be back within this. */
  readonly reconnectMs: number;
  /** The most that is given back for the network's round trip, each decision. */
  readonly lagCompensationMs: number;
}

/** One match the bot is seated in. */
export class Match {
  /** All of the below as it came over the wire. */
  readonly message: MatchStarted;
  readonly matchId: string;
  readonly seat: number;
  /** The game's name, such as `northgard`. */
  readonly game: string;
  readonly players: number;
  /** The game, its rules version and options. */
  readonly setup: GameSetup | undefined;
  /** The game's options, spelt as on the command line. */
  readonly options: ReadonlyMap<string, string>;
  /** Names of the bots by seat. */
  readonly bots: readonly string[];
  readonly clock: Clock;
  /** Whether it is a challenge of a ladder, which counts in no rating. */
  readonly unrated: boolean;
  #catalogue: Message | undefined;

  constructor(message: MatchStarted) {
    this.message = message;
    this.matchId = message.matchId;
    this.seat = message.seat;
    this.setup = message.setup;
    this.game = message.setup?.game ?? "";
    this.players = message.setup?.players ?? 0;
    this.options = new Map(message.setup?.options.map(({ name, value }) => [name, value]));
    this.bots = message.bots;
    this.clock = clockOf(message.clock, message.moveTimeMs || undefined);
    this.unrated = message.unrated;
  }

  /** What never changes in this game, such as printed cards. Throws UnreadableError if it is another game. */
  catalogue<G extends Game>(game: G): MessageShape<G["catalogue"]> {
    if (this.#catalogue?.$typeName !== game.catalogue.typeName) {
      this.#catalogue = unpack(game.catalogue, this.message.catalogue);
    }
    return this.#catalogue as MessageShape<G["catalogue"]>;
  }
}

/** From the wire; referees of old tell only the limit of a move. */
function clockOf(message: ClockSettings | undefined, moveTimeMs: number | undefined): Clock {
  const moveMs = message ? message.moveMs : moveTimeMs;
  return {
    moveMs,
    bankMs: message?.bankMs ?? 0,
    incrementMs: message?.incrementMs ?? 0,
    firstMoveMs: message?.firstMoveMs ?? moveMs,
    reactionMs: message?.reactionMs ?? moveMs,
    connectMs: message?.connectMs ?? 0,
    reconnectMs: message?.reconnectMs ?? 0,
    lagCompensationMs: message?.lagCompensationMs ?? 0,
  };
}
