package dev.lawspeaker.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lawspeaker.bot.TestReferee.Call;
import dev.lawspeaker.bot.TestReferee.Run;
import dev.lawspeaker.v1.Answer;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Streams that break, beyond what the transcripts show. */
@Timeout(20)
class ReconnectTest {
    private TestReferee referee;

    /** Thinks in match m until it may go on. */
    private static final class Thinker extends ScriptedBot {
        final CountDownLatch thinking = new CountDownLatch(1);
        final CountDownLatch go = new CountDownLatch(1);
        volatile Optional<Duration> left = Optional.empty();

        @Override
        public int maxMatches() {
            return 2;
        }

        @Override
        public List<Integer> decide(Decision decision) throws Exception {
            if (decision.matchId().equals("m")) {
                thinking.countDown();
                assertTrue(go.await(10, TimeUnit.SECONDS));
                left = decision.timeLeft();
            }
            return super.decide(decision);
        }
    }

    @BeforeEach
    void open() throws Exception {
        referee = new TestReferee();
    }

    @AfterEach
    void close() {
        referee.close();
    }

    private Call begin() throws InterruptedException {
        Call call = referee.call();
        call.welcome();
        call.start("m");
        return call;
    }

    private static void finish(Run run, Call call) throws InterruptedException {
        call.over("m");
        call.goodbye();
        assertNull(run.end());
    }

    @Test
    void an_answer_that_may_be_lost_is_sent_again_as_it_was_remark_and_all() throws Exception {
        ScriptedBot bot = new ScriptedBot();
        Run run = referee.play(bot);
        Call first = begin();
        first.ask("m", 1);
        Answer answer = first.answer();
        first.cut();
        Call second = begin();
        second.ask("m", 1, request -> request.setTimeLeftMs(700).setLastChargedUs(5));
        assertEquals(answer, second.answer());
        finish(run, second);
        assertEquals(List.of("started m", "decide 1", "resumed m", "over m"), bot.told());
    }

    @Test
    void a_decision_that_is_being_thought_about_goes_on_and_is_answered_on_the_new_stream() throws Exception {
        Thinker bot = new Thinker();
        Run run = referee.play(bot);
        Call first = begin();
        first.ask("m", 1, request -> request.setTimeLeftMs(1000));
        assertTrue(bot.thinking.await(10, TimeUnit.SECONDS));
        first.cut();
        Call second = begin();
        second.ask("m", 1, request -> request.setTimeLeftMs(90_000));
        second.start("n");
        second.ask("n", 7); // once this is heard what was said before was heard too
        assertEquals("n", second.answer().getMatchId(), "another match is not held up");
        bot.go.countDown();
        assertEquals(1, second.answer().getDecisionId());
        assertTrue(bot.left.orElseThrow().compareTo(Duration.ofSeconds(60)) > 0, "the clock is the newer one");
        finish(run, second);
    }

    @Test
    void a_newer_decision_supersedes_one_that_is_being_thought_about() throws Exception {
        Thinker bot = new Thinker();
        Run run = referee.play(bot);
        Call first = begin();
        first.ask("m", 1);
        assertTrue(bot.thinking.await(10, TimeUnit.SECONDS));
        first.cut();
        Call second = begin();
        second.ask("m", 2);
        bot.go.countDown();
        assertEquals(2, second.answer().getDecisionId(), "the first one has its default by now");
        finish(run, second);
        assertEquals(List.of("started m", "decide 1", "resumed m", "decide 2", "over m"), bot.told());
    }

    @Test
    void a_match_that_does_not_come_back_in_time_is_told_as_lost() throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        ScriptedBot bot = new ScriptedBot() {
            @Override
            public void over(Result result) throws Exception {
                super.over(result);
                result.lost().ifPresent(why -> {
                    assertEquals("the connection was lost, and the match did not come back within 0.5 s", why);
                    told.countDown();
                });
            }

            @Override
            public int maxMatches() {
                return 3;
            }
        };
        Run run = referee.play(bot, referee.settings().reconnectWithin(Duration.ofMillis(500)));
        Call first = begin();
        first.start("gone");
        first.cut();
        Call second = begin();
        assertTrue(told.await(10, TimeUnit.SECONDS));
        second.ask("m", 1);
        second.answer();
        finish(run, second);
        assertEquals(
                List.of("over gone lost", "over m"),
                bot.told().stream().filter(line -> line.startsWith("over")).toList());
    }

    @Test
    void one_line_tells_of_the_loss_and_one_of_the_return() throws Exception {
        try (LogLines log = new LogLines()) {
            Run run = referee.play(new ScriptedBot());
            begin().end(Status.UNAVAILABLE.withDescription("the cable"));
            referee.call().end(Status.RESOURCE_EXHAUSTED.withDescription("all 2 places are taken"));
            finish(run, begin());
            assertEquals(2, log.lines().size());
            assertEquals(
                    "the connection to the referee broke (UNAVAILABLE): the cable; trying again for up to 10 s",
                    log.lines().get(0));
            assertTrue(log.lines().get(1).startsWith("connected again after 0."));
        }
    }

    @Test
    void a_connection_that_breaks_every_time_is_given_up_with_both_reasons() throws Exception {
        Run run = referee.play(new ScriptedBot(), referee.settings().reconnectWithin(Duration.ofMillis(300)));
        Call first = begin();
        first.end(Status.INTERNAL.withDescription("poisoned"));
        referee.close();
        String line =
                assertInstanceOf(BotException.ConnectionLost.class, run.end()).getMessage();
        assertTrue(
                line.startsWith("the connection to the referee broke (INTERNAL): poisoned; "
                        + "it did not come back within 0.3 s: the connection to the referee broke (UNAVAILABLE): "),
                line);
        assertTrue(line.contains("Connection refused"), line);
    }

    @Test
    void without_patience_the_run_ends_with_the_connection() throws Exception {
        Run run = referee.play(new ScriptedBot(), referee.settings().reconnectWithin(Duration.ZERO));
        begin().cut();
        assertEquals(
                "the connection to the referee broke (UNAVAILABLE): cut",
                assertInstanceOf(BotException.ConnectionLost.class, run.end()).getMessage());
    }

    @Test
    void what_a_bot_throws_while_the_connection_is_lost_comes_out_at_once() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        Run run = referee.play(decision -> {
            assertTrue(go.await(10, TimeUnit.SECONDS));
            throw new ArithmeticException("my own mistake");
        });
        Call first = begin();
        first.ask("m", 1);
        first.cut();
        referee.call().hear(); // Hello, which is not answered
        go.countDown();
        assertInstanceOf(ExecutionException.class, run.end());
    }
}
