package dev.lawspeaker.bots;

import dev.lawspeaker.bot.NorthgardMap.MapBorder;
import dev.lawspeaker.bot.NorthgardMap.MapTerritory;
import dev.lawspeaker.bots.NorthgardFights.Force;
import dev.lawspeaker.northgard.v1.Move;
import dev.lawspeaker.northgard.v1.Recruit;
import java.util.OptionalInt;

/** Rules of thumb for where the figures of Northgard go: moves, retreats and recruits. */
final class NorthgardMoves {
    private final NorthgardLand land;
    private final NorthgardFights fights;
    private final int seat;

    /** Gain of the best single move of units, once a card that moves has asked for it. */
    private OptionalInt best = OptionalInt.empty();

    NorthgardMoves(NorthgardLand land, NorthgardFights fights, int seat) {
        this.land = land;
        this.fights = fights;
        this.seat = seat;
    }

    /** The gain of the best single move of units, without Kaija, who may seldom enter enemy land; 0 if none gains. */
    int best() {
        if (best.isEmpty()) {
            best = OptionalInt.of(countBest());
        }
        return best.getAsInt();
    }

    private int countBest() {
        int most = 0;
        for (MapTerritory source : land.mine()) {
            for (MapBorder border : source.neighbours()) {
                for (int units = 1; NorthgardLand.isEasy(border) && units <= source.units(); units++) {
                    most = Math.max(most, gain(source, land.at(border.territory()), units, false));
                }
            }
        }
        return most;
    }

    int move(Move option) {
        if (land.owner(option.getSource()) != seat) {
            return 10;
        }
        MapTerritory source = land.at(option.getSource());
        return gain(source, land.at(option.getTarget()), option.getUnits(), option.getKaija());
    }

    /** A territory by what those who retreat to it save. */
    int retreat(Move option) {
        int figures = option.getUnits() + (option.getKaija() ? 1 : 0);
        return 100 + saved(land.at(option.getTarget()), figures) + 10 * figures;
    }

    /** What so many figures more in a territory without enemies save: all of it if nobody holds it yet. */
    private int saved(MapTerritory target, int figures) {
        int there = NorthgardLand.figures(target);
        if (there == 0) {
            return NorthgardLand.worth(target) - fights.loss(target.id(), figures);
        }
        return fights.loss(target.id(), there) - fights.loss(target.id(), there + figures);
    }

    /** Land gained, less land given up or in danger and figures bound; the fewest that are enough go. */
    private int gain(MapTerritory source, MapTerritory target, int units, boolean kaija) {
        int owner = NorthgardLand.owner(target);
        if (owner != NorthgardLand.NOBODY && owner != seat && !land.isEnemy(target)) {
            return -100;
        }
        int figures = units + (kaija ? 1 : 0);
        int strength = units + (kaija ? NorthgardLand.KAIJA_POINTS : 0);
        int cost = costOfLeaving(source, figures);
        if (owner == seat) {
            return saved(target, figures) - cost;
        }
        int danger = fights.loss(target.id(), figures);
        if (owner == NorthgardLand.NOBODY) {
            return NorthgardLand.worth(target) - cost - 10 * strength - danger;
        }
        Force there = fights.attackers(target.id());
        Force all = new Force(there.strength() + strength, there.figures() + figures);
        int more = fights.attackValue(target, all) - fights.attackValue(target, there);
        return more - cost - 20 * strength - danger;
    }

    /** What it costs that so many figures leave: the land, or the danger to those who stay. */
    private int costOfLeaving(MapTerritory source, int figures) {
        int here = NorthgardLand.figures(source);
        if (figures >= here) {
            return NorthgardLand.worth(source) + 50 - fights.loss(source.id(), here);
        }
        return fights.loss(source.id(), here - figures) - fights.loss(source.id(), here);
    }

    /** Where a camp helps, the land is in danger, free land waits, or an attack gets stronger. */
    int recruit(Recruit option) {
        MapTerritory here = land.at(option.getTerritory());
        int free = here.neighbours().stream()
                .filter(NorthgardLand::isEasy)
                .map(border -> land.at(border.territory()))
                .filter(there -> there.owner().isEmpty())
                .mapToInt(NorthgardLand::worth)
                .max()
                .orElse(0);
        int score = 100 + 200 * here.has("training_camp") + free / 2 + (option.getKaija() ? 100 : 0) + saved(here, 1);
        return score + strongerAttack(here) / 2;
    }

    /** The most that one figure more adds to an attack by all figures of a territory but one. */
    private int strongerAttack(MapTerritory here) {
        int there = NorthgardLand.figures(here);
        int most = 0;
        for (MapBorder border : here.neighbours()) {
            MapTerritory target = land.at(border.territory());
            if (there > 0 && NorthgardLand.isEasy(border) && land.isEnemy(target)) {
                int without = Math.max(0, fights.attackValue(target, new Force(there - 1, there - 1)));
                most = Math.max(most, fights.attackValue(target, new Force(there, there)) - without);
            }
        }
        return most;
    }
}
