package dev.lawspeaker.bot;

import dev.lawspeaker.bot.BotException.ConnectionRefused;
import dev.lawspeaker.bot.BotException.WrongBot;
import dev.lawspeaker.v1.Hello;
import io.grpc.ManagedChannel;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Plays a bot at a Lawspeaker referee. */
public final class Lawspeaker {
    static final int PROTOCOL = 1;
    static final String SDK = "java/0.1.0";

    /** What gRPC tells of itself is for its makers; held, or their levels would be forgotten with them. */
    private static final List<Logger> TALKATIVE = List.of(Logger.getLogger("io.grpc"), Logger.getLogger("io.netty"));

    private Lawspeaker() {}

    /** {@link #run(Bot, Settings.Builder)} with the settings of the environment. */
    public static void run(Bot bot) {
        run(bot, Settings.builder());
    }

    /**
     * Plays matches until the referee says goodbye: the last line of a bot's {@code main}.
     *
     * <p>Ends the process with exit code 1 if it cannot: with one line on stderr, or with the stack trace of what the
     * bot threw, after a line that says at which decision. Ctrl-C and SIGTERM end it at once.
     */
    public static void run(Bot bot, Settings.Builder settings) {
        String format = "java.util.logging.SimpleFormatter.format";
        if (System.getProperty(format) == null) {
            System.setProperty(format, "%3$s: %5$s%6$s%n");
        }
        TALKATIVE.forEach(logger -> logger.setLevel(Level.SEVERE));
        try {
            play(bot, settings.build());
        } catch (BotException error) {
            System.err.println(Log.NAME + ": " + error.getMessage());
            System.exit(1);
        } catch (ExecutionException thrown) {
            thrown.getCause().printStackTrace();
            System.exit(1);
        } catch (InterruptedException stopped) {
            System.exit(130);
        }
    }

    /**
     * Plays matches until the referee says goodbye, for programs of their own; interrupt the thread to end it.
     *
     * @throws BotException if it cannot
     * @throws ExecutionException with what the bot itself threw as its cause
     * @throws InterruptedException if the thread was interrupted
     */
    public static void play(Bot bot, Settings settings) throws InterruptedException, ExecutionException {
        Hello hello = hello(bot, settings.token());
        try (Session session = new Session(() -> Channels.open(settings), bot, hello, settings)) {
            session.play(connected(settings));
        }
    }

    private static ManagedChannel connected(Settings settings) throws InterruptedException {
        ManagedChannel channel = Channels.open(settings);
        boolean ready = false;
        try {
            String within = Session.seconds(settings.connectWithin());
            ready = Channels.isReady(
                    channel,
                    settings.connectWithin(),
                    () -> Log.warn("no referee answers at %s yet; trying for up to %s s"
                            .formatted(settings.address(), within)));
            if (!ready) {
                throw new ConnectionRefused("no referee answers at %s (tried for %s s); %s"
                        .formatted(settings.address(), within, Unreachable.hint(channel, settings.encrypted())));
            }
            return channel;
        } finally {
            if (!ready) {
                channel.shutdownNow();
            }
        }
    }

    /** How the bot introduces itself, on every stream. */
    private static Hello hello(Bot bot, String token) {
        List<String> games = bot.games();
        List<String> challengers = bot.challengers();
        if (bot.name() == null
                || bot.version() == null
                || games == null
                || games.stream().anyMatch(Objects::isNull)
                || challengers == null
                || challengers.stream().anyMatch(Objects::isNull)) {
            throw new WrongBot(
                    "the bot's name is %s, its version %s, its games %s, its challengers %s; none of them may be null"
                            .formatted(bot.name(), bot.version(), games, challengers));
        }
        if (bot.maxMatches() < 0) {
            throw new WrongBot("the bot plays %d matches at once; it must be 1 or more".formatted(bot.maxMatches()));
        }
        return Hello.newBuilder()
                .setProtocol(PROTOCOL)
                .setToken(token)
                .setBot(bot.name())
                .setVersion(bot.version())
                .setSdk(SDK)
                .addAllGames(games)
                .setMaxMatches(bot.maxMatches())
                .addAllChallengers(challengers)
                .setText(bot.text())
                .setPositions(bot.positions())
                .setBatches(true)
                .build();
    }
}
