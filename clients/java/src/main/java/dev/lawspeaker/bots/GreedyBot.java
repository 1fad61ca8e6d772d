package dev.lawspeaker.bots;

import dev.lawspeaker.bot.Bot;
import dev.lawspeaker.bot.Decision;
import dev.lawspeaker.bot.Lawspeaker;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Takes what looks best now, by readable rules of thumb; what has no such rules gets the default answers. */
public final class GreedyBot implements Bot {

    @Override
    public String name() {
        return "greedy";
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
        return decision.match().game().equals("northgard")
                ? best(decision, NorthgardScores.of(decision))
                : decision.defaultPicks();
    }

    /** The best {@code most} options that are worth taking, and at least {@code least} of them; ties to the first. */
    private static List<Integer> best(Decision decision, List<Integer> worth) {
        List<Integer> best = IntStream.range(0, worth.size())
                .boxed()
                .sorted(Comparator.comparing(worth::get, Comparator.reverseOrder()))
                .limit(decision.most())
                .toList();
        return IntStream.range(0, best.size())
                .filter(place -> place < decision.least() || worth.get(best.get(place)) > 0)
                .mapToObj(best::get)
                .toList();
    }

    /** Plays it at the referee of the environment. */
    public static void main(String[] args) {
        Lawspeaker.run(new GreedyBot());
    }
}
