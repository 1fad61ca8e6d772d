// What land is worth, and what winter costs.
#pragma once

#include <lawspeaker/northgard/v1/northgard.pb.h>

#include <array>
#include <lawspeaker/northgard.hpp>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace northgard {

namespace ng = lawspeaker::northgard::v1;
using lawspeaker::northgard::MapTerritory;

enum Resource { kFood, kWood, kLore };

/// What Kaija counts in a fight; a unit counts one.
inline constexpr int kKaijaPoints = 2;

/// By `Resource`.
using Resources = std::array<int, 3>;

/// Food and wood that so many units on the map cost in winter; Kaija is not one of them.
Resources winter_cost(int units);

/// How much food and wood is missing for winter.
int winter_lack(int units, const Resources& have);

/// Whether these resources pay for winter, if need be after trades of any three that are to spare for one.
bool winter_is_paid(int units, const Resources& have);

/// What a territory, or an area of a tile, is worth to settle in at the start, in hundredths of fame. Spaces with the
/// Carved Stone symbol count as small.
int home_worth(const Resources& symbols, int small, int large);

/// The map as one seat sees it. `mine` are the ids of the territories that the seat controls.
class Land {
public:
    Land(const ng::View& view, const ng::Catalogue& catalogue, int seat);

    const lawspeaker::northgard::NorthgardMap& map() const { return map_; }
    const std::vector<int>& mine() const { return mine_; }
    const MapTerritory& at(int territory) const { return map_.territories().at(territory); }
    /// Whether the seat controls it; not if it is not on the map.
    bool is_own(int territory) const;
    /// Whether a seat is neither the own one nor of its team.
    bool is_enemy(std::optional<int> seat) const;

    /// How many figures stand there; a special one holds land like a unit.
    int figures(int territory) const;

    /// Combat points of the figures there.
    int strength(int territory) const;

    /// What a year of holding it brings, about, in hundredths of fame; free spaces count as a promise.
    int worth(int territory) const;

    /// What own land yields of a resource at the next harvest.
    int income(Resource resource) const;

    /// What an achievement would bring now, in hundredths of fame.
    int achievement(std::string_view card) const;

    /// What laying a tile there brings, in hundredths: fame for own land closed, and what joins own land.
    int tile_gain(const ng::PlaceTile& laid) const;

private:
    /// Some of a tile's areas and the territories they join, with the sides left open.
    struct Group {
        std::set<int> areas;
        std::set<int> territories;
        int open_sides = 0;
    };

    std::vector<Group> joined(const ng::PlaceTile& laid) const;
    int territory_at(int place, int side) const;
    void merge(std::vector<Group>& groups, Group group, int territory) const;
    int group_gain(const ng::TileInfo& tile, const Group& group) const;

    const ng::View& view_;
    const ng::Catalogue& catalogue_;
    int seat_;
    lawspeaker::northgard::NorthgardMap map_;
    std::vector<int> mine_;
};

}  // namespace northgard
