package dev.lawspeaker.bots;

import dev.lawspeaker.bot.NorthgardMap.MapBorder;
import dev.lawspeaker.bot.NorthgardMap.MapTerritory;
import dev.lawspeaker.bots.NorthgardCard.Kind;
import dev.lawspeaker.northgard.v1.BattleView;
import dev.lawspeaker.northgard.v1.BorderKind;
import dev.lawspeaker.northgard.v1.CardInfo;
import dev.lawspeaker.northgard.v1.Catalogue;
import dev.lawspeaker.northgard.v1.PlayerView;
import dev.lawspeaker.northgard.v1.View;
import java.util.List;
import java.util.stream.IntStream;

/** What cards and moves are good for in a turn of Northgard, in hundredths of fame. */
final class NorthgardTurn {
    private static final String BEAR = "bear";

    /** What a card that is for anything offers, by the numbers of its actions. */
    private static final List<Kind> MODES = List.of(Kind.RECRUIT, Kind.MOVE, Kind.EXPLORE, Kind.BUILD);

    /** Of the 36 throws of two dice those that win for an attacker who is -3 to 4 points ahead without them. */
    private static final List<Integer> WINS = List.of(0, 1, 5, 13, 23, 31, 35, 36);

    private final View view;
    private final Catalogue catalogue;
    private final NorthgardLand land;
    private final int seat;
    private final PlayerView me;

    NorthgardTurn(View view, Catalogue catalogue, NorthgardLand land, int seat) {
        this.view = view;
        this.catalogue = catalogue;
        this.land = land;
        this.seat = seat;
        this.me = view.getPlayers(seat);
    }

    /** This one included. */
    int yearsLeft() {
        return view.getYears() - view.getYear() + 1;
    }

    /** How good it is to play a card now; below 100 it is better to pass. */
    int play(int number) {
        CardInfo card = catalogue.getCards(number);
        return value(NorthgardCard.kind(card.getId())) + (card.getFlash() ? 50 : 0);
    }

    /** The best use of the card just played, if it is one for anything; the first of what others offer. */
    int mode(int action) {
        int active = me.getActiveCount();
        if (active == 0
                || NorthgardCard.kind(
                                catalogue.getCards(me.getActive(active - 1)).getId())
                        != Kind.ANY) {
            return 10;
        }
        return value(MODES.get(action)) + 10;
    }

    private int value(Kind kind) {
        return switch (kind) {
            case EXPLORE -> explore();
            case BUILD -> build();
            case RECRUIT -> recruit();
            case MOVE -> move();
            case DRAW, GAIN -> 900;
            case ANY ->
                IntStream.of(explore(), build(), recruit(), move()).max().getAsInt() - 10;
            case SPECIAL -> 300;
        };
    }

    private int explore() {
        return land.mine().stream().allMatch(NorthgardLand::isClosed) ? 0 : 500;
    }

    private int build() {
        if (me.getWood() >= 3 && land.mine().stream().anyMatch(each -> each.large() > 0)) {
            return 800;
        }
        boolean room = land.mine().stream().anyMatch(each -> each.small() + each.carved() > 0);
        return me.getWood() > 0 && room ? 400 : 0;
    }

    private int recruit() {
        if (kaijaWaits()) {
            return 450; // she costs nothing in winter
        }
        if (me.getReserve() == 0) {
            return 0;
        }
        return new NorthgardWinter(view, seat).oneMoreBringsUnrest(land.income()) ? 80 : 450;
    }

    /** Whether Kaija is in the seat's reserve. */
    private boolean kaijaWaits() {
        return me.getClan() >= 0 && catalogue.getClans(me.getClan()).getId().equals(BEAR) && view.getKaija() == -1;
    }

    /** By the best single move of units; Kaija, who may seldom enter enemy land, is left out. */
    private int move() {
        int best = 0;
        for (MapTerritory source : land.mine()) {
            for (MapBorder border : source.neighbours()) {
                boolean easy = border.kind().compareTo(BorderKind.BORDER_KIND_ROUGH) < 0;
                for (int units = 1; easy && units <= source.units(); units++) {
                    best = Math.max(best, moveGain(source, border.territory(), units, false));
                }
            }
        }
        return best > 0 ? 200 + best : 50;
    }

    /** Land gained, less land given up and figures bound there: as few as are enough stay free for other things. */
    int moveGain(MapTerritory source, int to, int units, boolean kaija) {
        MapTerritory target = land.at(to);
        int owner = NorthgardLand.owner(target);
        int figures = units + (kaija ? 1 : 0);
        int strength = units + (kaija ? NorthgardLand.KAIJA_POINTS : 0);
        int givenUp = figures >= NorthgardLand.figures(source) ? NorthgardLand.worth(source) + 50 : 0;
        if (owner == seat) {
            return -10;
        }
        if (owner == NorthgardLand.NOBODY) {
            return NorthgardLand.worth(target) - givenUp - 5 * strength;
        }
        if (view.getTeams() && (owner - seat) % 2 == 0) {
            return -100;
        }
        for (BattleView battle : view.getBattlesList()) {
            if (battle.getTerritory() == to) {
                int there = battle.getUnits() + (battle.getKaija() ? NorthgardLand.KAIJA_POINTS : 0);
                int figuresThere = battle.getUnits() + (battle.getKaija() ? 1 : 0);
                int more = attackValue(target, there + strength, figuresThere + figures);
                return more - attackValue(target, there, figuresThere) - givenUp - 20 * strength;
            }
        }
        return attackValue(target, strength, figures) - givenUp - 20 * strength;
    }

    /**
     * The land by the chance to win it, less what a lost fight costs by the chance to lose it.
     *
     * <p>Both sides may add a point a figure with food.
     */
    private int attackValue(MapTerritory target, int strength, int figures) {
        int attack = strength + Math.min(figures, me.getFood());
        int food = view.getPlayers(NorthgardLand.owner(target)).getFood();
        int defence = NorthgardLand.strength(target) + Math.min(NorthgardLand.figures(target), food);
        if (!me.getConqueror()) {
            defence += 2 * target.has("fortress") + target.has("defense_tower");
        }
        int wins = attackerWins(attack - defence);
        return (NorthgardLand.worth(target) + 150) * wins / 36 - 150 * (36 - wins) / 36;
    }

    /** In how many of the 36 throws of two dice an attacker wins who is so many points ahead without them. */
    static int attackerWins(int lead) {
        return WINS.get(Math.min(Math.max(lead + 3, 0), WINS.size() - 1));
    }
}
