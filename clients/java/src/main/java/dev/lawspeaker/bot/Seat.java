package dev.lawspeaker.bot;

import dev.lawspeaker.bot.BotException.WrongPicks;
import dev.lawspeaker.v1.Answer;
import dev.lawspeaker.v1.AnswerRejected;
import dev.lawspeaker.v1.DecisionRequest;
import dev.lawspeaker.v1.MatchOver;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;

/**
 * A bot's place in one match: what comes for it is worked off one message after the other, over any number of streams.
 *
 * <p>What was answered last is kept. A decision that is asked again, because the connection or the referee was lost,
 * is not put to the bot again: it gets the very same answer.
 *
 * <p>The session's thread calls the package's methods, in the order of the messages; the steps that these lead to run
 * in the bot's threads, one after the other.
 */
final class Seat {
    private static final int ANNOTATION_BYTES = 4096;

    private final Match match;
    private final Bot bot;
    private final ExecutorService threads;
    private final Consumer<Throwable> failed;
    private CompletableFuture<Void> steps = CompletableFuture.completedFuture(null);

    /** Whether the connection was lost and the referee has not said since that the match goes on. */
    private boolean away;

    /** What was asked last: whatever was asked before is over, for a seat has at most one decision open. */
    private volatile Decision newest;

    // Of the steps alone.
    private Decision decision;
    private Answer answer;

    @FunctionalInterface
    private interface Step {
        void run() throws Exception;
    }

    /** Seats the bot; whatever it throws goes to {@code failed}, and ends the match's steps. */
    Seat(Match match, Bot bot, ExecutorService threads, Consumer<Throwable> failed) {
        this.match = match;
        this.bot = bot;
        this.threads = threads;
        this.failed = failed;
        then(() -> bot.started(match));
    }

    Match match() {
        return match;
    }

    boolean away() {
        return away;
    }

    /** Completes when all steps so far are done, or the bot has failed. */
    CompletableFuture<Void> done() {
        return steps;
    }

    void lostConnection() {
        away = true;
    }

    void resumed() {
        away = false;
        then(() -> bot.resumed(match));
    }

    /** Whether the decision is a new one for this match. */
    boolean asked(DecisionRequest request, Stream stream) {
        Decision last = newest;
        boolean isNew = last == null || last.decisionId() != request.getDecisionId();
        if (last != null && last.isAskedBy(request)) {
            last.askedAgain(request); // now, for the bot may be thinking about it
        } else {
            newest = new Decision(request, match);
        }
        Decision asked = newest;
        then(() -> decide(asked, stream));
        return isNew;
    }

    void rejected(AnswerRejected message, Stream stream) {
        then(() -> reject(message, stream));
    }

    void over(MatchOver message) {
        then(() -> bot.over(Result.of(match, message)));
    }

    void givenUp(String why) {
        then(() -> bot.over(Result.lost(match, why)));
    }

    private void then(Step step) {
        steps = steps.thenRunAsync(
                () -> {
                    try {
                        step.run();
                    } catch (Throwable thrown) {
                        failed.accept(thrown);
                        throw new CompletionException(thrown);
                    }
                },
                threads);
    }

    private void decide(Decision asked, Stream stream) throws Exception {
        if (asked != newest) {
            return;
        }
        if (asked != decision) {
            decision = asked;
            answer = null;
        }
        if (answer == null) {
            answer = written(asked, picks(asked));
        }
        stream.answer(answer);
    }

    /** What the bot decides; a line says at which decision it threw, unless the run is over anyway. */
    private List<Integer> picks(Decision asked) throws Exception {
        try {
            return bot.decide(asked);
        } catch (Throwable thrown) {
            if (!threads.isShutdown()) {
                Log.error("the bot failed at %s, decision %d of %s"
                        .formatted(asked.prompt(), asked.decisionId(), asked.matchId()));
            }
            throw thrown;
        }
    }

    /** Tell the bot; if the decision is still open, answer its default so that the game goes on. */
    private void reject(AnswerRejected message, Stream stream) throws Exception {
        Optional<Decision> latest =
                Optional.ofNullable(decision).filter(each -> each.decisionId() == message.getDecisionId());
        Rejection rejection = new Rejection(
                match.matchId(), message.getDecisionId(), latest, message.getReason(), message.getMessage());
        bot.rejected(rejection);
        if (latest.isPresent() && rejection.open()) {
            decision.answeredBySdk();
            answer = written(decision, decision.defaultPicks());
            stream.answer(answer);
        }
    }

    private static Answer written(Decision decision, List<Integer> picks) {
        if (!decision.resigns() && (picks == null || picks.stream().anyMatch(pick -> pick == null || pick < 0))) {
            throw new WrongPicks(
                    ("decide() returned %s for %s; it must return a list of option indices, " + "each 0 to %d")
                            .formatted(picks, decision.prompt(), decision.optionCount() - 1));
        }
        return Answer.newBuilder()
                .setMatchId(decision.matchId())
                .setDecisionId(decision.decisionId())
                .addAllPicks(decision.resigns() ? List.of() : picks)
                .setResign(decision.resigns())
                .setAnnotation(kept(decision.annotation()))
                .setInputTokens(decision.inputTokens())
                .setOutputTokens(decision.outputTokens())
                .setOrigin(decision.origin())
                .build();
    }

    /** As much of a remark as a record keeps, without breaking a character: a longer one could exceed a message. */
    private static String kept(String remark) {
        int bytes = 0;
        for (int end = 0; end < remark.length(); ) {
            int character = remark.codePointAt(end);
            bytes += character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
            if (bytes > ANNOTATION_BYTES) {
                return remark.substring(0, end);
            }
            end += Character.charCount(character);
        }
        return remark;
    }
}
