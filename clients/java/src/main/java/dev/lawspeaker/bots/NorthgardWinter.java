package dev.lawspeaker.bots;

import dev.lawspeaker.northgard.v1.PlayerView;
import dev.lawspeaker.northgard.v1.Trade;
import dev.lawspeaker.northgard.v1.View;

/** What winter costs in Northgard, and trades that pay for it. */
final class NorthgardWinter {
    private static final int UNITS = 14;

    /** What a player has or is to pay. */
    record Resources(int food, int wood, int lore) {

        static Resources of(PlayerView player) {
            return new Resources(player.getFood(), player.getWood(), player.getLore());
        }

        Resources plus(Resources more) {
            return new Resources(food + more.food, wood + more.wood, lore + more.lore);
        }

        /** After three were given for one. */
        Resources after(Trade trade) {
            int taken = trade.getResource();
            return new Resources(
                    food - trade.getFood() + (taken == 0 ? 1 : 0),
                    wood - trade.getWood() + (taken == 1 ? 1 : 0),
                    lore - trade.getLore() + (taken == 2 ? 1 : 0));
        }
    }

    private final View view;
    private final PlayerView me;

    NorthgardWinter(View view, int seat) {
        this.view = view;
        this.me = view.getPlayers(seat);
    }

    /** Food and wood that so many units on the map cost in winter; Kaija is not one of them. */
    static Resources cost(int units) {
        if (units >= 13) {
            return new Resources(4, 2, 0);
        }
        if (units >= 10) {
            return new Resources(3, 1, 0);
        }
        if (units >= 7) {
            return new Resources(2, 0, 0);
        }
        return new Resources(units >= 4 ? 1 : 0, 0, 0);
    }

    /** How much food and wood is missing for winter. */
    static int lack(int units, Resources have) {
        Resources due = cost(units);
        return Math.max(due.food() - have.food(), 0) + Math.max(due.wood() - have.wood(), 0);
    }

    /** Whether these resources pay for winter, if need be after trades of any three that are to spare for one. */
    static boolean isPaid(int units, Resources have) {
        Resources due = cost(units);
        int spare = Math.max(have.food() - due.food(), 0) + Math.max(have.wood() - due.wood(), 0) + have.lore();
        return lack(units, have) <= spare / 3;
    }

    /** Whether the harvest pays for winter, but not with so many units more or so much food less. */
    boolean bringsUnrest(Resources income, int units, int food) {
        Resources have = Resources.of(me).plus(income);
        Resources less = new Resources(have.food() - food, have.wood(), have.lore());
        return view.getUnrestLeft() > 0 && isPaid(unitsOnMap(), have) && !isPaid(unitsOnMap() + units, less);
    }

    /**
     * Three resources for one that winter asks for, if that still saves the seat from Unrest; lore goes first.
     *
     * <p>Unrest is five fame less in the end, three resources are one.
     */
    int trade(Trade option) {
        Resources left = Resources.of(me).after(option);
        boolean helps = lack(unitsOnMap(), left) < lack(unitsOnMap(), Resources.of(me));
        if (view.getUnrestLeft() == 0 || !helps || !isPaid(unitsOnMap(), left)) {
            return -100;
        }
        return 100 + 3 * option.getLore() - option.getWood();
    }

    /** Own units on the map, all of which cost food in winter. */
    int unitsOnMap() {
        return UNITS - me.getReserve();
    }
}
