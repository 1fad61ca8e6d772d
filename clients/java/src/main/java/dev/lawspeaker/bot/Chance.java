package dev.lawspeaker.bot;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Random numbers that every SDK draws alike, so that one bot in several languages plays one game.
 *
 * <p>SplitMix64, begun at the FNV-1a hash of a name; {@code docs/protocol.md} has both in full. All of {@link
 * RandomGenerator} draws from it too, but only {@link #nextLong}, {@link #below} and {@link #distinct} are the same in
 * every language.
 */
public final class Chance implements RandomGenerator {
    private long state = 0xcbf29ce484222325L;

    /** The generator of this name. */
    public Chance(String name) {
        for (byte each : name.getBytes(StandardCharsets.UTF_8)) {
            state = (state ^ Byte.toUnsignedLong(each)) * 0x100000001b3L;
        }
    }

    /** The next 64 bits. */
    @Override
    public long nextLong() {
        state += 0x9e3779b97f4a7c15L;
        long word = state;
        word = (word ^ word >>> 30) * 0xbf58476d1ce4e5b9L;
        word = (word ^ word >>> 27) * 0x94d049bb133111ebL;
        return word ^ word >>> 31;
    }

    /** An integer from 0 to {@code count - 1}, each as likely: what is left over of 2^64 is drawn again. */
    public int below(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("below(%d) has nothing to draw; it needs 1 or more".formatted(count));
        }
        long leftOver = Long.remainderUnsigned(-count, count); // 2^64 mod count
        long word = nextLong();
        while (leftOver != 0 && Long.compareUnsigned(word, -leftOver) >= 0) {
            word = nextLong();
        }
        return (int) Long.remainderUnsigned(word, count);
    }

    /** {@code most} different integers from 0 to {@code count - 1} in random order: the beginning of a shuffle. */
    public List<Integer> distinct(int count, int most) {
        List<Integer> pool = new ArrayList<>(IntStream.range(0, count).boxed().toList());
        for (int place = 0; place < most; place++) {
            Collections.swap(pool, place, place + below(count - place));
        }
        return List.copyOf(pool.subList(0, most));
    }
}
