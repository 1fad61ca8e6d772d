#include "northgard_fights.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

namespace northgard {
namespace {

/// What a face of the die brings.
struct Face {
    int points;
    int casualties;
};

/// The six faces; with the third one a player takes one point or one casualty.
constexpr std::array<std::optional<Face>, 6> kFaces{
    {Face{2, 0}, Face{3, 0}, std::nullopt, Face{2, 1}, Face{0, 2}, Face{1, 1}}};

/// Chances are throws of 36: each side has one die.
constexpr int kThrows = 36;

/// Figures of a side that no casualties wipe out.
constexpr int kUnharmed = 99;

/// What a player takes, a point or a casualty, against so many figures.
Face chosen(int others) { return others <= 1 ? Face{0, 1} : Face{1, 0}; }

/// As little food as gives a safe lead; none if the fight is lost anyway.
int food_against_creature(const ng::CombatView& fight, int food) {
    const int ahead = fight.attacker_points() - fight.defender_points();
    const int lead = (fight.creature_attacks() ? -ahead : ahead) + food;
    if (lead >= 2) return 1000 - 100 * food;
    return lead > -2 ? 500 + 100 * lead : 100 - 100 * food;
}

}  // namespace

int wins(int lead, int attackers, int defenders, int harm) {
    int count = 0;
    for (const auto& attack_face : kFaces) {
        const Face attack = attack_face.value_or(chosen(defenders));
        for (const auto& defence_face : kFaces) {
            const Face defence = defence_face.value_or(chosen(attackers - harm));
            const bool lost = defence.casualties + harm >= attackers;
            if (!lost && (attack.casualties >= defenders || lead + attack.points > defence.points)) ++count;
        }
    }
    return count;
}

// Threats.

int threat(const Situation& s, int territory, int figures) {
    if (figures <= 0) return 0;
    const Land& land = s.land;
    const MapTerritory& here = land.at(territory);
    const int special = here.owner == s.seat ? land.strength(territory) - land.figures(territory) : 0;
    const int defence = figures + special + std::min(figures, number(s.me.food())) + 2 * here.has("fortress");
    int worst = 0;
    for (const auto& [other, kind] : here.neighbours) {
        const std::optional<int> owner = land.at(other).owner;
        if (kind >= ng::BORDER_KIND_ROUGH || !land.is_enemy(owner)) continue;
        const int attackers = land.figures(other);
        const int attack = land.strength(other) + std::min(attackers, number(s.view.players(*owner).food()));
        worst = std::max(worst, wins(attack - defence, attackers, figures, here.has("defense_tower")));
    }
    return worst;
}

int loss(const Situation& s, int territory, int figures) {
    return (s.land.worth(territory) + 80) * threat(s, territory, figures) / 100;
}

// Attacks.

int attack_value(const Situation& s, int target, const Force& force) {
    if (force.figures <= 0) return 0;
    const Land& land = s.land;
    const MapTerritory& there = land.at(target);
    const int defenders = land.figures(target);
    const int attack = force.strength + std::min(force.figures, number(s.me.food()));
    int defence = land.strength(target) + std::min(defenders, number(s.view.players(there.owner.value()).food()));
    int harm = 0;
    if (!s.me.conqueror()) {
        defence += 2 * there.has("fortress");
        harm = there.has("defense_tower");
    }
    const int won = wins(attack - defence, force.figures, defenders, harm);
    return (2 * land.worth(target) + 230) * won / kThrows - 70 * (kThrows - won) / kThrows;
}

Force attackers(const Situation& s, int territory) {
    Force force;
    for (const ng::BattleView& battle : s.view.battles()) {
        if (number(battle.territory()) != territory) continue;
        force.strength += number(battle.units()) + kKaijaPoints * battle.kaija();
        force.figures += number(battle.units()) + battle.kaija() + battle.figures_size();
        for (const std::uint32_t figure : battle.figures())
            force.strength += number(s.catalogue.figures(number(figure)).points());
    }
    return force;
}

int hunt(const Situation& s, const ng::Hunt& option) {
    if (s.prompt != "combat.hunt") return kFirstCome;
    const auto& line = s.view.creatures().line();
    const auto beast = std::ranges::find_if(line, [&](const auto& each) { return each.number() == option.creature(); });
    if (beast == line.end()) return kFirstCome;
    const ng::CreatureInfo& creature = s.catalogue.creatures(number(beast->creature()));
    const int territory = number(option.territory());
    const int figures = s.land.figures(territory);
    const int attack = s.land.strength(territory) + std::min(figures, number(s.me.food()));
    const int won = wins(attack - number(creature.points()), figures, kUnharmed);
    return (100 * number(creature.fame()) + 100) * won / kThrows - 100;
}

// In a combat.

int food(const Situation& s, const ng::SpendFood& option) {
    const ng::CombatView& fight = s.view.combat();
    const int spent = number(option.food());
    if (fight.creature() != 0) return food_against_creature(fight, spent);
    const int territory = number(fight.territory());
    const int ahead = fight.attacker_points() - fight.defender_points();
    const int there = fight.attacker_points() - number(fight.attacker_food());
    const int defenders = s.land.figures(territory);
    const int harm = number(fight.attacker_casualties());
    int won = 0;
    if (number(fight.attacker()) == s.seat) {
        const int answer = std::min(number(s.view.players(number(fight.defender())).food()), defenders);
        won = wins(ahead + spent - answer, there, defenders, harm);
    } else {
        won = kThrows - wins(ahead - spent, there, defenders, harm);
    }
    const int cost = 60 * spent + 200 * s.brings_unrest(0, spent);
    return (s.land.worth(territory) + 150) * won / kThrows - cost;
}

int die(const Situation& s, const ng::DieFace& option) {
    const ng::CombatView& fight = s.view.combat();
    const int casualties = number(option.casualties());
    if (number(fight.attacker()) == s.seat && fight.creature() == 0 && casualties > 0) {
        const int defenders = s.land.figures(number(fight.territory()));
        if (number(fight.defender_casualties()) + casualties >= defenders) return 1000;
    }
    const bool close = std::abs(fight.attacker_points() - fight.defender_points()) <= 2;
    return 100 + 100 * number(option.points()) * close + 50 * casualties;
}

}  // namespace northgard
