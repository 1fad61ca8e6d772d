// Any legal answer, each number of picks as likely as another; plays every game, for it looks at none.

import type { Bot, Decision } from "../index.js";

/** Takes random options; the same ones whenever it is asked the same decision under the same seed. */
export class RandomBot implements Bot {
  readonly name = "random";
  readonly version = "1";
  readonly maxMatches = 64;

  decide(decision: Decision): number[] {
    const chance = decision.random();
    const count = decision.least + chance.below(decision.most - decision.least + 1);
    return chance.distinct(decision.optionCount, count);
  }
}
