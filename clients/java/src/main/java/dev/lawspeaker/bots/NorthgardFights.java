package dev.lawspeaker.bots;

import dev.lawspeaker.bot.NorthgardMap.MapBorder;
import dev.lawspeaker.bot.NorthgardMap.MapTerritory;
import dev.lawspeaker.northgard.v1.BattleView;
import dev.lawspeaker.northgard.v1.Catalogue;
import dev.lawspeaker.northgard.v1.CombatView;
import dev.lawspeaker.northgard.v1.CreatureInfo;
import dev.lawspeaker.northgard.v1.CreatureView;
import dev.lawspeaker.northgard.v1.DieFace;
import dev.lawspeaker.northgard.v1.Hunt;
import dev.lawspeaker.northgard.v1.PlayerView;
import dev.lawspeaker.northgard.v1.View;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Rules of thumb for the fights of Northgard: what an attack or a threat is worth, and how to fight.
 *
 * <p>Chances are throws of 36: each side has one die.
 */
final class NorthgardFights {
    private static final int THROWS = 36;

    /** Figures of a side that no casualties wipe out. */
    private static final int UNHARMED = 99;

    /** The face with which a player takes one point or one casualty. */
    private static final Face EITHER = new Face(0, 0);

    private static final List<Face> FACES =
            List.of(new Face(2, 0), new Face(3, 0), EITHER, new Face(2, 1), new Face(0, 2), new Face(1, 1));

    private final View view;
    private final Catalogue catalogue;
    private final NorthgardLand land;
    private final int seat;
    private final PlayerView me;

    /** Throws that take an own territory, as far as they were counted. */
    private final Map<Garrison, Integer> threats = new HashMap<>();

    /** Combat points and number of the figures that attack. */
    record Force(int strength, int figures) {}

    private record Face(int points, int casualties) {}

    private record Garrison(int territory, int figures) {}

    NorthgardFights(View view, Catalogue catalogue, NorthgardLand land, int seat) {
        this.view = view;
        this.catalogue = catalogue;
        this.land = land;
        this.seat = seat;
        this.me = view.getPlayers(seat);
    }

    /**
     * How many of the 36 throws win for an attacker who is {@code lead} points ahead before them.
     *
     * <p>The attackers suffer {@code harm} casualties besides those of the die. Who loses all figures has lost; who has
     * the choice takes a casualty if it wipes the other side out, and a point otherwise.
     */
    private static int wins(int lead, int attackers, int defenders, int harm) {
        int count = 0;
        for (Face attackFace : FACES) {
            Face attack = taken(attackFace, defenders);
            for (Face defenceFace : FACES) {
                Face defence = taken(defenceFace, attackers - harm);
                boolean survives = defence.casualties() + harm < attackers;
                boolean ahead = lead + attack.points() > defence.points();
                if (survives && (attack.casualties() >= defenders || ahead)) {
                    count++;
                }
            }
        }
        return count;
    }

    /** What a player takes of a face against so many figures: a point or a casualty if it has both. */
    private static Face taken(Face face, int others) {
        if (!face.equals(EITHER)) {
            return face;
        }
        return others <= 1 ? new Face(0, 1) : new Face(1, 0);
    }

    // Threats.

    /**
     * The most throws by which an enemy beside an own territory takes it, if so many figures hold it.
     *
     * <p>All figures of a neighbour attack, own special figures stay, and both sides add a point a figure with food.
     */
    int threat(int territory, int figures) {
        return threats.computeIfAbsent(new Garrison(territory, figures), this::countThreat);
    }

    private int countThreat(Garrison garrison) {
        int figures = garrison.figures();
        if (figures <= 0) {
            return 0;
        }
        MapTerritory here = land.at(garrison.territory());
        int special = NorthgardLand.owner(here) == seat ? land.strength(here) - NorthgardLand.figures(here) : 0;
        int defence = figures + special + Math.min(figures, me.getFood()) + 2 * here.has("fortress");
        int worst = 0;
        for (MapBorder border : here.neighbours()) {
            MapTerritory there = land.at(border.territory());
            if (NorthgardLand.isEasy(border) && land.isEnemy(there)) {
                int attackers = NorthgardLand.figures(there);
                int attack = land.strength(there) + Math.min(attackers, foodOfOwner(there));
                worst = Math.max(worst, wins(attack - defence, attackers, figures, here.has("defense_tower")));
            }
        }
        return worst;
    }

    private int foodOfOwner(MapTerritory there) {
        return view.getPlayers(NorthgardLand.owner(there)).getFood();
    }

    /** What threats cost if so many figures hold the territory, in hundredths of fame. */
    int loss(int territory, int figures) {
        return (land.worth(territory) + 80) * threat(territory, figures) / 100;
    }

    // Attacks.

    /**
     * The land by the chance to win it, less the cost of a lost fight by the chance to lose it.
     *
     * <p>The land counts twice, for the enemy has it no more. Both sides may add a point a figure with food.
     */
    int attackValue(MapTerritory target, Force force) {
        if (force.figures() <= 0) {
            return 0;
        }
        int defenders = NorthgardLand.figures(target);
        int attack = force.strength() + Math.min(force.figures(), me.getFood());
        int defence = land.strength(target) + Math.min(defenders, foodOfOwner(target));
        int harm = 0;
        if (!me.getConqueror()) {
            defence += 2 * target.has("fortress");
            harm = target.has("defense_tower");
        }
        int won = wins(attack - defence, force.figures(), defenders, harm);
        return (2 * NorthgardLand.worth(target) + 230) * won / THROWS - 70 * (THROWS - won) / THROWS;
    }

    /** The figures that have moved into an enemy's territory. */
    Force attackers(int territory) {
        int strength = 0;
        int figures = 0;
        for (BattleView battle : view.getBattlesList()) {
            if (battle.getTerritory() == territory) {
                int special = battle.getFiguresList().stream()
                        .mapToInt(figure -> catalogue.getFigures(figure).getPoints())
                        .sum();
                strength += battle.getUnits() + (battle.getKaija() ? NorthgardLand.KAIJA_POINTS : 0) + special;
                figures += battle.getUnits() + (battle.getKaija() ? 1 : 0) + battle.getFiguresCount();
            }
        }
        return new Force(strength, figures);
    }

    /**
     * A creature in own land is attacked for its fame and a year without it by the chance to win, less the losses.
     *
     * <p>It has no food, and no casualties wipe it out.
     */
    int hunt(Hunt option) {
        int row = view.getCreatures().getLineList().stream()
                .filter(each -> each.getNumber() == option.getCreature())
                .mapToInt(CreatureView::getCreature)
                .findFirst()
                .orElseThrow();
        CreatureInfo creature = catalogue.getCreatures(row);
        MapTerritory here = land.at(option.getTerritory());
        int figures = NorthgardLand.figures(here);
        int attack = land.strength(here) + Math.min(figures, me.getFood());
        int won = wins(attack - creature.getPoints(), figures, UNHARMED, 0);
        return (100 * creature.getFame() + 100) * won / THROWS - 100;
    }

    // In a combat.

    /**
     * Spending food in a combat: the land by the chance to win it or to keep it, less what the food is worth.
     *
     * <p>Food that winter will lack costs more. A defender who can still spend food does. The view does not tell how
     * many attack: their points stand for them.
     */
    int food(int spent) {
        CombatView fight = view.getCombat();
        int lead = fight.getAttackerPoints() - fight.getDefenderPoints();
        if (fight.getCreature() != 0) {
            return foodAgainstCreature((fight.getCreatureAttacks() ? -lead : lead) + spent, spent);
        }
        MapTerritory here = land.at(fight.getTerritory());
        int there = fight.getAttackerPoints() - fight.getAttackerFood();
        int defenders = NorthgardLand.figures(here);
        int won;
        if (fight.getAttacker() == seat) {
            int answer = Math.min(view.getPlayers(fight.getDefender()).getFood(), defenders);
            won = wins(lead + spent - answer, there, defenders, fight.getAttackerCasualties());
        } else {
            won = THROWS - wins(lead - spent, there, defenders, fight.getAttackerCasualties());
        }
        boolean unrest = new NorthgardWinter(view, seat).bringsUnrest(land.income(), 0, spent);
        int cost = 60 * spent + (unrest ? 200 : 0);
        return (NorthgardLand.worth(here) + 150) * won / THROWS - cost;
    }

    /** As little food as gives a safe lead; none if the fight is lost anyway. */
    private static int foodAgainstCreature(int lead, int spent) {
        if (lead >= 2) {
            return 1000 - 100 * spent;
        }
        return lead > -2 ? 500 + 100 * lead : 100 - 100 * spent;
    }

    /** A casualty that wipes the defenders out, then points where they may decide, else casualties. */
    int die(DieFace face) {
        CombatView fight = view.getCombat();
        if (fight.getAttacker() == seat && fight.getCreature() == 0) {
            int defenders = NorthgardLand.figures(land.at(fight.getTerritory()));
            if (face.getCasualties() > 0 && fight.getDefenderCasualties() + face.getCasualties() >= defenders) {
                return 1000;
            }
        }
        boolean close = Math.abs(fight.getAttackerPoints() - fight.getDefenderPoints()) <= 2;
        return 100 + (close ? 100 * face.getPoints() : 0) + 50 * face.getCasualties();
    }
}
