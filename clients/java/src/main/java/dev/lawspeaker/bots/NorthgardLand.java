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

    /** What Kaija counts in a fight; a unit counts one. */
    static final int KAIJA_POINTS = 2;

    private final Catalogue catalogue;
    private final NorthgardMap map;
    private final List<MapTerritory> mine;
    private final List<Integer> enemies;

    NorthgardLand(View view, Catalogue catalogue, int seat) {
        this.catalogue = catalogue;
        this.map = NorthgardMap.of(view, catalogue);
        this.mine = ownedBy(seat);
        this.enemies = map.enemies();
    }

    /** How many figures stand there; a special one holds land like a unit. */
    static int figures(MapTerritory land) {
        return land.units() + land.figures().size();
    }

    /** Combat points of the figures there. */
    int strength(MapTerritory land) {
        int special = land.figures().stream()
                .mapToInt(each -> catalogue.getFigures(each.getFigure()).getPoints())
                .sum();
        return land.units() + special;
    }

    /** Whether figures may go and attack over that border. */
    static boolean isEasy(MapBorder border) {
        return border.kind().compareTo(BorderKind.BORDER_KIND_ROUGH) < 0;
    }

    static boolean isClosed(MapTerritory land) {
        return land.openSides() == 0;
    }

    /** Who controls a territory, or NOBODY. */
    static int owner(MapTerritory land) {
        return land.owner().orElse(NOBODY);
    }

    /** Whether it is of a seat that is neither the own one nor of its team. */
    boolean isEnemy(MapTerritory land) {
        return enemies.contains(owner(land));
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

    /** About the gain of holding it for a year; free spaces count a little. */
    static int worth(MapTerritory land) {
        int value = 90 * land.food() + 90 * land.wood() + 70 * land.lore();
        value += 60 * (land.small() + land.carved()) + 50 * land.large();
        value += 90 * land.buildings().size() + 230 * land.has("altar_of_kings");
        if (isClosed(land)) {
            value += land.size() >= 3 ? 290 : 100;
        }
        return value;
    }

    static int worth(AreaInfo area) {
        int symbols = area.getFood() + area.getWood() + area.getLore();
        return 80 * symbols + 50 * (area.getSmall() + area.getCarved()) + 150 * area.getLarge();
    }

    /** What a territory is worth to settle in at the start. */
    static int homeWorth(MapTerritory land) {
        return homeWorth(land.food(), land.wood(), land.lore(), land.small() + land.carved(), land.large());
    }

    /** What an area of a tile is worth to settle in at the start. */
    static int homeWorth(AreaInfo area) {
        int small = area.getSmall() + area.getCarved();
        return homeWorth(area.getFood(), area.getWood(), area.getLore(), small, area.getLarge());
    }

    private static int homeWorth(int food, int wood, int lore, int small, int large) {
        return 80 * food + 130 * wood + 80 * lore + 35 * small + 20 * large;
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
