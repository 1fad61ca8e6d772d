package dev.lawspeaker.bot;

import dev.lawspeaker.v1.ClockSettings;
import dev.lawspeaker.v1.MatchStarted;
import java.time.Duration;
import java.util.Optional;

/**
 * The time limits of a match.
 *
 * @param move free for each decision; what exceeds it is taken from the bank; empty for no limit
 * @param bank what each seat has in its bank when the match begins
 * @param increment what is added to the bank after each of the seat's decisions
 * @param first free for the seat's first decision, in place of {@code move}
 * @param reaction free for a reaction out of turn, in place of {@code move}
 * @param connect within this all bots must have joined
 * @param reconnect where nothing else limits it, a lost connection must be back within this
 * @param lag the most that is given back for the network's round trip, each decision
 */
public record Clock(
        Optional<Duration> move,
        Duration bank,
        Duration increment,
        Optional<Duration> first,
        Optional<Duration> reaction,
        Duration connect,
        Duration reconnect,
        Duration lag) {

    static Clock of(MatchStarted message) {
        if (message.hasClock()) {
            return of(message.getClock());
        }
        ClockSettings.Builder clock = ClockSettings.newBuilder(); // a referee that is older says nothing but this
        return of((message.getMoveTimeMs() == 0 ? clock : clock.setMoveMs(message.getMoveTimeMs())).build());
    }

    private static Clock of(ClockSettings message) {
        Optional<Duration> move = given(message.hasMoveMs(), message.getMoveMs());
        return new Clock(
                move,
                millis(message.getBankMs()),
                millis(message.getIncrementMs()),
                given(message.hasFirstMoveMs(), message.getFirstMoveMs()).or(() -> move),
                given(message.hasReactionMs(), message.getReactionMs()).or(() -> move),
                millis(message.getConnectMs()),
                millis(message.getReconnectMs()),
                millis(message.getLagCompensationMs()));
    }

    private static Optional<Duration> given(boolean given, int millis) {
        return given ? Optional.of(millis(millis)) : Optional.empty();
    }

    /** Of an unsigned field: beyond 24 days Java's integers are negative. */
    private static Duration millis(int millis) {
        return Duration.ofMillis(Integer.toUnsignedLong(millis));
    }
}
