package dev.lawspeaker.bots;

import dev.lawspeaker.bot.Decision;
import dev.lawspeaker.bot.NorthgardMap.MapTerritory;
import dev.lawspeaker.northgard.v1.Build;
import dev.lawspeaker.northgard.v1.BuildingInfo;
import dev.lawspeaker.northgard.v1.CardInfo;
import dev.lawspeaker.northgard.v1.Catalogue;
import dev.lawspeaker.northgard.v1.Figure;
import dev.lawspeaker.northgard.v1.Option;
import dev.lawspeaker.northgard.v1.Options;
import dev.lawspeaker.northgard.v1.PlaceGroup;
import dev.lawspeaker.northgard.v1.PlayerView;
import dev.lawspeaker.northgard.v1.ReplaceBuilding;
import dev.lawspeaker.northgard.v1.Upgrade;
import dev.lawspeaker.northgard.v1.View;
import java.util.List;
import java.util.Set;

/** Rules of thumb for Northgard: one function a kind of option says how good it is, in hundredths of fame. */
final class NorthgardScores {
    /** Preferred clans, the favourite first. */
    private static final List<String> CLANS = List.of("wolf", "goat", "stag", "raven", "boar", "bear", "snake");

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
    private final NorthgardFights fights;
    private final NorthgardMoves moves;
    private final NorthgardTurn turn;

    private NorthgardScores(Decision decision) {
        prompt = decision.prompt();
        seat = decision.seat();
        view = decision.view(View.class);
        catalogue = decision.catalogue(Catalogue.class);
        land = new NorthgardLand(view, catalogue, seat);
        me = view.getPlayers(seat);
        fights = new NorthgardFights(view, catalogue, land, seat);
        moves = new NorthgardMoves(land, fights, seat);
        turn = new NorthgardTurn(view, catalogue, land, moves, seat);
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
            case PLACE_TILE -> 20 + new NorthgardTile(view, catalogue, land, seat).gain(option.getPlaceTile());
            case PLAY_CARD -> turn.play(option.getPlayCard().getCard());
            case UPGRADE -> upgrade(option.getUpgrade());
            case REPLACE -> replace(option.getReplace().getCard());
            case REMOVE, WAIT, EXCHANGE -> NEVER;
            case TRADE -> new NorthgardWinter(view, seat).trade(option.getTrade());
            case PASS -> PASS;
            case CARD -> card(option.getCard().getCard());
            case ACTION -> turn.mode(option.getAction().getAction());
            case RECRUIT -> moves.recruit(option.getRecruit());
            case BUILD -> build(option.getBuild());
            case REPLACE_BUILDING -> replaceBuilding(option.getReplaceBuilding());
            case MOVE ->
                prompt.equals("combat.retreat") ? moves.retreat(option.getMove()) : moves.move(option.getMove());
            case SPEND_FOOD -> fights.food(option.getSpendFood().getFood());
            case HUNT -> prompt.equals("combat.hunt") ? fights.hunt(option.getHunt()) : FIRST_COME;
            case DIE_FACE -> fights.die(option.getDieFace());
            case LOSE -> option.getLose().getKaija() ? 50 : 100;
            case COLLECT -> 100 + 10 * option.getCollect().getResource();
            case TERRITORY -> territory(option.getTerritory().getTerritory());
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

    /** Three units go to the largest territory, then to the best land. */
    private int group(PlaceGroup option) {
        MapTerritory there = land.at(option.getTerritory());
        return 100 + 200 * there.size() + NorthgardLand.homeWorth(there) + (option.getKaija() ? 100 : 0);
    }

    // Turns.

    /** A clan upgrade for the least useful card, as long as there is time to play it. */
    private int upgrade(Upgrade option) {
        if (turn.yearsLeft() < 3) {
            return 0;
        }
        int fame = catalogue.getCards(option.getCard()).getFame();
        return 900 - turn.play(option.getCard()) / 10 + (option.getOutOfGame() ? -100 * fame : 5 * fame);
    }

    /** A useless card may be exchanged while lore is plenty. */
    private int replace(int card) {
        return turn.play(card) < PASS && me.getLore() != 3 ? 250 : 0;
    }

    /** A card to take or keep: fame at the end, and use until then. */
    private int card(int number) {
        CardInfo card = catalogue.getCards(number);
        if (prompt.equals("automa.tie")) {
            return 1000 - 100 * card.getFame();
        }
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

    /** What a building brings until the end, with a bonus for large ones in closed land (Victory A). */
    private int build(Build option) {
        BuildingInfo building = catalogue.getBuildings(option.getBuilding());
        boolean closes = building.getLarge() && NorthgardLand.isClosed(land.at(option.getTerritory()));
        boolean wastesCarved = option.getCarved() && !building.getId().equals("carved_stone");
        return 20 + brings(building.getId(), option.getTerritory()) + (closes ? 580 : 0) - (wastesCarved ? 30 : 0);
    }

    private int brings(String building, int territory) {
        int years = turn.yearsLeft();
        int firstWood = land.income().wood() == 0 ? 200 : 0;
        int danger = 4 * fights.threat(territory, NorthgardLand.figures(land.at(territory)));
        return switch (building) {
            case "altar_of_kings" -> 360 * years;
            case "forge" -> 130 * (years - 1);
            case "fortress" -> 260 + 2 * danger;
            case "food_silo" -> 130 * years;
            case "woodcutter_lodge" -> years > 2 ? 60 * years + firstWood : 20 * years;
            case "carved_stone" -> 90 * years;
            case "training_camp" -> 50 * (years - 1);
            case "defense_tower" -> 35 + danger;
            default -> 0;
        };
    }

    /** What the new building brings more than the old one; it costs nothing, but no other one can be exchanged. */
    private int replaceBuilding(ReplaceBuilding option) {
        return brings(catalogue.getBuildings(option.getNew()).getId(), option.getTerritory())
                - brings(catalogue.getBuildings(option.getOld()).getId(), option.getTerritory());
    }

    // Pointing at things.

    /** The land; where the Automa is helped by the choice, the least. */
    private int territory(int territory) {
        int worth = land.worth(territory);
        return prompt.equals("automa.tie") ? 10000 - worth : 50 + worth;
    }

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
