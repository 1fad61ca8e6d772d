package dev.lawspeaker.bot;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The lines that the library logs while it is open. */
final class LogLines extends Handler implements AutoCloseable {
    private final Logger logger = Logger.getLogger(Log.NAME);
    private final List<String> lines = new CopyOnWriteArrayList<>();

    LogLines() {
        logger.addHandler(this);
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void publish(LogRecord record) {
        lines.add(record.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
