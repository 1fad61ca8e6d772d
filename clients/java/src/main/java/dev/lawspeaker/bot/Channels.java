package dev.lawspeaker.bot;

import dev.lawspeaker.bot.BotException.ConnectionRefused;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.UnixDomainSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Connections to a referee's address. */
final class Channels {
    private static final int MOST_RECEIVED = 16 << 20;
    private static final Duration KEEPALIVE_ANSWER = Duration.ofSeconds(5);
    /** The pauses between tries of the first connection double from one to the other; gRPC's own grow to minutes. */
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
    /** After so long without a referee a line says so. */
    private static final Duration NOTICE_AFTER = Duration.ofSeconds(2);

    private static final String UNIX = "unix:";
    private static final Pattern DIALLED =
            Pattern.compile("unix:.+|(?:\\[[^\\]\\[\\s]+\\]|[^\\]\\[:/\\s]+):(?<port>\\d{1,5})");
    private static final Pattern URL = Pattern.compile(
            "[a-z][a-z0-9+.-]*://+(?:[^/?#]*@)?(?<host>\\[[^\\]/]*\\]|[^:/?#]+)?(?<port>:\\d+)?.*",
            Pattern.CASE_INSENSITIVE);
    private static final int MOST_PORT = 65535;
    private static final Pattern LOCAL =
            Pattern.compile("unix:.*|(localhost|\\[::1\\]|127(\\.\\d{1,3}){3}):\\d+", Pattern.CASE_INSENSITIVE);

    /** One thread moves the bytes of all channels; it does not keep the process alive. */
    private static final EventLoopGroup LOOP = new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("lawspeaker-bot", true), NioIoHandler.newFactory());

    private Channels() {}

    /** Run a task that does not wait in the thread that moves the bytes of all channels. */
    static void execute(Runnable task) {
        LOOP.execute(task);
    }

    /**
     * A channel of its own, which connects when it is used first.
     *
     * @throws ConnectionRefused if the address is none
     */
    static ManagedChannel open(Settings settings) {
        NettyChannelBuilder builder = builder(settings);
        if (isLocal(settings.address())) {
            builder.proxyDetector(address -> null); // or a proxy of the machine's settings is asked for it
        }
        builder.eventLoopGroup(LOOP)
                .directExecutor() // what comes is only put into a queue
                .keepAliveTime(settings.keepalive().toNanos(), TimeUnit.NANOSECONDS)
                .keepAliveTimeout(KEEPALIVE_ANSWER.toNanos(), TimeUnit.NANOSECONDS)
                .maxInboundMessageSize(MOST_RECEIVED);
        try {
            return builder.build();
        } catch (IllegalArgumentException unusable) { // a name that Java takes for none, such as a_b
            throw new ConnectionRefused("cannot dial %s: %s".formatted(settings.address(), unusable.getMessage()));
        }
    }

    /** Whether HOST:PORT or unix:/PATH is on this machine. */
    static boolean isLocal(String address) {
        return LOCAL.matcher(address).matches();
    }

    private static void checkAddress(String address) {
        Matcher dialled = DIALLED.matcher(address);
        if (dialled.matches()
                && (dialled.group("port") == null || Integer.parseInt(dialled.group("port")) <= MOST_PORT)) {
            return;
        }
        Matcher url = URL.matcher(address);
        if (url.matches()) {
            throw new ConnectionRefused("the referee's address is a URL, not HOST:PORT; give %s%s"
                    .formatted(
                            Objects.requireNonNullElse(url.group("host"), "127.0.0.1"),
                            Objects.requireNonNullElse(url.group("port"), ":50051")));
        }
        throw new ConnectionRefused(
                "the referee's address is '%s'; it must be HOST:PORT, such as 127.0.0.1:50051, or unix:/PATH"
                        .formatted(address));
    }

    private static NettyChannelBuilder builder(Settings settings) {
        String address = settings.address();
        checkAddress(address);
        if (address.startsWith(UNIX)) {
            String path = address.substring(UNIX.length()).replaceFirst("^//", "");
            return NettyChannelBuilder.forAddress(UnixDomainSocketAddress.of(path), settings.credentials())
                    .channelType(NioDomainSocketChannel.class)
                    .overrideAuthority("localhost");
        }
        // a path of a URI has neither brackets nor a lone %
        String path = address.replace("%", "%25").replace("[", "%5B").replace("]", "%5D");
        return NettyChannelBuilder.forTarget("dns:///" + path, settings.credentials())
                .channelType(NioSocketChannel.class);
    }

    /**
     * Whether the channel has its connection within that time; a referee that is not there yet is tried again.
     *
     * <p>{@code notice} is called once if nobody has answered for a while.
     */
    static boolean isReady(ManagedChannel channel, Duration within, Runnable notice) throws InterruptedException {
        long began = System.nanoTime();
        long pause = FIRST_PAUSE.toNanos();
        boolean noticed = false;
        ConnectivityState state = channel.getState(true);
        while (state != ConnectivityState.READY) {
            CountDownLatch changed = new CountDownLatch(1);
            channel.notifyWhenStateChanged(state, changed::countDown);
            long waited = System.nanoTime() - began;
            if (waited >= within.toNanos()) {
                return false;
            }
            boolean failed = state == ConnectivityState.TRANSIENT_FAILURE;
            if (failed && !noticed && waited >= NOTICE_AFTER.toNanos()) {
                notice.run();
                noticed = true;
            }
            if (!changed.await(Math.min(pause, within.toNanos() - waited), TimeUnit.NANOSECONDS) && failed) {
                channel.resetConnectBackoff();
                pause = Math.min(2 * pause, LONGEST_PAUSE.toNanos());
            }
            state = channel.getState(true);
        }
        return true;
    }
}
