package dev.lawspeaker.bot;

import dev.lawspeaker.v1.PlayRequest;
import dev.lawspeaker.v1.PlayResponse;
import dev.lawspeaker.v1.RefereeServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is probably wrong when a connection does not come about. */
final class Unreachable {
    private static final int DETAILS_WITHIN_SECONDS = 1;

    private Unreachable() {}

    /** What would be right, by the error of a call on a channel that has no connection. */
    static String hint(ManagedChannel channel, boolean encrypted) throws InterruptedException {
        BlockingQueue<Status> closed = new LinkedBlockingQueue<>();
        ClientCall<PlayRequest, PlayResponse> call =
                channel.newCall(RefereeServiceGrpc.getPlayMethod(), CallOptions.DEFAULT);
        call.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        closed.add(status);
                    }
                },
                new Metadata());
        Status status = closed.poll(DETAILS_WITHIN_SECONDS, TimeUnit.SECONDS);
        return hint(status == null ? "" : words(status), encrypted);
    }

    private static String words(Status status) {
        return Stream.iterate(status.getCause(), cause -> cause != null, Throwable::getCause)
                .map(Throwable::toString)
                .collect(Collectors.joining("; ", status.getDescription() + "; ", ""));
    }

    /** By the words of gRPC, Netty and Java's TLS. */
    static String hint(String words, boolean encrypted) {
        if (words.contains("UnknownHostException")) {
            return "the host cannot be resolved to an address; is it spelt right?";
        }
        if (words.contains("CertificateExpired")) {
            return "the referee's certificate is not accepted (it has expired)";
        }
        if (words.contains("PKIX path")) {
            return "the referee's certificate is not accepted; does %s hold the authority that signed it?"
                    .formatted(Tls.CA_VARIABLE);
        }
        if (words.contains("No subject alternative") || words.contains("No name matching")) {
            return "the referee's certificate is for another name; dial one that stands in it";
        }
        if (words.contains("NotSslRecordException") || words.contains("unrecognized SSL message")) {
            return "no TLS is spoken there; leave %s away if the network may be trusted".formatted(Tls.CA_VARIABLE);
        }
        if (words.contains("closed") || words.contains("reset") || words.contains("was not SETTINGS")) {
            return encrypted
                    ? "the connection was closed at once; if the referee asks for the bot's certificate, set %s and %s "
                                    .formatted(Tls.CERT_VARIABLE, Tls.KEY_VARIABLE)
                            + "to one that has not expired, of an authority that it knows"
                    : "the connection was closed at once; if the referee speaks TLS, set " + Tls.CA_VARIABLE;
        }
        return "is it running, and is the address right?";
    }
}
