package dev.lawspeaker.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnreachableTest {

    @Test
    void an_address_nobody_listens_at_is_named_with_how_long_it_was_tried(@TempDir Path folder) {
        String address = "unix:" + folder.resolve("nobody");
        Settings settings = Settings.builder()
                .address(address)
                .connectWithin(Duration.ofMillis(200))
                .build();
        BotException refused =
                assertThrows(BotException.ConnectionRefused.class, () -> Lawspeaker.play(new ScriptedBot(), settings));
        assertEquals(
                "no referee answers at %s (tried for 0.2 s); is it running, and is the address right?"
                        .formatted(address),
                refused.getMessage());
    }

    @Test
    void a_host_that_cannot_be_resolved_is_told_as_that() {
        String address = "a".repeat(64) + ".invalid:50051"; // too long a label: no name server is asked
        Settings settings = Settings.builder()
                .address(address)
                .connectWithin(Duration.ofMillis(500))
                .build();
        BotException refused =
                assertThrows(BotException.ConnectionRefused.class, () -> Lawspeaker.play(new ScriptedBot(), settings));
        assertEquals(
                "no referee answers at %s (tried for 0.5 s); the host cannot be resolved to an address; is it spelt right?"
                        .formatted(address),
                refused.getMessage());
    }

    @Test
    void a_referee_that_is_not_there_yet_is_dialled_and_the_wait_is_said(@TempDir Path folder) throws Exception {
        Path socket = folder.resolve("late");
        try (LogLines log = new LogLines()) {
            Settings.Builder settings = Settings.builder().address("unix:" + socket);
            TestReferee.Run run = new TestReferee.Run(new ScriptedBot(), settings.build());
            String line = log.next();
            try (TestReferee referee = new TestReferee(socket)) {
                TestReferee.Call call = referee.call();
                call.welcome();
                call.goodbye();
                assertNull(run.end());
            }
            assertEquals("no referee answers at unix:%s yet; trying for up to 30 s".formatted(socket), line);
        }
    }

    @Test
    void a_referee_that_does_not_welcome_the_bot_in_time_is_given_up() throws Exception {
        try (TestReferee referee = new TestReferee()) {
            Settings settings =
                    referee.settings().connectWithin(Duration.ofSeconds(2)).build();
            BotException lost =
                    assertThrows(BotException.ConnectionLost.class, () -> Lawspeaker.play(new ScriptedBot(), settings));
            assertEquals("no answer within 2 s", lost.getMessage());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "CertificateExpiredException: NotAfter, true, it has expired",
        "PKIX path building failed, true, does LAWSPEAKER_TLS_CA hold the authority that signed it?",
        "No subject alternative DNS name matching localhost found, true, is for another name",
        "io.netty.handler.ssl.NotSslRecordException, true, leave LAWSPEAKER_TLS_CA away",
        "Connection closed after GOAWAY, true, set LAWSPEAKER_TLS_CERT and LAWSPEAKER_TLS_KEY",
        "First received frame was not SETTINGS, false, 'if the referee speaks TLS, set LAWSPEAKER_TLS_CA'",
        "Connection refused, true, 'is it running, and is the address right?'",
    })
    void the_words_of_an_error_tell_what_would_be_right(String words, boolean encrypted, String hint) {
        assertTrue(Unreachable.hint(words, encrypted).contains(hint), Unreachable.hint(words, encrypted));
    }
}
