"""A bot that draws a legal answer for any game; each number of picks is equally likely."""

from __future__ import annotations

from lawspeaker_bot import Bot, Decision, run


class RandomBot(Bot):
    """Takes random options; the same ones for the same decision under the same seed."""

    name = "random"
    version = "1"
    max_matches = 64
    quick = True

    def decide(self, decision: Decision) -> list[int]:
        """Return a random number of random picks."""
        chance = decision.random()
        count = decision.least + chance.below(decision.most - decision.least + 1)
        return chance.distinct(decision.option_count, count)


if __name__ == "__main__":
    run(RandomBot())
