#include "northgard.hpp"

#include <lawspeaker/northgard/v1/northgard.pb.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "northgard_cards.hpp"
#include "northgard_fights.hpp"
#include "northgard_moves.hpp"
#include "northgard_situation.hpp"
#include "northgard_value.hpp"

namespace northgard {
namespace {

constexpr int kPass = 100;
constexpr int kNever = -100;

/// Preferred clans, the favourite first.
constexpr std::array<std::string_view, 7> kClans{"wolf", "goat", "stag", "raven", "boar", "bear", "snake"};

/// Prompts at which the cards taken do not stay in hand.
constexpr std::array<std::string_view, 3> kGivingUp{"draw.discard", "draw.top", "card.discard"};

// Setup.

int clan(const Situation& s, const ng::ChooseClan& option) {
    const auto place = std::ranges::find(kClans, s.catalogue.clans(number(option.clan())).id());
    return place == kClans.end() ? kFirstCome : 100 * static_cast<int>(kClans.end() - place);
}

/// Three units go to the largest territory, then to the best land.
int group(const Situation& s, const ng::PlaceGroup& option) {
    const MapTerritory& t = s.land.at(number(option.territory()));
    const int worth = home_worth({t.food, t.wood, t.lore}, t.small + t.carved, t.large);
    return 100 + 200 * t.size + worth + 100 * option.kaija();
}

// Turns.

/// A clan upgrade for the least useful card, as long as there is time to play it.
int upgrade(const Situation& s, const ng::Upgrade& option) {
    if (s.years_left < 3) return 0;
    const int fame = s.card(option.card()).fame();
    return 900 - play_value(s, option.card()) / 10 + (option.out_of_game() ? -100 * fame : 5 * fame);
}

/// A useless card may be exchanged while lore is plenty.
int replace(const Situation& s, const ng::Replace& option) {
    return play_value(s, option.card()) < 100 && s.me.lore() != 3 ? 250 : 0;
}

int use_a_year(Kind kind) {
    switch (kind) {
        case Kind::kDraw:
        case Kind::kGain:
            return 80;
        case Kind::kBuild:
            return 88;
        case Kind::kExplore:
            return 72;
        case Kind::kRecruit:
            return 60;
        case Kind::kMove:
            return 56;
        default:
            return 48;
    }
}

/// What is least worth playing; Unrest goes to the discard pile, but is not laid where it is drawn again.
int least_needed(const Situation& s, const ng::Card& option) {
    if (s.card(option.card()).set() != "unrest") return 3000 - play_value(s, option.card());
    return s.prompt == "draw.top" ? 1 : 5000;
}

/// A card to take or keep: fame at the end, and use until then.
int card(const Situation& s, const ng::Card& option) {
    const ng::CardInfo& card = s.card(option.card());
    if (s.prompt == "automa.tie") return 1000 - 100 * card.fame();
    if (card.set() == "achievement") return 100 + s.land.achievement(card.id());
    if (std::ranges::find(kGivingUp, s.prompt) != kGivingUp.end()) return least_needed(s, option);
    if (card.set() == "unrest") return 5;
    const int use = use_a_year(kind_of(card.id())) + 20 * card.flash();
    return 10 + 100 * card.fame() + use * std::min(s.years_left, 4);
}

// Actions.

/// What a building brings until the end.
int brings(const Situation& s, std::string_view building, int territory) {
    const int years = s.years_left;
    const int first_wood = s.land.income(kWood) == 0 ? 200 : 0;
    const int danger = 4 * threat(s, territory, s.land.figures(territory));
    if (building == "altar_of_kings") return 360 * years;
    if (building == "forge") return 130 * (years - 1);
    if (building == "fortress") return 260 + 2 * danger;
    if (building == "food_silo") return 130 * years;
    if (building == "woodcutter_lodge") return years > 2 ? 60 * years + first_wood : 20 * years;
    if (building == "carved_stone") return 90 * years;
    if (building == "training_camp") return 50 * (years - 1);
    if (building == "defense_tower") return 35 + danger;
    return 0;
}

/// What a building brings until the end, with a bonus for large ones in closed land (Victory A).
int build(const Situation& s, const ng::Build& option) {
    const ng::BuildingInfo& building = s.catalogue.buildings(number(option.building()));
    const int territory = number(option.territory());
    const bool closing = building.large() && s.land.at(territory).open_sides == 0;
    const bool wasteful = option.carved() && building.id() != "carved_stone";
    return 20 + brings(s, building.id(), territory) + 580 * closing - 30 * wasteful;
}

/// What the new building brings more than the old one; it costs nothing, but no other one can be exchanged.
int replace_building(const Situation& s, const ng::ReplaceBuilding& option) {
    const auto value = [&](std::uint32_t building) {
        return brings(s, s.catalogue.buildings(number(building)).id(), number(option.territory()));
    };
    return value(option.new_()) - value(option.old());
}

/// Fame for own land closed, and what own land gains by it.
int tile(const Situation& s, const ng::PlaceTile& option) { return 20 + s.land.tile_gain(option); }

/// Three resources for one that winter asks for, if that still saves the seat from Unrest; lore goes first.
///
/// Unrest is five fame less in the end, three resources are one.
int trade(const Situation& s, const ng::Trade& option) {
    const Resources have = s.resources();
    const Resources given{number(option.food()), number(option.wood()), number(option.lore())};
    Resources left{have[kFood] - given[kFood], have[kWood] - given[kWood], have[kLore] - given[kLore]};
    ++left.at(option.resource());
    const bool helps = winter_lack(s.on_map(), left) < winter_lack(s.on_map(), have);
    if (s.view.unrest_left() == 0 || !helps || !winter_is_paid(s.on_map(), left)) return kNever;
    return 100 + 3 * given[kLore] - given[kWood];
}

// Pointing at things.

/// The land; where the Automa is helped by the choice, the least.
int territory(const Situation& s, const ng::Territory& option) {
    const int worth = s.land.worth(number(option.territory()));
    return s.prompt == "automa.tie" ? 10000 - worth : 50 + worth;
}

/// Enemies that stand alone on good land; Kaija rather than a unit, as she fights for two.
int figure(const Situation& s, const ng::Figure& option) {
    const int territory = number(option.territory());
    const int kaija = option.kaija() ? 50 : 0;
    if (s.land.is_own(territory)) return 50 + 100 * s.land.at(territory).units - kaija;
    return 50 + s.land.worth(territory) / std::max(1, s.land.figures(territory)) + kaija;
}

/// Whoever holds most land.
int opponent(const Situation& s, const ng::Opponent& option) {
    int sum = 50;
    for (const int territory : s.land.map().owned_by(number(option.seat()))) sum += s.land.worth(territory);
    return sum;
}

int score(const Situation& s, const ng::Option& option) {
    switch (option.verb_case()) {
        case ng::Option::kChooseClan:
            return clan(s, option.choose_clan());
        case ng::Option::kPlaceGroup:
            return group(s, option.place_group());
        case ng::Option::kPlaceTile:
            return tile(s, option.place_tile());
        case ng::Option::kPlayCard:
            return play_value(s, option.play_card().card());
        case ng::Option::kUpgrade:
            return upgrade(s, option.upgrade());
        case ng::Option::kReplace:
            return replace(s, option.replace());
        case ng::Option::kRemove:
        case ng::Option::kWait:
        case ng::Option::kExchange:
            return kNever;
        case ng::Option::kPass:
            return kPass;
        case ng::Option::kCard:
            return card(s, option.card());
        case ng::Option::kAction:
            return mode_value(s, option.action().action());
        case ng::Option::kRecruit:
            return recruit(s, option.recruit());
        case ng::Option::kBuild:
            return build(s, option.build());
        case ng::Option::kReplaceBuilding:
            return replace_building(s, option.replace_building());
        case ng::Option::kMove:
            return move(s, option.move());
        case ng::Option::kSpendFood:
            return food(s, option.spend_food());
        case ng::Option::kHunt:
            return hunt(s, option.hunt());
        case ng::Option::kDieFace:
            return die(s, option.die_face());
        case ng::Option::kLose:
            return option.lose().kaija() ? 50 : 100;
        case ng::Option::kCollect:
            return 100 + 10 * number(option.collect().resource());
        case ng::Option::kTrade:
            return trade(s, option.trade());
        case ng::Option::kTerritory:
            return territory(s, option.territory());
        case ng::Option::kFigure:
            return figure(s, option.figure());
        case ng::Option::kOpponent:
            return opponent(s, option.opponent());
        default:
            return kFirstCome;
    }
}

}  // namespace

std::vector<int> scores(const lawspeaker::Decision& decision) {
    const Situation situation(decision);
    std::vector<int> scores;
    for (const ng::Option& option : decision.options<ng::Options>()) scores.push_back(score(situation, option));
    return scores;
}

}  // namespace northgard
