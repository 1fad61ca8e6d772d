package dev.lawspeaker.bot;

/**
 * What can go wrong between a bot and its referee; every message is one line that says what would be right.
 *
 * <p>What the bot itself throws is none of these.
 */
public abstract sealed class BotException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private BotException(String message) {
        super(message);
    }

    /** No referee could be reached at the address, or a setting is no such thing. */
    public static final class ConnectionRefused extends BotException {
        private static final long serialVersionUID = 1L;

        ConnectionRefused(String message) {
            super(message);
        }
    }

    /** The stream broke before the referee said goodbye, and did not come back in time. */
    public static final class ConnectionLost extends BotException {
        private static final long serialVersionUID = 1L;

        ConnectionLost(String message) {
            super(message);
        }
    }

    /** The referee did not want the bot: wrong token, unknown protocol, or broken rules of the protocol. */
    public static sealed class Refused extends BotException {
        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message);
        }
    }

    /** There is no place now: the bot's own lost stream has it, maybe, which the referee has not missed yet. */
    static final class NoPlace extends Refused {
        private static final long serialVersionUID = 1L;

        NoPlace(String message) {
            super(message);
        }
    }

    /** {@link Bot#decide} returned something that is not a list of option indices. */
    public static final class WrongPicks extends BotException {
        private static final long serialVersionUID = 1L;

        WrongPicks(String message) {
            super(message);
        }
    }

    /** What a bot says of itself cannot be. */
    public static final class WrongBot extends BotException {
        private static final long serialVersionUID = 1L;

        WrongBot(String message) {
            super(message);
        }
    }

    /** A message is of another game than its reader expected, or is damaged. */
    public static final class WrongMessage extends BotException {
        private static final long serialVersionUID = 1L;

        WrongMessage(String message) {
            super(message);
        }
    }
}
