package dev.lawspeaker.bot;

import java.util.List;

/**
 * What a bot is: implement {@link #decide}, and whatever else it wants to hear.
 *
 * <p>With {@link #maxMatches} above 1 one bot object plays several matches at once, each in a thread of its own: keep
 * what belongs to a match under its id. Within a match nothing runs at the same time. Whatever a method throws ends
 * the run.
 */
@FunctionalInterface
public interface Bot {

    /** Indices of the options taken, between {@link Decision#least} and {@link Decision#most} of them. */
    List<Integer> decide(Decision decision) throws Exception;

    /** The bot's name, 1 to 64 printable characters. */
    default String name() {
        String name = getClass().getSimpleName();
        return name.isEmpty() ? "bot" : name;
    }

    /** The bot's own version, up to 64 printable characters. */
    default String version() {
        return "0";
    }

    /** The games it plays, by name; empty for any. */
    default List<String> games() {
        return List.of();
    }

    /** How many matches it plays at once. */
    default int maxMatches() {
        return 1;
    }

    /** Names of tokens whose challenges it takes on a ladder, {@code *} for everybody; empty for nobody. */
    default List<String> challengers() {
        return List.of();
    }

    /** Whether every decision comes as plain text too: {@link Decision#text}. */
    default boolean text() {
        return false;
    }

    /** Whether every decision comes with a position to look ahead from: {@link Decision#position}. */
    default boolean positions() {
        return false;
    }

    /** Called once a match, before its first decision. */
    default void started(Match match) throws Exception {}

    /**
     * Called when a match goes on after the connection was lost; it is the object that {@link #started} was given.
     *
     * <p>The open decision needs no care: if {@link #decide} has returned, the same picks are sent again, and if it is
     * still at it, it goes on.
     */
    default void resumed(Match match) throws Exception {}

    /** Called when a match has ended, or has not come back after a lost connection: {@link Result#lost} says so. */
    default void over(Result result) throws Exception {}

    /** Called for an answer that was refused. If its decision is still open the default is answered next. */
    default void rejected(Rejection rejection) throws Exception {
        Log.warn(rejection.toString());
    }
}
