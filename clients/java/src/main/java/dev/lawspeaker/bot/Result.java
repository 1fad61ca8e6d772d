package dev.lawspeaker.bot;

import dev.lawspeaker.v1.MatchOver;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a match ended.
 *
 * @param match the match
 * @param message the end as it came over the wire; empty if {@code lost}
 * @param lost why nobody knows how it ended: it went on, or ended, while the connection was lost; empty if it is known
 */
public record Result(Match match, MatchOver message, Optional<String> lost) {

    static Result of(Match match, MatchOver message) {
        return new Result(match, message, Optional.empty());
    }

    static Result lost(Match match, String why) {
        return new Result(
                match, MatchOver.newBuilder().setMatchId(match.matchId()).build(), Optional.of(why));
    }

    /** By seat, 1 for the winner; empty if the match was voided or lost. */
    public List<Integer> ranks() {
        return message.getOutcome().getRanksList();
    }

    /** By seat, in the game's own points; empty if the match was voided or lost. */
    public List<Integer> scores() {
        return message.getOutcome().getScoresList();
    }

    /** The bot's own rank; empty if the match was voided or lost. */
    public OptionalInt rank() {
        return ranks().isEmpty() ? OptionalInt.empty() : OptionalInt.of(ranks().get(match.seat()));
    }

    /** Why it ended, as a stable dotted name such as {@code fame}. */
    public String reason() {
        return message.getOutcome().getReason();
    }

    /** Why the match does not count; empty if it does. */
    public Optional<String> voidReason() {
        return Optional.of(message.getVoidReason()).filter(reason -> !reason.isEmpty());
    }
}
