package dev.lawspeaker.bot;

import dev.lawspeaker.bot.TestReferee.Call;
import dev.lawspeaker.bots.ExampleBot;
import dev.lawspeaker.v1.TranscriptEntry;
import io.grpc.Status;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Lets a bot play once for the JVM to keep the classes that it needs in an archive, from which later ones start in half
 * the time.
 */
final class Rehearsal {

    private Rehearsal() {}

    /** With the jar of the bots, and the archive to be made. */
    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("rehearsal");
        int code;
        try (TestReferee referee = new TestReferee(folder.resolve("referee"))) {
            ProcessBuilder bot = new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:ArchiveClassesAtExit=" + args[1],
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-Xlog:disable",
                    "-cp",
                    Path.of(args[0]).toRealPath().toString(), // by this name alone the archive will know it
                    ExampleBot.class.getName());
            bot.environment().put(Settings.ADDRESS_VARIABLE, referee.address());
            Process process = bot.inheritIO().start();
            referee(referee.call());
            code = process.waitFor();
        } finally {
            Files.deleteIfExists(folder.resolve("referee"));
            Files.delete(folder);
        }
        System.exit(code);
    }

    /** Says what a referee once said to another bot, whatever this one answers. */
    private static void referee(Call call) throws Exception {
        for (TranscriptEntry entry : TranscriptTest.read("northgard-random.transcript")) {
            if (entry.hasFromBot()) {
                call.hear();
            } else if (entry.hasFromReferee()) {
                call.say(entry.getFromReferee().toByteArray());
            } else if (entry.hasStreamEnds()) {
                call.end(Status.OK);
            }
        }
    }
}
