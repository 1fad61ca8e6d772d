package dev.lawspeaker.bots;

import dev.lawspeaker.bots.NorthgardLand.Border;
import dev.lawspeaker.bots.NorthgardLand.Territory;
import dev.lawspeaker.northgard.v1.CardInfo;
import dev.lawspeaker.northgard.v1.Catalogue;
import dev.lawspeaker.northgard.v1.PlayerView;
import dev.lawspeaker.northgard.v1.View;
import java.util.stream.IntStream;

/** What cards and moves are good for in a turn of Northgard, in hundredths of fame. */
final class NorthgardTurn {
    private static final int FIGURES = 14;

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
        int value = switch (NorthgardCard.kind(card.getId())) {
            case EXPLORE -> explore();
            case BUILD -> build();
            case RECRUIT -> recruit();
            case MOVE -> move();
            case DRAW, GAIN -> 900;
            case ANY ->
                IntStream.of(explore(), build(), recruit(), move()).max().getAsInt() - 10;
            case SPECIAL -> 300;
        };
        return value + (card.getFlash() ? 50 : 0);
    }

    private int explore() {
        return land.mine().stream().allMatch(Territory::closed) ? 0 : 500;
    }

    private int build() {
        if (me.getWood() >= 3 && land.mine().stream().anyMatch(each -> each.large() > 0)) {
            return 800;
        }
        boolean room = land.mine().stream().anyMatch(each -> each.small() + each.carved() > 0);
        return me.getWood() > 0 && room ? 400 : 0;
    }

    private int recruit() {
        if (me.getReserve() == 0) {
            return 0;
        }
        int onMap = FIGURES - me.getReserve();
        boolean hungry = NorthgardLand.winterFood(onMap + 1) > me.getFood() + land.foodIncome();
        return hungry && yearsLeft() != 1 ? 80 : 450;
    }

    private int move() {
        int best = 0;
        for (Territory source : land.mine()) {
            for (Border border : source.borders()) {
                if (border.kind() < NorthgardLand.ROUGH && source.units() > 1) {
                    best = Math.max(best, moveGain(source, land.at(border.to()), source.units() - 1));
                }
            }
        }
        return best > 0 ? 200 + best : 50;
    }

    /** Land gained, less land given up, less what a fight may cost. */
    int moveGain(Territory source, Territory target, int units) {
        int givenUp = units >= source.units() ? NorthgardLand.worth(source) + 50 : 0;
        int owner = target.owner();
        if (owner == seat) {
            return -10;
        }
        if (owner == NorthgardLand.NOBODY) {
            return NorthgardLand.worth(target) - givenUp;
        }
        boolean mate = view.getTeams() && (owner - seat) % 2 == 0;
        int attack = units + Math.min(units, me.getFood());
        int defence = target.units()
                + Math.min(target.units(), view.getPlayers(owner).getFood())
                + 2 * target.has("fortress")
                + target.has("defense_tower");
        int odds = attack - defence;
        if (mate || odds < 1) {
            return -100;
        }
        return NorthgardLand.worth(target) + 150 - givenUp - 50 * Math.min(target.units(), 2) + 20 * odds;
    }
}
