package dev.lawspeaker.bot;

import dev.lawspeaker.northgard.v1.BoardView;
import dev.lawspeaker.northgard.v1.BorderKind;
import dev.lawspeaker.northgard.v1.Catalogue;
import dev.lawspeaker.northgard.v1.CreatureView;
import dev.lawspeaker.northgard.v1.FigureView;
import dev.lawspeaker.northgard.v1.Layout;
import dev.lawspeaker.northgard.v1.Phase;
import dev.lawspeaker.northgard.v1.PlayerView;
import dev.lawspeaker.northgard.v1.SpaceKind;
import dev.lawspeaker.northgard.v1.View;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a seat sees in Northgard, by territory.
 *
 * <p>A view is flat, so that it is small: columns that run side by side, and -1 for nobody. A map has an object for each
 * territory, with what stands there.
 */
public final class NorthgardMap {

    /**
     * A territory: what is printed on it, and what stands there.
     *
     * @param owner the seat that controls it; empty for nobody.
     * @param units the owner's units, special figures not counted.
     * @param kaija whether Kaija stands there.
     * @param food printed food symbols; buildings come on top. So too wood and lore.
     * @param lairs printed creature lairs.
     * @param size tiles that it covers.
     * @param openSides sides of its tiles beyond which no tile lies yet; 0 if it is closed.
     * @param small free small spaces without symbol.
     * @param carved free small spaces with the Carved Stone symbol.
     * @param large free large spaces.
     * @param buildings what is built there.
     * @param neighbours the territories beside it, also those beyond impassable borders.
     * @param figures special figures that stand there, Kaija included.
     * @param creatures creatures there, by their numbers in the Creature line.
     */
    public record MapTerritory(
            int id,
            OptionalInt owner,
            int units,
            boolean kaija,
            int food,
            int wood,
            int lore,
            int lairs,
            int size,
            int openSides,
            int small,
            int carved,
            int large,
            List<MapBuilding> buildings,
            List<MapBorder> neighbours,
            List<FigureView> figures,
            List<Integer> creatures) {

        /** Returns how many buildings of that id stand there. */
        public int has(String building) {
            return (int) buildings.stream()
                    .filter(each -> each.id().equals(building))
                    .count();
        }
    }

    /** The way from a territory to another one beside it, named by its id: the easiest common border. */
    public record MapBorder(int territory, BorderKind kind) {}

    /** A building: its index in the catalogue, which says what it brings; its type's stable word; what it stands on. */
    public record MapBuilding(int number, String id, SpaceKind space) {}

    private final View view;
    private final OptionalInt seat;
    private final Map<Integer, MapTerritory> territories = new LinkedHashMap<>();

    private NorthgardMap(View view, Catalogue catalogue) {
        this.view = view;
        this.seat = Maps.orNone(view.getSeat());
        addTerritories();
        addBuildings(catalogue);
        Layout layout = view.getLayout();
        for (int i = 0; i < layout.getBorderFromCount(); i++) {
            BorderKind kind = Maps.orUnknown(BorderKind.forNumber(layout.getBorderKind(i)), BorderKind.UNRECOGNIZED);
            territory(layout.getBorderFrom(i)).neighbours().add(new MapBorder(layout.getBorderTo(i), kind));
        }
        for (FigureView figure : view.getFiguresList()) {
            if (figure.getTerritory() >= 0) {
                territory(figure.getTerritory()).figures().add(figure);
            }
        }
        for (CreatureView creature : view.getCreatures().getLineList()) {
            territory(creature.getTerritory()).creatures().add(creature.getNumber());
        }
    }

    /** Returns the view as a map. */
    public static NorthgardMap of(View view, Catalogue catalogue) {
        return new NorthgardMap(view, catalogue);
    }

    private void addTerritories() {
        Layout layout = view.getLayout();
        BoardView board = view.getBoard();
        for (int i = 0; i < layout.getTerritoryCount(); i++) {
            int id = layout.getTerritory(i);
            territories.put(
                    id,
                    new MapTerritory(
                            id,
                            Maps.orNone(board.getOwner(i)),
                            board.getUnits(i),
                            view.getKaija() == id,
                            layout.getFood(i),
                            layout.getWood(i),
                            layout.getLore(i),
                            layout.getLairs(i),
                            layout.getSize(i),
                            layout.getOpenSides(i),
                            board.getSmall(i),
                            board.getCarved(i),
                            board.getLarge(i),
                            new ArrayList<>(),
                            new ArrayList<>(),
                            new ArrayList<>(),
                            new ArrayList<>()));
        }
    }

    private void addBuildings(Catalogue catalogue) {
        BoardView board = view.getBoard();
        for (int i = 0; i < board.getBuildingCount(); i++) {
            int number = board.getBuilding(i);
            SpaceKind space = Maps.orUnknown(SpaceKind.forNumber(board.getBuildingSpace(i)), SpaceKind.UNRECOGNIZED);
            territory(board.getBuildingTerritory(i))
                    .buildings()
                    .add(new MapBuilding(number, catalogue.getBuildings(number).getId(), space));
        }
    }

    /** Returns who sees it; empty for a spectator. */
    public OptionalInt seat() {
        return seat;
    }

    /** Returns the part of the year; PHASE_UNSPECIFIED for one that this SDK does not know. */
    public Phase phase() {
        return Maps.phase(Phase.class, view.getPhase(), Phase.PHASE_UNSPECIFIED);
    }

    /** Returns the territories by id, ascending. */
    public Map<Integer, MapTerritory> territories() {
        return Collections.unmodifiableMap(territories);
    }

    /** Returns the territory of an id; null if there is none. */
    public MapTerritory territory(int id) {
        return territories.get(id);
    }

    /** Returns the territories that a seat controls, or those of nobody, ascending by id. */
    public List<MapTerritory> ownedBy(OptionalInt owner) {
        return territories.values().stream()
                .filter(each -> each.owner().equals(owner))
                .toList();
    }

    /** Returns the territories that this seat controls; none for a spectator. */
    public List<MapTerritory> own() {
        return seat.isEmpty() ? List.of() : ownedBy(seat);
    }

    /** Returns the other seats, ascending; in a game of teams those of the other team. */
    public List<Integer> enemies() {
        return view.getPlayersList().stream()
                .map(PlayerView::getSeat)
                .filter(other -> seat.isEmpty()
                        || (other != seat.getAsInt() && !(view.getTeams() && (other - seat.getAsInt()) % 2 == 0)))
                .toList();
    }

    /** Returns what the view says of this seat; empty for a spectator. */
    public Optional<PlayerView> me() {
        return seat.isEmpty() ? Optional.empty() : Optional.of(view.getPlayers(seat.getAsInt()));
    }

    /** Returns the own hand, as indices of the catalogue's cards; empty for a spectator. */
    public List<Integer> hand() {
        return me().map(PlayerView::getHandList).orElse(List.of());
    }
}
