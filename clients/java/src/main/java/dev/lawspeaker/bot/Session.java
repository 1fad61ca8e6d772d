package dev.lawspeaker.bot;

import dev.lawspeaker.bot.BotException.ConnectionLost;
import dev.lawspeaker.bot.BotException.NoPlace;
import dev.lawspeaker.v1.Goodbye;
import dev.lawspeaker.v1.GoodbyeReason;
import dev.lawspeaker.v1.Hello;
import dev.lawspeaker.v1.PlayResponse;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A bot's session with its referee: introduces the bot, hands messages to its matches, and comes back when the
 * connection is lost.
 *
 * <p>One thread runs it. gRPC's threads and the bot's own reach it by its queue of events alone.
 */
final class Session implements AutoCloseable {
    private static final Duration TRY_WITHIN = Duration.ofSeconds(5);
    private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE / 2);

    private final Supplier<ManagedChannel> connect;
    private final Hello hello;
    private final Duration welcomeWithin;
    private final Duration within;
    private final Patience patience;
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final Matches matches;
    private Stream stream;
    private long welcomedAt;
    private long giveUpAt;
    private Goodbye goodbye;

    /** {@code connect} makes channels, which the session closes. */
    Session(Supplier<ManagedChannel> connect, Bot bot, Hello hello, Settings settings) {
        this.connect = connect;
        this.hello = hello;
        this.welcomeWithin = settings.connectWithin();
        this.within = settings.reconnectWithin();
        this.patience = new Patience(within.toNanos(), settings.backoff());
        this.matches = new Matches(bot, settings.seed(), events::add);
    }

    /**
     * Play until the referee says goodbye, first on this channel.
     *
     * @throws ExecutionException with what the bot threw as its cause
     */
    void play(ManagedChannel channel) throws InterruptedException, ExecutionException {
        introduce(channel, welcomeWithin);
        giveUpAt = in(FOREVER);
        for (Optional<ConnectionLost> loss = listen(); loss.isPresent(); loss = listen()) {
            comeBack(loss.get());
        }
        matches.end();
        next(in(FOREVER)); // until the bot has heard everything
    }

    @Override
    public void close() {
        hangUp();
        matches.close();
    }

    private void hangUp() {
        if (stream != null) {
            stream.close();
            stream = null;
        }
    }

    /** Open a stream: say Hello and hear Welcome. */
    private void introduce(ManagedChannel channel, Duration within) throws InterruptedException, ExecutionException {
        stream = new Stream(channel, events::add);
        stream.hello(hello);
        Event first = next(in(within))
                .orElseThrow(() -> new ConnectionLost("no answer within %s s".formatted(seconds(within))));
        if (first instanceof Event.Ended ended) {
            throw Endings.beforeWelcome(ended.status());
        } else if (first instanceof Event.Received received) {
            Endings.checkWelcome(received.message());
            if (received.message().getWelcome().getBatches()) {
                stream.batchAnswers();
            }
        }
        welcomedAt = System.nanoTime();
    }

    /** Hand on what comes until the stream is over; says why if it is to be taken up again. */
    private Optional<ConnectionLost> listen() throws InterruptedException, ExecutionException {
        goodbye = null;
        matches.newStream();
        try {
            while (true) {
                Optional<Event> event = next(giveUpAt);
                if (event.isEmpty()) {
                    matches.giveUpAway("the connection was lost, and the match did not come back within %s s"
                            .formatted(seconds(within)));
                    giveUpAt = in(FOREVER);
                } else if (event.get() instanceof Event.Received received) {
                    hear(received.message());
                } else if (event.get() instanceof Event.Ended ended) {
                    checkEnd(ended.status());
                    return Optional.empty();
                }
            }
        } catch (ConnectionLost loss) {
            if (within.isZero()) {
                throw loss;
            }
            long now = System.nanoTime();
            patience.lost(now, now - welcomedAt, matches.progress());
            return Optional.of(loss);
        } finally {
            hangUp();
        }
    }

    private void hear(PlayResponse message) {
        if (message.hasGoodbye()) {
            goodbye = message.getGoodbye();
        } else {
            matches.take(message, stream);
        }
    }

    private void checkEnd(Status status) {
        Endings.checkEnd(status, goodbye);
        boolean draining = goodbye.getReason() == GoodbyeReason.GOODBYE_REASON_DRAINING;
        if (draining && matches.unfinished() > 0 && !within.isZero()) {
            throw new ConnectionLost("the referee said goodbye with %d of the bot's matches unfinished: %s"
                    .formatted(matches.unfinished(), goodbye.getMessage()));
        }
    }

    /** Open a new stream; throws if none can be had in time. */
    private void comeBack(ConnectionLost loss) throws InterruptedException, ExecutionException {
        long lostAt = System.nanoTime();
        Log.warn("%s; trying again for up to %s s".formatted(loss.getMessage(), seconds(within)));
        matches.lostConnection();
        String last = "";
        while (true) {
            OptionalLong pause = patience.pause(System.nanoTime());
            if (pause.isEmpty()) {
                throw new ConnectionLost(
                        "%s; it did not come back within %s s%s".formatted(loss.getMessage(), seconds(within), last));
            }
            next(System.nanoTime() + pause.getAsLong()); // of no stream, so only a bot that fails ends it early
            try {
                introduce(connect.get(), TRY_WITHIN);
                break;
            } catch (ConnectionLost | NoPlace failed) {
                hangUp();
                last = ": " + failed.getMessage();
            }
        }
        Log.warn(String.format(Locale.ROOT, "connected again after %.1f s", (System.nanoTime() - lostAt) / 1e9));
        giveUpAt = in(within);
    }

    /** The next event, none if it does not come in time; those of streams that are gone are left out. */
    private Optional<Event> next(long deadline) throws InterruptedException, ExecutionException {
        while (true) {
            Event event = events.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (event instanceof Event.Failed failed) {
                if (failed.thrown() instanceof BotException known) {
                    throw known;
                }
                throw new ExecutionException(failed.thrown());
            }
            boolean gone = event instanceof Event.OfStream of && of.stream() != stream;
            if (!gone) {
                return Optional.ofNullable(event);
            }
        }
    }

    private static long in(Duration time) {
        return System.nanoTime() + time.toNanos();
    }

    /** In seconds, as short as they can be written. */
    static String seconds(Duration time) {
        return BigDecimal.valueOf(time.toNanos(), 9).stripTrailingZeros().toPlainString();
    }
}
