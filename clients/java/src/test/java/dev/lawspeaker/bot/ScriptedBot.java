package dev.lawspeaker.bot;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Takes another option each time that it is asked, and writes down what it is told. */
class ScriptedBot implements Bot {
    final Queue<String> seen = new ConcurrentLinkedQueue<>();
    private int asked;

    @Override
    public String name() {
        return "scripted";
    }

    @Override
    public List<Integer> decide(Decision decision) throws Exception {
        seen.add("decide " + decision.decisionId());
        decision.annotate("take " + asked);
        return List.of(asked++ % decision.optionCount());
    }

    @Override
    public void started(Match match) throws Exception {
        seen.add("started " + match.matchId());
    }

    @Override
    public void resumed(Match match) throws Exception {
        seen.add("resumed " + match.matchId());
    }

    @Override
    public void over(Result result) throws Exception {
        seen.add("over " + result.match().matchId()
                + result.lost().map(why -> " lost").orElse(""));
    }

    /** What it was told so far. */
    List<String> told() {
        return List.copyOf(seen);
    }
}
