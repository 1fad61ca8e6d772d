package dev.lawspeaker.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {

    @Test
    void what_is_not_said_stands_in_the_environment() {
        Settings settings = of(Map.of(
                "LAWSPEAKER_ADDRESS", "unix:/tmp/referee",
                "LAWSPEAKER_TOKEN", "secret",
                "LAWSPEAKER_BOT_SEED", "7",
                "LAWSPEAKER_RECONNECT_WITHIN", "2.5"));
        assertEquals("unix:/tmp/referee", settings.address());
        assertEquals("secret", settings.token());
        assertEquals("7", settings.seed());
        assertEquals(Duration.ofMillis(2500), settings.reconnectWithin());
    }

    @Test
    void whoever_prints_settings_does_not_print_the_token() {
        Settings settings = of(Map.of("LAWSPEAKER_ADDRESS", "a:1", "LAWSPEAKER_TOKEN", "hidden"));
        assertEquals("Settings[address=a:1, encrypted=false, seed=0]", settings.toString());
    }

    @Test
    void what_is_said_goes_before_the_environment_even_if_that_is_wrong() {
        Settings settings = new Settings.Builder(
                        Map.of("LAWSPEAKER_ADDRESS", "a:1", "LAWSPEAKER_RECONNECT_WITHIN", "soon"))
                .address("b:2")
                .reconnectWithin(Duration.ZERO)
                .build();
        assertEquals("b:2", settings.address());
        assertEquals(Duration.ZERO, settings.reconnectWithin());
    }

    @Test
    void a_bot_without_settings_has_seed_0_no_token_no_tls_and_a_minute() {
        Settings settings = of(Map.of("LAWSPEAKER_ADDRESS", "a:1", "LAWSPEAKER_BOT_SEED", ""));
        assertEquals("0", settings.seed());
        assertEquals("", settings.token());
        assertEquals(false, settings.encrypted());
        assertEquals(Duration.ofSeconds(60), settings.reconnectWithin());
        assertEquals(Duration.ofSeconds(30), settings.connectWithin());
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "' 3\r\n', 3", "1e12, 1000000000"})
    void seconds_may_have_blanks_around_them_and_an_age_is_as_good_as_for_ever(String text, long seconds) {
        Settings settings = of(Map.of("LAWSPEAKER_ADDRESS", "a:1", "LAWSPEAKER_RECONNECT_WITHIN", text));
        assertEquals(Duration.ofSeconds(seconds), settings.reconnectWithin());
    }

    @Test
    void without_an_address_the_error_names_the_variable() {
        assertRefused("no referee's address: set LAWSPEAKER_ADDRESS", Map.of());
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "-1", "NaN", "Infinity", "1m", " ", "1e400"})
    void what_is_no_number_of_seconds_is_said_in_one_line(String text) {
        assertRefused(
                "LAWSPEAKER_RECONNECT_WITHIN is '%s'; it must be a number of seconds, such as 60".formatted(text),
                Map.of("LAWSPEAKER_ADDRESS", "a:1", "LAWSPEAKER_RECONNECT_WITHIN", text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "localhost:",
                ":50051",
                "localhost:port",
                "localhost:65536",
                "localhost:99999",
                "localhost:-1",
                "::1:50051",
                "[::1]",
                "localhost:50051/x",
                "localhost:50051 ",
                "unix:",
            })
    void what_is_no_address_is_said_in_one_line(String address) {
        assertEquals(
                "the referee's address is '%s'; it must be HOST:PORT, such as 127.0.0.1:50051, or unix:/PATH"
                        .formatted(address),
                dialled(address));
    }

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:50051, 127.0.0.1:50051",
        "https://bots.example:443/play?token=1#x, bots.example:443",
        "HTTP://bots.example, bots.example:50051",
        "grpc+tls://me:secret@[::1]:9, [::1]:9",
        "http://[::1], [::1]:50051",
        "dns:///bots.example:1, bots.example:1",
        "http://, 127.0.0.1:50051",
    })
    void a_url_is_refused_with_the_address_that_it_holds(String url, String place) {
        assertEquals("the referee's address is a URL, not HOST:PORT; give " + place, dialled(url));
        assertEquals("", dialled(place));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost:1",
                "127.0.0.1:65535",
                "[::1]:50051",
                "[fe80::1%eth0]:1",
                "unix:/run/referee",
                "unix:referee",
                "unix:///run/referee",
            })
    void what_is_an_address_can_be_dialled(String address) {
        assertEquals("", dialled(address));
    }

    @Test
    void a_name_that_java_takes_for_none_is_said_in_one_line() {
        assertEquals("cannot dial a_b:1: Invalid DNS name: a_b:1", dialled("a_b:1"));
    }

    /** The line that an address is refused with; empty if it is not. */
    private static String dialled(String address) {
        try {
            Channels.open(of(Map.of("LAWSPEAKER_ADDRESS", address))).shutdownNow();
            return "";
        } catch (BotException.ConnectionRefused refused) {
            return refused.getMessage();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'', cert, '', LAWSPEAKER_TLS_CERT and LAWSPEAKER_TLS_KEY need LAWSPEAKER_TLS_CA",
        "public, cert, '', a certificate and its key go together",
        "nowhere.pem, '', '', nowhere.pem: no such file",
    })
    void files_that_are_missing_are_named(String ca, String cert, String key, String line) {
        assertRefused(line, tls(ca, cert, key));
    }

    @ParameterizedTest
    @CsvSource({
        "nothing, holds no certificate in PEM",
        "-----BEGIN ENCRYPTED PRIVATE KEY-----, is locked with a password",
        "-----BEGIN RSA PRIVATE KEY-----, is a key in an older form; Java takes PKCS #8: openssl pkcs8",
    })
    void files_that_cannot_be_read_are_named(String content, String line, @TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("file.pem"), content);
        assertRefused(file + " " + line, tls(file.toString(), "", ""));
    }

    @Test
    void files_in_pem_that_hold_no_key_or_certificate_are_named(@TempDir Path folder) throws IOException {
        String words = "-----BEGIN %1$s-----\nnone\n-----END %1$s-----\n";
        String ca = Files.writeString(folder.resolve("ca.pem"), words.formatted("CERTIFICATE"))
                .toString();
        String key = Files.writeString(folder.resolve("key.pem"), words.formatted("PRIVATE KEY"))
                .toString();
        assertRefused(ca + ": not usable for TLS (", tls(ca, "", ""));
        assertRefused("public, %s, %s: not usable for TLS (".formatted(ca, key), tls("public", ca, key));
    }

    @Test
    void the_public_authorities_come_with_java() {
        assertTrue(of(tls("public", "", "")).encrypted());
    }

    private static Map<String, String> tls(String ca, String cert, String key) {
        Map<String, String> environment = new HashMap<>();
        environment.put("LAWSPEAKER_ADDRESS", "a:1");
        environment.put("LAWSPEAKER_TLS_CA", ca);
        environment.put("LAWSPEAKER_TLS_CERT", cert);
        environment.put("LAWSPEAKER_TLS_KEY", key);
        return environment;
    }

    private static Settings of(Map<String, String> environment) {
        return new Settings.Builder(environment).build();
    }

    private static void assertRefused(String line, Map<String, String> environment) {
        BotException refused = assertThrows(BotException.ConnectionRefused.class, () -> of(environment));
        assertTrue(refused.getMessage().startsWith(line), refused.getMessage());
        assertTrue(refused.getMessage().lines().count() == 1);
    }
}
