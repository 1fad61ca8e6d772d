package dev.lawspeaker.bot;

import dev.lawspeaker.clansmen.v1.Attached;
import dev.lawspeaker.clansmen.v1.BoardInfo;
import dev.lawspeaker.clansmen.v1.Catalogue;
import dev.lawspeaker.clansmen.v1.Person;
import dev.lawspeaker.clansmen.v1.Phase;
import dev.lawspeaker.clansmen.v1.PlayerView;
import dev.lawspeaker.clansmen.v1.Population;
import dev.lawspeaker.clansmen.v1.Structure;
import dev.lawspeaker.clansmen.v1.View;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a seat sees in Clansmen, by hex.
 *
 * <p>A view is flat, so that it is small: people and houses by player, terrain by hex. A map has an object for each hex,
 * with who and what is on it and what lies around it.
 */
public final class ClansmenMap {

    /**
     * A hex, which options call a tile.
     *
     * @param q the first axial coordinate.
     * @param r the second axial coordinate.
     * @param terrain its index in the catalogue's terrains; empty if it is not revealed.
     * @param settlement the seat in whose settlement it lies, if any.
     * @param person who is on it, if anybody.
     * @param structures fences and houses on it.
     * @param cards tales cards in play on it, as indices of the catalogue's cards.
     * @param neighbours the hexes beside it, by their numbers, ascending.
     */
    public record MapHex(
            int number,
            int q,
            int r,
            OptionalInt terrain,
            OptionalInt settlement,
            Optional<MapPerson> person,
            List<MapStructure> structures,
            List<Integer> cards,
            List<Integer> neighbours) {}

    /** The population on a hex, with its seat. */
    public record MapPerson(int seat, Population kind, boolean weakened) {}

    /** A fence or house: its seat, its index in the catalogue's buildings, the stable word of its type. */
    public record MapStructure(int seat, int number, String id) {}

    /** A place in axial coordinates. */
    private record Place(int q, int r) {

        List<Place> around() {
            return List.of(
                    new Place(q + 1, r),
                    new Place(q + 1, r - 1),
                    new Place(q, r - 1),
                    new Place(q - 1, r),
                    new Place(q - 1, r + 1),
                    new Place(q, r + 1));
        }
    }

    private final View view;
    private final OptionalInt seat;
    private final List<MapHex> hexes = new ArrayList<>();

    private ClansmenMap(View view, Catalogue catalogue) {
        this.view = view;
        this.seat = Maps.orNone(view.getSeat());
        BoardInfo board = catalogue.getBoardsList().stream()
                .filter(each -> each.getPlayers() == view.getPlayersCount())
                .findFirst()
                .orElseThrow();
        addHexes(board);
        for (PlayerView player : view.getPlayersList()) {
            for (Structure structure : player.getStructuresList()) {
                int number = structure.getBuilding();
                String id = catalogue.getBuildings(number).getId();
                hexes.get(structure.getTile()).structures().add(new MapStructure(player.getSeat(), number, id));
            }
            for (Attached attached : player.getAttachedList()) {
                hexes.get(attached.getTile()).cards().add(attached.getCard());
            }
        }
    }

    /** Returns the view as a map. Throws NoSuchElementException if the catalogue has no board for so many players. */
    public static ClansmenMap of(View view, Catalogue catalogue) {
        return new ClansmenMap(view, catalogue);
    }

    private void addHexes(BoardInfo board) {
        Map<Place, Integer> numbers = new HashMap<>();
        for (int i = 0; i < board.getQCount(); i++) {
            numbers.put(new Place(board.getQ(i), board.getR(i)), i);
        }
        Map<Integer, Integer> homes = homes(board);
        Map<Integer, MapPerson> people = people();
        for (int i = 0; i < board.getQCount(); i++) {
            Place place = new Place(board.getQ(i), board.getR(i));
            List<Integer> neighbours = place.around().stream()
                    .filter(numbers::containsKey)
                    .map(numbers::get)
                    .sorted()
                    .toList();
            hexes.add(new MapHex(
                    i,
                    place.q(),
                    place.r(),
                    Maps.orNone(view.getMap().getTerrain(i) - 1), // 0 is unrevealed
                    homes.containsKey(i) ? OptionalInt.of(homes.get(i)) : OptionalInt.empty(),
                    Optional.ofNullable(people.get(i)),
                    new ArrayList<>(),
                    new ArrayList<>(),
                    neighbours));
        }
    }

    /** The seat of each hex of a settlement that somebody has. */
    private Map<Integer, Integer> homes(BoardInfo board) {
        Map<Integer, Integer> homes = new HashMap<>();
        for (PlayerView player : view.getPlayersList()) {
            int first = 7 * player.getHome();
            for (int i = first; i >= 0 && i < first + 7; i++) {
                homes.put(board.getSettlements(i), player.getSeat());
            }
        }
        return homes;
    }

    private Map<Integer, MapPerson> people() {
        Map<Integer, MapPerson> people = new HashMap<>();
        for (PlayerView player : view.getPlayersList()) {
            for (Person person : player.getPeopleList()) {
                Population kind = Maps.orUnknown(Population.forNumber(person.getKind()), Population.UNRECOGNIZED);
                people.put(person.getTile(), new MapPerson(player.getSeat(), kind, person.getWeakened()));
            }
        }
        return people;
    }

    /** Returns who sees it; empty for a spectator. */
    public OptionalInt seat() {
        return seat;
    }

    /** Returns the part of the season; PHASE_UNSPECIFIED for one that this SDK does not know. */
    public Phase phase() {
        return Maps.phase(Phase.class, view.getPhase(), Phase.PHASE_UNSPECIFIED);
    }

    /** Returns the hexes by number. */
    public List<MapHex> hexes() {
        return Collections.unmodifiableList(hexes);
    }

    /** Returns the hexes on which a seat has a population, ascending. */
    public List<MapHex> peopleOf(int owner) {
        return hexes.stream()
                .filter(hex -> hex.person().isPresent() && hex.person().get().seat() == owner)
                .toList();
    }

    /** Returns the hexes on which this seat has a population; none for a spectator. */
    public List<MapHex> own() {
        return seat.isEmpty() ? List.of() : peopleOf(seat.getAsInt());
    }

    /** Returns the other seats, ascending. */
    public List<Integer> others() {
        return view.getPlayersList().stream()
                .map(PlayerView::getSeat)
                .filter(other -> !seat.equals(OptionalInt.of(other)))
                .toList();
    }

    /** Returns what the view says of this seat; empty for a spectator. */
    public Optional<PlayerView> me() {
        return seat.isEmpty() ? Optional.empty() : Optional.of(view.getPlayers(seat.getAsInt()));
    }

    /** Returns the own Tales cards, as indices of the catalogue's cards; empty for a spectator. */
    public List<Integer> hand() {
        return me().map(PlayerView::getHandList).orElse(List.of());
    }

    /** Returns the number of steps between two hexes. Throws IndexOutOfBoundsException if there is no such hex. */
    public int steps(int one, int other) {
        int q = hexes.get(one).q() - hexes.get(other).q();
        int r = hexes.get(one).r() - hexes.get(other).r();
        return Math.max(Math.max(Math.abs(q), Math.abs(r)), Math.abs(q + r));
    }
}
