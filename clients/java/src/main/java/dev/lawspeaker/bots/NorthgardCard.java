package dev.lawspeaker.bots;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What cards of Northgard are for. */
final class NorthgardCard {

    enum Kind {
        EXPLORE,
        BUILD,
        RECRUIT,
        MOVE,
        DRAW,
        GAIN,
        /** Whatever of the first four is best now. */
        ANY,
        SPECIAL
    }

    private static final Map<Kind, Set<String>> CARDS = Map.of(
            Kind.EXPLORE,
            Set.of(
                    "explore",
                    "scouts",
                    "scout_camp",
                    "rangers",
                    "huginn_and_muninn",
                    "upgraded_scout_camp",
                    "raven_initial",
                    "lay_of_the_land",
                    "annexation"),
            Kind.BUILD,
            Set.of(
                    "build",
                    "improved_villager_tools",
                    "simple_living",
                    "industrious_villagers",
                    "carpentry_mastery",
                    "amenities",
                    "boar_initial",
                    "goat_initial",
                    "glory_of_the_clan"),
            Kind.RECRUIT,
            Set.of(
                    "recruit",
                    "town_hall",
                    "recruitment",
                    "mercenary",
                    "hunters",
                    "woodcutters",
                    "loremasters",
                    "outpost",
                    "upgraded_town_hall",
                    "allies_from_the_wild",
                    "osmosis",
                    "raven_mercenaries",
                    "stag_initial",
                    "call_to_war",
                    "the_bear_awakens"),
            Kind.MOVE,
            Set.of(
                    "move",
                    "militia",
                    "intimidate",
                    "shieldbearers",
                    "bodyguard",
                    "axe_throwers",
                    "grizzled_warriors",
                    "infiltration",
                    "incursion",
                    "heroic_charge",
                    "warriors",
                    "bear_initial",
                    "snake_initial",
                    "wolf_initial"),
            Kind.DRAW,
            Set.of(
                    "merchant",
                    "market_place",
                    "upgraded_market_place",
                    "upgraded_trading_post",
                    "greater_trade_routes",
                    "trading_post",
                    "cunning_merchant",
                    "negociation",
                    "spy",
                    "ancestral_curse",
                    "resourceful_people",
                    "protector_of_the_land"),
            Kind.GAIN,
            Set.of("fishing", "lore_mastery", "wood_monopoly", "capture", "raiding_party", "plunder"),
            Kind.ANY,
            Set.of("feast", "early_feast", "teamwork"));

    private static final Map<String, Kind> KINDS = CARDS.entrySet().stream()
            .flatMap(entry -> entry.getValue().stream().map(card -> Map.entry(card, entry.getKey())))
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

    private NorthgardCard() {}

    /** By the card's id; cards that are not named are specials. */
    static Kind kind(String card) {
        return KINDS.getOrDefault(card, Kind.SPECIAL);
    }
}
