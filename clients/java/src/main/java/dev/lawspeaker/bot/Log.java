package dev.lawspeaker.bot;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** The library's few lines for people, under the name {@code lawspeaker-bot} in the platform's log. */
final class Log {
    static final String NAME = "lawspeaker-bot";

    private static final Logger LOGGER = System.getLogger(NAME);

    private Log() {}

    static void error(String line) {
        LOGGER.log(Level.ERROR, line);
    }

    static void warn(String line) {
        LOGGER.log(Level.WARNING, line);
    }
}
