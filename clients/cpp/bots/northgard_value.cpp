#include "northgard_value.hpp"

#include <algorithm>

#include "northgard_cards.hpp"

namespace northgard {
namespace {

constexpr int kFigures = 14;

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
    if (s.me.reserve() == 0) return 0;
    const int on_map = kFigures - number(s.me.reserve());
    const bool hungry = winter_food(on_map + 1) > number(s.me.food()) + s.land.income(kFood);
    return hungry && s.years_left != 1 ? 80 : 450;
}

int move_value(const Situation& s) {
    int best = 0;
    for (const int source : s.land.mine()) {
        const Territory& from = s.land.at(source);
        for (const auto& [target, kind] : from.neighbours)
            if (kind < kRough && from.units > 1) best = std::max(best, move_gain(s, source, target, from.units - 1));
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

}  // namespace

int move_gain(const Situation& s, int source, int target, int units) {
    const Territory& from = s.land.at(source);
    const Territory& to = s.land.at(target);
    const int given_up = units >= from.units ? s.land.worth(source) + 50 : 0;
    if (to.owner == s.seat) return -10;
    if (to.owner == kNobody) return s.land.worth(target) - given_up;
    if (s.view.teams() && (to.owner - s.seat) % 2 == 0) return -100;
    const ng::PlayerView& enemy = s.view.players(to.owner);
    const int attack = units + std::min(units, number(s.me.food()));
    const int defence = to.units + std::min(to.units, number(enemy.food())) + 2 * s.land.has(target, "fortress") +
                        s.land.has(target, "defense_tower");
    const int odds = attack - defence;
    if (odds < 1) return -100;
    return s.land.worth(target) + 150 - given_up - 50 * std::min(to.units, 2) + 20 * odds;
}

int play_value(const Situation& s, std::uint32_t card) {
    return kind_value(s, kind_of(s.card(card).id())) + 50 * s.card(card).flash();
}

}  // namespace northgard
