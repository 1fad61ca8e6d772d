package dev.lawspeaker.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PatienceTest {

    @ParameterizedTest
    @ValueSource(doubles = {0, 1})
    void tries_double_from_first_to_longest_and_are_cut_by_up_to_a_half(double draw) {
        Patience patience = patience(60_000, 100, draw);
        patience.lost(millis(1000), millis(30_000), true);
        List<Long> pauses = Stream.generate(() -> patience.pause(millis(1000)).getAsLong())
                .limit(9)
                .toList();
        List<Long> doubling = Stream.of(100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000)
                .map(whole -> (long) (millis(whole) * (1 - draw / 2)))
                .toList();
        assertEquals(doubling, pauses);
    }

    @Test
    void the_last_try_is_when_the_time_is_up() {
        Patience patience = patience(10_000, 4000, 0);
        patience.lost(0, 0, false);
        assertEquals(
                List.of(millis(4000), millis(2000), millis(500)),
                Stream.of(0, 8000, 9500)
                        .map(now -> patience.pause(millis(now)).getAsLong())
                        .toList());
        assertEquals(OptionalLong.empty(), patience.pause(millis(10_000)));
    }

    @ParameterizedTest
    @CsvSource({"4900, false, false", "5100, false, true", "0, true, true"})
    void a_stream_that_broke_soon_and_led_to_nothing_is_a_try_that_failed(int held, boolean progress, boolean fresh) {
        Patience patience = patience(10_000, 100, 0);
        patience.lost(0, millis(100_000), true);
        assertEquals(millis(100), patience.pause(0).getAsLong());
        patience.lost(millis(9950), millis(held), progress);
        assertEquals(millis(fresh ? 100 : 50), patience.pause(millis(9950)).getAsLong());
        assertEquals(fresh, patience.pause(millis(10_000)).isPresent());
    }

    @Test
    void bots_that_were_cut_off_together_come_back_one_after_the_other() {
        assertNotEquals(
                Backoff.DEFAULT.draw().getAsDouble(), Backoff.DEFAULT.draw().getAsDouble());
    }

    private static Patience patience(long within, long first, double draw) {
        return new Patience(millis(within), new Backoff(Duration.ofMillis(first), Duration.ofSeconds(5), () -> draw));
    }

    private static long millis(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
