#include "northgard_moves.hpp"

#include <algorithm>
#include <optional>

#include "northgard_fights.hpp"

namespace northgard {
namespace {

/// What so many figures more in a territory without enemies save: all of it if nobody holds it yet.
int saved(const Situation& s, int territory, int figures) {
    const int there = s.land.figures(territory);
    if (there == 0) return s.land.worth(territory) - loss(s, territory, figures);
    return loss(s, territory, there) - loss(s, territory, there + figures);
}

/// A territory by what those who retreat to it save.
int retreat(const Situation& s, const ng::Move& option) {
    const int figures = number(option.units()) + option.kaija();
    return 100 + saved(s, number(option.target()), figures) + 10 * figures;
}

/// What it costs that so many figures leave: the land, or the danger to those who stay.
int cost_of_leaving(const Situation& s, int source, int figures) {
    const int here = s.land.figures(source);
    if (figures >= here) return s.land.worth(source) + 50 - loss(s, source, here);
    return loss(s, source, here - figures) - loss(s, source, here);
}

/// Land gained, less land given up or in danger and figures bound; the fewest that are enough go.
int gain(const Situation& s, int source, int target, const Force& force) {
    const Land& land = s.land;
    const std::optional<int> owner = land.at(target).owner;
    if (owner && owner != s.seat && !land.is_enemy(owner)) return -100;
    const int cost = cost_of_leaving(s, source, force.figures);
    if (owner == s.seat) return saved(s, target, force.figures) - cost;
    const int danger = loss(s, target, force.figures);
    if (!owner) return land.worth(target) - cost - 10 * force.strength - danger;
    const Force there = attackers(s, target);
    const Force together{there.strength + force.strength, there.figures + force.figures};
    const int more = attack_value(s, target, together) - attack_value(s, target, there);
    return more - cost - 20 * force.strength - danger;
}

/// The most that one figure more adds to an attack by all figures of a territory but one.
int stronger_attack(const Situation& s, int territory) {
    const int there = s.land.figures(territory);
    if (there == 0) return 0;
    int most = 0;
    for (const auto& [other, kind] : s.land.at(territory).neighbours) {
        if (kind >= ng::BORDER_KIND_ROUGH || !s.land.is_enemy(s.land.at(other).owner)) continue;
        const int without = std::max(0, attack_value(s, other, {there - 1, there - 1}));
        most = std::max(most, attack_value(s, other, {there, there}) - without);
    }
    return most;
}

}  // namespace

int best_move(const Situation& s) {
    int best = 0;
    for (const int source : s.land.mine()) {
        const MapTerritory& from = s.land.at(source);
        for (const auto& [target, kind] : from.neighbours)
            for (int units = 1; kind < ng::BORDER_KIND_ROUGH && units <= from.units; ++units)
                best = std::max(best, gain(s, source, target, {units, units}));
    }
    return best;
}

int move(const Situation& s, const ng::Move& option) {
    if (s.prompt == "combat.retreat") return retreat(s, option);
    const int source = number(option.source());
    if (!s.land.is_own(source)) return kFirstCome;
    const int units = number(option.units());
    const int kaija = option.kaija() ? 1 : 0;
    return gain(s, source, number(option.target()), {units + kKaijaPoints * kaija, units + kaija});
}

int recruit(const Situation& s, const ng::Recruit& option) {
    const int territory = number(option.territory());
    const MapTerritory& here = s.land.at(territory);
    int free = 0;
    for (const auto& [other, kind] : here.neighbours)
        if (!s.land.at(other).owner && kind < ng::BORDER_KIND_ROUGH) free = std::max(free, s.land.worth(other));
    const int helps = 200 * here.has("training_camp") + 100 * option.kaija();
    return 100 + helps + free / 2 + saved(s, territory, 1) + stronger_attack(s, territory) / 2;
}

}  // namespace northgard
