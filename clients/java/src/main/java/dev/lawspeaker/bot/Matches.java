package dev.lawspeaker.bot;

import dev.lawspeaker.v1.MatchStarted;
import dev.lawspeaker.v1.PlayResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** The matches that a bot sits in, and the threads that it plays them with. Of the session's thread alone. */
final class Matches implements AutoCloseable {
    private static final int MOST_THREADS = 64;

    private final Bot bot;
    private final String seed;
    private final Consumer<Event> events;
    private final ExecutorService threads;
    private final Map<String, Seat> seats = new LinkedHashMap<>();
    private CompletableFuture<Void> ended = CompletableFuture.completedFuture(null);
    private boolean progress;

    Matches(Bot bot, String seed, Consumer<Event> events) {
        this.bot = bot;
        this.seed = seed;
        this.events = events;
        AtomicInteger number = new AtomicInteger();
        this.threads = Executors.newFixedThreadPool(Math.min(mostMatches(), MOST_THREADS), task -> {
            Thread thread = new Thread(task, "bot-" + number.incrementAndGet());
            thread.setDaemon(true); // or a bot that thinks would keep the process alive
            return thread;
        });
    }

    /** How many are not over. */
    int unfinished() {
        return seats.size();
    }

    /** Whether anything has come since {@link #newStream} that was not known before. */
    boolean progress() {
        return progress;
    }

    void newStream() {
        progress = false;
    }

    /** Hand a message to its match; those of matches that the bot does not know are nobody's. */
    void take(PlayResponse message, Stream stream) {
        switch (message.getMessageCase()) {
            case MATCH_STARTED -> started(message.getMatchStarted());
            case DECISION_REQUEST -> {
                Seat seat = seats.get(message.getDecisionRequest().getMatchId());
                if (seat != null) {
                    progress |= seat.asked(message.getDecisionRequest(), stream);
                }
            }
            case ANSWER_REJECTED -> {
                Seat seat = seats.get(message.getAnswerRejected().getMatchId());
                if (seat != null) {
                    seat.rejected(message.getAnswerRejected(), stream);
                }
            }
            case MATCH_OVER -> {
                Seat seat = seats.get(message.getMatchOver().getMatchId());
                if (seat != null) {
                    progress = true;
                    seat.over(message.getMatchOver());
                    leave(seat);
                }
            }
            default -> {} // nothing of a match: of a later protocol, maybe
        }
    }

    private void started(MatchStarted message) {
        Seat seat = seats.get(message.getMatchId());
        if (seat != null && seat.match().isAgain(message)) {
            seat.resumed();
            return;
        }
        if (seat != null) {
            giveUp(seat, "the referee has begun another match under the same name");
        }
        makeRoom();
        progress = true;
        Match match = new Match(message, seed);
        seats.put(match.matchId(), new Seat(match, bot, threads, thrown -> events.accept(new Event.Failed(thrown))));
    }

    /**
     * Give up matches that have not come back, as far as the bot plays more than it said without them.
     *
     * <p>The referee never seats a bot in more matches than that, so they must be over.
     */
    private void makeRoom() {
        int tooMany = seats.size() + 1 - mostMatches();
        away().stream()
                .limit(Math.max(0, tooMany))
                .forEach(seat -> giveUp(seat, "the connection was lost, and the match ended meanwhile"));
    }

    void lostConnection() {
        seats.values().forEach(Seat::lostConnection);
    }

    /** Give up all that have not come back. */
    void giveUpAway(String why) {
        away().forEach(seat -> giveUp(seat, why));
    }

    /** No more will come; tells {@link Event.Finished} when the bot has heard everything. */
    void end() {
        List.copyOf(seats.values()).forEach(seat -> {
            if (seat.away()) {
                seat.givenUp("the connection was lost, and the match did not come back");
            }
            leave(seat);
        });
        ended = ended.thenRun(() -> events.accept(new Event.Finished()));
    }

    /** Interrupts whatever the bot is at. */
    @Override
    public void close() {
        threads.shutdownNow();
    }

    private List<Seat> away() {
        return seats.values().stream().filter(Seat::away).toList();
    }

    private void giveUp(Seat seat, String why) {
        Log.warn("%s: %s".formatted(seat.match().matchId(), why));
        seat.givenUp(why);
        leave(seat);
    }

    private void leave(Seat seat) {
        seats.remove(seat.match().matchId());
        ended = CompletableFuture.allOf(ended, seat.done());
    }

    private int mostMatches() {
        return Math.max(1, bot.maxMatches());
    }
}
