package dev.lawspeaker.bot;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lawspeaker.v1.Answer;
import dev.lawspeaker.v1.AnswerRejected;
import dev.lawspeaker.v1.DecisionRequest;
import dev.lawspeaker.v1.GameSetup;
import dev.lawspeaker.v1.Goodbye;
import dev.lawspeaker.v1.GoodbyeReason;
import dev.lawspeaker.v1.Hello;
import dev.lawspeaker.v1.MatchOver;
import dev.lawspeaker.v1.MatchStarted;
import dev.lawspeaker.v1.Outcome;
import dev.lawspeaker.v1.PlayRequest;
import dev.lawspeaker.v1.PlayResponse;
import dev.lawspeaker.v1.PlayResponseBatch;
import dev.lawspeaker.v1.RefereeServiceGrpc;
import dev.lawspeaker.v1.RejectReason;
import dev.lawspeaker.v1.Welcome;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A real server, at which a test says the referee's part of one stream after the other. */
final class TestReferee implements AutoCloseable {
    private static final EventLoopGroup LOOP = new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("test-referee", true), NioIoHandler.newFactory());
    private static final long PATIENCE_SECONDS = 10;
    private static final Backoff SOON = new Backoff(Duration.ofMillis(2), Duration.ofMillis(20), () -> 0.5);

    private final Server server;
    private final String address;
    private final BlockingQueue<Call> calls = new LinkedBlockingQueue<>();

    /** On a free port. */
    TestReferee() throws IOException {
        this("127.0.0.1");
    }

    /** On a free port of a host. */
    TestReferee(String host) throws IOException {
        server = serve(new InetSocketAddress(host, 0), NioServerSocketChannel.class);
        address = host + ":" + server.getPort();
    }

    /** On a socket file. */
    TestReferee(Path socket) throws IOException {
        server = serve(UnixDomainSocketAddress.of(socket), NioServerDomainSocketChannel.class);
        address = "unix:" + socket;
    }

    private Server serve(SocketAddress at, Class<? extends io.netty.channel.ServerChannel> type) throws IOException {
        // Messages stay bytes, as a transcript has them: some have fields that no SDK knows.
        MethodDescriptor<byte[], byte[]> play =
                RefereeServiceGrpc.getPlayMethod().toBuilder(BYTES, BYTES).build();
        ServerServiceDefinition service = ServerServiceDefinition.builder(RefereeServiceGrpc.SERVICE_NAME)
                .addMethod(play, ServerCalls.asyncBidiStreamingCall(this::called))
                .build();
        return NettyServerBuilder.forAddress(at)
                .channelType(type)
                .bossEventLoopGroup(LOOP)
                .workerEventLoopGroup(LOOP)
                .directExecutor()
                .addService(service)
                .build()
                .start();
    }

    private StreamObserver<byte[]> called(StreamObserver<byte[]> responses) {
        Call call = new Call(responses);
        calls.add(call);
        return call;
    }

    String address() {
        return address;
    }

    /** Settings of a bot that comes back soon, and for long enough. */
    Settings.Builder settings() {
        return Settings.builder()
                .address(address)
                .token("a token")
                .seed("0")
                .reconnectWithin(Duration.ofSeconds(PATIENCE_SECONDS))
                .backoff(SOON);
    }

    /** Let a bot play. */
    Run play(Bot bot) {
        return play(bot, settings());
    }

    Run play(Bot bot, Settings.Builder settings) {
        return new Run(bot, settings.build());
    }

    /** The next stream. */
    Call call() throws InterruptedException {
        Call call = calls.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertNotNull(call, "the bot does not dial");
        return call;
    }

    /** Whether the bot has dialled when it should not have. */
    boolean calledOnceMore() {
        return !calls.isEmpty();
    }

    @Override
    public void close() {
        server.shutdownNow();
    }

    /** A run of a bot, in a thread of its own. */
    static final class Run {
        private final Thread thread;
        private volatile Throwable thrown;

        Run(Bot bot, Settings settings) {
            thread = new Thread(() -> {
                try {
                    Lawspeaker.play(bot, settings);
                } catch (Throwable error) {
                    thrown = error;
                }
            });
            thread.setDaemon(true);
            thread.start();
        }

        void interrupt() {
            thread.interrupt();
        }

        /** Wait for its end; what it threw, or null. */
        Throwable end() throws InterruptedException {
            thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
            assertTrue(!thread.isAlive(), "the run does not end");
            return thrown;
        }
    }

    /** One stream. */
    static final class Call implements StreamObserver<byte[]> {
        private final BlockingQueue<PlayRequest> heard = new LinkedBlockingQueue<>();
        private final StreamObserver<byte[]> responses;
        private PlayResponseBatch.Builder batch;

        Call(StreamObserver<byte[]> responses) {
            this.responses = responses;
        }

        @Override
        public void onNext(byte[] request) {
            try {
                heard.add(PlayRequest.parseFrom(request));
            } catch (IOException error) {
                throw new UncheckedIOException(error);
            }
        }

        @Override
        public void onError(Throwable error) {}

        @Override
        public void onCompleted() {}

        /** What the bot says next. */
        PlayRequest hear() throws InterruptedException {
            PlayRequest request = heard.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertNotNull(request, "the bot says nothing");
            return request;
        }

        /** What the bot has said already, or null. */
        PlayRequest heard() {
            return heard.poll();
        }

        /** Hear Hello and welcome the bot. */
        Hello welcome() throws InterruptedException {
            return welcome(false);
        }

        Hello welcome(boolean batches) throws InterruptedException {
            Hello hello = hear().getHello();
            say(response ->
                    response.setWelcome(Welcome.newBuilder().setProtocol(1).setBatches(batches)));
            return hello;
        }

        /** Say as one message what is said meanwhile. */
        void together(Runnable saying) {
            PlayResponseBatch.Builder outer = batch;
            PlayResponseBatch.Builder inner = PlayResponseBatch.newBuilder();
            batch = inner;
            saying.run();
            batch = outer;
            say(response -> response.setBatch(inner));
        }

        /** The bot's next answer. */
        Answer answer() throws InterruptedException {
            return hear().getAnswer();
        }

        void start(String match) {
            say(response -> response.setMatchStarted(MatchStarted.newBuilder()
                    .setMatchId(match)
                    .setSetup(GameSetup.newBuilder().setGame("test").setPlayers(2))));
        }

        /** Ask for one of four options; the default is the last one. */
        void ask(String match, long decision) {
            ask(match, decision, request -> {});
        }

        void ask(String match, long decision, Consumer<DecisionRequest.Builder> change) {
            DecisionRequest.Builder request = DecisionRequest.newBuilder()
                    .setMatchId(match)
                    .setDecisionId(decision)
                    .setPrompt("test.one")
                    .setLeast(1)
                    .setMost(1)
                    .setOptionCount(4)
                    .addDefaultPicks(3);
            change.accept(request);
            say(response -> response.setDecisionRequest(request));
        }

        void reject(String match, long decision, RejectReason reason) {
            say(response -> response.setAnswerRejected(AnswerRejected.newBuilder()
                    .setMatchId(match)
                    .setDecisionId(decision)
                    .setReason(reason)
                    .setMessage("that was wrong")));
        }

        void over(String match) {
            say(response -> response.setMatchOver(MatchOver.newBuilder()
                    .setMatchId(match)
                    .setOutcome(Outcome.newBuilder().addRanks(1).addRanks(2))));
        }

        void goodbye() {
            say(response -> response.setGoodbye(Goodbye.newBuilder().setReason(GoodbyeReason.GOODBYE_REASON_DONE)));
            end(Status.OK);
        }

        void say(Consumer<PlayResponse.Builder> change) {
            PlayResponse.Builder response = PlayResponse.newBuilder();
            change.accept(response);
            if (batch == null) {
                say(response.build().toByteArray());
            } else {
                batch.addResponses(response);
            }
        }

        void say(byte[] message) {
            responses.onNext(message);
        }

        void end(Status status) {
            if (status.isOk()) {
                responses.onCompleted();
            } else {
                responses.onError(status.asException());
            }
        }

        /** End the stream as one that breaks. */
        void cut() {
            end(Status.UNAVAILABLE.withDescription("cut"));
        }
    }

    private static final Marshaller<byte[]> BYTES = new Marshaller<>() {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException error) {
                throw new UncheckedIOException(error);
            }
        }
    };
}
