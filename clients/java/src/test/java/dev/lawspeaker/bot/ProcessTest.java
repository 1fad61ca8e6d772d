package dev.lawspeaker.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lawspeaker.bot.TestReferee.Call;
import dev.lawspeaker.bots.RandomBot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bots as processes of their own. */
@Timeout(60)
class ProcessTest {

    /** Thinks for longer than any test. */
    static final class Sleeper {
        public static void main(String[] args) {
            Lawspeaker.run(decision -> {
                Thread.sleep(600_000);
                return List.of();
            });
        }
    }

    /** Makes a mistake. */
    static final class Buggy {
        public static void main(String[] args) {
            Lawspeaker.run(decision -> {
                throw new IllegalStateException("my own mistake");
            });
        }
    }

    static Process start(Class<?> main, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName());
        builder.environment().keySet().removeIf(name -> name.startsWith("LAWSPEAKER_"));
        builder.environment().putAll(environment);
        return builder.start();
    }

    static String stderr(Process process) throws IOException {
        return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void without_an_address_there_is_one_line_and_exit_code_1() throws Exception {
        Process process = start(RandomBot.class, Map.of());
        assertEquals(
                "lawspeaker-bot: no referee's address: set LAWSPEAKER_ADDRESS, "
                        + "or Settings.builder().address(\"HOST:PORT\")\n",
                stderr(process));
        assertEquals(1, process.waitFor());
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143", "INT, 130"})
    void a_signal_ends_the_process_at_once_however_long_the_bot_thinks(String signal, int code) throws Exception {
        try (TestReferee referee = new TestReferee()) {
            Process process = start(Sleeper.class, Map.of("LAWSPEAKER_ADDRESS", referee.address()));
            Call call = referee.call();
            call.welcome();
            call.start("m");
            call.ask("m", 1);
            new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                    .start()
                    .waitFor();
            assertTrue(process.waitFor(60, TimeUnit.SECONDS));
            assertEquals(code, process.exitValue());
            assertEquals("", stderr(process));
        }
    }

    @Test
    void what_a_bot_throws_is_told_with_its_decision_and_its_stack_trace() throws Exception {
        try (TestReferee referee = new TestReferee()) {
            Process process = start(Buggy.class, Map.of("LAWSPEAKER_ADDRESS", referee.address()));
            Call call = referee.call();
            call.welcome();
            call.start("m");
            call.ask("m", 1, request -> request.setPrompt("combat.food"));
            String told = stderr(process);
            assertTrue(
                    told.startsWith("lawspeaker-bot: the bot failed at combat.food, decision 1 of m\n"
                            + "java.lang.IllegalStateException: my own mistake\n\tat "),
                    told);
            assertEquals(1, process.waitFor());
        }
    }
}
