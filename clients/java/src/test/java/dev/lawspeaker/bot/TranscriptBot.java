package dev.lawspeaker.bot;

import dev.lawspeaker.bots.RandomBot;
import dev.lawspeaker.v1.Conduct;
import dev.lawspeaker.v1.PlayRequest;
import dev.lawspeaker.v1.RunEnding;
import dev.lawspeaker.v1.RunEnds;
import dev.lawspeaker.v1.TranscriptHeader;
import java.util.List;

/** Behaves as a transcript's header says, and counts what it is told. */
class TranscriptBot implements Bot {
    private final TranscriptHeader header;
    private final boolean text;
    private final boolean positions;
    private final List<String> challengers;
    private final Bot conduct;
    private final RunEnds.Builder told = RunEnds.newBuilder();

    TranscriptBot(TranscriptHeader header, PlayRequest hello) {
        this.header = header;
        this.text = hello.getHello().getText();
        this.positions = hello.getHello().getPositions();
        this.challengers = hello.getHello().getChallengersList();
        this.conduct = header.getConduct() == Conduct.CONDUCT_RANDOM ? new RandomBot() : Decision::defaultPicks;
    }

    String seed() {
        return header.getSeed();
    }

    /** What it was told, with how its run ended. */
    synchronized RunEnds told(RunEnding ending) {
        return told.setEnding(ending).build();
    }

    @Override
    public String name() {
        return header.getBot();
    }

    @Override
    public String version() {
        return header.getVersion();
    }

    @Override
    public List<String> games() {
        return header.getGamesList();
    }

    @Override
    public int maxMatches() {
        return header.getMaxMatches();
    }

    @Override
    public List<String> challengers() {
        return challengers;
    }

    @Override
    public boolean text() {
        return text;
    }

    @Override
    public boolean positions() {
        return positions;
    }

    @Override
    public List<Integer> decide(Decision decision) throws Exception {
        synchronized (this) {
            told.setDecisions(told.getDecisions() + 1);
        }
        look(decision);
        if (positions == decision.position().isEmpty()) {
            throw new AssertionError("a position is missing, or was not asked for");
        }
        if (decision.match().unrated() == challengers.isEmpty()) {
            throw new AssertionError("the match should be a challenge, or is one");
        }
        return conduct.decide(decision);
    }

    /** Read everything of games that the SDK knows. */
    private static void look(Decision decision) {
        int options = switch (decision.match().game()) {
            case "northgard" -> {
                decision.view(dev.lawspeaker.northgard.v1.View.class);
                decision.catalogue(dev.lawspeaker.northgard.v1.Catalogue.class);
                yield decision.options(dev.lawspeaker.northgard.v1.Options.class)
                        .getOptionsCount();
            }
            case "clansmen" -> {
                decision.view(dev.lawspeaker.clansmen.v1.View.class);
                decision.catalogue(dev.lawspeaker.clansmen.v1.Catalogue.class);
                yield decision.options(dev.lawspeaker.clansmen.v1.Options.class).getOptionsCount();
            }
            case "pax_viking" -> {
                decision.view(dev.lawspeaker.pax_viking.v1.View.class);
                decision.catalogue(dev.lawspeaker.pax_viking.v1.Catalogue.class);
                yield decision.options(dev.lawspeaker.pax_viking.v1.Options.class)
                        .getOptionsCount();
            }
            default -> decision.optionCount();
        };
        if (options != decision.optionCount()) {
            throw new AssertionError(
                    "%d options in words of the game, %d by number".formatted(options, decision.optionCount()));
        }
    }

    @Override
    public synchronized void resumed(Match match) {
        told.setResumed(told.getResumed() + 1);
    }

    @Override
    public synchronized void over(Result result) {
        told.setMatchesOver(told.getMatchesOver() + 1);
    }

    @Override
    public synchronized void rejected(Rejection rejection) {
        told.setRejections(told.getRejections() + 1);
    }
}
