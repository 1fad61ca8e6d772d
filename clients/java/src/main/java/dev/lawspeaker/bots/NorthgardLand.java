package dev.lawspeaker.bots;

import dev.lawspeaker.bots.NorthgardWinter.Resources;
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
import java.util.function.ToIntFunction;

/** The map of a Northgard view, by territory, and what land is worth, in hundredths of fame. */
final class NorthgardLand {
    static final int NOBODY = -1;

    /** Borders from this kind on are not crossed on foot. */
    static final int ROUGH = 2;

    private static final int SMALL = 50;
    private static final int LARGE = 150;

    /** What Kaija counts in a fight; a unit counts one. */
    static final int KAIJA_POINTS = 2;

    /** What is printed on a territory, and what stands there. */
    record Territory(
            int owner,
            int units,
            boolean kaija,
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

        /** Units, and Kaija if she is there: she holds land like a unit. */
        int figures() {
            return units + (kaija ? 1 : 0);
        }

        /** Combat points of the figures there. */
        int strength() {
            return units + (kaija ? KAIJA_POINTS : 0);
        }

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
            territories.put(layout.getTerritory(i), territory(view, i));
        }
        for (int i = 0; i < board.getBuildingCount(); i++) {
            at(board.getBuildingTerritory(i)).buildings().add(catalogue.getBuildings(board.getBuilding(i)));
        }
        for (int i = 0; i < layout.getBorderFromCount(); i++) {
            at(layout.getBorderFrom(i)).borders().add(new Border(layout.getBorderTo(i), layout.getBorderKind(i)));
        }
    }

    private static Territory territory(View view, int i) {
        Layout layout = view.getLayout();
        BoardView board = view.getBoard();
        return new Territory(
                board.getOwner(i),
                board.getUnits(i),
                view.getKaija() == layout.getTerritory(i),
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

    /** How much stronger than here an enemy neighbour is, at most 3; Kaija defends, but seldom attacks. */
    int danger(int territory) {
        Territory here = at(territory);
        int worst = 0;
        for (Border border : here.borders()) {
            Territory there = at(border.to());
            if (border.kind() <= ROUGH && there.owner() != NOBODY && there.owner() != seat) {
                worst = Math.max(worst, there.units() - here.strength() + 1);
            }
        }
        return Math.min(worst, 3);
    }

    /** What own land yields at the next harvest. */
    Resources income() {
        return new Resources(foodIncome(), woodIncome(), loreIncome());
    }

    private int foodIncome() {
        return income(Territory::food, "food_silo");
    }

    private int woodIncome() {
        return income(Territory::wood, "woodcutter_lodge");
    }

    private int loreIncome() {
        return income(Territory::lore, "carved_stone");
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
            case "wood_trader" -> 2 * woodIncome();
            case "scholar" -> 2 * loreIncome();
            case "trapper" -> 3 * sum(Territory::lairs);
            case "warlord" -> 14 - reserve;
            default -> 1;
        };
        return 100 * points;
    }
}
