"""Any legal answer, each number of picks as likely as another; plays every game, for it looks at none."""

from __future__ import annotations

from lawspeaker_bot import Bot, Decision, run


class RandomBot(Bot):
    """Takes random options; the same ones whenever it is asked the same decision under the same seed."""

    name = "random"
    version = "1"
    max_matches = 64
    quick = True

    def decide(self, decision: Decision) -> list[int]:
        """Picks of a random number, at random."""
        chance = decision.random()
        count = decision.least + chance.below(decision.most - decision.least + 1)
        return chance.distinct(decision.option_count, count)


if __name__ == "__main__":
    run(RandomBot())
