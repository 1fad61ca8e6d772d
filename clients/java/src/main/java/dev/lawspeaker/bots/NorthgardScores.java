package dev.lawspeaker.bots;

import dev.lawspeaker.bot.Decision;
import dev.lawspeaker.bot.NorthgardMap.MapTerritory;
import dev.lawspeaker.northgard.v1.AreaInfo;
import dev.lawspeaker.northgard.v1.BorderKind;
import dev.lawspeaker.northgard.v1.Build;
import dev.lawspeaker.northgard.v1.BuildingInfo;
import dev.lawspeaker.northgard.v1.CardInfo;
import dev.lawspeaker.northgard.v1.Catalogue;
import dev.lawspeaker.northgard.v1.CombatView;
import dev.lawspeaker.northgard.v1.CreatureInfo;
import dev.lawspeaker.northgard.v1.CreatureView;
import dev.lawspeaker.northgard.v1.DieFace;
import dev.lawspeaker.northgard.v1.Figure;
import dev.lawspeaker.northgard.v1.Hunt;
import dev.lawspeaker.northgard.v1.Move;
import dev.lawspeaker.northgard.v1.Option;
import dev.lawspeaker.northgard.v1.Options;
import dev.lawspeaker.northgard.v1.PlaceGroup;
import dev.lawspeaker.northgard.v1.PlaceTile;
import dev.lawspeaker.northgard.v1.PlayerView;
import dev.lawspeaker.northgard.v1.Recruit;
import dev.lawspeaker.northgard.v1.ReplaceBuilding;
import dev.lawspeaker.northgard.v1.Upgrade;
import dev.lawspeaker.northgard.v1.View;
import java.util.List;
import java.util.Set;

/** Rules of thumb for Northgard: one function a kind of option says how good it is, in hundredths of fame. */
final class NorthgardScores {
    /** Preferred clans, the favourite first. */
    private static final List<String> CLANS = List.of("goat", "stag", "raven", "boar", "wolf", "bear", "snake");

    /** Prompts at which the cards taken do not stay in hand. */
    private static final Set<String> GIVING_UP = Set.of("draw.discard", "draw.top", "card.discard");

    private static final int NEVER = -100;
    private static final int FIRST_COME = 10;
    private static final int PASS = 100;

    private final String prompt;
    private final int seat;
    private final View view;
    private final Catalogue catalogue;
    private final NorthgardLand land;
    private final PlayerView me;
    private final NorthgardTurn turn;

    private NorthgardScores(Decision decision) {
        prompt = decision.prompt();
        seat = decision.seat();
        view = decision.view(View.class);
        catalogue = decision.catalogue(Catalogue.class);
        land = new NorthgardLand(view, catalogue, seat);
        me = view.getPlayers(seat);
        turn = new NorthgardTurn(view, catalogue, land, seat);
    }

    /** How good each option of the decision is; one that is not above 0 is better not taken if it need not be. */
    static List<Integer> of(Decision decision) {
        NorthgardScores scores = new NorthgardScores(decision);
        return decision.options(Options.class).getOptionsList().stream()
                .map(scores::of)
                .toList();
    }

    private int of(Option option) {
        return switch (option.getVerbCase()) {
            case CHOOSE_CLAN -> clan(option.getChooseClan().getClan());
            case PLACE_GROUP -> group(option.getPlaceGroup());
            case PLACE_TILE -> tile(option.getPlaceTile());
            case PLAY_CARD -> turn.play(option.getPlayCard().getCard());
            case UPGRADE -> upgrade(option.getUpgrade());
            case REPLACE -> replace(option.getReplace().getCard());
            case REMOVE, WAIT, EXCHANGE -> NEVER;
            case TRADE -> new NorthgardWinter(view, seat).trade(option.getTrade());
            case PASS -> PASS;
            case CARD -> card(option.getCard().getCard());
            case ACTION -> turn.mode(option.getAction().getAction());
            case RECRUIT -> recruit(option.getRecruit());
            case BUILD -> build(option.getBuild());
            case REPLACE_BUILDING -> replaceBuilding(option.getReplaceBuilding());
            case MOVE -> move(option.getMove());
            case SPEND_FOOD -> food(option.getSpendFood().getFood());
            case HUNT -> hunt(option.getHunt());
            case DIE_FACE -> die(option.getDieFace());
            case LOSE -> option.getLose().getKaija() ? 50 : 100;
            case COLLECT -> 100 + 10 * option.getCollect().getResource();
            case TERRITORY -> 50 + land.worth(option.getTerritory().getTerritory());
            case FIGURE -> figure(option.getFigure());
            case OPPONENT -> opponent(option.getOpponent().getSeat());
            default -> FIRST_COME;
        };
    }

    // Setup.

    private int clan(int clan) {
        int place = CLANS.indexOf(catalogue.getClans(clan).getId());
        return place < 0 ? FIRST_COME : 100 * (CLANS.size() - place);
    }

    /** Three units go where the land is good and can still grow. */
    private int group(PlaceGroup option) {
        MapTerritory there = land.at(option.getTerritory());
        return 100 + NorthgardLand.worth(there) + 30 * Math.min(there.openSides(), 3) + (option.getKaija() ? 100 : 0);
    }

    /** What the tile is worth during setup; later fame for own land closed, and what own land gains by it. */
    private int tile(PlaceTile option) {
        if (view.getYear() > 0) {
            return 20 + new NorthgardTile(view.getLayout(), catalogue, land, seat).gain(option);
        }
        List<AreaInfo> areas = catalogue.getTiles(option.getTile()).getAreasList();
        return 20 + areas.stream().mapToInt(NorthgardLand::worth).sum();
    }

    // Turns.

    /** A clan upgrade for the least useful card, as long as there is time to play it. */
    private int upgrade(Upgrade option) {
        if (turn.yearsLeft() < 3) {
            return 0;
        }
        int fame = catalogue.getCards(option.getCard()).getFame();
        return 700 - turn.play(option.getCard()) / 10 + (option.getOutOfGame() ? -100 * fame : 5 * fame);
    }

    /** A useless card may be exchanged while lore is plenty. */
    private int replace(int card) {
        return turn.play(card) < PASS && me.getLore() != 3 ? 250 : 0;
    }

    /** A card to take or keep: fame at the end, and use until then. */
    private int card(int number) {
        CardInfo card = catalogue.getCards(number);
        return switch (card.getSet()) {
            case "achievement" -> 100 + land.achievement(card.getId(), me.getReserve());
            case "unrest" -> GIVING_UP.contains(prompt) ? leastNeeded(number) : 5;
            default ->
                GIVING_UP.contains(prompt)
                        ? leastNeeded(number)
                        : 10 + 100 * card.getFame() + useInAYear(card) * Math.min(turn.yearsLeft(), 4);
        };
    }

    /** What is least worth playing; Unrest goes to the discard pile, but is not laid where it is drawn again. */
    private int leastNeeded(int card) {
        if (!catalogue.getCards(card).getSet().equals("unrest")) {
            return 3000 - turn.play(card);
        }
        return prompt.equals("draw.top") ? 1 : 5000;
    }

    private static int useInAYear(CardInfo card) {
        int use = switch (NorthgardCard.kind(card.getId())) {
            case DRAW, GAIN -> 80;
            case BUILD -> 88;
            case EXPLORE -> 72;
            case RECRUIT -> 60;
            case MOVE -> 56;
            case ANY, SPECIAL -> 48;
        };
        return use + (card.getFlash() ? 20 : 0);
    }

    // Actions.

    /** Where a camp helps, danger is near or free land waits. */
    private int recruit(Recruit option) {
        MapTerritory here = land.at(option.getTerritory());
        int free = here.neighbours().stream()
                .filter(border -> border.kind().compareTo(BorderKind.BORDER_KIND_ROUGH) < 0)
                .map(border -> land.at(border.territory()))
                .filter(there -> there.owner().isEmpty())
                .mapToInt(NorthgardLand::worth)
                .max()
                .orElse(0);
        return 100
                + 200 * here.has("training_camp")
                + 50 * land.danger(option.getTerritory())
                + free / 2
                + (option.getKaija() ? 100 : 0);
    }

    /** What a building brings until the end, with a bonus for large ones in closed land (Victory A). */
    private int build(Build option) {
        BuildingInfo building = catalogue.getBuildings(option.getBuilding());
        boolean closes = building.getLarge() && NorthgardLand.isClosed(land.at(option.getTerritory()));
        boolean wastesCarved = option.getCarved() && !building.getId().equals("carved_stone");
        return 20 + brings(building.getId(), option.getTerritory()) + (closes ? 400 : 0) - (wastesCarved ? 30 : 0);
    }

    private int brings(String building, int territory) {
        int years = turn.yearsLeft();
        return switch (building) {
            case "altar_of_kings" -> 300 * years;
            case "forge" -> 150 * (years - 1);
            case "fortress" -> 200 + 100 * land.danger(territory);
            case "food_silo" -> 60 * years;
            case "woodcutter_lodge" -> (years > 2 ? 70 : 20) * years;
            case "carved_stone" -> 90 * years;
            case "training_camp" -> 80 * (years - 1);
            case "defense_tower" -> 50 + 100 * land.danger(territory);
            default -> 0;
        };
    }

    /** What the new building brings more than the old one; it costs nothing, but no other one can be exchanged. */
    private int replaceBuilding(ReplaceBuilding option) {
        return brings(catalogue.getBuildings(option.getNew()).getId(), option.getTerritory())
                - brings(catalogue.getBuildings(option.getOld()).getId(), option.getTerritory());
    }

    private int move(Move option) {
        if (prompt.equals("combat.retreat")) {
            return 100 + land.worth(option.getTarget()) + 10 * (option.getUnits() + (option.getKaija() ? 1 : 0));
        }
        if (land.owner(option.getSource()) != seat) {
            return 10;
        }
        return turn.moveGain(land.at(option.getSource()), option.getTarget(), option.getUnits(), option.getKaija());
    }

    // Combat.

    /**
     * A creature in own land is attacked for its fame and a year without it by the chance to win, less the losses.
     *
     * <p>It has no food, and no casualties wipe it out.
     */
    private int hunt(Hunt option) {
        if (!prompt.equals("combat.hunt")) {
            return FIRST_COME;
        }
        for (CreatureView beast : view.getCreatures().getLineList()) {
            if (beast.getNumber() == option.getCreature()) {
                CreatureInfo creature = catalogue.getCreatures(beast.getCreature());
                MapTerritory here = land.at(option.getTerritory());
                int food = Math.min(NorthgardLand.figures(here), me.getFood());
                int wins = NorthgardTurn.attackerWins(NorthgardLand.strength(here) + food - creature.getPoints());
                return (100 * creature.getFame() + 100) * wins / 36 - 100;
            }
        }
        return FIRST_COME;
    }

    /** As little food as gives a safe lead; nothing where the fight is lost anyway. */
    private int food(int food) {
        CombatView fight = view.getCombat();
        int lead = fight.getAttackerPoints() - fight.getDefenderPoints();
        boolean attacks = fight.getAttacker() == seat && !fight.getCreatureAttacks();
        lead = (attacks ? lead : -lead) + food;
        if (lead >= 2) {
            return 1000 - 100 * food;
        }
        return lead > -2 ? 500 + 100 * lead : 100 - 100 * food;
    }

    /** Points where they may decide, else casualties. */
    private int die(DieFace face) {
        CombatView fight = view.getCombat();
        boolean close = Math.abs(fight.getAttackerPoints() - fight.getDefenderPoints()) <= 2;
        return 100 + (close ? 100 * face.getPoints() : 0) + 50 * face.getCasualties();
    }

    // Pointing at things.

    /** Enemies that stand alone on good land; Kaija rather than a unit, as she fights for two. */
    private int figure(Figure option) {
        MapTerritory there = land.at(option.getTerritory());
        int kaija = option.getKaija() ? 50 : 0;
        return NorthgardLand.owner(there) == seat
                ? 50 + 100 * there.units() - kaija
                : 50 + NorthgardLand.worth(there) / Math.max(1, NorthgardLand.figures(there)) + kaija;
    }

    /** Whoever holds most land. */
    private int opponent(int owner) {
        return 50 + land.ownedBy(owner).stream().mapToInt(NorthgardLand::worth).sum();
    }
}
