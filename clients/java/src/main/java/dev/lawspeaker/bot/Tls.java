package dev.lawspeaker.bot;

import dev.lawspeaker.bot.BotException.ConnectionRefused;
import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.NettyChannelBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** TLS for bots: credentials from files in PEM. */
public final class Tls {
    static final String CA_VARIABLE = "LAWSPEAKER_TLS_CA";
    static final String CERT_VARIABLE = "LAWSPEAKER_TLS_CERT";
    static final String KEY_VARIABLE = "LAWSPEAKER_TLS_KEY";

    /** In place of a file: the public authorities that come with Java. */
    public static final String PUBLIC = "public";

    private Tls() {}

    /**
     * Credentials for {@link Settings.Builder#credentials}.
     *
     * @param ca the file of the authorities that the referee's certificate may be of, or {@link #PUBLIC}
     * @throws ConnectionRefused for a file that cannot be read
     */
    public static ChannelCredentials credentials(String ca) {
        return credentials(ca, "", "");
    }

    /**
     * Credentials for a referee that asks for the bot's own certificate.
     *
     * @param ca the file of the authorities that the referee's certificate may be of, or {@link #PUBLIC}
     * @param cert the file of the bot's certificate; empty for none
     * @param key the file of its key, in PKCS #8 and without a password; empty for none
     * @throws ConnectionRefused for a file that cannot be read
     */
    public static ChannelCredentials credentials(String ca, String cert, String key) {
        if (cert.isEmpty() != key.isEmpty()) {
            throw new ConnectionRefused(
                    "a certificate and its key go together: set %s and %s".formatted(CERT_VARIABLE, KEY_VARIABLE));
        }
        TlsChannelCredentials.Builder builder = TlsChannelCredentials.newBuilder();
        try {
            if (!ca.equals(PUBLIC)) {
                builder.trustManager(read(ca, "CERTIFICATE"));
            }
            if (!cert.isEmpty()) {
                builder.keyManager(read(cert, "CERTIFICATE"), read(key, "PRIVATE KEY"));
            }
        } catch (IOException error) {
            throw new ConnectionRefused("%s or %s cannot be read: %s".formatted(ca, cert, error.getMessage()));
        }
        return checked(builder.build(), cert.isEmpty() ? ca : "%s, %s, %s".formatted(ca, cert, key));
    }

    /** Credentials out of these files; what they hold is read only when a channel is made. */
    private static ChannelCredentials checked(ChannelCredentials credentials, String files) {
        try {
            var unused = NettyChannelBuilder.forTarget("localhost", credentials);
        } catch (IllegalArgumentException unusable) {
            String why = unusable.getMessage().lines().findFirst().orElse("");
            throw new ConnectionRefused("%s: not usable for TLS (%s)".formatted(files, why));
        }
        return credentials;
    }

    /** Those of the environment's variables; none are no encryption. */
    static ChannelCredentials ofEnvironment(Map<String, String> environment) {
        String ca = environment.getOrDefault(CA_VARIABLE, "");
        String cert = environment.getOrDefault(CERT_VARIABLE, "");
        String key = environment.getOrDefault(KEY_VARIABLE, "");
        if (!ca.isEmpty()) {
            return credentials(ca, cert, key);
        }
        if (!cert.isEmpty() || !key.isEmpty()) {
            throw new ConnectionRefused(
                    "%s and %s need %s: the file of the authority of the referee's certificate, or %s"
                            .formatted(CERT_VARIABLE, KEY_VARIABLE, CA_VARIABLE, PUBLIC));
        }
        return InsecureChannelCredentials.create();
    }

    private static InputStream read(String path, String what) {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(Path.of(path));
        } catch (NoSuchFileException missing) {
            throw new ConnectionRefused("%s: no such file".formatted(path));
        } catch (IOException error) {
            throw new ConnectionRefused("%s cannot be read: %s".formatted(path, error.getMessage()));
        }
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        if (text.contains("ENCRYPTED")) {
            throw new ConnectionRefused("%s is locked with a password; give a key without one".formatted(path));
        }
        if (text.contains("BEGIN RSA PRIVATE KEY") || text.contains("BEGIN EC PRIVATE KEY")) {
            throw new ConnectionRefused(
                    ("%s is a key in an older form; Java takes PKCS #8: " + "openssl pkcs8 -topk8 -nocrypt -in %s")
                            .formatted(path, path));
        }
        if (!text.contains("BEGIN " + what)) {
            throw new ConnectionRefused("%s holds no %s in PEM".formatted(path, what.toLowerCase(Locale.ROOT)));
        }
        return new ByteArrayInputStream(bytes);
    }
}
