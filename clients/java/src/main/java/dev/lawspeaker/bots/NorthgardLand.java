package dev.lawspeaker.bots;

import dev.lawspeaker.bot.NorthgardMap;
import dev.lawspeaker.bot.NorthgardMap.MapBorder;
import dev.lawspeaker.bot.NorthgardMap.MapTerritory;
import dev.lawspeaker.bots.NorthgardWinter.Resources;
import dev.lawspeaker.northgard.v1.AreaInfo;
import dev.lawspeaker.northgard.v1.BorderKind;
import dev.lawspeaker.northgard.v1.Catalogue;
import dev.lawspeaker.northgard.v1.View;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.ToIntFunction;

/** The map of a Northgard view, and what land is worth, in hundredths of fame. */
final class NorthgardLand {
    static final int NOBODY = -1;

    private static final int SMALL = 50;
    private static final int LARGE = 150;

    /** What Kaija counts in a fight; a unit counts one. */
    static final int KAIJA_POINTS = 2;

    private final Catalogue catalogue;
    private final int seat;
    private final NorthgardMap map;
    private final List<MapTerritory> mine;

    NorthgardLand(View view, Catalogue catalogue, int seat) {
        this.catalogue = catalogue;
        this.seat = seat;
        this.map = NorthgardMap.of(view, catalogue);
        this.mine = ownedBy(seat);
    }

    /** Units, and Kaija if she is there: she holds land like a unit. */
    static int figures(MapTerritory land) {
        return land.units() + (land.kaija() ? 1 : 0);
    }

    /** Combat points of the figures there. */
    static int strength(MapTerritory land) {
        return land.units() + (land.kaija() ? KAIJA_POINTS : 0);
    }

    static boolean isClosed(MapTerritory land) {
        return land.openSides() == 0;
    }

    /** Who controls a territory, or NOBODY. */
    static int owner(MapTerritory land) {
        return land.owner().orElse(NOBODY);
    }

    MapTerritory at(int territory) {
        return map.territory(territory);
    }

    /** Who controls a territory; nobody one that is not on the map. */
    int owner(int territory) {
        return map.territories().containsKey(territory) ? owner(at(territory)) : NOBODY;
    }

    /** Those that the seat controls. */
    List<MapTerritory> mine() {
        return mine;
    }

    List<MapTerritory> ownedBy(int owner) {
        return map.ownedBy(OptionalInt.of(owner));
    }

    int worth(int territory) {
        return worth(at(territory));
    }

    /** What a year of holding it brings, about; free spaces count as a promise. */
    static int worth(MapTerritory land) {
        int value = 80 * land.food() + 90 * land.wood() + 80 * land.lore();
        value += SMALL * land.small() + SMALL * land.carved() + LARGE * land.large();
        value += 70 * land.buildings().size() + 250 * land.has("altar_of_kings");
        if (isClosed(land)) {
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
        MapTerritory here = at(territory);
        int worst = 0;
        for (MapBorder border : here.neighbours()) {
            MapTerritory there = at(border.territory());
            boolean enemy = there.owner().isPresent() && owner(there) != seat;
            if (border.kind().compareTo(BorderKind.BORDER_KIND_ROUGH) <= 0 && enemy) {
                worst = Math.max(worst, there.units() - strength(here) + 1);
            }
        }
        return Math.min(worst, 3);
    }

    /** What own land yields at the next harvest. */
    Resources income() {
        return new Resources(foodIncome(), woodIncome(), loreIncome());
    }

    private int foodIncome() {
        return income(MapTerritory::food, "food_silo");
    }

    private int woodIncome() {
        return income(MapTerritory::wood, "woodcutter_lodge");
    }

    private int loreIncome() {
        return income(MapTerritory::lore, "carved_stone");
    }

    private int income(ToIntFunction<MapTerritory> symbols, String building) {
        return sum(each -> symbols.applyAsInt(each) + each.has(building));
    }

    private int sum(ToIntFunction<MapTerritory> count) {
        return mine().stream().mapToInt(count).sum();
    }

    /** What an achievement would bring now; {@code reserve} units are not on the map. */
    int achievement(String card, int reserve) {
        int points = switch (card) {
            case "builder" ->
                sum(each -> each.buildings().stream()
                        .mapToInt(building ->
                                catalogue.getBuildings(building.number()).getLarge() ? 3 : 1)
                        .sum());
            case "explorer" -> sum(each -> each.small() + each.carved() + 3 * each.large());
            case "food_trader" -> 2 * foodIncome();
            case "wood_trader" -> 2 * woodIncome();
            case "scholar" -> 2 * loreIncome();
            case "trapper" -> 3 * sum(MapTerritory::lairs);
            case "warlord" -> 14 - reserve;
            default -> 1;
        };
        return 100 * points;
    }
}
