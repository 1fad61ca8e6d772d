package dev.lawspeaker.bots;

import dev.lawspeaker.bot.Bot;
import dev.lawspeaker.bot.Decision;
import dev.lawspeaker.bot.Lawspeaker;
import dev.lawspeaker.bot.NorthgardMap;
import dev.lawspeaker.bot.NorthgardMap.MapTerritory;
import dev.lawspeaker.northgard.v1.*;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Plays Northgard by a few rules of thumb about land, its neighbours, and what things cost and bring. It shows how a bot
 * reads views, options, the catalogue and the map; whatever it does not name gets the default.
 */
public final class ExampleBot implements Bot {

    /** Those that the rules of thumb are for; docs/northgard.md lists all of them. */
    private static final Set<String> PROMPTS = Set.of(
            "setup.tile setup.group turn.action turn.flash pass.card explore.place recruit.place build.place move.step"
                    .split(" "));

    @Override
    public String name() {
        return "example";
    }

    @Override
    public List<String> games() {
        return List.of("northgard");
    }

    @Override
    public int maxMatches() {
        return 64;
    }

    /** Takes the option with the highest score above 0, the first one of equals, and the default if there is none. */
    @Override
    public List<Integer> decide(Decision decision) {
        if (!PROMPTS.contains(decision.prompt())) {
            return decision.defaultPicks();
        }
        View view = decision.view(View.class);
        Catalogue catalogue = decision.catalogue(Catalogue.class);
        Position position = new Position(view, catalogue, NorthgardMap.of(view, catalogue));
        List<Integer> scores = decision.options(Options.class).getOptionsList().stream()
                .map(position::score)
                .toList();
        int best = scores.stream().reduce(0, Math::max);
        decision.annotate("score " + best);
        return best > 0 ? List.of(scores.indexOf(best)) : decision.defaultPicks();
    }

    /** What a seat sees, with its map, and how good options are there. */
    private record Position(View view, Catalogue catalogue, NorthgardMap map) {

        int score(Option option) {
            return switch (option.getVerbCase()) {
                case PLACE_TILE -> tile(option.getPlaceTile());
                case PLACE_GROUP -> worth(map.territory(option.getPlaceGroup().getTerritory()));
                case PLAY_CARD -> play(option.getPlayCard().getCard());
                // The least useful card goes, while there are years left to play the better one.
                case UPGRADE ->
                    view.getYear() + 1 < view.getYears()
                            ? 100 - play(option.getUpgrade().getCard())
                            : 0;
                case RECRUIT -> recruit(map.territory(option.getRecruit().getTerritory()));
                case BUILD -> build(option.getBuild());
                case MOVE -> move(option.getMove());
                case CARD -> 1 + catalogue.getCards(option.getCard().getCard()).getFame();
                default -> 0; // Wait, Replace, Remove and Pass
            };
        }

        /** How good it is to hold land: by what it yields, and what can be built there. */
        private static int worth(MapTerritory t) {
            return 1 + 3 * (t.food() + t.wood()) + 2 * (t.lore() + t.large()) + t.small() + t.carved();
        }

        /** Prefers rich tiles, and cells with many tiles around: there land is closed, which brings fame. */
        private int tile(PlaceTile option) {
            int symbols = catalogue.getTiles(option.getTile()).getAreasList().stream()
                    .mapToInt(area -> area.getFood() + area.getWood() + area.getLore())
                    .sum();
            Layout layout = view.getLayout();
            long beside = IntStream.range(0, layout.getXCount())
                    .filter(i ->
                            Math.abs(layout.getX(i) - option.getX()) + Math.abs(layout.getY(i) - option.getY()) == 1)
                    .count();
            return 1 + symbols + 4 * (int) beside;
        }

        /** Goes by a card's text. Buildings cost wood, units food in winter: one for every three after the third. */
        private int play(int card) {
            String text = catalogue.getCards(card).getText();
            PlayerView me = map.me().orElseThrow();
            int units = 14 - me.getReserve();
            int yields = map.own().stream()
                    .mapToInt(t -> t.food() + t.has("food_silo"))
                    .sum();
            if (text.contains("Recruit")) {
                return units < 14 && units / 3 <= me.getFood() + yields ? 40 : 0;
            } else if (text.contains("Build")) {
                return me.getWood() > 0 ? 60 : 0;
            } else if (text.contains("Explore")) {
                return map.own().stream().anyMatch(t -> t.openSides() > 0) ? 50 : 0;
            }
            return 30; // it moves units, draws cards, or harms others
        }

        /** Guards land beside strong enemies. */
        private int recruit(MapTerritory t) {
            int enemies = t.neighbours().stream()
                    .filter(border -> border.kind() != BorderKind.BORDER_KIND_IMPASSABLE)
                    .map(border -> map.territory(border.territory()))
                    .filter(other -> map.enemies().contains(other.owner().orElse(-1)))
                    .mapToInt(MapTerritory::units)
                    .sum();
            return 20 - t.units() + 2 * enemies;
        }

        /** For what brings most until the end for its price; three large ones in closed land win at once. */
        private int build(Build option) {
            BuildingInfo b = catalogue.getBuildings(option.getBuilding());
            boolean closed = map.territory(option.getTerritory()).openSides() == 0;
            int yearly = 2 * (b.getHarvestFood() + b.getHarvestWood()) + b.getHarvestLore() + 6 * b.getHarvestFame();
            return (yearly + 3 * b.getCards()) * (view.getYears() - view.getYear() + 1)
                    - b.getWood()
                    + (b.getLarge() && closed ? 20 : 0);
        }

        /** Takes free land, and that of enemies who are far weaker; one unit stays behind. */
        private int move(Move option) {
            MapTerritory target = map.territory(option.getTarget());
            int units = option.getUnits();
            int others = target.figures().size() + target.creatures().size();
            int defenders = target.units() + others;
            boolean strong = defenders == 0 || units >= defenders + 2;
            MapTerritory source = map.territory(option.getSource());
            boolean stays = 0 < units && units < source.units();
            return !target.owner().equals(map.seat()) && stays && strong ? 10 * worth(target) - units : 0;
        }
    }

    public static void main(String[] args) {
        Lawspeaker.run(new ExampleBot());
    }
}
