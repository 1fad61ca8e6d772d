package dev.lawspeaker.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Message;
import dev.lawspeaker.northgard.v1.FigureView;
import dev.lawspeaker.northgard.v1.Phase;
import dev.lawspeaker.northgard.v1.PlayerView;
import dev.lawspeaker.v1.DecisionRequest;
import dev.lawspeaker.v1.MatchStarted;
import dev.lawspeaker.v1.PlayResponse;
import dev.lawspeaker.v1.TranscriptEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The maps of recorded views say what the files beside the transcripts say. */
class MapsTest {
    private static final Path FOLDER = Path.of("..", "transcripts");

    /** The question in the middle of a transcript, and how its match starts. */
    private record Middle(MatchStarted started, DecisionRequest asked) {

        static Middle of(String name) throws IOException {
            MatchStarted started = MatchStarted.getDefaultInstance();
            List<DecisionRequest> asked = new ArrayList<>();
            for (TranscriptEntry entry : TranscriptTest.read(name + ".transcript")) {
                PlayResponse said = PlayResponse.parseFrom(entry.getFromReferee());
                if (said.hasMatchStarted()) {
                    started = said.getMatchStarted();
                } else if (said.hasDecisionRequest()) {
                    asked.add(said.getDecisionRequest());
                }
            }
            return new Middle(started, asked.get(asked.size() / 2));
        }

        <M extends Message> M view(Class<M> type) {
            return Messages.unpack(asked.getView(), type);
        }

        <M extends Message> M catalogue(Class<M> type) {
            return Messages.unpack(started.getCatalogue(), type);
        }
    }

    private static NorthgardMap northgard(dev.lawspeaker.northgard.v1.View view, Middle middle) {
        return NorthgardMap.of(view, middle.catalogue(dev.lawspeaker.northgard.v1.Catalogue.class));
    }

    private static void assertLines(String name, List<String> lines) throws IOException {
        assertEquals(
                Files.readString(FOLDER.resolve(name + ".map")),
                lines.stream().map(line -> line + "\n").collect(Collectors.joining()));
    }

    private static String list(List<?> values) {
        return values.stream().map(String::valueOf).collect(Collectors.joining(",", "[", "]"));
    }

    private static String orDash(OptionalInt value) {
        return value.isEmpty() ? "-" : String.valueOf(value.getAsInt());
    }

    private static int bit(boolean value) {
        return value ? 1 : 0;
    }

    @ParameterizedTest
    @ValueSource(strings = {"northgard-random", "northgard-modules"})
    void a_map_of_northgard(String name) throws IOException {
        Middle middle = Middle.of(name);
        NorthgardMap map = northgard(middle.view(dev.lawspeaker.northgard.v1.View.class), middle);
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                "seat %s phase %d hand %s enemies %s own %s",
                orDash(map.seat()),
                map.phase().getNumber(),
                list(map.hand()),
                list(map.enemies()),
                list(map.own().stream().map(NorthgardMap.MapTerritory::id).toList())));
        map.territories().values().forEach(each -> lines.add(line(each)));
        assertLines(name, lines);
    }

    private static String line(NorthgardMap.MapTerritory each) {
        List<String> buildings = each.buildings().stream()
                .map(one -> one.number() + "/" + one.id() + "/" + one.space().getNumber())
                .toList();
        List<String> borders = each.neighbours().stream()
                .map(one -> one.territory() + "/" + one.kind().getNumber())
                .toList();
        String printed = String.format(
                "food %d wood %d lore %d lairs %d size %d open %d small %d carved %d large %d",
                each.food(),
                each.wood(),
                each.lore(),
                each.lairs(),
                each.size(),
                each.openSides(),
                each.small(),
                each.carved(),
                each.large());
        return String.format(
                "territory %d owner %s units %d kaija %d %s buildings %s neighbours %s figures %s creatures %s",
                each.id(),
                orDash(each.owner()),
                each.units(),
                bit(each.kaija()),
                printed,
                list(buildings),
                list(borders),
                list(each.figures().stream().map(FigureView::getFigure).toList()),
                list(each.creatures()));
    }

    @Test
    void a_map_of_clansmen() throws IOException {
        Middle middle = Middle.of("clansmen-random");
        ClansmenMap map = ClansmenMap.of(
                middle.view(dev.lawspeaker.clansmen.v1.View.class),
                middle.catalogue(dev.lawspeaker.clansmen.v1.Catalogue.class));
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                "seat %s phase %d hand %s others %s own %s",
                orDash(map.seat()),
                map.phase().getNumber(),
                list(map.hand()),
                list(map.others()),
                list(map.own().stream().map(ClansmenMap.MapHex::number).toList())));
        for (ClansmenMap.MapHex hex : map.hexes()) {
            String person = hex.person()
                    .map(one -> one.seat() + "/" + one.kind().getNumber() + "/" + bit(one.weakened()))
                    .orElse("-");
            List<String> structures = hex.structures().stream()
                    .map(one -> one.seat() + "/" + one.number() + "/" + one.id())
                    .toList();
            lines.add(String.format(
                    "hex %d q %d r %d terrain %s settlement %s person %s structures %s cards %s neighbours %s steps %d",
                    hex.number(),
                    hex.q(),
                    hex.r(),
                    orDash(hex.terrain()),
                    orDash(hex.settlement()),
                    person,
                    list(structures),
                    list(hex.cards()),
                    list(hex.neighbours()),
                    map.steps(0, hex.number())));
        }
        assertLines("clansmen-random", lines);
    }

    @Test
    void a_map_of_pax_viking() throws IOException {
        Middle middle = Middle.of("pax-viking-random");
        PaxVikingMap map = PaxVikingMap.of(
                middle.view(dev.lawspeaker.pax_viking.v1.View.class),
                middle.catalogue(dev.lawspeaker.pax_viking.v1.Catalogue.class));
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                "seat %s phase %d hand %s rivals %s own %s longships %s",
                orDash(map.seat()),
                map.phase().getNumber(),
                list(map.hand()),
                list(map.rivals()),
                list(map.own().stream().map(PaxVikingMap.MapPost::number).toList()),
                list(map.longshipsOf(map.seat().getAsInt()))));
        for (PaxVikingMap.MapPost post : map.posts()) {
            lines.add(String.format(
                    "post %d node %d region %d wind %d cost %d owner %s follower %s venture %s",
                    post.number(),
                    post.node(),
                    post.region(),
                    post.wind().getNumber(),
                    post.cost(),
                    orDash(post.owner()),
                    post.follower()
                            .map(type -> String.valueOf(type.getNumber()))
                            .orElse("-"),
                    orDash(post.venture())));
        }
        for (PaxVikingMap.MapNode node : map.nodes()) {
            lines.add(String.format(
                    "node %d region %s post %s home %d neighbours %s longships %s",
                    node.number(),
                    orDash(node.region()),
                    orDash(node.post()),
                    bit(node.home()),
                    list(node.neighbours()),
                    list(node.longships())));
        }
        assertLines("pax-viking-random", lines);
    }

    @Test
    void a_spectator_has_no_hand_and_no_land_and_only_enemies() throws IOException {
        Middle middle = Middle.of("northgard-random");
        NorthgardMap map = northgard(
                middle.view(dev.lawspeaker.northgard.v1.View.class).toBuilder()
                        .setSeat(-1)
                        .build(),
                middle);
        assertEquals(OptionalInt.empty(), map.seat());
        assertEquals(Optional.empty(), map.me());
        assertTrue(map.hand().isEmpty());
        assertTrue(map.own().isEmpty());
        assertEquals(List.of(0, 1), map.enemies());
    }

    @Test
    void teammates_are_no_enemies_and_a_phase_of_a_later_version_is_unspecified() throws IOException {
        Middle middle = Middle.of("northgard-random");
        NorthgardMap map = northgard(
                middle.view(dev.lawspeaker.northgard.v1.View.class).toBuilder()
                        .setSeat(1)
                        .setTeams(true)
                        .setPhase("siege")
                        .addPlayers(PlayerView.newBuilder().setSeat(2))
                        .addPlayers(PlayerView.newBuilder().setSeat(3))
                        .build(),
                middle);
        assertEquals(List.of(0, 2), map.enemies());
        assertEquals(Phase.PHASE_UNSPECIFIED, map.phase());
    }
}
