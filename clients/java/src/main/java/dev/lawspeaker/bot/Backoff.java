package dev.lawspeaker.bot;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * Pauses between tries: they double from {@code first} to {@code longest}, and each is cut by up to a half at random.
 *
 * @param first the first pause
 * @param longest the longest
 * @param draw from 0 to 1
 */
public record Backoff(Duration first, Duration longest, DoubleSupplier draw) {

    /**
     * From 0.1 s to 5 s, cut by the operating system's chance: bots that were cut off together, with the same seed
     * even, come back one after the other.
     */
    public static final Backoff DEFAULT =
            new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5), () -> new SecureRandom().nextDouble());
}
