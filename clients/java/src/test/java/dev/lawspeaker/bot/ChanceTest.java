package dev.lawspeaker.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChanceTest {

    @Test
    void the_numbers_are_those_of_the_protocol() {
        Chance chance = new Chance("0/m/2/7");
        assertEquals(0x855dffe684f91967L, chance.nextLong());
        assertEquals(0x0d3e363f9f426546L, chance.nextLong());
        assertEquals(0xdaa9f36b948b0cffL, chance.nextLong());
        assertEquals(4, chance.below(6));
        assertEquals(List.of(2, 1, 3), chance.distinct(5, 3));
    }

    @Test
    void a_name_is_hashed_as_utf_8() {
        assertEquals(0x1d7830d0a3e8e100L, new Chance("0/Þórr/0/1").nextLong());
    }

    @Test
    void every_number_below_is_as_likely() {
        int[] drawn = new int[7];
        Chance chance = new Chance("likely");
        IntStream.range(0, 70_000).forEach(i -> drawn[chance.below(7)]++);
        double chiSquare = 0;
        for (int each : drawn) {
            chiSquare += (each - 10_000.0) * (each - 10_000.0) / 10_000;
        }
        assertTrue(chiSquare < 22.5, "6 degrees of freedom exceed 22.5 once in a thousand names");
    }

    @Test
    void distinct_numbers_are_the_beginning_of_a_shuffle() {
        List<Integer> all = new Chance("shuffle").distinct(20, 20);
        assertEquals(
                IntStream.range(0, 20).boxed().toList(), all.stream().sorted().toList());
        assertEquals(all.subList(0, 6), new Chance("shuffle").distinct(20, 6));
        assertEquals(List.of(), new Chance("shuffle").distinct(0, 0));
    }

    @Test
    void below_nothing_there_is_nothing_to_draw() {
        assertThrows(IllegalArgumentException.class, () -> new Chance("").below(0));
    }
}
