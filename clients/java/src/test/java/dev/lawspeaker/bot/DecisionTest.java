package dev.lawspeaker.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import dev.lawspeaker.northgard.v1.Options;
import dev.lawspeaker.northgard.v1.View;
import dev.lawspeaker.v1.ClockSettings;
import dev.lawspeaker.v1.DecisionRequest;
import dev.lawspeaker.v1.DecisionText;
import dev.lawspeaker.v1.GameOptionValue;
import dev.lawspeaker.v1.GameSetup;
import dev.lawspeaker.v1.MatchOver;
import dev.lawspeaker.v1.MatchStarted;
import dev.lawspeaker.v1.Outcome;
import dev.lawspeaker.v1.RejectReason;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a bot gets to see. */
class DecisionTest {
    private static final MatchStarted STARTED = MatchStarted.newBuilder()
            .setMatchId("m")
            .setSeat(1)
            .setSetup(GameSetup.newBuilder()
                    .setGame("northgard")
                    .setPlayers(3)
                    .addOptions(GameOptionValue.newBuilder().setName("years").setValue("10")))
            .addAllBots(List.of("a", "b", "c"))
            .build();
    private static final Match MATCH = new Match(STARTED, "0");
    private static final DecisionRequest REQUEST = DecisionRequest.newBuilder()
            .setMatchId("m")
            .setDecisionId(3)
            .setOptionCount(5)
            .build();

    @Test
    void a_match_says_what_is_played_and_by_whom() {
        assertEquals("northgard", MATCH.game());
        assertEquals(3, MATCH.players());
        assertEquals(1, MATCH.seat());
        assertEquals(Map.of("years", "10"), MATCH.options());
        assertEquals(List.of("a", "b", "c"), MATCH.bots());
    }

    @Test
    void a_match_tells_its_clock() {
        ClockSettings settings = ClockSettings.newBuilder()
                .setMoveMs(2000)
                .setBankMs(30_000)
                .setIncrementMs(500)
                .setFirstMoveMs(0)
                .setConnectMs(10_000)
                .setReconnectMs(60_000)
                .setLagCompensationMs(50)
                .build();
        Clock clock = Clock.of(STARTED.toBuilder().setClock(settings).build());
        assertEquals(
                new Clock(
                        seconds(2),
                        Duration.ofSeconds(30),
                        Duration.ofMillis(500),
                        seconds(0),
                        seconds(2),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(60),
                        Duration.ofMillis(50)),
                clock);
    }

    @Test
    void a_referee_that_is_older_tells_the_time_of_a_move_alone() {
        assertEquals(Optional.empty(), Clock.of(STARTED).move());
        Clock clock = Clock.of(STARTED.toBuilder().setMoveTimeMs(3000).build());
        assertEquals(seconds(3), clock.move());
        assertEquals(seconds(3), clock.reaction());
    }

    @Test
    void time_left_runs_down_and_never_below_nothing() {
        AtomicLong now = new AtomicLong(100);
        Decision decision = new Decision(REQUEST.toBuilder().setTimeLeftMs(2000).build(), MATCH, now::get);
        now.addAndGet(Duration.ofMillis(500).toNanos());
        assertEquals(Optional.of(Duration.ofMillis(1500)), decision.timeLeft());
        now.addAndGet(Duration.ofSeconds(100).toNanos());
        assertEquals(seconds(0), decision.timeLeft());
        assertEquals(Optional.empty(), new Decision(REQUEST, MATCH).timeLeft());
    }

    @Test
    void a_decision_that_is_asked_again_has_the_newer_clock() {
        AtomicLong now = new AtomicLong();
        Decision decision = new Decision(
                REQUEST.toBuilder().setTimeLeftMs(2000).setBankLeftMs(1000).build(), MATCH, now::get);
        now.addAndGet(Duration.ofMillis(1500).toNanos());
        DecisionRequest again =
                REQUEST.toBuilder().setTimeLeftMs(900).setBankLeftMs(700).build();
        assertTrue(decision.isAskedBy(again));
        decision.askedAgain(again);
        assertEquals(Optional.of(Duration.ofMillis(900)), decision.timeLeft());
        assertEquals(Duration.ofMillis(700), decision.bankLeft());
    }

    @Test
    void another_question_under_the_same_id_is_another_decision() {
        Decision decision = new Decision(REQUEST, MATCH);
        assertFalse(decision.isAskedBy(REQUEST.toBuilder().setPrompt("other").build()));
        assertFalse(decision.isAskedBy(REQUEST.toBuilder().addDefaultPicks(1).build()));
        assertFalse(decision.isAskedBy(
                REQUEST.toBuilder().setView(Any.pack(View.getDefaultInstance())).build()));
    }

    @Test
    void random_numbers_depend_on_seed_match_seat_and_decision_and_on_nothing_else() {
        long drawn = new Decision(REQUEST, MATCH).random().nextLong();
        assertEquals(new Chance("0/m/1/3").nextLong(), drawn);
        DecisionRequest later = REQUEST.toBuilder().setDecisionId(-1).build();
        assertEquals(
                new Chance("0/m/1/18446744073709551615").nextLong(),
                new Decision(later, MATCH).random().nextLong());
        assertNotEquals(
                drawn, new Decision(REQUEST, new Match(STARTED, "1")).random().nextLong());
    }

    @Test
    void the_text_is_there_if_it_was_asked_for() {
        assertEquals(Optional.empty(), new Decision(REQUEST, MATCH).text());
        DecisionText text = DecisionText.newBuilder().setQuestion("What now?").build();
        DecisionRequest request = REQUEST.toBuilder().setText(text).build();
        assertEquals(Optional.of(text), new Decision(request, MATCH).text());
    }

    @Test
    void messages_are_read_with_the_classes_of_their_game() {
        View view = View.newBuilder().setYear(4).build();
        DecisionRequest request = REQUEST.toBuilder().setView(Any.pack(view)).build();
        Decision decision = new Decision(request, MATCH);
        assertEquals(view, decision.view(View.class));
        assertEquals(0, decision.options(Options.class).getOptionsCount());
        BotException wrong = assertThrows(
                BotException.WrongMessage.class, () -> decision.view(dev.lawspeaker.clansmen.v1.View.class));
        assertEquals(
                "a message lawspeaker.northgard.v1.View was read as dev.lawspeaker.clansmen.v1.View; "
                        + "read it with the class of its own game",
                wrong.getMessage());
    }

    @Test
    void a_damaged_message_is_named() {
        Any damaged = Any.newBuilder()
                .setTypeUrl("type.googleapis.com/lawspeaker.northgard.v1.View")
                .setValue(ByteString.copyFromUtf8("\u0001"))
                .build();
        BotException wrong = assertThrows(BotException.WrongMessage.class, () -> Messages.unpack(damaged, View.class));
        assertEquals("a message lawspeaker.northgard.v1.View cannot be read: it is damaged", wrong.getMessage());
    }

    @Test
    void a_result_gives_the_bots_own_rank_and_none_for_a_void_match() {
        Outcome outcome = Outcome.newBuilder()
                .addAllRanks(List.of(2, 1, 3))
                .addAllScores(List.of(5, 9, 1))
                .setReason("fame")
                .build();
        Result result =
                Result.of(MATCH, MatchOver.newBuilder().setOutcome(outcome).build());
        assertEquals(OptionalInt.of(1), result.rank());
        assertEquals(List.of(5, 9, 1), result.scores());
        Result voided =
                Result.of(MATCH, MatchOver.newBuilder().setVoidReason("stopped").build());
        assertEquals(OptionalInt.empty(), voided.rank());
        assertEquals(Optional.of("stopped"), voided.voidReason());
    }

    @ParameterizedTest
    @EnumSource(RejectReason.class)
    void a_rejection_tells_whether_its_decision_is_open(RejectReason reason) {
        Rejection rejection = new Rejection("m", 3, Optional.empty(), reason, "too late");
        boolean open = switch (reason) {
            case REJECT_REASON_WRONG_COUNT,
                    REJECT_REASON_OUT_OF_RANGE,
                    REJECT_REASON_DUPLICATE_PICK,
                    REJECT_REASON_MALFORMED -> true;
            default -> false;
        };
        assertEquals(open, rejection.open());
        assertEquals(reason == RejectReason.REJECT_REASON_STALE, rejection.late());
        assertEquals(reason == RejectReason.REJECT_REASON_DISQUALIFIED, rejection.disqualified());
    }

    private static Optional<Duration> seconds(long seconds) {
        return Optional.of(Duration.ofSeconds(seconds));
    }
}
