package dev.lawspeaker.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lawspeaker.bot.TestReferee.Call;
import dev.lawspeaker.bot.TestReferee.Run;
import dev.lawspeaker.v1.Answer;
import dev.lawspeaker.v1.AnswerOrigin;
import dev.lawspeaker.v1.Hello;
import dev.lawspeaker.v1.RejectReason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One stream, and what a bot may do on it. */
@Timeout(20)
class SessionTest {
    private TestReferee referee;

    @BeforeEach
    void open() throws Exception {
        referee = new TestReferee();
    }

    @AfterEach
    void close() {
        referee.close();
    }

    @Test
    void a_bot_introduces_itself_plays_a_match_and_leaves_after_goodbye() throws Exception {
        ScriptedBot bot = new ScriptedBot();
        Run run = referee.play(bot);
        Call call = referee.call();
        Hello hello = call.welcome();
        assertEquals(
                Hello.newBuilder()
                        .setProtocol(1)
                        .setToken("a token")
                        .setBot("scripted")
                        .setVersion("0")
                        .setSdk("java/" + System.getProperty("project.version"))
                        .setMaxMatches(1)
                        .setBatches(true)
                        .build(),
                hello);
        call.start("m");
        call.ask("m", 1);
        assertEquals(
                Answer.newBuilder()
                        .setMatchId("m")
                        .setDecisionId(1)
                        .addPicks(0)
                        .setAnnotation("take 0")
                        .build(),
                call.answer());
        call.over("m");
        call.goodbye();
        assertNull(run.end());
        assertEquals(List.of("started m", "decide 1", "over m"), bot.told());
    }

    @Test
    void an_answer_says_whose_it_is_and_what_it_cost_and_long_remarks_are_cut() throws Exception {
        Run run = referee.play(new ScriptedBot() {
            @Override
            public List<Integer> decide(Decision decision) {
                if (decision.decisionId() == 1) {
                    decision.tokens(1200, 34);
                    decision.origin(AnswerOrigin.ANSWER_ORIGIN_REFUSAL);
                } else {
                    decision.annotate("x" + "\uD83D\uDE00".repeat(30_000));
                }
                return List.of(0);
            }
        });
        Call call = referee.call();
        call.welcome();
        call.start("m");
        call.ask("m", 1);
        Answer first = call.answer();
        assertEquals(
                List.of(1200, 34, AnswerOrigin.ANSWER_ORIGIN_REFUSAL),
                List.of(first.getInputTokens(), first.getOutputTokens(), first.getOrigin()));
        call.ask("m", 2);
        Answer second = call.answer();
        assertEquals("x" + "\uD83D\uDE00".repeat(1023), second.getAnnotation());
        assertEquals(AnswerOrigin.ANSWER_ORIGIN_UNSPECIFIED, second.getOrigin());
        call.goodbye();
        assertNull(run.end());
    }

    @Test
    void a_bot_resigns_and_if_that_is_refused_the_default_is_answered() throws Exception {
        Run run = referee.play(new ScriptedBot() {
            @Override
            public List<Integer> decide(Decision decision) {
                decision.resign();
                return null;
            }
        });
        Call call = referee.call();
        call.welcome();
        call.start("m");
        call.ask("m", 1);
        assertEquals(
                Answer.newBuilder()
                        .setMatchId("m")
                        .setDecisionId(1)
                        .setResign(true)
                        .build(),
                call.answer());
        call.reject("m", 1, RejectReason.REJECT_REASON_WRONG_COUNT);
        Answer second = call.answer();
        assertEquals(AnswerOrigin.ANSWER_ORIGIN_UNPARSABLE, second.getOrigin());
        assertFalse(second.getResign());
        call.goodbye();
        assertNull(run.end());
    }

    @Test
    void a_referee_is_reached_by_a_socket_file(@TempDir Path folder) throws Exception {
        try (TestReferee local = new TestReferee(folder.resolve("referee"))) {
            Run run = local.play(new ScriptedBot());
            Call call = local.call();
            call.welcome();
            call.goodbye();
            assertNull(run.end());
        }
    }

    @Test
    void a_slow_decision_does_not_hold_up_another_match() throws Exception {
        CountDownLatch answered = new CountDownLatch(1);
        Run run = referee.play(new ScriptedBot() {
            @Override
            public int maxMatches() {
                return 2;
            }

            @Override
            public List<Integer> decide(Decision decision) throws Exception {
                if (decision.matchId().equals("slow")) {
                    assertTrue(answered.await(10, TimeUnit.SECONDS));
                }
                return List.of(1);
            }
        });
        Call call = referee.call();
        call.welcome();
        call.start("slow");
        call.start("quick");
        call.ask("slow", 1);
        call.ask("quick", 1);
        assertEquals("quick", call.answer().getMatchId());
        answered.countDown();
        assertEquals("slow", call.answer().getMatchId());
        call.goodbye();
        assertNull(run.end());
    }

    @Test
    void a_decision_that_is_over_before_the_bot_saw_it_is_not_decided() throws Exception {
        CountDownLatch all = new CountDownLatch(1);
        ScriptedBot bot = new ScriptedBot() {
            @Override
            public int maxMatches() {
                return 2;
            }

            @Override
            public void started(Match match) throws Exception {
                if (match.matchId().equals("m")) {
                    assertTrue(all.await(10, TimeUnit.SECONDS));
                }
            }
        };
        Run run = referee.play(bot);
        Call call = referee.call();
        call.welcome();
        call.start("m");
        call.ask("m", 1);
        call.ask("m", 2);
        call.start("other");
        call.ask("other", 7); // once this is answered everything before it was heard
        assertEquals(7, call.answer().getDecisionId());
        all.countDown();
        assertEquals(2, call.answer().getDecisionId());
        call.goodbye();
        assertNull(run.end());
        assertEquals(List.of("decide 7", "decide 2"), bot.told());
    }

    @Test
    void what_a_bot_throws_ends_the_run_with_it() throws Exception {
        Exception mistake = new Exception("my own mistake");
        Run run = referee.play(decision -> {
            throw mistake;
        });
        Call call = referee.call();
        call.welcome();
        call.start("m");
        call.ask("m", 1);
        assertEquals(
                mistake, assertInstanceOf(ExecutionException.class, run.end()).getCause());
    }

    @Test
    void what_a_bot_throws_when_it_hears_the_end_is_not_lost() throws Exception {
        Run run = referee.play(new ScriptedBot() {
            @Override
            public void over(Result result) {
                throw new AssertionError("too bad");
            }
        });
        Call call = referee.call();
        call.welcome();
        call.start("m");
        call.over("m");
        call.goodbye();
        assertEquals("too bad", run.end().getCause().getMessage());
    }

    @Test
    void an_interrupted_run_ends_at_once_and_interrupts_the_bot() throws Exception {
        CountDownLatch thinking = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Run run = referee.play(decision -> {
            thinking.countDown();
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException stopped) {
                interrupted.countDown();
            }
            return List.of();
        });
        Call call = referee.call();
        call.welcome();
        call.start("m");
        call.ask("m", 1);
        assertTrue(thinking.await(10, TimeUnit.SECONDS));
        run.interrupt();
        assertInstanceOf(InterruptedException.class, run.end());
        assertTrue(interrupted.await(10, TimeUnit.SECONDS));
    }

    static List<List<Integer>> wrongPicks() {
        return new ArrayList<>(Arrays.asList(null, List.of(-1), Collections.singletonList(null)));
    }

    @ParameterizedTest
    @MethodSource("wrongPicks")
    void picks_that_are_no_list_of_indices_are_named_in_the_error(List<Integer> picks) throws Exception {
        Run run = referee.play(decision -> picks);
        Call call = referee.call();
        call.welcome();
        call.start("m");
        call.ask("m", 1, request -> request.setPrompt("combat.food"));
        assertEquals(
                "decide() returned %s for combat.food; it must return a list of option indices, each 0 to 3"
                        .formatted(picks),
                assertInstanceOf(BotException.WrongPicks.class, run.end()).getMessage());
    }

    @Test
    void a_bot_that_is_none_is_named_before_anything_is_sent() throws Exception {
        Run run = referee.play(new ScriptedBot() {
            @Override
            public String version() {
                return null;
            }
        });
        assertEquals(
                "the bot's name is scripted, its version null, its games [], its challengers []; none of them may be null",
                assertInstanceOf(BotException.WrongBot.class, run.end()).getMessage());
    }

    @Test
    void what_is_refused_is_logged_in_one_line_and_the_default_is_sent_instead() throws Exception {
        try (LogLines log = new LogLines()) {
            Run run = referee.play(decision -> List.of(9));
            Call call = referee.call();
            call.welcome();
            call.start("m");
            call.ask("m", 5, request -> request.setPrompt("combat.food"));
            call.answer();
            call.reject("m", 5, RejectReason.REJECT_REASON_OUT_OF_RANGE);
            assertEquals(List.of(3), call.answer().getPicksList());
            call.reject("m", 5, RejectReason.REJECT_REASON_DISQUALIFIED);
            call.goodbye();
            assertNull(run.end());
            assertEquals(
                    List.of("m, combat.food: answer refused: that was wrong", "m: out of the match: that was wrong"),
                    log.lines());
        }
    }
}
