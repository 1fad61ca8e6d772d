#include "northgard_map.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace northgard {
namespace {

constexpr std::array<std::pair<int, int>, 4> kSides{{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}};

int modulo(int number, int by) { return ((number % by) + by) % by; }

int area_worth(const ng::AreaInfo& area) {
    const int symbols = static_cast<int>(area.food() + area.wood() + area.lore());
    const int small = static_cast<int>(area.small() + area.carved());
    return 80 * symbols + 50 * small + 150 * static_cast<int>(area.large());
}

int home_worth_of(const ng::AreaInfo& area) {
    const Resources symbols{static_cast<int>(area.food()), static_cast<int>(area.wood()),
                            static_cast<int>(area.lore())};
    return home_worth(symbols, static_cast<int>(area.small() + area.carved()), static_cast<int>(area.large()));
}

/// What a tile is worth during setup: the mean of its best area and of all its land.
int home_worth_of(const ng::TileInfo& tile) {
    int best = 0;
    int sum = 0;
    for (const ng::AreaInfo& area : tile.areas()) {
        best = std::max(best, home_worth_of(area));
        sum += home_worth_of(area);
    }
    return (best + sum) / 2;
}

/// The number of a laid tile's first area in `area_territory`.
int first_area(const ng::Layout& layout, const ng::Catalogue& catalogue, int place) {
    int total = 0;
    for (int before = 0; before < place; ++before)
        total += catalogue.tiles(static_cast<int>(layout.tile(before))).areas_size();
    return total;
}

}  // namespace

Resources winter_cost(int units) {
    if (units >= 13) return {4, 2, 0};
    if (units >= 10) return {3, 1, 0};
    if (units >= 7) return {2, 0, 0};
    return {units >= 4 ? 1 : 0, 0, 0};
}

int winter_lack(int units, const Resources& have) {
    const Resources due = winter_cost(units);
    return std::max(due[kFood] - have[kFood], 0) + std::max(due[kWood] - have[kWood], 0);
}

bool winter_is_paid(int units, const Resources& have) {
    const Resources due = winter_cost(units);
    const int spare = std::max(have[kFood] - due[kFood], 0) + std::max(have[kWood] - due[kWood], 0) + have[kLore];
    return winter_lack(units, have) <= spare / 3;
}

int home_worth(const Resources& symbols, int small, int large) {
    const int resources = 80 * symbols[kFood] + 130 * symbols[kWood] + 80 * symbols[kLore];
    return resources + 35 * small + 20 * large;
}

Land::Land(const ng::View& view, const ng::Catalogue& catalogue, int seat)
    : view_(view), catalogue_(catalogue), seat_(seat), map_(view, catalogue), mine_(map_.owned_by(seat)) {}

bool Land::is_own(int territory) const {
    const auto found = map_.territories().find(territory);
    return found != map_.territories().end() && found->second.owner == seat_;
}

bool Land::is_enemy(std::optional<int> seat) const {
    return seat && std::ranges::find(map_.enemies(), *seat) != map_.enemies().end();
}

int Land::figures(int territory) const {
    const MapTerritory& t = at(territory);
    return t.units + static_cast<int>(t.figures.size());
}

int Land::strength(int territory) const {
    const MapTerritory& t = at(territory);
    int points = t.units;
    for (const ng::FigureView& each : t.figures)
        points += static_cast<int>(catalogue_.figures(static_cast<int>(each.figure())).points());
    return points;
}

int Land::worth(int territory) const {
    const MapTerritory& t = at(territory);
    int value = 90 * t.food + 90 * t.wood + 70 * t.lore;
    value += 60 * (t.small + t.carved) + 50 * t.large;
    value += 90 * static_cast<int>(t.buildings.size()) + 230 * t.has("altar_of_kings");
    if (t.open_sides == 0) value += t.size >= 3 ? 290 : 100;
    return value;
}

int Land::income(Resource resource) const {
    int sum = 0;
    for (const int territory : mine_) {
        const MapTerritory& t = at(territory);
        if (resource == kFood) sum += t.food + t.has("food_silo");
        if (resource == kWood) sum += t.wood + t.has("woodcutter_lodge");
        if (resource == kLore) sum += t.lore + t.has("carved_stone");
    }
    return sum;
}

int Land::achievement(std::string_view card) const {
    if (card == "warlord") return 100 * (14 - static_cast<int>(view_.players(seat_).reserve()));
    if (card == "food_trader") return 200 * income(kFood);
    if (card == "wood_trader") return 200 * income(kWood);
    if (card == "scholar") return 200 * income(kLore);
    int count = card == "builder" || card == "explorer" || card == "trapper" ? 0 : 1;
    for (const int territory : mine_) {
        const MapTerritory& t = at(territory);
        if (card == "trapper") count += 3 * t.lairs;
        if (card == "explorer") count += t.small + t.carved + 3 * t.large;
        if (card == "builder")
            for (const auto& building : t.buildings) count += catalogue_.buildings(building.number).large() ? 3 : 1;
    }
    return 100 * count;
}

int Land::tile_gain(const ng::PlaceTile& laid) const {
    const ng::TileInfo& tile = catalogue_.tiles(static_cast<int>(laid.tile()));
    int gain = 0;
    if (std::ranges::find(view_.modules(), "creatures") != view_.modules().end())
        for (const ng::AreaInfo& area : tile.areas()) gain -= 100 * static_cast<int>(area.lairs());
    if (view_.year() == 0) return gain + home_worth_of(tile);  // during setup
    for (const Group& group : joined(laid)) gain += group_gain(tile, group);
    return gain;
}

int Land::group_gain(const ng::TileInfo& tile, const Group& group) const {
    std::set<int> owners;
    int value = 0;
    int size = 1;
    for (const int area : group.areas) value += area_worth(tile.areas(area));
    for (const int territory : group.territories) {
        const MapTerritory& t = at(territory);
        size += t.size;
        if (t.owner)
            owners.insert(*t.owner);
        else
            value += worth(territory);
    }
    const bool closed = group.open_sides == 0;
    if (owners.empty()) return 0;
    if (owners == std::set{seat_}) return 3 * value / 2 + (closed ? 100 * size + 70 : -20 * group.open_sides);
    return -(value / 2 + (closed ? 150 : 0));
}

/// Each side of the tile in turn: what it opens, or which territory it joins.
std::vector<Land::Group> Land::joined(const ng::PlaceTile& laid) const {
    const ng::Layout& layout = view_.layout();
    const ng::TileInfo& tile = catalogue_.tiles(static_cast<int>(laid.tile()));
    std::vector<Group> groups;
    groups.reserve(tile.areas_size());
    for (int area = 0; area < tile.areas_size(); ++area) groups.push_back({.areas = {area}, .territories = {}});
    for (int side = 0; side < 4; ++side) {
        const int area = static_cast<int>(tile.sides(modulo(side - static_cast<int>(laid.rotation()), 4)));
        const auto found = std::ranges::find_if(groups, [&](const Group& each) { return each.areas.contains(area); });
        Group group = std::move(*found);
        groups.erase(found);
        int there = 0;
        while (there < layout.tile_size() &&
               !(layout.x(there) == laid.x() + kSides[side].first && layout.y(there) == laid.y() + kSides[side].second))
            ++there;
        if (there < layout.tile_size()) {
            merge(groups, std::move(group), territory_at(there, modulo(side + 2, 4)));
        } else {
            ++group.open_sides;
            groups.push_back(std::move(group));
        }
    }
    return groups;
}

/// The territory on a side of a laid tile.
int Land::territory_at(int place, int side) const {
    const ng::Layout& layout = view_.layout();
    const ng::TileInfo& tile = catalogue_.tiles(static_cast<int>(layout.tile(place)));
    const int area = static_cast<int>(tile.sides(modulo(side - static_cast<int>(layout.rotation(place)), 4)));
    return static_cast<int>(layout.area_territory(first_area(layout, catalogue_, place) + area));
}

/// Puts a group that joins a territory together with those that have joined it already.
void Land::merge(std::vector<Group>& groups, Group group, int territory) const {
    const int open_sides = at(territory).open_sides;
    const bool again = !group.territories.insert(territory).second;
    group.open_sides += again ? -1 : open_sides - 1;
    const auto joins = [&](const Group& other) { return other.territories.contains(territory); };
    for (const Group& other : groups) {
        if (!joins(other)) continue;
        group.areas.insert(other.areas.begin(), other.areas.end());
        group.territories.insert(other.territories.begin(), other.territories.end());
        group.open_sides += other.open_sides - open_sides;
    }
    std::erase_if(groups, joins);
    groups.push_back(std::move(group));
}

}  // namespace northgard
