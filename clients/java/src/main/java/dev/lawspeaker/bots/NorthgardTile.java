package dev.lawspeaker.bots;

import dev.lawspeaker.northgard.v1.AreaInfo;
import dev.lawspeaker.northgard.v1.Catalogue;
import dev.lawspeaker.northgard.v1.Layout;
import dev.lawspeaker.northgard.v1.PlaceTile;
import dev.lawspeaker.northgard.v1.TileInfo;
import dev.lawspeaker.northgard.v1.View;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What laying a tile of Northgard brings. */
final class NorthgardTile {
    /** East and north of each side, clockwise from the north. */
    private static final int[][] SIDES = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};

    private final View view;
    private final Layout layout;
    private final Catalogue catalogue;
    private final NorthgardLand land;
    private final int seat;

    /** Areas of the tile and the territories that they join, with the sides that are left open. */
    private record Group(Set<Integer> areas, Set<Integer> territories, int openSides) {

        Group with(Group other, int openSides) {
            return new Group(
                    union(areas, other.areas), union(territories, other.territories), this.openSides + openSides);
        }

        private static Set<Integer> union(Set<Integer> one, Set<Integer> other) {
            Set<Integer> both = new HashSet<>(one);
            both.addAll(other);
            return both;
        }
    }

    NorthgardTile(View view, Catalogue catalogue, NorthgardLand land, int seat) {
        this.view = view;
        this.layout = view.getLayout();
        this.catalogue = catalogue;
        this.land = land;
        this.seat = seat;
    }

    /** In hundredths of fame: what it is worth during setup; later for own land closed, and what joins own land. */
    int gain(PlaceTile option) {
        TileInfo tile = catalogue.getTiles(option.getTile());
        if (view.getYear() == 0) {
            return homeWorth(tile) - lairs(tile);
        }
        int gain = joined(tile, option).stream()
                .mapToInt(group -> gain(tile, group))
                .sum();
        return gain - lairs(tile);
    }

    private static int homeWorth(TileInfo tile) {
        IntSummaryStatistics worth =
                tile.getAreasList().stream().mapToInt(NorthgardLand::homeWorth).summaryStatistics();
        return (worth.getMax() + (int) worth.getSum()) / 2;
    }

    /** What lairs cost where creatures live in them. */
    private int lairs(TileInfo tile) {
        int lairs = tile.getAreasList().stream().mapToInt(AreaInfo::getLairs).sum();
        return view.getModulesList().contains("creatures") ? 100 * lairs : 0;
    }

    private int gain(TileInfo tile, Group group) {
        Set<Integer> owners = group.territories().stream()
                .map(land::owner)
                .filter(owner -> owner != NorthgardLand.NOBODY)
                .collect(Collectors.toSet());
        int value = group.areas().stream()
                .mapToInt(area -> NorthgardLand.worth(tile.getAreas(area)))
                .sum();
        value += group.territories().stream()
                .filter(each -> land.owner(each) == NorthgardLand.NOBODY)
                .mapToInt(land::worth)
                .sum();
        int size = 1
                + group.territories().stream()
                        .mapToInt(each -> land.at(each).size())
                        .sum();
        boolean closed = group.openSides() == 0;
        if (owners.equals(Set.of(seat))) {
            return 3 * value / 2 + (closed ? 100 * size + 70 : -20 * group.openSides());
        }
        return owners.isEmpty() ? 0 : -(value / 2 + (closed ? 150 : 0));
    }

    private List<Group> joined(TileInfo tile, PlaceTile option) {
        List<Group> groups = new ArrayList<>();
        for (int area = 0; area < tile.getAreasCount(); area++) {
            groups.add(new Group(Set.of(area), Set.of(), 0));
        }
        for (int side = 0; side < SIDES.length; side++) {
            int area = tile.getSides(Math.floorMod(side - option.getRotation(), 4));
            Group group = groups.stream()
                    .filter(each -> each.areas().contains(area))
                    .findFirst()
                    .orElseThrow();
            groups.remove(group);
            int there = laidAt(option.getX() + SIDES[side][0], option.getY() + SIDES[side][1]);
            if (there < 0) {
                groups.add(new Group(group.areas(), group.territories(), group.openSides() + 1));
            } else {
                join(groups, group, territoryFacing(there, side));
            }
        }
        return groups;
    }

    /** Add the group with the territory that it meets, and with whatever else has met that territory before. */
    private void join(List<Group> groups, Group group, int territory) {
        int openSides = land.at(territory).openSides();
        int more = group.territories().contains(territory) ? -1 : openSides - 1;
        Group merged = group.with(new Group(Set.of(), Set.of(territory), 0), more);
        for (Group again : List.copyOf(groups)) {
            if (again.territories().contains(territory)) {
                groups.remove(again);
                merged = merged.with(again, again.openSides() - openSides);
            }
        }
        groups.add(merged);
    }

    /** The place of the tile on that cell in the order of laying; -1 if there is none. */
    private int laidAt(int x, int y) {
        return IntStream.range(0, layout.getTileCount())
                .filter(i -> layout.getX(i) == x && layout.getY(i) == y)
                .findFirst()
                .orElse(-1);
    }

    /** The territory that a laid tile turns to the cell from which it lies on this side. */
    private int territoryFacing(int laid, int side) {
        TileInfo tile = catalogue.getTiles(layout.getTile(laid));
        int area = tile.getSides(Math.floorMod(side + 2 - layout.getRotation(laid), 4));
        int first = IntStream.range(0, laid)
                .map(i -> catalogue.getTiles(layout.getTile(i)).getAreasCount())
                .sum();
        return layout.getAreaTerritory(first + area);
    }
}
