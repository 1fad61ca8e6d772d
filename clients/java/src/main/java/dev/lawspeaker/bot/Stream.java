package dev.lawspeaker.bot;

import dev.lawspeaker.v1.Answer;
import dev.lawspeaker.v1.AnswerBatch;
import dev.lawspeaker.v1.Hello;
import dev.lawspeaker.v1.PlayRequest;
import dev.lawspeaker.v1.PlayResponse;
import dev.lawspeaker.v1.RefereeServiceGrpc;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** One stream to the referee: a channel and its one call, which are closed together. */
final class Stream implements AutoCloseable {
    private static final int MOST_SENT = 1 << 20;

    /** How many answers go in one message, and how many bytes they may have together. */
    private static final int MOST_BATCH = 64;

    private static final int BATCH_BYTES = 32 << 10;

    private final ManagedChannel channel;
    private final ClientCallStreamObserver<PlayRequest> requests;

    /** Answers that wait for the network's thread, which alone takes them. */
    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();

    private final AtomicBoolean scheduled = new AtomicBoolean();

    /** How many answers go in one message here: 1 unless the referee takes several. */
    private volatile int most = 1;

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

    /** Send answers that are ready together as one message from now on. */
    void batchAnswers() {
        most = MOST_BATCH;
    }

    /** Send an answer, or drop it if the stream is over: of that only the reader knows whether it was lost. */
    void answer(Answer answer) {
        answers.add(answer);
        scheduleWrite();
    }

    private void scheduleWrite() {
        if (!scheduled.getAndSet(true)) {
            Channels.execute(this::writeAnswers);
        }
    }

    /** Write what waits, until gRPC has enough to send: it says when it is ready for more. */
    private void writeAnswers() {
        scheduled.set(false); // first, so that an answer that comes now is not left behind
        while (!answers.isEmpty() && requests.isReady()) {
            send(nextAnswers());
        }
    }

    private PlayRequest nextAnswers() {
        Answer first = answers.remove();
        AnswerBatch.Builder batch = AnswerBatch.newBuilder().addAnswers(first);
        int size = first.getSerializedSize();
        for (Answer next = answers.peek(); next != null && batch.getAnswersCount() < most; next = answers.peek()) {
            size += next.getSerializedSize();
            if (size > BATCH_BYTES) {
                break;
            }
            batch.addAnswers(answers.remove());
        }
        PlayRequest.Builder request = PlayRequest.newBuilder();
        return (batch.getAnswersCount() == 1 ? request.setAnswer(first) : request.setAnswerBatch(batch)).build();
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

    private final class Ear implements ClientResponseObserver<PlayRequest, PlayResponse> {
        private final Consumer<Event> events;

        Ear(Consumer<Event> events) {
            this.events = events;
        }

        @Override
        public void beforeStart(ClientCallStreamObserver<PlayRequest> call) {
            call.setOnReadyHandler(Stream.this::scheduleWrite);
        }

        @Override
        public void onNext(PlayResponse message) {
            if (message.hasBatch()) {
                message.getBatch().getResponsesList().forEach(this::tell);
            } else {
                tell(message);
            }
        }

        private void tell(PlayResponse message) {
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
