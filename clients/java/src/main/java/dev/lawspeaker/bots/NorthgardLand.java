package dev.lawspeaker.bots;

import dev.lawspeaker.northgard.v1.AreaInfo;
import dev.lawspeaker.northgard.v1.BoardView;
import dev.lawspeaker.northgard.v1.BuildingInfo;
import dev.lawspeaker.northgard.v1.Catalogue;
import dev.lawspeaker.northgard.v1.Layout;
import dev.lawspeaker.northgard.v1.View;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/** The map of a Northgard view, by territory, and what land is worth, in hundredths of fame. */
final class NorthgardLand {
    static final int NOBODY = -1;

    /** Borders from this kind on are not crossed on foot. */
    static final int ROUGH = 2;

    private static final int SMALL = 50;
    private static final int LARGE = 150;

    /** By the fewest figures that cost so much. */
    private static final NavigableMap<Integer, Integer> WINTER_FOOD =
            new TreeMap<>(Map.of(Integer.MIN_VALUE, 0, 4, 1, 7, 2, 10, 3, 13, 4));

    /** What is printed on a territory, and what stands there. */
    record Territory(
            int owner,
            int units,
            int small,
            int carved,
            int large,
            int size,
            int lairs,
            int openSides,
            int food,
            int wood,
            int lore,
            List<BuildingInfo> buildings,
            List<Border> borders) {

        int has(String building) {
            return (int) buildings.stream()
                    .filter(each -> each.getId().equals(building))
                    .count();
        }

        boolean closed() {
            return openSides == 0;
        }
    }

    /** The way to another territory: 1 regular, 2 rough, 3 impassable. */
    record Border(int to, int kind) {}

    private final int seat;
    private final Map<Integer, Territory> territories = new LinkedHashMap<>();

    NorthgardLand(View view, Catalogue catalogue, int seat) {
        this.seat = seat;
        Layout layout = view.getLayout();
        BoardView board = view.getBoard();
        for (int i = 0; i < layout.getTerritoryCount(); i++) {
            territories.put(layout.getTerritory(i), territory(layout, board, i));
        }
        for (int i = 0; i < board.getBuildingCount(); i++) {
            at(board.getBuildingTerritory(i)).buildings().add(catalogue.getBuildings(board.getBuilding(i)));
        }
        for (int i = 0; i < layout.getBorderFromCount(); i++) {
            at(layout.getBorderFrom(i)).borders().add(new Border(layout.getBorderTo(i), layout.getBorderKind(i)));
        }
    }

    private static Territory territory(Layout layout, BoardView board, int i) {
        return new Territory(
                board.getOwner(i),
                board.getUnits(i),
                board.getSmall(i),
                board.getCarved(i),
                board.getLarge(i),
                layout.getSize(i),
                layout.getLairs(i),
                layout.getOpenSides(i),
                layout.getFood(i),
                layout.getWood(i),
                layout.getLore(i),
                new ArrayList<>(),
                new ArrayList<>());
    }

    Territory at(int territory) {
        return territories.get(territory);
    }

    /** Who controls a territory; nobody one that is not on the map. */
    int owner(int territory) {
        return territories.containsKey(territory) ? at(territory).owner() : NOBODY;
    }

    /** Those that the seat controls. */
    List<Territory> mine() {
        return ownedBy(seat);
    }

    List<Territory> ownedBy(int owner) {
        return territories.values().stream()
                .filter(each -> each.owner() == owner)
                .toList();
    }

    int worth(int territory) {
        return worth(at(territory));
    }

    /** What a year of holding it brings, about; free spaces count as a promise. */
    static int worth(Territory land) {
        int value = 80 * land.food() + 90 * land.wood() + 80 * land.lore();
        value += SMALL * land.small() + SMALL * land.carved() + LARGE * land.large();
        value += 70 * land.buildings().size() + 250 * land.has("altar_of_kings");
        if (land.closed()) {
            value += land.size() >= 3 ? 200 : 100;
        }
        return value;
    }

    static int worth(AreaInfo area) {
        int symbols = area.getFood() + area.getWood() + area.getLore();
        return 80 * symbols + SMALL * (area.getSmall() + area.getCarved()) + LARGE * area.getLarge();
    }

    /** How many more units an enemy neighbour has than stand here, at most 3. */
    int danger(int territory) {
        Territory here = at(territory);
        int worst = 0;
        for (Border border : here.borders()) {
            Territory there = at(border.to());
            if (border.kind() <= ROUGH && there.owner() != NOBODY && there.owner() != seat) {
                worst = Math.max(worst, there.units() - here.units() + 1);
            }
        }
        return Math.min(worst, 3);
    }

    /** Food that own land yields at the next harvest. */
    int foodIncome() {
        return income(Territory::food, "food_silo");
    }

    private int income(ToIntFunction<Territory> symbols, String building) {
        return sum(each -> symbols.applyAsInt(each) + each.has(building));
    }

    private int sum(ToIntFunction<Territory> count) {
        return mine().stream().mapToInt(count).sum();
    }

    /** What an achievement would bring now; {@code reserve} units are not on the map. */
    int achievement(String card, int reserve) {
        int points = switch (card) {
            case "builder" ->
                sum(each -> each.buildings().stream()
                        .mapToInt(building -> building.getLarge() ? 3 : 1)
                        .sum());
            case "explorer" -> sum(each -> each.small() + each.carved() + 3 * each.large());
            case "food_trader" -> 2 * foodIncome();
            case "wood_trader" -> 2 * income(Territory::wood, "woodcutter_lodge");
            case "scholar" -> 2 * income(Territory::lore, "carved_stone");
            case "trapper" -> 3 * sum(Territory::lairs);
            case "warlord" -> 14 - reserve;
            default -> 1;
        };
        return 100 * points;
    }

    /** Food that so many figures cost in winter. */
    static int winterFood(int figures) {
        return WINTER_FOOD.floorEntry(figures).getValue();
    }
}
