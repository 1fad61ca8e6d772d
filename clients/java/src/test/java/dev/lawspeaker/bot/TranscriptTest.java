package dev.lawspeaker.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.lawspeaker.bot.TestReferee.Call;
import dev.lawspeaker.bot.TestReferee.Run;
import dev.lawspeaker.v1.Answer;
import dev.lawspeaker.v1.PlayRequest;
import dev.lawspeaker.v1.PlayResponse;
import dev.lawspeaker.v1.RunEnding;
import dev.lawspeaker.v1.RunEnds;
import dev.lawspeaker.v1.TranscriptEntry;
import io.grpc.Status;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.opentest4j.AssertionFailedError;

/** Plays the recorded streams of clients/transcripts, whose README says how. */
class TranscriptTest {
    private static final Path FOLDER = Path.of("..", "transcripts");

    static List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".transcript"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void there_are_transcripts() throws IOException {
        assertFalse(names().isEmpty());
    }

    @ParameterizedTest
    @MethodSource("names")
    void a_transcript_is_played_as_it_stands(String name) throws Exception {
        List<TranscriptEntry> entries = read(name);
        play(entries, new TranscriptBot(entries.get(0).getHeader(), firstHello(entries)));
    }

    @ParameterizedTest
    @CsvSource({
        "northgard-random, the bot says answer",
        "rejected, the run ends with",
        "two-matches-at-once, the bot says hello",
    })
    void a_bot_that_does_something_else_is_noticed(String name, String words) throws Exception {
        List<TranscriptEntry> entries = read(name + ".transcript");
        TranscriptBot contrary = new TranscriptBot(entries.get(0).getHeader(), firstHello(entries)) {
            @Override
            public List<Integer> decide(Decision decision) throws Exception {
                List<Integer> picks = super.decide(decision);
                return name.equals("northgard-random")
                        ? picks.stream()
                                .map(pick -> decision.optionCount() - 1 - pick)
                                .toList()
                        : picks;
            }

            @Override
            public void rejected(Rejection rejection) {}

            @Override
            public String name() {
                return name.equals("two-matches-at-once") ? "somebody" : super.name();
            }
        };
        AssertionFailedError noticed = assertThrows(AssertionFailedError.class, () -> play(entries, contrary));
        assertTrue(noticed.getMessage().startsWith(words), noticed.getMessage());
    }

    @Test
    void the_words_of_a_transcript_make_the_prompts_that_stand_beside_it() throws Exception {
        StringBuilder prompts = new StringBuilder();
        for (TranscriptEntry entry : read("text.transcript")) {
            PlayResponse said = PlayResponse.parseFrom(entry.getFromReferee());
            if (said.hasDecisionRequest()) {
                prompts.append(Messages.prompt(said.getDecisionRequest().getText()))
                        .append('\n');
            }
        }
        assertEquals(Files.readString(FOLDER.resolve("text.prompts")), prompts.toString());
    }

    private static void play(List<TranscriptEntry> entries, TranscriptBot bot) throws Exception {
        try (TestReferee referee = new TestReferee()) {
            Run run = referee.play(bot, referee.settings().seed(bot.seed()));
            for (int at = 1; at < entries.size() - 1; ) {
                at = stream(referee.call(), entries, at + 1);
            }
            RunEnding ending = ending(run.end());
            assertFalse(referee.calledOnceMore(), "the bot dials once more than it should");
            RunEnds expected = entries.get(entries.size() - 1).getRunEnds();
            assertEquals(expected, bot.told(ending), "the run ends with something else");
        }
    }

    static List<TranscriptEntry> read(String name) throws IOException {
        List<TranscriptEntry> entries = new ArrayList<>();
        try (InputStream bytes = Files.newInputStream(FOLDER.resolve(name))) {
            for (TranscriptEntry entry = TranscriptEntry.parseDelimitedFrom(bytes);
                    entry != null;
                    entry = TranscriptEntry.parseDelimitedFrom(bytes)) {
                entries.add(entry);
            }
        }
        return entries;
    }

    private static PlayRequest firstHello(List<TranscriptEntry> entries) throws IOException {
        for (TranscriptEntry entry : entries) {
            if (entry.hasFromBot()) {
                return PlayRequest.parseFrom(entry.getFromBot());
            }
        }
        throw new IOException("nobody says Hello");
    }

    /** Play one stream from this entry on; returns the place of the one that follows its end. */
    private static int stream(Call call, List<TranscriptEntry> entries, int from) throws Exception {
        Set<Map.Entry<String, Long>> open = new HashSet<>();
        int at = from;
        while (!entries.get(at).hasStreamEnds()) {
            if (entries.get(at).hasFromBot()) {
                at = hear(call, entries, at, open);
            } else {
                ByteString said = entries.get(at++).getFromReferee();
                PlayResponse message = PlayResponse.parseFrom(said);
                for (PlayResponse each :
                        message.hasBatch() ? message.getBatch().getResponsesList() : List.of(message)) {
                    if (each.hasDecisionRequest()) {
                        open.add(Map.entry(
                                each.getDecisionRequest().getMatchId(),
                                each.getDecisionRequest().getDecisionId()));
                    }
                }
                call.say(said.toByteArray());
            }
        }
        for (PlayRequest more = call.heard(); more != null; more = call.heard()) {
            for (PlayRequest said : compared(more)) {
                assertTrue(open.contains(decision(said.getAnswer())), "the bot says what it should not: " + said);
            }
        }
        call.end(Status.fromCodeValue(entries.get(at).getStreamEnds().getStatus())
                .withDescription(entries.get(at).getStreamEnds().getMessage()));
        return at + 1;
    }

    /** Hear all messages that follow each other, in any order; returns the place of the entry after them. */
    private static int hear(Call call, List<TranscriptEntry> entries, int from, Set<Map.Entry<String, Long>> open)
            throws Exception {
        List<PlayRequest> expected = new ArrayList<>();
        int at = from;
        while (entries.get(at).hasFromBot()) {
            expected.addAll(compared(PlayRequest.parseFrom(entries.get(at++).getFromBot())));
        }
        while (!expected.isEmpty()) {
            for (PlayRequest said : compared(call.hear())) {
                assertTrue(expected.remove(said), () -> "the bot says " + said + "; it should say " + expected);
                open.remove(decision(said.getAnswer()));
            }
        }
        return at;
    }

    private static Map.Entry<String, Long> decision(Answer answer) {
        return Map.entry(answer.getMatchId(), answer.getDecisionId());
    }

    /** A message without what is the bot's own business; a batch of answers is a message for each. */
    private static List<PlayRequest> compared(PlayRequest said) {
        PlayRequest.Builder message = said.toBuilder();
        if (said.hasAnswerBatch()) {
            return said.getAnswerBatch().getAnswersList().stream()
                    .flatMap(answer ->
                            compared(PlayRequest.newBuilder().setAnswer(answer).build()).stream())
                    .toList();
        }
        if (said.hasHello()) {
            message.getHelloBuilder().clearToken().clearSdk().clearBatches();
        } else {
            message.getAnswerBuilder().clearAnnotation();
        }
        return List.of(message.build());
    }

    private static RunEnding ending(Throwable thrown) {
        if (thrown instanceof BotException.Refused) {
            return RunEnding.RUN_ENDING_REFUSED;
        }
        if (thrown instanceof BotException.ConnectionLost) {
            return RunEnding.RUN_ENDING_LOST;
        }
        assertNull(thrown);
        return RunEnding.RUN_ENDING_DONE;
    }
}
