// Takes what looks best now, by readable rules of thumb; what has no such rules gets the default answers.

import type { Bot, Decision } from "../index.js";
import * as northgard from "./northgard/scores.js";

/**
 * By game: how good each option is; one that is not above 0 is better not taken where nothing need be taken.
 */
const SCORES: Readonly<Record<string, (decision: Decision) => number[]>> = {
  northgard: northgard.scores,
};

/** Takes the options with the highest scores, ties to the first. */
export class GreedyBot implements Bot {
  readonly name = "greedy";
  readonly version = "1";
  readonly maxMatches = 64;

  decide(decision: Decision): number[] {
    const scores = SCORES[decision.match.game];
    return scores ? best(scores(decision), decision) : decision.default;
  }
}

/** The best `most` options that are worth taking, and at least `least` of them. */
function best(scores: number[], { least, most }: Decision): number[] {
  return scores
    .map((score, pick) => ({ score, pick }))
    .sort((one, other) => other.score - one.score)
    .slice(0, most)
    .filter(({ score }, place) => place < least || score > 0)
    .map(({ pick }) => pick);
}
