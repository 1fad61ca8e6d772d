package dev.lawspeaker.bots;

import dev.lawspeaker.bots.NorthgardCard.Kind;
import dev.lawspeaker.northgard.v1.CardInfo;
import dev.lawspeaker.northgard.v1.Catalogue;
import dev.lawspeaker.northgard.v1.PlayerView;
import dev.lawspeaker.northgard.v1.View;
import java.util.List;
import java.util.stream.IntStream;

/** What cards are good for in a turn of Northgard, in hundredths of fame. */
final class NorthgardTurn {
    private static final String BEAR = "bear";

    /** What a card that is for anything offers, by the numbers of its actions. */
    private static final List<Kind> MODES = List.of(Kind.RECRUIT, Kind.MOVE, Kind.EXPLORE, Kind.BUILD);

    private final View view;
    private final Catalogue catalogue;
    private final NorthgardLand land;
    private final NorthgardMoves moves;
    private final int seat;
    private final PlayerView me;

    NorthgardTurn(View view, Catalogue catalogue, NorthgardLand land, NorthgardMoves moves, int seat) {
        this.view = view;
        this.catalogue = catalogue;
        this.land = land;
        this.moves = moves;
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
            case DRAW -> 700;
            case GAIN -> 800;
            case ANY ->
                IntStream.of(explore(), build(), recruit(), move()).max().getAsInt() - 10;
            case SPECIAL -> 300;
        };
    }

    private int explore() {
        return land.mine().stream().allMatch(NorthgardLand::isClosed) ? 0 : 300;
    }

    private int build() {
        if (me.getWood() >= 3 && land.mine().stream().anyMatch(each -> each.large() > 0)) {
            return 850;
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
        NorthgardWinter winter = new NorthgardWinter(view, seat);
        return winter.bringsUnrest(land.income(), 1, 0) ? 50 : 680 - 27 * winter.unitsOnMap();
    }

    /** Whether Kaija is in the seat's reserve. */
    private boolean kaijaWaits() {
        return me.getClan() >= 0 && catalogue.getClans(me.getClan()).getId().equals(BEAR) && view.getKaija() == -1;
    }

    private int move() {
        int gain = moves.best();
        return gain > 0 ? 130 + gain : 50;
    }
}
