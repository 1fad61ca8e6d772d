package dev.lawspeaker.bot;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The lines that the library logs while it is open. */
final class LogLines extends Handler implements AutoCloseable {
    private final Logger logger = Logger.getLogger(Log.NAME);
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final BlockingQueue<String> unread = new LinkedBlockingQueue<>();

    LogLines() {
        logger.addHandler(this);
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    /** The next line, waited for. */
    String next() throws InterruptedException {
        String line = unread.poll(10, TimeUnit.SECONDS);
        assertNotNull(line, "nothing is logged");
        return line;
    }

    @Override
    public void publish(LogRecord record) {
        lines.add(record.getMessage());
        unread.add(record.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
