package dev.lawspeaker.bot;

import dev.lawspeaker.v1.PlayResponse;
import io.grpc.Status;

/** What a session waits for. */
sealed interface Event {

    /** Something of one stream. */
    sealed interface OfStream extends Event {
        Stream stream();
    }

    /** The referee said something. */
    record Received(Stream stream, PlayResponse message) implements OfStream {}

    /** The stream is over. */
    record Ended(Stream stream, Status status) implements OfStream {}

    /** The bot threw something. */
    record Failed(Throwable thrown) implements Event {}

    /** The bot has heard all that there is to hear. */
    record Finished() implements Event {}
}
