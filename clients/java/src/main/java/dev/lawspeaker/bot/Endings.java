package dev.lawspeaker.bot;

import dev.lawspeaker.bot.BotException.ConnectionLost;
import dev.lawspeaker.bot.BotException.NoPlace;
import dev.lawspeaker.bot.BotException.Refused;
import dev.lawspeaker.v1.Goodbye;
import dev.lawspeaker.v1.GoodbyeReason;
import dev.lawspeaker.v1.PlayResponse;
import io.grpc.Status;
import java.util.EnumSet;
import java.util.Set;

/** What the end of a stream means, by its status and the goodbye before it. */
final class Endings {
    private static final Set<Status.Code> REFUSALS = EnumSet.of(
            Status.Code.UNAUTHENTICATED,
            Status.Code.FAILED_PRECONDITION,
            Status.Code.INVALID_ARGUMENT,
            Status.Code.PERMISSION_DENIED,
            Status.Code.RESOURCE_EXHAUSTED);

    /** Goodbyes that do not blame the bot; every other one does, those of later versions too. */
    private static final Set<GoodbyeReason> FRIENDLY = EnumSet.of(
            GoodbyeReason.GOODBYE_REASON_UNSPECIFIED,
            GoodbyeReason.GOODBYE_REASON_DRAINING,
            GoodbyeReason.GOODBYE_REASON_DONE);

    private Endings() {}

    /** Throws unless the first message is Welcome. */
    static void checkWelcome(PlayResponse first) {
        if (first.hasGoodbye()) {
            String line = "the referee refused the bot: " + first.getGoodbye().getMessage();
            boolean later = first.getGoodbye().getReason() == GoodbyeReason.GOODBYE_REASON_DRAINING;
            throw later ? new NoPlace(line) : new Refused(line);
        }
        if (!first.hasWelcome()) {
            throw noWelcome();
        }
    }

    /** Why a stream ended on which there was no Welcome. */
    static BotException beforeWelcome(Status status) {
        if (status.isOk()) {
            return noWelcome();
        }
        if (status.getCode() == Status.Code.RESOURCE_EXHAUSTED) {
            return new NoPlace(refusal(status));
        }
        return broken(status);
    }

    /** Throws unless the stream ended as it should; {@code goodbye} is null if there was none. */
    static void checkEnd(Status status, Goodbye goodbye) {
        // After a goodbye it does not matter how a stream breaks: an answer may have crossed it.
        if (!status.isOk() && (goodbye == null || REFUSALS.contains(status.getCode()))) {
            throw broken(status);
        }
        if (goodbye == null) {
            throw new ConnectionLost("the referee closed the stream without a goodbye");
        }
        if (!FRIENDLY.contains(goodbye.getReason())) {
            throw new Refused("the referee ended the stream: " + goodbye.getMessage());
        }
    }

    private static BotException broken(Status status) {
        return REFUSALS.contains(status.getCode())
                ? new Refused(refusal(status))
                : new ConnectionLost(
                        "the connection to the referee broke (%s): %s".formatted(status.getCode(), details(status)));
    }

    private static Refused noWelcome() {
        return new Refused("the referee did not answer Hello with Welcome; is this a Lawspeaker referee?");
    }

    private static String refusal(Status status) {
        return "the referee refused the bot: " + details(status);
    }

    /** The status in words: gRPC's own are often "io exception" and no more, and the cause has the rest. */
    private static String details(Status status) {
        String words = status.getDescription() == null ? status.getCode().name() : status.getDescription();
        Throwable cause = status.getCause();
        return cause == null || cause.getMessage() == null ? words : words + ": " + cause.getMessage();
    }
}
