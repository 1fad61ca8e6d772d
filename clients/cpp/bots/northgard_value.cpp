#include "northgard_value.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "northgard_cards.hpp"

namespace northgard {
namespace {

/// What a card that is for anything offers, by the numbers of its actions.
constexpr std::array<Kind, 4> kModes{Kind::kRecruit, Kind::kMove, Kind::kExplore, Kind::kBuild};

/// Of the 36 throws of two dice those that win for an attacker who is -3 to 4 points ahead without them.
constexpr std::array<int, 8> kWins{0, 1, 5, 13, 23, 31, 35, 36};

int explore_value(const Situation& s) {
    const auto is_open = [&](int territory) { return s.land.at(territory).open_sides > 0; };
    return std::ranges::any_of(s.land.mine(), is_open) ? 500 : 0;
}

int build_value(const Situation& s) {
    const auto large = [&](int territory) { return s.land.at(territory).large > 0; };
    const auto small = [&](int territory) { return s.land.at(territory).small + s.land.at(territory).carved > 0; };
    if (s.me.wood() >= 3 && std::ranges::any_of(s.land.mine(), large)) return 800;
    return s.me.wood() > 0 && std::ranges::any_of(s.land.mine(), small) ? 400 : 0;
}

int recruit_value(const Situation& s) {
    if (s.kaija_waits()) return 450;  // she costs nothing in winter
    if (s.me.reserve() == 0) return 0;
    return s.one_more_brings_unrest() ? 80 : 450;
}

/// By the best single move of units; Kaija, who may seldom enter enemy land, is left out.
int move_value(const Situation& s) {
    int best = 0;
    for (const int source : s.land.mine()) {
        const MapTerritory& from = s.land.at(source);
        for (const auto& [target, kind] : from.neighbours)
            for (int units = 1; kind < ng::BORDER_KIND_ROUGH && units <= from.units; ++units)
                best = std::max(best, move_gain(s, source, target, {.units = units}));
    }
    return best > 0 ? 200 + best : 50;
}

int kind_value(const Situation& s, Kind kind) {
    switch (kind) {
        case Kind::kExplore:
            return explore_value(s);
        case Kind::kBuild:
            return build_value(s);
        case Kind::kRecruit:
            return recruit_value(s);
        case Kind::kMove:
            return move_value(s);
        case Kind::kAny:
            return std::max({explore_value(s), build_value(s), recruit_value(s), move_value(s)}) - 10;
        case Kind::kDraw:
        case Kind::kGain:
            return 900;
        case Kind::kSpecial:
            break;
    }
    return 300;
}

/// The own figures that have moved into an enemy's territory.
Party attackers(const Situation& s, int territory) {
    for (const ng::BattleView& battle : s.view.battles())
        if (number(battle.territory()) == territory) return {.units = number(battle.units()), .kaija = battle.kaija()};
    return {};
}

/// The land by the chance to win it, less what a lost fight costs by the chance to lose it. Both sides may add a point
/// a figure with food.
int attack_value(const Situation& s, int target, int owner, int points, int moved) {
    if (moved == 0) return 0;
    const MapTerritory& to = s.land.at(target);
    const int attack = points + std::min(moved, number(s.me.food()));
    int defence = strength(to) + std::min(figures(to), number(s.view.players(owner).food()));
    if (!s.me.conqueror()) defence += 2 * to.has("fortress") + to.has("defense_tower");
    const int wins = attacker_wins(attack - defence);
    return (s.land.worth(target) + 150) * wins / 36 - 150 * (36 - wins) / 36;
}

}  // namespace

int attacker_wins(int lead) { return kWins.at(static_cast<std::size_t>(std::clamp(lead + 3, 0, 7))); }

int move_gain(const Situation& s, int source, int target, const Party& party) {
    const std::optional<int> owner = s.land.at(target).owner;
    const int given_up = party.figures() >= figures(s.land.at(source)) ? s.land.worth(source) + 50 : 0;
    if (owner == s.seat) return -10;
    if (!owner) return s.land.worth(target) - given_up - 5 * party.strength();
    if (s.view.teams() && (*owner - s.seat) % 2 == 0) return -100;
    const Party there = attackers(s, target);
    const int before = attack_value(s, target, *owner, there.strength(), there.figures());
    const int after =
        attack_value(s, target, *owner, there.strength() + party.strength(), there.figures() + party.figures());
    return after - before - given_up - 20 * party.strength();
}

int mode_value(const Situation& s, std::uint32_t action) {
    const auto& active = s.me.active();
    const bool for_anything = !active.empty() && kind_of(s.card(active[active.size() - 1]).id()) == Kind::kAny;
    return for_anything ? kind_value(s, kModes.at(action)) + 10 : 10;
}

int play_value(const Situation& s, std::uint32_t card) {
    return kind_value(s, kind_of(s.card(card).id())) + 50 * s.card(card).flash();
}

}  // namespace northgard
