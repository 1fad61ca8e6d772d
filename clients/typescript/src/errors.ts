// What can go wrong between a bot and its referee; every message is one line that says what would be right.

/** Any error of this SDK; `run` prints it as one line. */
export class BotError extends Error {
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/** No referee could be reached at the address, or something that it takes is set wrongly. */
export class ConnectionRefusedError extends BotError {}

/** The stream broke before the referee said goodbye, and did not come back in time. */
export class ConnectionLostError extends BotError {}

/** The referee did not want the bot: wrong token, unknown protocol, or broken rules of the protocol. */
export class RefusedError extends BotError {}

/** `decide` returned something that is not a list of option indices. */
export class WrongPicksError extends BotError {}

/** What a bot says of itself, or with an answer, is not what its type promises. */
export class WrongBotError extends BotError {}

/** A message is of another game than it is read as, of a later version, or damaged. */
export class UnreadableError extends BotError {}
