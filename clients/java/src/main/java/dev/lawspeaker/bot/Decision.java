package dev.lawspeaker.bot;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import dev.lawspeaker.v1.Act;
import dev.lawspeaker.v1.AnswerOrigin;
import dev.lawspeaker.v1.DecisionRequest;
import dev.lawspeaker.v1.DecisionText;
import dev.lawspeaker.v1.GameSetup;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;

/** A question put to the bot: take between {@link #least} and {@link #most} of the options, by their indices. */
public final class Decision {
    private final DecisionRequest message;
    private final Match match;
    private final LongSupplier nanoTime;
    private volatile Said said;
    private String annotation = "";
    private int inputTokens;
    private int outputTokens;
    private AnswerOrigin origin = AnswerOrigin.ANSWER_ORIGIN_UNSPECIFIED;
    private boolean resigns;

    /** A request and when it came, in nanoseconds of the decision's own clock. */
    private record Said(DecisionRequest request, long at) {}

    Decision(DecisionRequest message, Match match) {
        this(message, match, System::nanoTime);
    }

    Decision(DecisionRequest message, Match match, LongSupplier nanoTime) {
        this.message = message;
        this.match = match;
        this.nanoTime = nanoTime;
        this.said = new Said(message, nanoTime.getAsLong());
    }

    /** Take notice that the same decision was asked once more, after a lost connection: its clock has changed. */
    void askedAgain(DecisionRequest request) {
        said = new Said(request, nanoTime.getAsLong());
    }

    /** Whether the request asks the same: after a loss of data a referee may ask another thing under the same id. */
    boolean isAskedBy(DecisionRequest request) {
        return message.getDecisionId() == request.getDecisionId()
                && message.getPrompt().equals(request.getPrompt())
                && message.getLeast() == request.getLeast()
                && message.getMost() == request.getMost()
                && message.getOrdered() == request.getOrdered()
                && message.getDefaultPicksList().equals(request.getDefaultPicksList())
                && message.getOptionCount() == request.getOptionCount()
                && message.getOptions().equals(request.getOptions())
                && message.getView().equals(request.getView());
    }

    /** The request as it came over the wire. */
    public DecisionRequest message() {
        return message;
    }

    /** Where it is asked. */
    public Match match() {
        return match;
    }

    /** The match's id. */
    public String matchId() {
        return match.matchId();
    }

    /** The bot's seat. */
    public int seat() {
        return match.seat();
    }

    /** The game, its rules version and options. */
    public GameSetup setup() {
        return match.setup();
    }

    /** Names the decision; rises within a match. */
    public long decisionId() {
        return message.getDecisionId();
    }

    /** The question's stable dotted name, such as {@code combat.food}. */
    public String prompt() {
        return message.getPrompt();
    }

    /** Fewest picks allowed. */
    public int least() {
        return message.getLeast();
    }

    /** Most picks allowed. */
    public int most() {
        return message.getMost();
    }

    /** Whether the order of the picks means something. */
    public boolean ordered() {
        return message.getOrdered();
    }

    /** Picks are 0 to {@code optionCount() - 1}. */
    public int optionCount() {
        return message.getOptionCount();
    }

    /** The picks that stand in for an answer that does not come: always legal, always harmless. */
    public List<Integer> defaultPicks() {
        return message.getDefaultPicksList();
    }

    /**
     * The options in the order of their indices.
     *
     * @param type the game's {@code Options}
     * @throws BotException.WrongMessage if the match is of another game
     */
    public <M extends Message> M options(Class<M> type) {
        return Messages.unpack(message.getOptions(), type);
    }

    /**
     * All that the seat knows.
     *
     * @param type the game's {@code View}
     * @throws BotException.WrongMessage if the match is of another game
     */
    public <M extends Message> M view(Class<M> type) {
        return Messages.unpack(message.getView(), type);
    }

    /**
     * What never changes in this game, such as printed cards.
     *
     * @param type the game's {@code Catalogue}
     * @throws BotException.WrongMessage if the match is of another game
     */
    public <M extends Message> M catalogue(Class<M> type) {
        return match.catalogue(type);
    }

    /** What happened since this seat's last decision; {@link Messages#unpack} reads what was chosen. */
    public List<Act> events() {
        return message.getEventsList();
    }

    /** The same in words, if {@link Bot#text} asked for it; {@link Messages#prompt} makes one text of them. */
    public Optional<DecisionText> text() {
        return message.hasText() ? Optional.of(message.getText()) : Optional.empty();
    }

    /**
     * The match at this decision, dealt anew for this seat; empty unless {@link Bot#positions} asked for it. The
     * EngineService of {@code lawspeaker engine} reads it.
     */
    public ByteString position() {
        return message.getPosition();
    }

    /** What is left for this decision, now, the bank included; empty for no limit. */
    public Optional<Duration> timeLeft() {
        Said last = said;
        if (last.request.getTimeLeftMs() == 0) {
            return Optional.empty();
        }
        Duration left = Duration.ofMillis(Integer.toUnsignedLong(last.request.getTimeLeftMs()))
                .minusNanos(nanoTime.getAsLong() - last.at);
        return Optional.of(left.isNegative() ? Duration.ZERO : left);
    }

    /** What was in the seat's bank when the decision was asked. */
    public Duration bankLeft() {
        return Duration.ofMillis(said.request.getBankLeftMs());
    }

    /** What the seat's previous answer was charged. */
    public Duration lastCharged() {
        return Duration.of(message.getLastChargedUs(), ChronoUnit.MICROS);
    }

    /**
     * A generator of this decision alone: asked again, in any process, it yields the same numbers.
     *
     * <p>Named by the seed of the settings, match, seat and decision.
     */
    public Chance random() {
        return match.chance(decisionId());
    }

    /** The remark for the record; empty if none was set. */
    public String annotation() {
        return annotation;
    }

    /** Set a remark for the record; call it while deciding. What exceeds 4096 bytes is cut. */
    public void annotate(String remark) {
        annotation = Objects.requireNonNull(remark, "a remark is text; leave it out, or use \"\"");
    }

    /** Set the tokens that a language model read and wrote for the answer; call it while deciding. */
    public void tokens(int read, int written) {
        inputTokens = read;
        outputTokens = written;
    }

    /** The tokens that a language model read for the answer; 0 if none were set. */
    public int inputTokens() {
        return inputTokens;
    }

    /** The tokens that it wrote. */
    public int outputTokens() {
        return outputTokens;
    }

    /** Resign the match while deciding, where it allows that; then what is returned does not count. */
    public void resign() {
        resigns = true;
    }

    /** Whether the bot resigns. */
    public boolean resigns() {
        return resigns;
    }

    /** The SDK answers for the bot, whose own answer was refused. */
    void answeredBySdk() {
        origin = AnswerOrigin.ANSWER_ORIGIN_UNPARSABLE;
        resigns = false;
    }

    /** How the answer came about; unspecified for the bot's own. */
    public AnswerOrigin origin() {
        return origin;
    }

    /** Say while deciding that a stand-in gives the answer: the record and ratings count stand-ins. */
    public void origin(AnswerOrigin how) {
        origin = Objects.requireNonNull(how, "an origin; leave it out for the bot's own answer");
    }
}
