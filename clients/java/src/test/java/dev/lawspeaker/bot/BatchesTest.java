package dev.lawspeaker.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lawspeaker.bot.TestReferee.Call;
import dev.lawspeaker.bot.TestReferee.Run;
import dev.lawspeaker.v1.Answer;
import dev.lawspeaker.v1.Goodbye;
import dev.lawspeaker.v1.GoodbyeReason;
import dev.lawspeaker.v1.PlayRequest;
import dev.lawspeaker.v1.RejectReason;
import dev.lawspeaker.v1.Welcome;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several messages in one, to the bot and from it. */
@Timeout(20)
class BatchesTest {
    /**
     * When all have decided, each of the bot's 64 threads may be about to hand on an answer yet; of the other 186 at
     * least 64 in a row wait before the longest one or after it.
     */
    private static final List<String> MATCHES =
            IntStream.range(0, 250).mapToObj("m%03d"::formatted).toList();

    private static final int MOST = 64;
    private static final int BYTES = 32 << 10;

    private TestReferee referee;

    @BeforeEach
    void open() throws Exception {
        referee = new TestReferee();
    }

    @AfterEach
    void close() {
        referee.close();
    }

    /** Begins to decide when it may go on. */
    private static final class Crowd extends ScriptedBot {
        final CountDownLatch thinking = new CountDownLatch(1);
        final CountDownLatch go = new CountDownLatch(1);
        final CountDownLatch decided = new CountDownLatch(MATCHES.size());
        private final int annotation;

        /** With remarks of so many characters; the answer of the first match is longer than gRPC takes at once. */
        Crowd(int annotation) {
            this.annotation = annotation;
        }

        @Override
        public int maxMatches() {
            return MATCHES.size();
        }

        @Override
        public List<Integer> decide(Decision decision) throws Exception {
            thinking.countDown();
            assertTrue(go.await(10, TimeUnit.SECONDS));
            decision.annotate("x".repeat(annotation));
            decided.countDown();
            return decision.matchId().equals(MATCHES.get(0))
                    ? Collections.nCopies(4 * BYTES / 5, Integer.MAX_VALUE)
                    : decision.defaultPicks();
        }
    }

    /** Ask all matches in one message; the network's thread is held until all have decided. */
    private static List<List<Answer>> playTogether(Call call, Crowd bot) throws Exception {
        call.together(() -> MATCHES.forEach(match -> {
            call.start(match);
            call.ask(match, 7);
        }));
        assertTrue(bot.thinking.await(10, TimeUnit.SECONDS));
        CountDownLatch held = new CountDownLatch(1);
        Channels.execute(() -> {
            held.countDown(); // by now it has handed on all that was asked
            try {
                bot.decided.await(10, TimeUnit.SECONDS);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
        assertTrue(held.await(10, TimeUnit.SECONDS));
        bot.go.countDown();
        return answers(call);
    }

    /** Hear an answer of every match, by message. */
    private static List<List<Answer>> answers(Call call) throws InterruptedException {
        List<List<Answer>> messages = new ArrayList<>();
        List<String> answered = new ArrayList<>();
        while (answered.size() < MATCHES.size()) {
            PlayRequest request = call.hear();
            List<Answer> answers = request.getAnswerBatch().getAnswersList();
            assertFalse(request.hasAnswerBatch() && answers.size() < 2, "one answer comes as a batch");
            messages.add(request.hasAnswer() ? List.of(request.getAnswer()) : answers);
            messages.get(messages.size() - 1).forEach(answer -> answered.add(answer.getMatchId()));
        }
        assertEquals(MATCHES, answered.stream().sorted().toList());
        return messages;
    }

    private List<List<Answer>> play(boolean batches, int annotation) throws Exception {
        Crowd bot = new Crowd(annotation);
        Run run = referee.play(bot);
        Call call = referee.call();
        assertTrue(call.welcome(batches).getBatches());
        List<List<Answer>> messages = playTogether(call, bot);
        finish(run, call, MATCHES);
        assertEquals(
                MATCHES.size(),
                bot.told().stream().filter(line -> line.startsWith("over")).count());
        return messages;
    }

    private static void finish(Run run, Call call, List<String> matches) throws InterruptedException {
        call.together(() -> {
            matches.forEach(call::over);
            call.say(
                    response -> response.setGoodbye(Goodbye.newBuilder().setReason(GoodbyeReason.GOODBYE_REASON_DONE)));
        });
        call.end(Status.OK);
        assertNull(run.end());
    }

    private static int longest(List<List<Answer>> messages) {
        return messages.stream().map(List::size).max(Comparator.naturalOrder()).orElseThrow();
    }

    @Test
    void answers_that_are_ready_together_leave_as_one_message_of_at_most_64() throws Exception {
        assertEquals(MOST, longest(play(true, 0)));
    }

    @Test
    void a_referee_that_does_not_say_so_gets_every_answer_alone() throws Exception {
        assertEquals(MATCHES.size(), play(false, 0).size());
    }

    @Test
    void long_answers_leave_in_messages_of_at_most_32_kib_and_the_longest_alone() throws Exception {
        List<List<Answer>> messages = play(true, 2000);
        for (List<Answer> answers : messages) {
            int bytes = answers.stream().mapToInt(Answer::getSerializedSize).sum();
            assertTrue(bytes <= BYTES || answers.size() == 1, answers.size() + " answers have " + bytes + " bytes");
        }
        assertEquals(BYTES / 2020, longest(messages));
    }

    @Test
    void a_rejection_in_a_batch_is_answered_with_the_default() throws Exception {
        ScriptedBot bot = new ScriptedBot() {
            @Override
            public int maxMatches() {
                return 2;
            }

            @Override
            public void rejected(Rejection rejection) {
                seen.add("rejected " + rejection.matchId());
            }
        };
        Run run = referee.play(bot);
        Call call = referee.call();
        call.welcome(false);
        call.together(() -> {
            call.start("a");
            call.start("b");
            call.ask("a", 1);
            call.ask("b", 1);
        });
        call.answer();
        call.answer();
        call.together(() -> {
            call.reject("a", 1, RejectReason.REJECT_REASON_WRONG_COUNT);
            call.reject("b", 1, RejectReason.REJECT_REASON_STALE);
        });
        Answer instead = call.answer();
        assertEquals("a", instead.getMatchId());
        assertEquals(List.of(3), instead.getPicksList());
        finish(run, call, List.of("a", "b"));
        assertTrue(bot.told().containsAll(List.of("rejected a", "rejected b")), bot.told()::toString);
    }

    @Test
    void welcome_may_come_in_a_batch_with_what_follows() throws Exception {
        ScriptedBot bot = new ScriptedBot();
        Run run = referee.play(bot);
        Call call = referee.call();
        call.hear();
        call.together(() -> {});
        call.together(() -> {
            call.say(response -> response.setWelcome(Welcome.newBuilder().setProtocol(1)));
            call.start("m");
            call.ask("m", 1);
        });
        assertEquals(1, call.answer().getDecisionId());
        finish(run, call, List.of("m"));
        assertEquals(List.of("started m", "decide 1", "over m"), bot.told());
    }

    @Test
    void a_batch_in_a_batch_is_passed_over_like_any_unknown_message() throws Exception {
        ScriptedBot bot = new ScriptedBot();
        Run run = referee.play(bot);
        Call call = referee.call();
        call.welcome(true);
        call.start("m");
        call.together(() -> call.together(() -> call.ask("m", 1)));
        call.ask("m", 2);
        assertEquals(2, call.answer().getDecisionId());
        call.goodbye();
        assertNull(run.end());
        assertEquals(List.of("started m", "decide 2"), bot.told());
    }

    @Test
    void a_batch_in_a_batch_is_no_welcome() throws Exception {
        Run run = referee.play(new ScriptedBot());
        Call call = referee.call();
        call.hear();
        call.together(() -> call.together(() -> call.start("m")));
        assertInstanceOf(BotException.Refused.class, run.end());
    }

    @Test
    void after_a_reconnect_the_new_welcome_counts() throws Exception {
        Crowd bot = new Crowd(0);
        Run run = referee.play(bot);
        Call first = referee.call();
        first.welcome(true);
        assertEquals(MOST, longest(playTogether(first, bot)));
        first.cut();
        Call second = referee.call();
        second.welcome(false);
        second.together(() -> MATCHES.forEach(match -> {
            second.start(match);
            second.ask(match, 7); // answered already, so that the answers are ready at once
        }));
        assertEquals(MATCHES.size(), answers(second).size());
        finish(run, second, MATCHES);
    }
}
