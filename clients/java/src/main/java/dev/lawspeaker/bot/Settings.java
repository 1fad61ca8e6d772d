package dev.lawspeaker.bot;

import dev.lawspeaker.bot.BotException.ConnectionRefused;
import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;

/**
 * Where the referee is, and how a bot deals with its connection.
 *
 * @param address {@code HOST:PORT} or {@code unix:/PATH}
 * @param token what the referee handed out for the bot; empty where it asks for none
 * @param credentials how the connection is encrypted; see {@link Tls}
 * @param seed names the bot's chance; see {@link Decision#random}
 * @param connectWithin how long a referee is dialled that is not there yet, and then its Welcome waited for
 * @param keepalive after so much silence the connection is asked whether it lives; 10 s or more, for gRPC takes no less
 * @param reconnectWithin how long a lost connection is tried again; 0 ends the run with it
 * @param backoff the pauses between these tries
 */
public record Settings(
        String address,
        String token,
        ChannelCredentials credentials,
        String seed,
        Duration connectWithin,
        Duration keepalive,
        Duration reconnectWithin,
        Backoff backoff) {

    static final String ADDRESS_VARIABLE = "LAWSPEAKER_ADDRESS";
    static final String TOKEN_VARIABLE = "LAWSPEAKER_TOKEN";
    static final String SEED_VARIABLE = "LAWSPEAKER_BOT_SEED";
    static final String RECONNECT_VARIABLE = "LAWSPEAKER_RECONNECT_WITHIN";

    /** Seconds that are as good as for ever; of more there is no clock. */
    private static final double LONGEST = 1e9;

    /** Settings that stand in the environment wherever nothing else is said. */
    public static Builder builder() {
        return new Builder(System.getenv());
    }

    /** What logs may show: the token is not in it. */
    @Override
    public String toString() {
        return "Settings[address=" + address + ", encrypted=" + encrypted() + ", seed=" + seed + "]";
    }

    /** Whether TLS is spoken. */
    boolean encrypted() {
        return !(credentials instanceof InsecureChannelCredentials);
    }

    /** Leaves to the environment what is not set. */
    public static final class Builder {
        private final Map<String, String> environment;
        private String address;
        private String token;
        private ChannelCredentials credentials;
        private String seed;
        private Duration connectWithin = Duration.ofSeconds(30);
        private Duration keepalive = Duration.ofSeconds(15);
        private Duration reconnectWithin;
        private Backoff backoff = Backoff.DEFAULT;

        Builder(Map<String, String> environment) {
            this.environment = environment;
        }

        /** {@code HOST:PORT} or {@code unix:/PATH}; else LAWSPEAKER_ADDRESS. */
        public Builder address(String address) {
            this.address = address;
            return this;
        }

        /** The bot's token; else LAWSPEAKER_TOKEN. */
        public Builder token(String token) {
            this.token = token;
            return this;
        }

        /** How the connection is encrypted; else by LAWSPEAKER_TLS_CA, _CERT and _KEY, or not at all. */
        public Builder credentials(ChannelCredentials credentials) {
            this.credentials = credentials;
            return this;
        }

        /** What names the bot's chance; else LAWSPEAKER_BOT_SEED, or 0. */
        public Builder seed(String seed) {
            this.seed = seed;
            return this;
        }

        /**
         * How long a referee is dialled that is not there yet, and then its Welcome waited for; 30 s if nothing is said,
         * as long as a referee's clock waits for bots.
         */
        public Builder connectWithin(Duration within) {
            this.connectWithin = within;
            return this;
        }

        /** After how much silence the connection is asked whether it lives; 15 s if nothing is said. */
        public Builder keepalive(Duration silence) {
            this.keepalive = silence;
            return this;
        }

        /** How long a lost connection is tried again; else LAWSPEAKER_RECONNECT_WITHIN, or 60 s. */
        public Builder reconnectWithin(Duration within) {
            this.reconnectWithin = within;
            return this;
        }

        /** The pauses between tries. */
        public Builder backoff(Backoff backoff) {
            this.backoff = backoff;
            return this;
        }

        /**
         * The settings.
         *
         * @throws ConnectionRefused if there is no address, or a variable holds what cannot be
         */
        public Settings build() {
            String where = address == null ? variable(ADDRESS_VARIABLE) : address;
            if (where.isEmpty()) {
                throw new ConnectionRefused("no referee's address: set %s, or Settings.builder().address(\"HOST:PORT\")"
                        .formatted(ADDRESS_VARIABLE));
            }
            String seedHere = seed == null ? variable(SEED_VARIABLE) : seed;
            return new Settings(
                    where,
                    token == null ? variable(TOKEN_VARIABLE) : token,
                    credentials == null ? Tls.ofEnvironment(environment) : credentials,
                    seedHere.isEmpty() ? "0" : seedHere,
                    connectWithin,
                    keepalive,
                    reconnectWithin == null ? reconnectWithinOfEnvironment() : reconnectWithin,
                    backoff);
        }

        private Duration reconnectWithinOfEnvironment() {
            String text = variable(RECONNECT_VARIABLE);
            if (text.isEmpty()) {
                return Duration.ofSeconds(60);
            }
            try {
                double seconds = new BigDecimal(text.strip()).doubleValue();
                if (seconds >= 0 && Double.isFinite(seconds)) {
                    return Duration.ofNanos((long) (Math.min(seconds, LONGEST) * 1e9));
                }
            } catch (NumberFormatException none) {
                // said below
            }
            throw new ConnectionRefused(
                    ("%s is '%s'; it must be a number of seconds, such as 60; " + "0 ends the bot with its connection")
                            .formatted(RECONNECT_VARIABLE, text));
        }

        private String variable(String name) {
            return environment.getOrDefault(name, "");
        }
    }
}
