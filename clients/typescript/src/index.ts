/** Write a bot for the Lawspeaker referee: implement `Bot`, call `run`. */
export type { Backoff } from "./backoff.js";
export type { Awaitable, Bot } from "./bot.js";
export type { Chance } from "./chance.js";
export type { Decision } from "./decision.js";
export * from "./errors.js";
export { unpack, unpackOptions, type Game, type Verb } from "./game.js";
export { AnswerOrigin, Fault, type Act, type GameSetup } from "./gen/lawspeaker/v1/match_pb.js";
export type { DecisionText } from "./gen/lawspeaker/v1/referee_service_pb.js";
export type { Clock, Match } from "./match.js";
export type { Rejection, Result } from "./outcome.js";
export { prompt } from "./prompt.js";
export { play, run } from "./run.js";
export type { RunOptions } from "./settings.js";
export type { Tls } from "./tls.js";
export { SDK } from "./version.js";
