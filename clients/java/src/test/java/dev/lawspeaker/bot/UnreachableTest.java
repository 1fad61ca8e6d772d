package dev.lawspeaker.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
}
