package dev.lawspeaker.bot;

import dev.lawspeaker.v1.Answer;
import dev.lawspeaker.v1.Hello;
import dev.lawspeaker.v1.PlayRequest;
import dev.lawspeaker.v1.PlayResponse;
import dev.lawspeaker.v1.RefereeServiceGrpc;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.function.Consumer;

/** One stream to the referee: a channel and its one call, which are closed together. */
final class Stream implements AutoCloseable {
    private static final int MOST_SENT = 1 << 20;

    private final ManagedChannel channel;
    private final ClientCallStreamObserver<PlayRequest> requests;
    private boolean closed;

    /** Calls Play; what comes of it is told from gRPC's own threads. */
    Stream(ManagedChannel channel, Consumer<Event> events) {
        this.channel = channel;
        this.requests = (ClientCallStreamObserver<PlayRequest>) RefereeServiceGrpc.newStub(channel)
                .withMaxOutboundMessageSize(MOST_SENT)
                .play(new Ear(events));
    }

    void hello(Hello hello) {
        send(PlayRequest.newBuilder().setHello(hello).build());
    }

    /** Send an answer, or drop it if the stream is over: of that only the reader knows whether it was lost. */
    void answer(Answer answer) {
        send(PlayRequest.newBuilder().setAnswer(answer).build());
    }

    /** One write at a time, for gRPC's calls are not for several threads. */
    private synchronized void send(PlayRequest request) {
        if (!closed) {
            requests.onNext(request);
        }
    }

    /** End the call, without a word, and the connection. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            requests.cancel("the bot is done with this stream", null);
            channel.shutdownNow();
        }
    }

    private final class Ear implements StreamObserver<PlayResponse> {
        private final Consumer<Event> events;

        Ear(Consumer<Event> events) {
            this.events = events;
        }

        @Override
        public void onNext(PlayResponse message) {
            events.accept(new Event.Received(Stream.this, message));
        }

        @Override
        public void onError(Throwable error) {
            events.accept(new Event.Ended(Stream.this, Status.fromThrowable(error)));
        }

        @Override
        public void onCompleted() {
            events.accept(new Event.Ended(Stream.this, Status.OK));
        }
    }
}
