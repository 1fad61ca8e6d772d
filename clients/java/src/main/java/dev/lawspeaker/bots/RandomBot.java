package dev.lawspeaker.bots;

import dev.lawspeaker.bot.Bot;
import dev.lawspeaker.bot.Chance;
import dev.lawspeaker.bot.Decision;
import dev.lawspeaker.bot.Lawspeaker;
import java.util.List;

/** Any legal answer, each number of picks as likely as another; plays every game, for it looks at none. */
public final class RandomBot implements Bot {

    @Override
    public String name() {
        return "random";
    }

    @Override
    public String version() {
        return "1";
    }

    @Override
    public int maxMatches() {
        return 64;
    }

    @Override
    public List<Integer> decide(Decision decision) {
        Chance chance = decision.random();
        int count = decision.least() + chance.below(decision.most() - decision.least() + 1);
        return chance.distinct(decision.optionCount(), count);
    }

    /** Plays it at the referee of the environment. */
    public static void main(String[] args) {
        Lawspeaker.run(new RandomBot());
    }
}
