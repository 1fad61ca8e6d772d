package dev.lawspeaker.bot;

import java.util.OptionalLong;

/** When a lost connection is tried again, and when it is given up; all times in nanoseconds of the caller's clock. */
final class Patience {
    private final long within;
    private final Backoff backoff;
    private long next;
    private OptionalLong until = OptionalLong.empty();

    Patience(long within, Backoff backoff) {
        this.within = within;
        this.backoff = backoff;
        this.next = backoff.first().toNanos();
    }

    /**
     * A connection that held for so long is gone.
     *
     * <p>One that broke soon and led to nothing counts as a try that failed, or a message that breaks it every time
     * would be sent for ever.
     */
    void lost(long now, long held, boolean progress) {
        if (until.isEmpty() || progress || held > backoff.longest().toNanos()) {
            next = backoff.first().toNanos();
            until = OptionalLong.of(now + within);
        }
    }

    /** How long to wait until the next try; empty if it is given up. The last try is when the time is up. */
    OptionalLong pause(long now) {
        if (until.isEmpty() || until.getAsLong() - now <= 0) {
            return OptionalLong.empty();
        }
        long pause = (long) (next * (1 - backoff.draw().getAsDouble() / 2));
        next = Math.min(2 * next, backoff.longest().toNanos());
        return OptionalLong.of(Math.min(pause, until.getAsLong() - now));
    }
}
