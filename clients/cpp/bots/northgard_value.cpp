#include "northgard_value.hpp"

#include <algorithm>
#include <array>

#include "northgard_cards.hpp"
#include "northgard_moves.hpp"

namespace northgard {
namespace {

/// What a card that is for anything offers, by the numbers of its actions.
constexpr std::array<Kind, 4> kModes{Kind::kRecruit, Kind::kMove, Kind::kExplore, Kind::kBuild};

int explore_value(const Situation& s) {
    const auto is_open = [&](int territory) { return s.land.at(territory).open_sides > 0; };
    return std::ranges::any_of(s.land.mine(), is_open) ? 300 : 0;
}

int build_value(const Situation& s) {
    const auto large = [&](int territory) { return s.land.at(territory).large > 0; };
    const auto small = [&](int territory) { return s.land.at(territory).small + s.land.at(territory).carved > 0; };
    if (s.me.wood() >= 3 && std::ranges::any_of(s.land.mine(), large)) return 850;
    return s.me.wood() > 0 && std::ranges::any_of(s.land.mine(), small) ? 400 : 0;
}

int recruit_value(const Situation& s) {
    if (s.kaija_waits()) return 450;  // she costs nothing in winter
    if (s.me.reserve() == 0) return 0;
    return s.brings_unrest(1, 0) ? 50 : 680 - 27 * s.on_map();
}

int move_value(const Situation& s) {
    const int gain = best_move(s);
    return gain > 0 ? 130 + gain : 50;
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
            return 700;
        case Kind::kGain:
            return 800;
        case Kind::kSpecial:
            break;
    }
    return 300;
}

}  // namespace

int mode_value(const Situation& s, std::uint32_t action) {
    const auto& active = s.me.active();
    const bool for_anything = !active.empty() && kind_of(s.card(active[active.size() - 1]).id()) == Kind::kAny;
    return for_anything ? kind_value(s, kModes.at(action)) + 10 : kFirstCome;
}

int play_value(const Situation& s, std::uint32_t card) {
    return kind_value(s, kind_of(s.card(card).id())) + 50 * s.card(card).flash();
}

}  // namespace northgard
