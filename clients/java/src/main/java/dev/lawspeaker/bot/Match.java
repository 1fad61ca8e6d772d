package dev.lawspeaker.bot;

import com.google.protobuf.Message;
import dev.lawspeaker.v1.GameOptionValue;
import dev.lawspeaker.v1.GameSetup;
import dev.lawspeaker.v1.MatchStarted;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One match the bot is seated in. */
public final class Match {
    private final MatchStarted message;
    private final String seed;
    private final Map<String, String> options;
    private final Clock clock;

    Match(MatchStarted message, String seed) {
        this.message = message;
        this.seed = seed;
        Map<String, String> values = new LinkedHashMap<>();
        for (GameOptionValue option : message.getSetup().getOptionsList()) {
            values.put(option.getName(), option.getValue());
        }
        this.options = Collections.unmodifiableMap(values);
        this.clock = Clock.of(message);
    }

    /** The match as it came over the wire. */
    public MatchStarted message() {
        return message;
    }

    /** Names the match. */
    public String matchId() {
        return message.getMatchId();
    }

    /** The bot's seat, from 0. */
    public int seat() {
        return message.getSeat();
    }

    /** The game, its rules version and options. */
    public GameSetup setup() {
        return message.getSetup();
    }

    /** The game's name, such as {@code northgard}. */
    public String game() {
        return setup().getGame();
    }

    /** The number of seats. */
    public int players() {
        return setup().getPlayers();
    }

    /** The game's options in its own order, spelt as on the command line. */
    public Map<String, String> options() {
        return options;
    }

    /** Names of the bots by seat. */
    public List<String> bots() {
        return message.getBotsList();
    }

    /** All time limits. */
    public Clock clock() {
        return clock;
    }

    /** Whether it is a challenge of a ladder, which counts in no rating. */
    public boolean unrated() {
        return message.getUnrated();
    }

    /**
     * What never changes in this game, such as printed cards.
     *
     * @param type the game's {@code Catalogue}
     * @throws BotException.WrongMessage if the match is of another game
     */
    public <M extends Message> M catalogue(Class<M> type) {
        return Messages.unpack(message.getCatalogue(), type);
    }

    /** The generator of a decision of this match. */
    Chance chance(long decisionId) {
        return new Chance("%s/%s/%d/%s".formatted(seed, matchId(), seat(), Long.toUnsignedString(decisionId)));
    }

    /** Whether it is the match itself that goes on: a referee that lost its records may use its name once more. */
    boolean isAgain(MatchStarted other) {
        return message.getSeat() == other.getSeat()
                && message.getSeedCommitment().equals(other.getSeedCommitment())
                && message.getSetup().equals(other.getSetup());
    }
}
