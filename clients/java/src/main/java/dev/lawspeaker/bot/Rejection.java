package dev.lawspeaker.bot;

import dev.lawspeaker.v1.RejectReason;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * An answer of the bot that the referee refused; it changed nothing.
 *
 * @param matchId the match
 * @param decisionId the decision
 * @param decision the decision itself, if it still is the match's latest one
 * @param reason for machines; {@link RejectReason#UNRECOGNIZED} for one of a later protocol
 * @param message what was wrong and what would be right
 */
public record Rejection(
        String matchId, long decisionId, Optional<Decision> decision, RejectReason reason, String message) {
    private static final Set<RejectReason> OPEN = EnumSet.of(
            RejectReason.REJECT_REASON_WRONG_COUNT,
            RejectReason.REJECT_REASON_OUT_OF_RANGE,
            RejectReason.REJECT_REASON_DUPLICATE_PICK,
            RejectReason.REJECT_REASON_MALFORMED);

    /** Whether the decision still waits for an answer, on the same clock. */
    public boolean open() {
        return OPEN.contains(reason);
    }

    /** Whether the answer was fine but came after the decision was over. */
    public boolean late() {
        return reason == RejectReason.REJECT_REASON_STALE;
    }

    /** Whether the seat is out of the match for its faults; a substitute answers for it to the end. */
    public boolean disqualified() {
        return reason == RejectReason.REJECT_REASON_DISQUALIFIED;
    }

    /** One line for a log. */
    @Override
    public String toString() {
        if (disqualified()) {
            return "%s: out of the match: %s".formatted(matchId, message);
        }
        String what = decision.map(Decision::prompt).orElse("decision " + Long.toUnsignedString(decisionId));
        return "%s, %s: answer refused: %s".formatted(matchId, what, message);
    }
}
