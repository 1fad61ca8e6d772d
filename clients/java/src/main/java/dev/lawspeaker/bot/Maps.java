package dev.lawspeaker.bot;

import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalInt;

/** What the maps of all games are made with. */
final class Maps {

    private Maps() {}

    /** The number; empty where it is -1 for nobody or nothing. */
    static OptionalInt orNone(int number) {
        return number < 0 ? OptionalInt.empty() : OptionalInt.of(number);
    }

    /** The value; {@code unknown} where a later version has one that the stubs do not know. */
    static <E> E orUnknown(E value, E unknown) {
        return value == null ? unknown : value;
    }

    /** The value of a game's enum Phase for the word of a view; {@code unspecified} for one that it does not have. */
    static <E extends Enum<E>> E phase(Class<E> phases, String word, E unspecified) {
        String name = "PHASE_" + word.toUpperCase(Locale.ROOT);
        return Arrays.stream(phases.getEnumConstants())
                .filter(phase -> phase.name().equals(name))
                .findFirst()
                .orElse(unspecified);
    }
}
